import { amountFromWire, amountToWire, wholeUnits } from '#domain/money.ts'
import { stakeAllowed, type Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { longestShown, recordCheck, sameEvents, type RecordCheck } from './record-check.ts'
import { recordedDraw, type RecordedDraw } from './recorded-draw.ts'
import { amountOfUnits, voidEvents, voidReasons, type RoundEvent } from './round.ts'
import type { RoundRecord } from './round-record.ts'
import { fromHex, sha256, sha256Hex, toHex } from './sha256.ts'
import { compile } from './slot/compiled.ts'
import { playUnits } from './slot/play.ts'
import { roundFault } from './slot/round-check.ts'

/**
 * Verifies a round from published data: the record that a member copies, and the games' data. The page `/fairness` and
 * the offline verifier run this; `docs/fairness.md` describes it for other programs.
 */

/** A round recomputed from its seeds. `blocks` are the HMACs in hex. */
export type RecomputedRound = { units: number; events: RoundEvent[]; draws: RecordedDraw[]; blocks: string[] }

/**
 * Recomputes a round from a revealed server seed (64 hex digits). `stakeUnits` is the stake in whole units of the
 * currency; only the jackpots of a linked game depend on it.
 */
export function recomputeRound(
  game: Game,
  seed: { serverSeed: string; clientSeed: string; nonce: number; stakeUnits?: number },
): RecomputedRound {
  const { draw, draws, blocks } = recordedDraw({ ...seed, gameCode: game.code })
  const events: RoundEvent[] = []
  const { total } = playUnits(compile(game), draw, (event) => events.push(event), seed.stakeUnits)
  return { units: total, events, draws, blocks }
}

/**
 * `proven`: every check holds. `false`: at least one does not. `void`: the record says that the round is void, and it is
 * of the committed seed; `round` is what the seeds give. `not-revealed`: the server seed is still secret.
 * `unknown-mathematics`: no game given here has the record's `mathHash`.
 */
export type Verdict = 'proven' | 'false' | 'void' | 'not-revealed' | 'unknown-mathematics'

export type Verification = {
  verdict: Verdict
  /** The checks made, each with what the record states and what was computed; empty where nothing could be computed. */
  checks: RecordCheck[]
  /** The round as it follows from the seeds; null where it could not be computed. */
  round: (RecomputedRound & { game: Game }) | null
}

/** Verifies a record against the data of the games given. */
export function verifyRound(record: RoundRecord, games: readonly Game[]): Verification {
  const game = games.find((one) => mathHashOf(one, sha256Hex) === record.mathHash)
  if (game === undefined) return { verdict: 'unknown-mathematics', checks: [], round: null }
  const { serverSeed } = record
  if (serverSeed === null) return { verdict: 'not-revealed', checks: [], round: null }
  const stake = amountFromWire(record.stake) ?? 0n
  const isAllowed = stakeAllowed(game, stake)
  const stakeUnits = isAllowed ? Number(stake / wholeUnits(1)) : 0
  const round = validRound(game, { ...record, serverSeed, stakeUnits })
  const isVoid = voidReasons.some((reason) => sameEvents(voidEvents(reason), record.events))
  const units = round?.units ?? 0
  // A void round pays nothing, whatever its seeds give and whatever its stake is.
  const due = isVoid ? 0n : round && isAllowed ? amountOfUnits(units, stake, game.unitsPerStake) : null
  const pay = due === null ? '' : amountToWire(due)
  const seedHash = toHex(sha256(fromHex(serverSeed)))
  const isSame = round !== null && sameEvents(round.events, record.events)
  const checks: Verification['checks'] = [
    recordCheck('mathematics', `${record.game} ${record.mathHash}`, `${game.code} ${record.mathHash}`),
    recordCheck('commitment', record.serverSeedHash, seedHash),
    ...(isVoid ? [] : [recordCheck('events', stopsText(record.events), stopsText(round?.events ?? []), isSame)]),
    // No seed and no hash covers the stake: only a win's pay goes with it.
    {
      ...recordCheck('stake', record.stake, game.stakes.join(', '), isAllowed),
      proves: isAllowed && !isVoid && units > 0,
    },
    recordCheck('pay', record.pay, pay, due !== null && amountFromWire(record.pay) === due),
  ]
  const verdict = !checks.every(({ holds }) => holds) ? 'false' : isVoid ? 'void' : 'proven'
  return { verdict, checks, round: round && { ...round, game } }
}

/** The round that the seeds give; null where this program gives none that fits the game. */
function validRound(game: Game, seed: Parameters<typeof recomputeRound>[1]): RecomputedRound | null {
  try {
    const round = recomputeRound(game, seed)
    return roundFault(game, round.units, round.events) === null ? round : null
  } catch {
    return null
  }
}

/** The stops of each spin of a list of events: `3-17-0-22-9`. A stated list may have anything in their place. */
function stopsText(events: readonly unknown[]): string {
  const stops = events.flatMap((event) => {
    const shown = typeof event === 'object' && event !== null && 'stops' in event ? event.stops : null
    return Array.isArray(shown) ? [shown.map((stop) => (typeof stop === 'number' ? stop : '?')).join('-')] : []
  })
  return stops.join(' ').slice(0, longestShown)
}
