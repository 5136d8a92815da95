import { call } from '#web/shared/api.ts'
import { jitterMs, openLive } from '#web/shared/live-socket.ts'
import { createTileWatch, type TileWatch } from './tile-watch.ts'

/** The watch of this page's tiles of tables, and which of them are in view. */

const spreadMs = 4_000

export const tileWatch: TileWatch = createTileWatch({
  load: (codes) => call('get-tables', { codes: [...codes] }, { quiet: true }),
  listen: (codes, onMessage) =>
    openLive(
      {
        onMessage: (message, isNew) => {
          // A `hello` on an open socket reaches all pages at once.
          if (message.kind === 'hello' && !isNew) setTimeout(() => onMessage(message), jitterMs(spreadMs))
          else onMessage(message)
        },
        onSessionOver: () => undefined,
      },
      `/api/live?tiles=${codes.map(encodeURIComponent).join(',')}`,
    ),
  isHidden: () => document.hidden,
  now: () => performance.now(),
})

/** So much of a tile is to be seen. */
const threshold = 0.4
const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

let observer: IntersectionObserver | null = null
const codes = new WeakMap<Element, string>()
const seen = new WeakSet<Element>()

/** Watches the table of an element while that is in view; returns a function that ends it. */
export function watchTile(element: Element, code: string): () => void {
  observer ??= observe()
  codes.set(element, code)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    setSeen(element, false)
  }
}

function observe(): IntersectionObserver {
  for (const use of uses) addEventListener(use, tileWatch.wake, { passive: true })
  document.addEventListener('visibilitychange', tileWatch.wake)
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) setSeen(target, isIntersecting)
    },
    { threshold },
  )
}

function setSeen(element: Element, isSeen: boolean): void {
  if (seen.has(element) === isSeen) return
  if (isSeen) seen.add(element)
  else seen.delete(element)
  tileWatch.show(codes.get(element) ?? '', isSeen)
}
