/** Whether the page holds a form that somebody has begun to fill in: it is not to be taken away, nor talked over. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')
  return [...fields].some((field) =>
    field.type === 'checkbox' && field instanceof HTMLInputElement ? field.checked : field.value !== '',
  )
}
