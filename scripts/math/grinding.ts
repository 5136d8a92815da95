import { createHash } from 'node:crypto'
import { seededDraw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { proposeClientSeed } from '#web/play/kit/client-seed.ts'
import type { Claim } from './claim.ts'
import { returnsOf } from './returns.ts'

/**
 * What a dishonest operator gains by trying server seeds. Before each commitment the operator draws some candidates,
 * plays the member's next rounds with each and a guess of the client seed, and commits to the candidate that returns
 * least. In the chain the client seed is drawn afterwards; in the old scheme it was known, so that the guess was right.
 */
export type GrindingOptions = {
  members: number
  rounds: number
  candidates: number
  /** Everything follows from it: server seeds and the bytes from which the browsers make their client seeds. */
  seed: string
}

/** Mean returns, 1 for the whole stake, and the interval of an honest game for that many rounds. */
export type Grinding = {
  /** The client seed is drawn after the commitment. */
  chain: number
  /** The client seed is known before the server seed is drawn. */
  old: number
  /** Every candidate equally likely, as the program draws. */
  honest: number
  /** In 999 of 1 000 cases an honest return lies within. */
  low: number
  high: number
}

/** The claims about a result: only the scheme without a commitment lets the operator leave the honest interval. */
export function grindingClaims({ chain, old, honest, low, high }: Grinding): Claim[] {
  const isHonest = (mean: number) => mean >= low && mean <= high
  const percent = (mean: number) => `${(mean * 100).toFixed(1)} %`
  const interval = `the honest 99.9 % interval, ${percent(low)} to ${percent(high)}`
  return [
    {
      claim: `the return of an honest server lies inside ${interval}`,
      holds: isHonest(honest),
      found: percent(honest),
    },
    { claim: `trying seeds before the commitment stays inside it`, holds: isHonest(chain), found: percent(chain) },
    { claim: `trying seeds for a known client seed falls below it`, holds: old < low, found: percent(old) },
  ]
}

/** Plays members × rounds for each of the schemes; about members × rounds × candidates rounds in all. */
export function grind(game: Game, options: GrindingOptions): Grinding {
  const { members, rounds } = options
  let [chain, old, honest] = [0, 0, 0]
  for (let member = 0; member < members; member += 1) {
    const candidates = Array.from({ length: options.candidates }, (_, index) =>
      bytesOf(`${options.seed} server ${member} ${index}`),
    )
    // What the operator knows of the member: an earlier client seed of the same browser.
    const guess = clientSeedOf(`${options.seed} earlier ${member}`)
    const fresh = clientSeedOf(`${options.seed} fresh ${member}`)
    const forGuess = leastReturning(game, candidates, guess, rounds)
    chain += returnOf(game, forGuess, fresh, rounds)
    old += returnOf(game, forGuess, guess, rounds)
    honest += returnOf(game, candidates[0] ?? forGuess, fresh, rounds)
  }
  const units = members * rounds * game.unitsPerStake
  const returns = returnsOf(game)
  if (!returns) throw new RangeError(`${game.code} needs a measurement: npm run math -- measure ${game.code} --full`)
  const { low, high } = returns.round.corridor(members * rounds)(0.999)
  return {
    chain: chain / members,
    old: old / members,
    honest: honest / members,
    low: low / units,
    high: high / units,
  }
}

function leastReturning(game: Game, candidates: readonly Uint8Array[], clientSeed: string, rounds: number): Uint8Array {
  const ranked = candidates.map((seed) => ({ seed, pay: returnOf(game, seed, clientSeed, rounds) }))
  const [least] = ranked.toSorted((one, other) => one.pay - other.pay)
  if (!least) throw new Error('grinding needs a candidate')
  return least.seed
}

/** The return of the first rounds of a pair, 1 for the whole stake. */
function returnOf(game: Game, serverSeed: Uint8Array, clientSeed: string, rounds: number): number {
  const stake = wholeUnits(game.stakes[0] ?? 0)
  let pay = 0n
  for (let nonce = 0; nonce < rounds; nonce += 1) {
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce })
    pay += play(game, draw, { stake }).pay
  }
  return Number(pay) / (Number(stake) * rounds)
}

function clientSeedOf(text: string): string {
  return proposeClientSeed((bytes) => bytes.set(bytesOf(text).subarray(0, bytes.length)))
}

function bytesOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
