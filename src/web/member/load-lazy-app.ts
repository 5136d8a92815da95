/**
 * Loads the chunk that is needed after hydration: dialogs, toasts, opening games, logging out; and the messages that these
 * and every page answer with.
 */
export async function loadLazyApp() {
  const chunk = await import('./lazy-app.tsx')
  await chunk.loadMessages('answers')
  return chunk
}
