/** The figures of all par sheets by the code of the game, given by `scripts/par-plugin.ts`. */
declare module 'par:figures' {
  import type { ParFigures } from '#web/play/slot/par-figures.ts'

  export const figures: Readonly<Record<string, ParFigures>>
}
