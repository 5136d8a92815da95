import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { chainLinks } from '#domain/games/table/chain.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { listSalts } from '#domain/games/table/salt-arrivals.ts'
import { saltHashOf } from '#domain/games/table/salt-list.ts'
import { linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import { roundsOfLinks, type SeriesRecord } from '#domain/games/table/verify-series.ts'

const chainLength = 100

/**
 * The first series of a table `sample`, made from a text instead of random bytes: a chain of 100 links, salts of two seats, and a
 * third seat that did not open its salt.
 */
export function sampleSeries(game: TableGame, seed: string): Omit<SeriesRecord, 'rounds'> & { rounds: TableOutcome[] } {
  const many = linksOfSeries(game)
  const last = fromHex(sha256Hex(`last link ${seed}`))
  const [end = '', ...links] = chainLinks({ last, length: chainLength }, { from: 0, to: many }, sha256).map(toHex)
  const series = { table: 'sample', game: game.code, firstLink: 1, previousLink: end }
  const arrivals = ['seat-1', 'seat-2', 'seat-3'].map((seat) => ({ seat, salt: sha256Hex(`salt ${seed} ${seat}`) }))
  const salts = listSalts(series, {
    hashes: arrivals.map((one) => ({ seat: one.seat, saltHash: saltHashOf(series, one), isLate: false })),
    salts: arrivals.slice(0, 2).map((one) => ({ ...one, isLate: false })),
  })
  return { salts, links, rounds: roundsOfLinks(game, salts, links) }
}
