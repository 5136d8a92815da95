import type { Amount } from '#domain/money.ts'
import type { Draw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { amountOfUnits, type PlayedRound, type VoidReason } from '#domain/games/round.ts'
import { compile } from './compiled.ts'
import { play } from './play.ts'
import { roundFault } from './round-check.ts'

/** What plays a round: `play`, or a broken one of a test. */
export type Engine = typeof play

/**
 * A round that was played and checked. `text` is its events as JSON. A void one has the reason that is published, and
 * in `detail` what the program found, for operators.
 */
export type CheckedRound =
  | { kind: 'result'; round: PlayedRound; text: string }
  | { kind: 'void'; reason: VoidReason; detail: string }

/** The longest detail that is stored. */
const longestDetail = 300

/**
 * Plays a round and checks the result, trusting the engine in nothing: it may throw, draw without end, or return
 * anything. A loop without draws cannot be ended from here.
 */
export function playChecked(game: Game, draw: Draw, stake: Amount, engine: Engine = play): CheckedRound {
  const most = compile(game).drawsLimit
  let draws = 0
  const counted: Draw = (below) => {
    draws += 1
    if (draws > most) throw new RangeError(`made more than ${most} draws in a round`)
    return draw(below)
  }
  let reason: VoidReason = 'no-result'
  try {
    const round = engine(game, counted, { stake })
    if (draws > most) return voidRound(reason, `made ${draws} draws in a round, at most ${most} are possible`)
    reason = 'wrong-result'
    const text = JSON.stringify(round.events)
    const fault = resultFault(game, stake, round)
    return fault === null ? { kind: 'result', round, text } : voidRound(reason, fault)
  } catch (error) {
    return voidRound(reason, error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
}

/** What is wrong with a result; null when it may be booked. Throws for what is no result at all. */
function resultFault(game: Game, stake: Amount, { units, pay, events }: PlayedRound): string | null {
  const fault = roundFault(game, units, events)
  if (fault !== null) return fault
  const due = amountOfUnits(units, stake, game.unitsPerStake)
  return pay === due ? null : `pays ${pay} for ${units} units, which are ${due}`
}

function voidRound(reason: VoidReason, detail: string): CheckedRound {
  return { kind: 'void', reason, detail: detail.slice(0, longestDetail) }
}
