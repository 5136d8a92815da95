import { describe, expect, test } from 'vitest'
import { possibleMarks } from '#domain/games/table/marks.ts'
import { cardsInDeck } from '#domain/games/table/cards.ts'
import { isShoeGame, returnedBy, type ShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { tableByCode, tables, type CatalogueTable } from '#domain/games/table/tables.ts'
import { wheel } from '#domain/games/table/roulette/wheel.ts'
import { scaledMs } from '#test/machine.ts'
import { z999, z999OfAll } from '../interval.ts'
import { toNumber } from '../rational.ts'
import { countedSpots, countShoes, gainOf } from './counted-shoes.ts'
import { betsOf, percentText } from './edges.ts'
import { outcomesOf } from './outcomes.ts'
import { roadClaim } from './road-claim.ts'
import { simulateTable } from './simulate-table.ts'
import { simulatedTableClaims, tableClaims } from './table-claims.ts'
import { sheetFilesOf } from './table-files.ts'

function tableOf(code: string): CatalogueTable {
  const found = tableByCode(code)
  if (!found) throw new Error(`There is no table game ${code}.`)
  return found
}

const edgeOf = (game: TableGame, bet: string): string => {
  const found = betsOf(game).find(({ code }) => code === bet)
  return found ? percentText(found.edge) : 'none'
}

const failing = <One extends { holds: boolean }>(claims: readonly One[]): One[] => claims.filter(({ holds }) => !holds)

describe.each(tables)('$game.code', { timeout: scaledMs(120_000) }, (entry) => {
  test('every claim holds: data, each bet of each outcome, counts, published edges, sheet', async () => {
    expect(failing(await tableClaims(entry))).toEqual([])
  })

  test('simulated rounds lie inside the interval of every bet, which hold them all with 99.9 %', () => {
    expect(failing(simulatedTableClaims(entry.game, 60_000, '1'))).toEqual([])
  })

  test('the sets of marks that its kind knows are those that occur', () => {
    const sorted = (sets: readonly (readonly string[])[]) => sets.map((marks) => marks.toSorted().join(' ')).toSorted()
    const { classes } = outcomesOf(entry.game)
    expect(sorted(possibleMarks(entry.game.kind))).toEqual(sorted(classes.map(({ marks }) => marks)))
  })

  test('the chances of its outcomes add up to 1', () => {
    const { total, classes } = outcomesOf(entry.game)
    expect(classes.reduce((sum, { ways }) => sum + ways, 0n)).toBe(total)
    for (const { returns } of betsOf(entry.game)) {
      expect(returns.reduce((sum, { chance }) => sum + toNumber(chance), 0)).toBeCloseTo(1, 12)
    }
  })
})

test.each([
  ['baccarat', 'banker', '1.0579'],
  ['baccarat', 'player', '1.2351'],
  ['baccarat', 'tie', '14.3596'],
  ['baccarat', 'player-pair', '10.3614'],
  ['baccarat', 'banker-pair', '10.3614'],
  ['no-commission-baccarat', 'banker', '1.4581'],
  ['speed-baccarat', 'banker', '1.0579'],
  ['dragon-tiger', 'dragon', '3.7349'],
  ['dragon-tiger', 'tie', '10.3614'],
  ['dragon-tiger', 'suited-tie', '13.9759'],
  ['sic-bo', 'small', '2.7778'],
  ['sic-bo', 'total-4', '15.2778'],
  ['sic-bo', 'single-6', '7.8704'],
  ['sic-bo', 'any-triple', '13.8889'],
  ['virtual-horses', 'win-5', '10.0000'],
  ['virtual-horses', 'place-3', '10.2331'],
])('the edge of %s, %s, is %s %%', { timeout: scaledMs(60_000) }, (code, bet, edge) => {
  expect(edgeOf(tableOf(code).game, bet)).toBe(edge)
})

test('every bet and every call of roulette has the edge of the single zero', () => {
  const edges = betsOf(tableOf('roulette').game).map(({ edge }) => edge)
  expect(edges).toHaveLength(198)
  expect(edges.every(({ numerator, denominator }) => numerator === 1n && denominator === 37n)).toBe(true)
})

describe('the calls of roulette', () => {
  const { game } = tableOf('roulette')
  /** The pockets that a call covers, in the order of the wheel. */
  const coveredBy = (code: string): number[] => {
    const chips = game.calls.find((call) => call.code === code)?.chips ?? []
    const spots = game.spots.filter((spot) => chips.some((chip) => chip.spot === spot.code))
    return wheel.filter((pocket) => spots.some((spot) => returnedBy(spot, new Set([`pocket-${pocket}`]))[0] > 0))
  }
  const countOf = (code: string): number =>
    game.calls.find((call) => call.code === code)?.chips.reduce((sum, { count }) => sum + count, 0) ?? 0

  test('share the wheel: 17 pockets around the zero, 12 opposite, 8 between', () => {
    const around = (from: number, to: number, covered: number[]) => {
      const turned = [...wheel, ...wheel].slice(wheel.indexOf(from))
      expect(turned.slice(0, turned.indexOf(to) + 1).toSorted()).toEqual(covered.toSorted())
    }
    around(22, 25, coveredBy('voisins'))
    around(27, 33, coveredBy('tiers'))
    around(12, 15, coveredBy('zero-game'))
    const all = ['voisins', 'tiers', 'orphelins'].flatMap(coveredBy)
    expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 37 }, (_, pocket) => pocket))
    expect(['voisins', 'tiers', 'orphelins', 'zero-game', 'neighbours-0'].map(countOf)).toEqual([9, 6, 5, 4, 5])
  })

  test('have the two pockets on each side as neighbours', () => {
    expect(coveredBy('neighbours-0').toSorted((one, other) => one - other)).toEqual([0, 3, 15, 26, 32])
    expect(coveredBy('neighbours-26')).toEqual([0, 32, 35, 3, 26])
  })
})

test('counting cards gains with the bets that two cards decide, from their edge at a full shoe on', () => {
  for (const code of ['dragon-tiger', 'baccarat']) {
    const { game } = tableOf(code)
    if (!isShoeGame(game)) throw new Error(code)
    const full = Array.from({ length: game.decks * cardsInDeck }, (_, place) => place % cardsInDeck)
    for (const spot of countedSpots(game)) {
      expect((-100 * gainOf(spot, full)).toFixed(4)).toBe(edgeOf(game, spot.code))
      // Two cards of one kind: the next ones are certain.
      expect(gainOf(spot, [7, 7])).toBe(spot.code === 'suited-tie' ? 50 : 11)
    }
  }
  const { game } = tableOf('dragon-tiger')
  const { rounds, bets } = countShoes(game as ShoeGame, 100, '1')
  expect(rounds).toBe(100 * 182)
  const [, suited] = bets
  expect(suited).toMatchObject({ spot: 'suited-tie' })
  expect((suited?.gained ?? 0) / 100).toBeGreaterThan(0.04)
  expect((suited?.gained ?? 0) / 100).toBeLessThan(0.4)
})

test('an interval of many figures is wider: of one it is the usual one', () => {
  expect(z999OfAll(1)).toBeCloseTo(z999, 4)
  expect(z999OfAll(436)).toBeCloseTo(4.7257, 3)
})

describe('the checks', { timeout: scaledMs(60_000) }, () => {
  const { names } = tableOf('baccarat')
  const claimsOf = async (game: TableGame) => failing(await tableClaims({ game, names, betSeconds: 20, dealMs: 7_000 }))

  test('see a pay that differs', async () => {
    const { game } = tableOf('dragon-tiger')
    const spots = game.spots.map((spot) =>
      spot.code === 'tie' ? { ...spot, pays: [{ when: ['tie'], returns: [9, 1] as const }] } : spot,
    )
    const broken = await claimsOf({ ...game, spots })
    expect(broken.map(({ claim }) => claim)).toEqual([
      'every bet of every outcome returns what the second program says',
      'the sheet is fresh',
    ])
    const changed: TableGame = { ...game, spots }
    const { total, classes } = simulateTable(changed, 60_000, '1')
    const ties = classes.reduce((sum, { marks, ways }) => sum + (marks.includes('tie') ? ways : 0), 0)
    expect(Math.abs(ties / total - 31 / 415)).toBeLessThan((z999 * Math.sqrt((31 * 384) / 415 ** 2)) / Math.sqrt(total))
    // The edge of the old pay is far outside of what the new one returns.
    expect(edgeOf(changed, 'tie')).toBe('32.7711')
  })

  test('see a missing rule of the banker with 6', async () => {
    const { game } = tableOf('no-commission-baccarat')
    const spots = game.spots.map((spot) => (spot.code === 'banker' ? { ...spot, pays: spot.pays.slice(1) } : spot))
    expect((await claimsOf({ ...game, spots })).map(({ claim }) => claim)).toContain(
      'every bet of every outcome returns what the second program says',
    )
  })

  test('count another number of decks differently', () => {
    const six: ShoeGame = { ...(tableOf('baccarat').game as ShoeGame), decks: 6 }
    expect([edgeOf(six, 'banker'), edgeOf(six, 'player'), edgeOf(six, 'tie')]).toEqual(['1.0558', '1.2374', '14.4382'])
  })
})

test('the five roads of 200 random shoes are those of a slow model', { timeout: scaledMs(60_000) }, () => {
  expect(roadClaim(200, 'test')).toMatchObject({ holds: true })
})

test('the sheets name the edge of each bet once', () => {
  const files = tables.flatMap(sheetFilesOf)
  expect(files.map(({ name }) => name)).toContain('sic-bo.md')
  const page = files.find(({ name }) => name === 'baccarat.md')?.contents ?? ''
  expect(page.match(/1\.0579 %/g)).toHaveLength(1)
  expect(page).toContain('| player-pair, banker-pair | 10.3614 % | 43/415 |')
})
