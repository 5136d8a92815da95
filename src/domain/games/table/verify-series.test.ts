import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fromHex, hmacSha256, sha256, toHex } from '../sha256.ts'
import { chainLinks } from './chain.ts'
import type { TableOutcome } from './outcome.ts'
import { listSalts } from './salt-arrivals.ts'
import { hashesDigest, mixOf, saltHashOf, type SaltList } from './salt-list.ts'
import { roundOfLink, shoeOfLink } from './series.ts'
import { roundsOfShoe } from './shoe.ts'
import { isShoeGame, linksOfSeries, type TableGame } from './table-game.ts'
import { tableByCode } from './tables.ts'
import { roundsOfLinks, seriesVerdict, verifySeries, type SeriesRecord } from './verify-series.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const length = 200
const chain = chainLinks({ last: fromHex(hash('last link')), length }, { from: 0, to: length }, sha256).map(toHex)
const linkOf = (number: number): string => chain[number] ?? ''

function gameOf(code: string): TableGame {
  const game = tableByCode(code)?.game
  if (!game) throw new Error(`There is no table game ${code}.`)
  return game
}

const seats = ['ann', 'bob', 'cho']
const saltOf = (seat: string): string => hash(`salt of ${seat}`)

function saltsFor(game: TableGame, firstLink: number, withSalts = seats): SaltList {
  const series = { table: 'main', game: game.code, firstLink, previousLink: linkOf(firstLink - 1) }
  return listSalts(series, {
    hashes: withSalts.map((seat) => ({
      seat,
      saltHash: saltHashOf(series, { seat, salt: saltOf(seat) }),
      isLate: false,
    })),
    salts: withSalts.map((seat) => ({ seat, salt: saltOf(seat), isLate: false })),
  })
}

/** The record of a whole, honest series. */
function recordOf(
  game: TableGame,
  firstLink = 3,
  withSalts = seats,
): Omit<SeriesRecord, 'rounds'> & { rounds: readonly TableOutcome[] } {
  const salts = saltsFor(game, firstLink, withSalts)
  const many = linksOfSeries(game)
  const links = Array.from({ length: many }, (_, index) => linkOf(firstLink + index))
  return { salts, links, rounds: roundsOfLinks(game, salts, links) }
}

const codes = ['baccarat', 'dragon-tiger', 'roulette', 'sic-bo']
const shoe = gameOf('baccarat')
const honest = recordOf(shoe)
/** A verifier that has the record alone. */
const unknown = { end: null, kept: null }
const kindsOf = (record: SeriesRecord, game = shoe): string[] =>
  verifySeries(game, record, unknown).faults.map(({ kind }) => kind)

describe('an honest series', () => {
  test.each(codes)('of %s has no faults and says who took part', (code) => {
    const game = gameOf(code)
    const record = recordOf(game)
    const kept = { hashes: hashesDigest(record.salts, record.salts.entries), own: { seat: 'bob', salt: saltOf('bob') } }
    expect(verifySeries(game, record, { end: linkOf(0), kept })).toEqual({
      faults: [],
      drawn: record.rounds,
      unrevealed: [],
      undealt: [],
      isSalted: true,
      unmixed: [],
      lateSeats: [],
      repeatedSalts: [],
    })
    expect(record.rounds.length).toBeGreaterThan(50)
  })

  test.each(codes)('of %s at an empty table is drawn from the chain alone and says so', (code) => {
    const game = gameOf(code)
    const report = verifySeries(game, recordOf(game, 3, []), unknown)
    expect(report).toMatchObject({ faults: [], isSalted: false })
    expect(recordOf(game, 3, []).rounds).not.toEqual(recordOf(game).rounds)
  })

  test('names seats whose salt is not mixed, and late ones', () => {
    const series = { ...saltsFor(shoe, 3, []), lateSeats: ['late'] }
    const record = {
      ...honest,
      salts: { ...series, entries: [{ seat: 'ann', saltHash: hash(''), salt: null, unmixed: 'missing' as const }] },
    }
    const report = verifySeries(shoe, record, unknown)
    expect(report).toMatchObject({
      unmixed: [{ seat: 'ann', reason: 'missing' }],
      lateSeats: ['late'],
      isSalted: false,
    })
  })

  test('the same link and salts give other cards in each game, table, and with each other salt', () => {
    const cards = [
      recordOf(gameOf('baccarat')),
      recordOf(gameOf('speed-baccarat')),
      recordOf(gameOf('baccarat'), 4),
      recordOf(gameOf('baccarat'), 3, ['ann', 'bob']),
    ].map(({ rounds }) => JSON.stringify(rounds))
    expect(new Set(cards).size).toBe(cards.length)
  })
})

describe('a series that is not revealed whole', () => {
  test('of a shoe proves nothing until its link is revealed', () => {
    const report = verifySeries(shoe, { ...honest, links: [] }, unknown)
    expect(report).toMatchObject({ faults: [], unrevealed: [...honest.rounds.keys()], undealt: [] })
  })

  test('of roulette proves the rounds whose links are revealed', () => {
    const game = gameOf('roulette')
    const record = recordOf(game)
    const report = verifySeries(game, { ...record, links: record.links.slice(0, 10) }, unknown)
    expect(report).toMatchObject({ faults: [], unrevealed: [...record.rounds.keys()].slice(10), undealt: [] })
  })

  test('of a shoe that ended early names the rounds that were passed over', () => {
    const report = verifySeries(shoe, { ...honest, rounds: honest.rounds.slice(0, 10) }, unknown)
    expect(report.faults).toEqual([])
    expect(report.undealt).toEqual(honest.rounds.slice(10))
  })

  test('with a void round passes over its place, and with a shown one compares it', () => {
    for (const code of codes) {
      const record = recordOf(gameOf(code))
      const rounds = record.rounds.map((round, index) => (index === 4 ? null : round))
      expect(verifySeries(gameOf(code), { ...record, rounds }, unknown)).toMatchObject({
        faults: [],
        drawn: record.rounds,
        unrevealed: [],
        undealt: [],
      })
      const closedUp = record.rounds.toSpliced(4, 1)
      expect(kindsOf({ ...record, rounds: closedUp }, gameOf(code))).toContain('round')
    }
  })

  test('is proven without faults, false with one, and not revealed while a link of a shown round lacks', () => {
    const verdictOf = (record: SeriesRecord, game = shoe) => seriesVerdict(record, verifySeries(game, record, unknown))
    expect(verdictOf(honest)).toBe('proven')
    expect(verdictOf({ ...honest, rounds: honest.rounds.slice(1) })).toBe('false')
    expect(verdictOf({ ...honest, links: [] })).toBe('not-revealed')
    expect(verdictOf({ ...honest, links: [], rounds: [] })).toBe('not-revealed')
    const game = gameOf('roulette')
    const { links, ...record } = recordOf(game)
    expect(verdictOf({ ...record, links }, game)).toBe('proven')
    expect(verdictOf({ ...record, links: links.slice(0, -1) }, game)).toBe('not-revealed')
    expect(verdictOf({ ...record, links: links.slice(0, 4), rounds: record.rounds.slice(0, 4) }, game)).toBe('proven')
  })

  test('of dice that ended early names them too', () => {
    const game = gameOf('sic-bo')
    const record = recordOf(game)
    const report = verifySeries(game, { ...record, rounds: record.rounds.slice(0, 58) }, unknown)
    expect(report).toMatchObject({ faults: [], undealt: record.rounds.slice(58) })
  })
})

describe('a dishonest series', () => {
  test('with an altered link is named by the number of the link', () => {
    const flipped = linkOf(3).replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (const link of [flipped, linkOf(4), linkOf(2), '', linkOf(3).toUpperCase()]) {
      expect(verifySeries(shoe, { ...honest, links: [link] }, unknown).faults).toEqual([{ kind: 'link', number: 3 }])
    }
    expect(kindsOf({ ...honest, links: [linkOf(3), linkOf(4)] })).toEqual(['link'])
    const game = gameOf('roulette')
    const record = recordOf(game)
    const links = record.links.with(20, linkOf(24))
    expect(verifySeries(game, { ...record, links }, unknown).faults).toEqual([{ kind: 'link', number: 23 }])
    const tooMany = { ...record, links: [...record.links, linkOf(63)] }
    expect(verifySeries(game, tooMany, unknown).faults).toEqual([{ kind: 'link', number: 63 }])
  })

  test('with another card, order or number of rounds is named by the round', () => {
    const [first, second] = honest.rounds
    if (first?.kind !== 'baccarat' || !second) throw new Error('The shoe has two rounds of baccarat.')
    const [card = 0, ...others] = first.player
    const otherCard: TableOutcome = { ...first, player: [(card + 1) % 52, ...others] }
    expect(verifySeries(shoe, { ...honest, rounds: honest.rounds.with(0, otherCard) }, unknown).faults).toEqual([
      { kind: 'round', index: 0, expected: first, got: otherCard },
    ])
    expect(kindsOf({ ...honest, rounds: honest.rounds.with(0, second).with(1, first) })).toEqual(['round', 'round'])
    const oneMore = verifySeries(shoe, { ...honest, rounds: [...honest.rounds, first] }, unknown)
    expect(oneMore.faults).toEqual([{ kind: 'round', index: honest.rounds.length, expected: null, got: first }])
    const game = gameOf('roulette')
    const record = recordOf(game)
    const extra: TableOutcome = { kind: 'roulette', pocket: 17 }
    expect(verifySeries(game, { ...record, rounds: [...record.rounds, extra] }, unknown).faults).toEqual([
      { kind: 'round', index: 60, expected: null, got: extra },
    ])
  })

  test('with salts in another order, a removed or an added one is named, and its cards are others', () => {
    const { entries } = honest.salts
    const reversed = { ...honest, salts: { ...honest.salts, entries: entries.toReversed() } }
    expect(kindsOf(reversed)).toContain('salts')
    const kept = { hashes: hashesDigest(honest.salts, entries), own: { seat: 'bob', salt: saltOf('bob') } }
    const without = { ...recordOf(shoe, 3, ['ann', 'cho']) }
    expect(verifySeries(shoe, without, unknown).faults).toEqual([])
    expect(verifySeries(shoe, without, { end: null, kept }).faults).toEqual([
      { kind: 'salts', fault: { kind: 'hashes-changed', seat: '' } },
      { kind: 'salts', fault: { kind: 'own-salt-left-out', seat: 'bob' } },
    ])
    const exchanged = { ...honest, salts: without.salts }
    expect(new Set(kindsOf(exchanged))).toEqual(new Set(['round']))
  })

  test('with a salt that was withheld afterwards has other cards, and names the seat', () => {
    const withheld = honest.salts.entries.map((entry) =>
      entry.seat === 'cho' ? { ...entry, salt: null, unmixed: 'missing' as const } : entry,
    )
    const report = verifySeries(shoe, { ...honest, salts: { ...honest.salts, entries: withheld } }, unknown)
    expect(report.unmixed).toEqual([{ seat: 'cho', reason: 'missing' }])
    expect(report.faults.every(({ kind }) => kind === 'round')).toBe(true)
    expect(report.faults.length).toBeGreaterThan(50)
  })

  test('from another chain is named by the published end and by the closed hashes', () => {
    const forged = chainLinks({ last: fromHex(hash('another')), length }, { from: 2, to: 3 }, sha256).map(toHex)
    const [previousLink = '', link = ''] = forged
    const series = { table: 'main', game: shoe.code, firstLink: 3, previousLink }
    const salts = listSalts(series, { hashes: [], salts: [] })
    const seed = { link: fromHex(link), number: 3, mix: mixOf(salts) }
    const rounds = isShoeGame(shoe) ? roundsOfShoe(shoe, shoeOfLink(shoe, seed, hmacSha256)) : []
    const record = { salts, links: [link], rounds }
    expect(verifySeries(shoe, record, unknown).faults).toEqual([])
    expect(verifySeries(shoe, record, { end: linkOf(0), kept: null }).faults).toEqual([{ kind: 'link', number: 2 }])
    const kept = { hashes: hashesDigest(saltsFor(shoe, 3, []), []), own: null }
    expect(verifySeries(shoe, record, { end: null, kept }).faults).toEqual([
      { kind: 'salts', fault: { kind: 'hashes-changed', seat: '' } },
    ])
    expect(verifySeries(shoe, recordOf(shoe, 4), { end: linkOf(0), kept: null }).faults).toEqual([])
    expect(verifySeries(shoe, recordOf(shoe, 1), { end: linkOf(0), kept: null }).faults).toEqual([])
    expect(verifySeries(shoe, recordOf(shoe, 1), { end: linkOf(1), kept: null }).faults).toEqual([
      { kind: 'link', number: 0 },
    ])
  })

  test('of another game is named', () => {
    expect(kindsOf(honest, gameOf('speed-baccarat'))).toEqual(['game'])
  })
})

// A program in Python that shares no code computed the same.
test('the vectors of the chain, the mix, a shoe, a wheel and dice never change', () => {
  const links = chainLinks({ last: new Uint8Array(32).fill(7), length: 3 }, { from: 0, to: 2 }, sha256).map(toHex)
  const [previousLink = '', link = '', second = ''] = links
  const seedFor = (game: TableGame) => ({
    link: fromHex(link),
    number: 1,
    mix: mixOf({ table: 'main', game: game.code, firstLink: 1, previousLink, entries: [], lateSeats: [] }),
  })
  const [wheel, dice] = [gameOf('roulette'), gameOf('sic-bo')]
  if (!isShoeGame(shoe) || isShoeGame(wheel) || isShoeGame(dice)) throw new Error('Baccarat alone has a shoe.')
  expect({
    links,
    mix: seedFor(shoe).mix,
    shoe: shoeOfLink(shoe, seedFor(shoe), hmacSha256).slice(0, 12),
    wheel: [
      roundOfLink(wheel, seedFor(wheel), hmacSha256),
      roundOfLink(wheel, { ...seedFor(wheel), link: fromHex(second), number: 2 }, hmacSha256),
    ],
    dice: roundOfLink(dice, seedFor(dice), hmacSha256),
  }).toEqual({
    links: [
      '8a46682d6aecabd069e033b16d580857dc503f6b7148a7b67b9c32d357b75ac0',
      'eb60bdee05596734335a93786236c2df6642b9f2730ff30e5242e6d4c1f3fec1',
      '4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0',
    ],
    mix: 'd6cc59226f0b61eba4cbd8eeff3c65d2bdf2f6080bbad3f9f724dd7cb3a4af33',
    shoe: [27, 36, 36, 20, 38, 51, 0, 1, 19, 35, 12, 11],
    wheel: [
      { kind: 'roulette', pocket: 11 },
      { kind: 'roulette', pocket: 15 },
    ],
    dice: { kind: 'sic-bo', dice: [6, 4, 5] },
  })
})
