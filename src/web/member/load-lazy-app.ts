/** What is loaded after the page has been taken over: dialogs, toasts, opening games, logging out. */
export function loadLazyApp() {
  return import('./lazy-app.tsx')
}
