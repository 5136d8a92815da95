import { hash } from 'node:crypto'
import { chainLinks, type Sha256 } from '#domain/games/table/chain.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { mixOf, type SaltList } from '#domain/games/table/salt-list.ts'
import { roundOfLink, shoeOfLink } from '#domain/games/table/series.ts'
import { roundsOfShoe } from '#domain/games/table/shoe.ts'
import {
  amountReturned,
  isShoeGame,
  linksOfSeries,
  returnedBy,
  type TableGame,
} from '#domain/games/table/table-game.ts'
import { stakesOfText } from '#domain/games/table/table-limits.ts'
import type { Amount } from '#domain/money.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { AppSecret } from '#server/config.ts'

/** What is drawn from the links of tables, and what stakes return: for the dealer, and for the books, which draw again. */

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

/** A chain as it is stored: its last link is encrypted as that of its table. */
export type StoredChain = { publicId: string; tableId: number; links: number; keyId: string; seedEncrypted: Buffer }

/** Whose the last link of a chain is. */
export const ownerOfChain = ({ tableId, publicId }: Pick<StoredChain, 'tableId' | 'publicId'>) =>
  ({ of: 'table-chain', id: BigInt(tableId), publicId }) as const

type Config = { secret: AppSecret }

/** Whether the key of a chain is declared lost: nothing is drawn from its links any more. */
export function isLostChain({ secret }: Config, { keyId }: Pick<StoredChain, 'keyId'>): boolean {
  return secret.lost?.has(keyId) === true
}

/** The links `from` to `to` of a stored chain. Throws when its key is lost. */
export function linksOf(config: Config, chain: StoredChain, range: { from: number; to: number }): Uint8Array[] {
  const last = createEncryption(config).decrypt(ownerOfChain(chain), chain.keyId, chain.seedEncrypted)
  return chainLinks({ last, length: chain.links }, range, sha256)
}

/** What a series is drawn from, and its rounds in order. */
export type DrawnSeries = { links: readonly Uint8Array[]; outcomes: readonly TableOutcome[] }

/** Draws a whole series from its links and its list of salts: 0.2 ms for a shoe, and the hashes from the end of its chain. */
export function drawSeries(config: Config, chain: StoredChain, game: TableGame, salts: SaltList): DrawnSeries {
  const { firstLink } = salts
  const links = linksOf(config, chain, { from: firstLink, to: firstLink + linksOfSeries(game) - 1 })
  return { links, outcomes: outcomesOf(game, links, salts) }
}

/** The rounds of a series, from all of its links and its list of salts. */
export function outcomesOf(game: TableGame, links: readonly Uint8Array[], salts: SaltList): TableOutcome[] {
  const mix = mixOf(salts)
  return links.flatMap((link, index): TableOutcome[] => {
    const seed = { link, number: salts.firstLink + index, mix }
    return isShoeGame(game)
      ? roundsOfShoe(game, shoeOfLink(game, seed, hmacSha256))
      : [roundOfLink(game, seed, hmacSha256)]
  })
}

/** What each member staked in a round, and what the outcome returns of it. */
export function resultsOf(
  game: TableGame,
  outcome: TableOutcome,
  bets: readonly { memberId: bigint; spots: string }[],
): { memberId: bigint; staked: Amount; returned: Amount }[] {
  const marks = new Set(marksOf(outcome))
  const parts = new Map(game.spots.map((spot) => [spot.code, returnedBy(spot, marks)]))
  const results = new Map<bigint, { memberId: bigint; staked: Amount; returned: Amount }>()
  for (const { memberId, spots } of bets) {
    const result = results.get(memberId) ?? { memberId, staked: 0n, returned: 0n }
    results.set(memberId, result)
    for (const { spot, stake } of stakesOfText(spots)) {
      result.staked += stake
      result.returned += amountReturned(stake, parts.get(spot) ?? [0, 1])
    }
  }
  return [...results.values()]
}
