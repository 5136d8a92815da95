import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'

/**
 * The real engine, but for rounds that it fails. While `breaking` is set, each round that is drawn becomes one of them: it fails
 * in that way whenever it is drawn again, so that the books can redraw it.
 */
export type FailingEngine = {
  engine: Engine
  breaking: Engine | null
  /** How it fails each of them, by the events that the round has otherwise. */
  failing: Map<string, Engine>
}

export function createFailingEngine(): FailingEngine {
  const made: FailingEngine = {
    breaking: null,
    failing: new Map(),
    engine: (game, draw, options) => {
      const round = play(game, draw, options)
      const events = JSON.stringify(round.events)
      if (made.breaking) made.failing.set(events, made.breaking)
      const fail = made.failing.get(events)
      return fail ? fail(game, draw, options) : round
    },
  }
  return made
}
