import type { Clock, Performance } from './clock.ts'
import { restCells } from './reels-painter.ts'
import type { Reels } from './reels.ts'
import type { Surface } from './surface.ts'
import { films } from './symbol-motion.ts'

/** What the stage does when nothing is played: one symbol after the other breathes and gleams. */

/** So long nothing moves between two of them. */
export const idleEveryMs = 2200
/** Far from the symbol before, and each in its turn. */
const step = 0.618_034

/** The next of them; null while wins lie over the reels or nothing there has a film. */
export function createIdle(reels: Reels, surfaceOf: () => Surface | null): () => Performance | null {
  let turn = 0
  return () => {
    const surface = surfaceOf()
    const view = reels.view()
    if (!surface?.films || reels.moving() || !surface.wins.isClear() || view.coins !== null) return null
    const { rows } = surface.layout
    const lively = view.cells.flatMap((_, reel) =>
      restCells(view, reel)
        .filter(({ symbol, factor }) => symbol !== null && factor === undefined && surface.films?.isLively(symbol))
        .map(({ row }) => reel * rows + row),
    )
    turn += 1
    const position = lively[Math.floor(((turn * step) % 1) * lively.length)]
    return position === undefined ? null : gleam(reels, surfaceOf, position)
  }
}

function gleam(reels: Reels, surfaceOf: () => Surface | null, position: number): Performance {
  let begun = -1
  let shown = -1
  let on: Surface | null = null
  return (now) => {
    const surface = surfaceOf()
    if (!surface) return true
    const view = reels.view()
    const index = Math.floor(position / surface.layout.rows)
    if (begun < 0) begun = now
    // The symbol below is taken away, also after the window has changed its size.
    if (on !== surface) {
      on = surface
      const others = restCells(view, index).filter(({ row }) => row !== position % surface.layout.rows)
      surface.reels.paintCells(index, others)
    }
    const { ms, frames } = films.idle
    const over = now - begun >= ms
    const frame = Math.floor(((now - begun) / ms) * frames)
    if (!over && frame === shown) return false
    shown = frame
    surface.wins.clear()
    if (over) surface.reels.paintRest(index, view, 0)
    else surface.wins.paintActs([position], view, 'idle', now - begun)
    return over
  }
}

/** How long winning symbols go on moving after their amounts were shown. */
const lingerMs = 4 * films.win.ms

/** Winning symbols stay lit and go on moving until the reels run, and stand after a while. */
export function linger(
  clock: Pick<Clock, 'begin'>,
  surfaceOf: () => Surface | null,
  paint: (surface: Surface, filmMs: number) => void,
  sinceMs: number,
): void {
  let begun = -1
  let shown = -1
  const frameMs = films.win.ms / films.win.frames
  clock.begin((now) => {
    const surface = surfaceOf()
    if (!surface?.films) return true
    if (begun < 0) begun = now - sinceMs
    const over = now - begun - sinceMs >= lingerMs
    const filmMs = over ? 0 : now - begun
    const frame = Math.floor(filmMs / frameMs)
    if (frame !== shown || over) paint(surface, filmMs)
    shown = frame
    return over
  })
}
