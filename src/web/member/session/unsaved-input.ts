/** Whether a form of the page has input: the page must not be replaced, nor covered by an announcement. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')
  return [...fields].some((field) =>
    field.type === 'checkbox' && field instanceof HTMLInputElement ? field.checked : field.value !== '',
  )
}
