import { amountFromWire, amountToWire } from '#domain/money.ts'
import { canonicalJson } from './math-hash.ts'
import { voidEvents, voidReasons } from './round.ts'
import { sha256Hex } from './sha256.ts'
import type { NumberRange } from './shown-numbers.ts'

/**
 * The results of the rounds that a browser was shown, as short digests, and their comparison with the rounds that follow
 * from the revealed seeds: `docs/fairness.md`, section 9, rule 11. Pure.
 */

/**
 * Rounds of one game and stake with consecutive numbers from `firstNonce`; `digests` has 16 hex digits for each. A round of a game
 * with decisions is a row of its own, with what was decided; without `decisions` nothing was.
 */
export type ShownResults = {
  firstNonce: number
  mathHash: string
  stake: string
  decisions?: readonly string[] | undefined
  digests: string
}

/** What a window was answered of a round. Of an answer that no contract has checked, nothing is certain. */
export type AnsweredResult = { nonce: number; mathHash: string; stake: string; pay: string; events: readonly unknown[] }

/** The hex digits of a digest: 8 bytes. */
export const digestDigits = 16

/** The most digests of an evidence, since each is compared by drawing its round again. */
export const mostDigests = 10_000

/**
 * The first 8 bytes of the SHA-256 of the canonical JSON of a result, in hex. An answer without a canonical form is no
 * round's: it has the digest of its text, which none of a round is equal to.
 */
export function resultDigest({ nonce, mathHash, stake, pay, events }: AnsweredResult): string {
  const result = { events, mathHash, nonce, pay: shortest(pay), stake: shortest(stake) }
  return sha256Hex(textOf(result)).slice(0, digestDigits)
}

function textOf(result: object): string {
  try {
    return canonicalJson(result)
  } catch {
    return JSON.stringify(result)
  }
}

/** Money in its shortest spelling; another text stays as it is. */
function shortest(money: string): string {
  const amount = amountFromWire(money)
  return amount === null ? money : amountToWire(amount)
}

/** The digest of a number among the rows; undefined where none has it. Of several, the first. */
export function digestOf(rows: readonly ShownResults[], nonce: number): string | undefined {
  const row = rows.find(({ firstNonce, digests }) => firstNonce <= nonce && nonce < firstNonce + countOf(digests))
  return row && digestAt(row, nonce - row.firstNonce)
}

/** How many numbers a text of digests has. */
export function countOf(digests: string): number {
  return digests.length / digestDigits
}

function digestAt({ digests }: ShownResults, index: number): string {
  return digests.slice(index * digestDigits, (index + 1) * digestDigits)
}

/**
 * Draws a round again. `unknown`: no game at hand has the `mathHash`. `none`: the game takes no such stake, or the decisions do
 * not fit, so there is no such round.
 */
export type RedrawResult = (round: {
  mathHash: string
  serverSeed: string
  clientSeed: string
  nonce: number
  stake: string
  decisions: readonly string[]
}) => 'unknown' | 'none' | { pay: string; events: readonly object[] }

/** The redrawing of a verifier that knows no game. */
export const knowsNoGame: RedrawResult = () => 'unknown'

/** What of a pair the comparison reads, as `ChainPair` has it. */
type DrawnPair = {
  pair: number
  serverSeed: string | null
  clientSeed: string
  firstNonce: number
  lastNonce: number | null
}

/** A number that was shown with another result than its seeds give: a fault of its pair. */
export type ResultFault = { kind: 'shown-otherwise'; pair: number; expected: string; got: string }

/** Every shown result of a revealed pair is the one that the seeds give; and the numbers of unknown games. */
export function compareResults(
  rows: readonly ShownResults[],
  pairs: readonly DrawnPair[],
  redraw: RedrawResult,
): { faults: ResultFault[]; otherwise: NumberRange[]; unknown: NumberRange[] } {
  const pairOf = pairByNumber(pairs)
  const faults: ResultFault[] = []
  const otherwise: NumberRange[] = []
  const unknown: NumberRange[] = []
  for (const row of rows) {
    const { firstNonce, mathHash, stake, decisions = [] } = row
    for (let index = 0; index < countOf(row.digests); index++) {
      const nonce = firstNonce + index
      const pair = pairOf(nonce)
      if (pair === undefined || pair.serverSeed === null) continue
      const { serverSeed, clientSeed } = pair
      const drawn = redraw({ mathHash, serverSeed, clientSeed, nonce, stake, decisions })
      const number = { firstNonce: nonce, lastNonce: nonce }
      if (drawn === 'unknown') {
        unknown.push(number)
        continue
      }
      const shown = digestAt(row, index)
      const digest = drawn === 'none' ? '' : resultDigest({ nonce, mathHash, stake, ...drawn })
      if (digest === shown || (drawn !== 'none' && isVoidDigest(shown, { nonce, mathHash, stake }))) continue
      const expected = drawn === 'none' ? '' : `${nonce}: ${stake} → ${drawn.pay}, ${digest}`
      faults.push({ kind: 'shown-otherwise', pair: pair.pair, expected, got: `${nonce}: ${stake}, ${shown}` })
      otherwise.push(number)
    }
  }
  return { faults, otherwise, unknown }
}

/** Whether a round was shown as void, which is no other result: its stake was not taken, and it paid nothing. */
function isVoidDigest(shown: string, round: Pick<AnsweredResult, 'nonce' | 'mathHash' | 'stake'>): boolean {
  return voidReasons.some((reason) => resultDigest({ ...round, pay: '0', events: voidEvents(reason) }) === shown)
}

/**
 * The pair that a number belongs to: of those with rounds, the one that begins last up to the number (of several, the
 * last row), if it has the number.
 */
function pairByNumber(pairs: readonly DrawnPair[]): (nonce: number) => DrawnPair | undefined {
  const begun = pairs
    .filter(({ lastNonce }) => lastNonce !== null)
    .toSorted((one, other) => one.firstNonce - other.firstNonce)
  return (nonce) => {
    let [low, high] = [0, begun.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((begun[middle]?.firstNonce ?? 0) <= nonce) low = middle + 1
      else high = middle
    }
    const pair = begun[low - 1]
    return pair && nonce <= (pair.lastNonce ?? -1) ? pair : undefined
  }
}
