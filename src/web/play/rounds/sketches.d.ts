/** The sketched machines, given by `scripts/rounds.ts`. */
declare module 'rounds:sketches' {
  import type { Game } from '#domain/games/game.ts'

  export const sketches: readonly Game[]
}
