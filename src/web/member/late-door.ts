/** What is loaded after the page has been taken over: dialogs, toasts, opening games, logging out. */
export function loadLate(): Promise<typeof import('./late.tsx')> {
  return import('./late.tsx')
}
