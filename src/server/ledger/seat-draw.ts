import { readdir, readFile } from 'node:fs/promises'
import type { BlackjackAction, BlackjackResult } from '#domain/games/blackjack/events.ts'
import {
  blackjackHashOf,
  mostReturnedUnits,
  mostStakedUnits,
  type BlackjackGame,
} from '#domain/games/blackjack/game.ts'
import { finishByDefault, replay, settlementOf, stakedUnits } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import type { Amount } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'

/** What a round with decisions is drawn from and comes to: for the program, and for the books, which draw again. */

/** A round as it is stored: what its cards are drawn from, its first stake, and what was decided. */
export type SeatRoundFacts = {
  stake: Amount
  /** All stakes by its bets. */
  staked: Amount
  decisions: readonly string[]
  /** Whether the rest of it took the default. */
  defaulted: boolean
}
export type SeatSeed = { serverSeed: Uint8Array; clientSeed: string; nonce: bigint }

/** What a round comes to. `open` waits for a decision. A `void` one has no result that fits its game. */
export type PlayedSeatRound =
  | { kind: 'open'; state: BlackjackState; defaults: readonly BlackjackAction[] }
  | { kind: 'over'; state: BlackjackState; defaults: readonly BlackjackAction[]; staked: Amount; returned: Amount }
  | { kind: 'void'; reason: 'no-result' | 'wrong-result'; detail: string }

/** The decisions of a round, or its stakes, are not those that its cards allow: somebody altered rows. */
export class AlteredSeatRoundError extends Error {
  override name = 'AlteredSeatRoundError'
}

/**
 * Plays a round from its seeds and decisions, and trusts the engine in nothing: what it returns must add up and be at most what the game can pay.
 * Throws `AlteredSeatRoundError` where a valid engine refuses what is stored.
 */
export function playSeatRound(game: BlackjackGame, seed: SeatSeed, round: SeatRoundFacts): PlayedSeatRound {
  try {
    return judged(game, round, replayed(game, seed, round))
  } catch (error) {
    if (error instanceof AlteredSeatRoundError) throw error
    return { kind: 'void', reason: 'no-result', detail: error instanceof Error ? error.message : String(error) }
  }
}

function judged(
  game: BlackjackGame,
  round: SeatRoundFacts,
  { state, defaults }: { state: BlackjackState; defaults: BlackjackAction[] },
): PlayedSeatRound {
  const staked = amountOfUnits(stakedUnits(game, state), round.stake, game.unitsPerStake)
  if (staked !== round.staked)
    throw new AlteredSeatRoundError(`its decisions stake ${staked}, and ${round.staked} is staked`)
  if (!state.isOver) return { kind: 'open', state, defaults }
  const result = settlementOf(state)
  if (result === null) return { kind: 'void', reason: 'no-result', detail: 'it is over without a result' }
  const detail = faultOf(game, state, result)
  if (detail !== null) return { kind: 'void', reason: 'wrong-result', detail }
  const returned = amountOfUnits(result.returned, round.stake, game.unitsPerStake)
  return { kind: 'over', state, defaults, staked, returned }
}

function replayed(
  game: BlackjackGame,
  { serverSeed, clientSeed, nonce }: SeatSeed,
  { decisions, defaulted }: SeatRoundFacts,
): { state: BlackjackState; defaults: BlackjackAction[] } {
  const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce })
  const { state, refused } = replay(game, draw, decisions)
  if (refused !== null) throw new AlteredSeatRoundError(`decision ${refused.at} is refused: ${refused.reason}`)
  if (!defaulted || state.isOver) return { state, defaults: [] }
  const finished = finishByDefault(game, state)
  return { state: finished.state, defaults: finished.decisions }
}

/** What is wrong with the result of a round that is over; null where nothing is. */
function faultOf(game: BlackjackGame, state: BlackjackState, result: BlackjackResult): string | null {
  const parts = [...result.hands, ...(result.insurance ? [result.insurance] : [])]
  const isWhole = parts.every(({ staked, returned }) => isCount(staked) && isCount(returned))
  const sum = (of: 'staked' | 'returned'): number => parts.reduce((all, part) => all + part[of], 0)
  if (!isWhole || !isCount(result.returned) || result.hands.length !== state.hands.length)
    return 'its amounts are no whole numbers of its hands'
  if (sum('staked') !== result.staked || sum('returned') !== result.returned) return 'its hands do not add up'
  if (result.staked !== stakedUnits(game, state) || result.staked > mostStakedUnits(game))
    return 'it staked other units'
  return result.returned > mostReturnedUnits(game) ? `it returns ${result.returned} units` : null
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** The columns of `game_version` that bound what a round returns of its first stake. */
export function seatBoundsOf(game: BlackjackGame): { most_units: bigint; units_per_stake: number } {
  return { most_units: BigInt(mostReturnedUnits(game)), units_per_stake: game.unitsPerStake }
}

const publishedFolder = new URL('../../../docs/fairness/', import.meta.url)
let published: Promise<ReadonlyMap<string, BlackjackGame>> | undefined

/** Every published version of a game with decisions, by the hash of its mathematics: those of this release and the earlier ones, read once. */
export function loadSeatGames(): Promise<ReadonlyMap<string, BlackjackGame>> {
  published ??= readSeatGames()
  return published
}

async function readSeatGames(): Promise<ReadonlyMap<string, BlackjackGame>> {
  const codes = seatGames.map(({ game }) => game.code)
  const isOfSeat = (name: string): boolean => codes.some((code) => new RegExp(`^${code}-\\d+\\.json$`).test(name))
  const names = (await readdir(publishedFolder)).filter(isOfSeat)
  const files = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, publishedFolder), 'utf8')) as BlackjackGame),
  )
  return new Map([...files, ...seatGames.map(({ game }) => game)].map((game) => [blackjackHashOf(game), game]))
}
