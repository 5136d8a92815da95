/** Loads the chunk that is needed after hydration: dialogs, toasts, opening games, logging out. */
export function loadLazyApp() {
  return import('./lazy-app.tsx')
}
