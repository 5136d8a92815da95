import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mostLinks } from './chain.ts'
import { closeHashes, listSalts, type HashArrival, type SaltArrival } from './salt-arrivals.ts'
import {
  hashesDigest,
  keptSaltFaults,
  mixOf,
  mostSalts,
  repeatedSalts,
  saltFaults,
  saltHashOf,
  type SaltEntry,
  type SaltList,
} from './salt-list.ts'
import type { SeriesId } from './series-id.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const series: SeriesId = { table: 'table-1', game: 'baccarat', firstLink: 7, previousLink: hash('link 6') }
const head = `table-1\nbaccarat\n7\n${hash('link 6')}\n`
const saltOf = (seat: string): string => hash(`salt of ${seat}`)

function hashArrival(seat: string, isLate = false): HashArrival {
  return { seat, saltHash: saltHashOf(series, { seat, salt: saltOf(seat) }), isLate }
}

function saltArrival(seat: string, isLate = false): SaltArrival {
  return { seat, salt: saltOf(seat), isLate }
}

const seats = ['seat-2', 'seat-1', 'seat-3']
const whole = listSalts(series, {
  hashes: seats.map((seat) => hashArrival(seat)),
  salts: seats.map((seat) => saltArrival(seat)),
})

describe('the bytes', () => {
  test('of a salt’s hash, of the closed hashes and of the mix are those of docs/fairness.md', () => {
    expect(saltHashOf(series, { seat: 'seat-1', salt: saltOf('seat-1') })).toBe(
      hash(`baize-salt\n${head}seat-1\n${saltOf('seat-1')}\n`),
    )
    const sorted = seats.toSorted()
    const lineOf = (seat: string) => `${seat} ${hashArrival(seat).saltHash}`
    expect(hashesDigest(series, whole.entries)).toBe(
      hash(`baize-salt-hashes\n${head}${sorted.map((seat) => `${lineOf(seat)}\n`).join('')}`),
    )
    expect(mixOf(whole)).toBe(
      hash(`baize-salts\n${head}${sorted.map((seat) => `${lineOf(seat)} ${saltOf(seat)}\n`).join('')}`),
    )
  })

  test('of an empty list are its head alone', () => {
    const empty = listSalts(series, { hashes: [], salts: [] })
    expect(mixOf(empty)).toBe(hash(`baize-salts\n${head}`))
    expect(empty.entries).toEqual([])
  })
})

describe('the list of a series', () => {
  test('is by seat, whatever the order of arrival', () => {
    const others = listSalts(series, {
      hashes: seats.toReversed().map((seat) => hashArrival(seat)),
      salts: seats.map((seat) => saltArrival(seat)).toSorted(() => -1),
    })
    expect(others).toEqual(whole)
    expect(saltFaults(whole)).toEqual([])
  })

  test('names salts that are missing, late or wrong, and mixes only the others', () => {
    const list = listSalts(series, {
      hashes: ['a', 'b', 'c', 'd'].map((seat) => hashArrival(seat)),
      salts: [saltArrival('a'), saltArrival('b', true), { ...saltArrival('c'), salt: saltOf('other') }],
    })
    expect(list.entries.map(({ seat, salt, unmixed }) => [seat, salt, unmixed])).toEqual([
      ['a', saltOf('a'), null],
      ['b', null, 'late'],
      ['c', null, 'wrong'],
      ['d', null, 'missing'],
    ])
    expect(saltFaults(list)).toEqual([])
    // The reason is not in the mix.
    const asMissing = list.entries.map((entry): SaltEntry =>
      entry.salt === null ? { ...entry, unmixed: 'missing' } : entry,
    )
    expect(mixOf({ ...list, entries: asMissing })).toBe(mixOf(list))
    expect(mixOf(list)).not.toBe(mixOf(listSalts(series, { hashes: [hashArrival('a')], salts: [saltArrival('a')] })))
  })

  test('leaves out hashes that came late and salts without a hash, and neither changes the mix', () => {
    const list = listSalts(series, {
      hashes: [...seats.map((seat) => hashArrival(seat)), hashArrival('late', true), hashArrival('late', true)],
      salts: [...seats, 'late', 'stranger'].map((seat) => saltArrival(seat)),
    })
    expect(list.lateSeats).toEqual(['late'])
    expect(list.entries).toEqual(whole.entries)
    expect(mixOf(list)).toBe(mixOf(whole))
  })

  test('has the first hash and the first salt of each seat: a second one changes nothing', () => {
    const second = { seat: 'seat-1', saltHash: hash('another'), isLate: false }
    const list = listSalts(series, {
      hashes: [...seats.map((seat) => hashArrival(seat)), second, { ...second, isLate: true }],
      salts: [...seats.map((seat) => saltArrival(seat)), { seat: 'seat-1', salt: saltOf('other'), isLate: false }],
    })
    expect(list).toEqual(whole)
  })

  test('refuses malformed hashes, and more of them than a series has', () => {
    for (const seat of ['', 'Seat', 'a b', 'a\nb', 'é', 'a'.repeat(61)]) {
      expect(() => closeHashes([{ seat, saltHash: hash(''), isLate: false }])).toThrow(RangeError)
    }
    for (const saltHash of ['', hash('').toUpperCase(), hash('').slice(1), `${hash('')}0`]) {
      expect(() => closeHashes([{ seat: 'a', saltHash, isLate: false }])).toThrow(RangeError)
    }
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ seat: `s${index}`, saltHash: hash(''), isLate: false }))
    expect(closeHashes(many(mostSalts))).toHaveLength(mostSalts)
    expect(() => closeHashes(many(mostSalts + 1))).toThrow(RangeError)
  })
})

describe('a salt', () => {
  test('cannot be opened under another seat, table, game, link or commitment than it was hashed for', () => {
    const other: SeriesId[] = [
      { ...series, table: 'table-2' },
      { ...series, game: 'speed-baccarat' },
      { ...series, firstLink: 8 },
      { ...series, previousLink: hash('link 5') },
    ]
    for (const elsewhere of other) {
      const list = listSalts(elsewhere, { hashes: [hashArrival('a')], salts: [saltArrival('a')] })
      expect(list.entries[0]?.unmixed).toBe('wrong')
    }
    const copied = { ...hashArrival('a'), seat: 'b' }
    const list = listSalts(series, {
      hashes: [hashArrival('a'), copied],
      salts: [saltArrival('a'), { ...saltArrival('a'), seat: 'b' }],
    })
    expect(list.entries.map(({ unmixed }) => unmixed)).toEqual([null, 'wrong'])
  })

  test('that two seats have is named, and both are mixed', () => {
    const twice = ['a', 'b', 'c'].map((seat) => ({
      seat,
      salt: seat === 'c' ? saltOf('c') : saltOf('a'),
      isLate: false,
    }))
    const list = listSalts(series, {
      hashes: twice.map((one) => ({ ...one, saltHash: saltHashOf(series, one) })),
      salts: twice,
    })
    expect(repeatedSalts(list)).toEqual(['b'])
    expect(repeatedSalts(whole)).toEqual([])
    expect(list.entries.every(({ unmixed }) => unmixed === null)).toBe(true)
  })

  test('changes the mix with each of its bits, and so does leaving it out', () => {
    const mixes = new Set([mixOf(whole)])
    for (let bit = 0; bit < 256; bit++) {
      const salt = Buffer.from(saltOf('seat-2'), 'hex')
      salt[bit >> 3] = (salt[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const altered = { seat: 'seat-2', salt: salt.toString('hex') }
      const entries = whole.entries.map((entry): SaltEntry =>
        entry.seat === 'seat-2' ? { ...altered, saltHash: saltHashOf(series, altered), unmixed: null } : entry,
      )
      mixes.add(mixOf({ ...whole, entries }))
    }
    mixes.add(mixOf({ ...whole, entries: whole.entries.filter(({ seat }) => seat !== 'seat-2') }))
    expect(mixes.size).toBe(258)
  })
})

describe('the faults of a list', () => {
  const [first, second, third] = whole.entries
  if (!first || !second || !third) throw new Error('The list has three entries.')
  const cases: [title: string, list: SaltList, faults: [kind: string, seat: string][]][] = [
    ['another order', { ...whole, entries: [second, first, third] }, [['out-of-order', 'seat-1']]],
    ['a seat twice', { ...whole, entries: [first, first, second] }, [['out-of-order', 'seat-1']]],
    [
      'exchanged salts',
      {
        ...whole,
        entries: [
          { ...first, salt: saltOf('seat-2'), unmixed: null },
          { ...second, salt: saltOf('seat-1'), unmixed: null },
        ],
      },
      [
        ['wrong-salt', 'seat-1'],
        ['wrong-salt', 'seat-2'],
      ],
    ],
    [
      'another link',
      { ...whole, firstLink: 8 },
      seats.toSorted().map((seat) => ['wrong-salt', seat] as [string, string]),
    ],
    ['a malformed salt', { ...whole, entries: [{ ...first, salt: 'x', unmixed: null }] }, [['malformed', 'seat-1']]],
    ['a malformed hash', { ...whole, entries: [{ ...first, saltHash: 'x' }] }, [['malformed', 'seat-1']]],
    [
      'a salt that is named unmixed',
      { ...whole, entries: [{ ...first, unmixed: 'late' } as unknown as SaltEntry] },
      [['malformed', 'seat-1']],
    ],
    [
      'a missing salt without a reason',
      { ...whole, entries: [{ ...first, salt: null } as unknown as SaltEntry] },
      [['malformed', 'seat-1']],
    ],
    ['a malformed late seat', { ...whole, lateSeats: ['A'] }, [['malformed', 'A']]],
    ['no link', { ...whole, firstLink: 0 }, [['malformed', '']]],
    ['more links than a chain has', { ...whole, firstLink: mostLinks + 1 }, [['malformed', '']]],
    ['a fraction of a link', { ...whole, firstLink: 1.5 }, [['malformed', '']]],
    ['a table with a line feed', { ...whole, table: 'a\nb' }, [['malformed', '']]],
    ['too many seats', { ...whole, entries: Array.from({ length: mostSalts + 1 }, () => first) }, [['malformed', '']]],
  ]
  test.each(cases)('%s: named, and without a mix', (_title, list, faults) => {
    expect(saltFaults(list).map(({ kind, seat }) => [kind, seat])).toEqual(faults)
    expect(() => mixOf(list)).toThrow(RangeError)
  })

  const kept = { hashes: hashesDigest(series, whole.entries), own: { seat: 'seat-2', salt: saltOf('seat-2') } }
  const unmixedSecond: SaltEntry = { ...second, salt: null, unmixed: 'late' }
  const against: [title: string, list: SaltList, faults: [kind: string, seat: string][]][] = [
    ['the same list', whole, []],
    [
      'a hash added after the close',
      { ...whole, entries: [...whole.entries, { ...third, seat: 'seat-4' }] },
      [['hashes-changed', '']],
    ],
    ['a hash removed after the close', { ...whole, entries: [first, second] }, [['hashes-changed', '']]],
    ['the own salt as late', { ...whole, entries: [first, unmixedSecond, third] }, [['own-salt-left-out', 'seat-2']]],
    [
      'the own seat removed',
      { ...whole, entries: [first, third] },
      [
        ['hashes-changed', ''],
        ['own-salt-left-out', 'seat-2'],
      ],
    ],
  ]
  test.each(against)('against what a browser kept: %s', (_title, list, faults) => {
    expect(keptSaltFaults(list, kept).map(({ kind, seat }) => [kind, seat])).toEqual(faults)
  })

  test('a browser that sent no salt in time misses none', () => {
    expect(keptSaltFaults(whole, { ...kept, own: null })).toEqual([])
  })
})
