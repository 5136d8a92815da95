import { endedPairs } from '#domain/games/ended-pairs.ts'
import type { Game } from '#domain/games/game.ts'
import type { SeedKeeper } from './seed-keeper.ts'

/** What the round that was not drawn from an ended pair would have paid, by its revealed seed. */
export type Undrawn =
  | { kind: 'drawn'; nonce: number; timesStake: number }
  | { kind: 'notRevealed' }
  /** The revealed seed is not the committed one. */
  | { kind: 'swapped' }

/** The pair that ended, and how many pairs ended like it before; `wins`: the undrawn rounds among theirs that would have won. */
export type EndedRounds = { newest: Undrawn; before: { count: number; wins: number } }

/** The most pairs that one call answers. */
const newestPairs = 100

/** Computes the rounds that were not drawn from the newest pairs that ended; null when the pairs cannot be loaded. */
export async function loadEndedRounds(seeds: SeedKeeper, game: Game, pair: number): Promise<EndedRounds | null> {
  const [end, { undrawnRound }] = await Promise.all([
    seeds.call('get-seeds', { skip: 0, take: newestPairs }),
    import('#domain/games/undrawn-round.ts'),
  ])
  if (end.kind !== 'answer') return null
  const { pairs } = end.answer
  const undrawnOf = (ordinal: number): Undrawn => {
    const row = pairs.find((one) => one.pair === ordinal)
    if (!row || row.serverSeed === null) return { kind: 'notRevealed' }
    const round = undrawnRound(game, { ...row, serverSeed: row.serverSeed })
    if (round === null) return { kind: 'swapped' }
    return { kind: 'drawn', nonce: round.nonce, timesStake: round.units / game.unitsPerStake }
  }
  const before = endedPairs(seeds.receipts(), pairs)
    .filter((one) => one.pair < pair)
    .map((one) => undrawnOf(one.pair))
  const wins = before.filter((one) => one.kind === 'drawn' && one.timesStake > 0).length
  return { newest: undrawnOf(pair), before: { count: before.length, wins } }
}
