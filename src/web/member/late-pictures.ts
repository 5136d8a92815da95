import { createStore, useStore } from '#web/shared/store.ts'

/** Whether the page reacts to input. */
const isReady = createStore(false)

/** Lets pictures load. */
export function allowPictures(): void {
  isReady.set(true)
}

/**
 * Whether pictures besides the first banner may load. The server's markup has none of them: on a slow connection they would
 * take the place of the code, and the page would not react.
 */
export function usePictures(): boolean {
  return useStore(isReady, false)
}
