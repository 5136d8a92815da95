import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listText } from './listed-notes.ts'
import {
  comparePairWithReceipts,
  compareWithReceipts,
  receiptOf,
  verifySeedChain,
  type ChainPair,
  type SeedReceipt,
} from './seed-chain.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const seedOf = (ordinal: number): string => sha256(Buffer.from(`server seed ${ordinal}`))
const hashOf = (ordinal: number): string => sha256(Buffer.from(seedOf(ordinal), 'hex'))

/** Ten rounds a pair; the last pair is in use. */
function honestPairs(count: number): ChainPair[] {
  return Array.from({ length: count }, (_, index) => ({
    pair: index + 1,
    scheme: 'chain' as const,
    serverSeedHash: hashOf(index + 1),
    nextServerSeedHash: hashOf(index + 2),
    clientSeed: `client-${index + 1}`,
    serverSeed: index + 1 < count ? seedOf(index + 1) : null,
    firstNonce: index * 10,
    lastNonce: index * 10 + 9,
  }))
}

/** What the window stores of an honest chain: the session before the first pair, then each step's answer. */
function honestReceipts(pairs: readonly ChainPair[]): SeedReceipt[] {
  const first = { pair: 0, serverSeedHash: null, nextServerSeedHash: hashOf(1), clientSeed: null, nonce: 0 }
  return [
    receiptOf(first, '2026-01-01T00:00:00.000Z'),
    ...pairs.map(({ pair, serverSeedHash, nextServerSeedHash, clientSeed, firstNonce }) =>
      receiptOf(
        { pair, serverSeedHash, nextServerSeedHash: nextServerSeedHash ?? '', clientSeed, nonce: firstNonce },
        '2026-01-01T00:00:00.000Z',
      ),
    ),
  ]
}

const pairs = honestPairs(4)
const receipts = honestReceipts(pairs)

function kindsOf(changed: readonly ChainPair[], known: readonly SeedReceipt[] = receipts): string[] {
  return verifySeedChain({ receipts: known, pairs: changed }, sha256).faults.map(({ kind, pair }) => `${pair} ${kind}`)
}

const change = (ordinal: number, fields: Partial<ChainPair>): ChainPair[] =>
  pairs.map((pair) => (pair.pair === ordinal ? { ...pair, ...fields } : pair))

describe('verifySeedChain', () => {
  test('finds nothing in an honest chain, in any order, and every pair is witnessed', () => {
    expect(verifySeedChain({ receipts: receipts.toReversed(), pairs: pairs.toReversed() }, sha256)).toEqual({
      faults: [],
      oldPairs: [],
      unwitnessedPairs: [],
      notChosenPairs: [],
      endedPairs: [],
      chosenAgain: [],
      notSeenNumbers: [],
      shownOtherwise: [],
      unknownGames: [],
    })
  })

  test('names a gap once, also before an absurd ordinal', () => {
    const [only] = honestPairs(1)
    if (only === undefined) throw new Error('a pair is missing')
    const far = [{ ...only, pair: Number.MAX_SAFE_INTEGER, firstNonce: 0 }]
    expect(verifySeedChain({ receipts: [], pairs: far }, sha256).faults).toEqual([
      {
        kind: 'omitted',
        pair: 1,
        expected: `pairs 1–${Number.MAX_SAFE_INTEGER - 1}`,
        got: `pair ${Number.MAX_SAFE_INTEGER}`,
      },
    ])
  })

  test('names a revealed seed that was not committed, and shows both hashes', () => {
    const { faults } = verifySeedChain({ receipts, pairs: change(2, { serverSeed: seedOf(9) }) }, sha256)
    expect(faults).toEqual([{ kind: 'swapped', pair: 2, expected: hashOf(2), got: hashOf(9) }])
  })

  test('names a pair whose seed and commitment were both replaced, by the link and by the receipts', () => {
    const swapped = change(3, { serverSeed: seedOf(9), serverSeedHash: hashOf(9) })
    expect(kindsOf(swapped)).toContain('3 swapped')
    expect(kindsOf(swapped, [])).toEqual(['3 swapped'])
    // The step before rewritten as well: only the receipts can name it.
    const rewritten = swapped.map((pair) => (pair.pair === 2 ? { ...pair, nextServerSeedHash: hashOf(9) } : pair))
    expect(kindsOf(rewritten, [])).toEqual([])
    expect(kindsOf(rewritten)).toContain('3 swapped')
  })

  test('names an omitted pair, also when the ordinals were closed up', () => {
    expect(kindsOf(pairs.filter((pair) => pair.pair !== 2))).toContain('2 omitted')
    const closed = pairs
      .filter((pair) => pair.pair !== 2)
      .map((pair, index) => ({ ...pair, pair: index + 1, firstNonce: index * 10, lastNonce: index * 10 + 9 }))
    expect(kindsOf(closed)).toEqual(expect.arrayContaining(['2 swapped', '4 omitted']))
    expect(kindsOf(closed, [])).toContain('2 swapped')
  })

  test('names a repeated ordinal and a repeated server seed', () => {
    expect(kindsOf([...pairs, ...change(2, { clientSeed: 'again' }).filter(({ pair }) => pair === 2)])).toContain(
      '2 repeated',
    )
    expect(kindsOf(change(3, { serverSeedHash: hashOf(1), serverSeed: seedOf(1) }), [])).toContain('3 repeated')
  })

  test('names a client seed that served two pairs, and one that was replaced', () => {
    expect(kindsOf(change(3, { clientSeed: 'client-1' }))).toEqual(['3 client-seed-reused', '3 client-seed-changed'])
  })

  test('names round numbers that do not meet, and a first pair that begins late', () => {
    expect(kindsOf(change(2, { lastNonce: 21 }), [])).toEqual(['3 number-gap'])
    expect(kindsOf(change(2, { lastNonce: 15 }), [])).toEqual(['3 number-gap'])
    expect(kindsOf(change(1, { firstNonce: 5 }), [])).toEqual(['1 number-gap'])
    const idle = change(2, { lastNonce: null }).map((pair) =>
      pair.pair > 2 ? { ...pair, firstNonce: pair.firstNonce - 10, lastNonce: (pair.lastNonce ?? 0) - 10 } : pair,
    )
    expect(kindsOf(idle, [])).toEqual([])
  })

  test('names a pair that has ended and is not revealed', () => {
    expect(kindsOf(change(2, { serverSeed: null }))).toEqual(['2 not-revealed'])
  })

  test('names a round that belongs to another pair', () => {
    const round = { nonce: 12, pair: 2, serverSeedHash: hashOf(2), clientSeed: 'client-2' }
    const faultsOf = (fields: Partial<typeof round>) =>
      verifySeedChain({ receipts, pairs, rounds: [{ ...round, ...fields }] }, sha256).faults.map(({ kind }) => kind)
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ nonce: 22 })).toEqual(['round-moved'])
    expect(faultsOf({ serverSeedHash: hashOf(3) })).toEqual(['swapped'])
    expect(faultsOf({ clientSeed: 'mine' })).toEqual(['client-seed-changed'])
    expect(faultsOf({ pair: 7 })).toEqual(['omitted'])
  })

  test('lists pairs of the old scheme, which shared client seeds, and pairs without a witness', () => {
    const old = pairs.map((pair) =>
      pair.pair < 3 ? { ...pair, scheme: 'old' as const, nextServerSeedHash: null, clientSeed: 'mine' } : pair,
    )
    const known = receipts.filter((receipt) => receipt.pair === 2).map((one) => ({ ...one, clientSeed: 'mine' }))
    expect(verifySeedChain({ receipts: known, pairs: old }, sha256)).toEqual({
      faults: [],
      oldPairs: [1, 2],
      unwitnessedPairs: [4],
      notChosenPairs: [],
      endedPairs: [],
      chosenAgain: [],
      notSeenNumbers: [],
      shownOtherwise: [],
      unknownGames: [],
    })
    expect(
      kindsOf(
        old.map((pair) => (pair.pair === 4 ? { ...pair, clientSeed: 'mine' } : pair)),
        [],
      ),
    ).toEqual(['4 client-seed-reused'])
  })
})

describe('what the browser chose and was shown', () => {
  const chosen = pairs.map(({ pair, clientSeed }) => ({ pair, clientSeed }))
  const rowOf = (firstNonce: number, lastNonce = firstNonce, pair = 1) => ({ pair, firstNonce, lastNonce })
  const reportOf = (more: object) => verifySeedChain({ receipts, pairs, ...more }, sha256)

  test('names the pairs that began with another client seed, also with one that was chosen for another pair', () => {
    expect(reportOf({ chosen }).notChosenPairs).toEqual([])
    expect(reportOf({ chosen: [] }).notChosenPairs).toEqual([1, 2, 3, 4])
    const moved = chosen.map((one) => (one.pair === 2 ? { ...one, pair: 3 } : one))
    expect(reportOf({ chosen: moved })).toMatchObject({ faults: [], notChosenPairs: [2] })
  })

  test('names every pair with more than one client seed, with how many, also one that has not begun', () => {
    const again = [
      { pair: 5, clientSeed: 'a' },
      ...chosen,
      { pair: 2, clientSeed: 'refused' },
      { pair: 2, clientSeed: 'refused too' },
      { pair: 2, clientSeed: 'refused' },
      { pair: 3, clientSeed: 'client-3' },
      { pair: 5, clientSeed: 'A' },
    ]
    const report = reportOf({ chosen: again })
    expect(report).toMatchObject({ faults: [], notChosenPairs: [] })
    expect(report.chosenAgain).toEqual([
      { pair: 2, seeds: 3 },
      { pair: 5, seeds: 2 },
    ])
    expect(listText(report.chosenAgain)).toBe('2 (3), 5 (2)')
  })

  test('names the numbers that were not shown, over all pairs', () => {
    expect(reportOf({ shown: [rowOf(0, 39)] }).notSeenNumbers).toEqual([])
    const shown = [rowOf(3), rowOf(8, 25), rowOf(38, 38, 4)]
    expect(reportOf({ shown })).toMatchObject({
      faults: [],
      notSeenNumbers: [
        { firstNonce: 0, lastNonce: 2 },
        { firstNonce: 4, lastNonce: 7 },
        { firstNonce: 26, lastNonce: 37 },
        { firstNonce: 39, lastNonce: 39 },
      ],
    })
  })

  test('names a number that was used again or is lower, and one that the chain does not have', () => {
    const faultsOf = (...shown: object[]) => reportOf({ shown }).faults.map(({ kind, pair }) => `${pair} ${kind}`)
    expect(faultsOf(rowOf(0, 5), rowOf(6, 9, 2))).toEqual([])
    expect(faultsOf(rowOf(0, 5), rowOf(5, 5, 2))).toEqual(['2 number-repeated'])
    expect(faultsOf(rowOf(0), rowOf(9), rowOf(4))).toEqual(['1 number-repeated'])
    expect(faultsOf(rowOf(0, 40))).toEqual(['1 number-gap'])
    expect(faultsOf(rowOf(7, 6))).toEqual(['1 number-gap'])
  })
})

describe('an answer compared with the receipts before it', () => {
  const at = '2026-01-02T00:00:00.000Z'
  const of = (ordinal: number, fields: Partial<SeedReceipt> = {}): SeedReceipt => ({
    ...receiptOf(receipts[ordinal] ?? raise(), at),
    ...fields,
  })
  const known = receipts.slice(0, 3)

  test('of an honest server has no fault: the same pair, the next one, and one after pairs that another browser began', () => {
    for (const ordinal of [2, 3, 4]) expect(compareWithReceipts(known, of(ordinal))).toEqual([])
  })

  test('names another commitment than the announced one, now and for later', () => {
    expect(compareWithReceipts(known, of(3, { serverSeedHash: hashOf(9) }))).toEqual([
      { kind: 'swapped', pair: 3, expected: hashOf(3), got: hashOf(9) },
    ])
    expect(compareWithReceipts(known, of(2, { nextServerSeedHash: hashOf(9) }))).toEqual([
      { kind: 'swapped', pair: 3, expected: hashOf(3), got: hashOf(9) },
    ])
  })

  test('names a chain that went back, and another client seed', () => {
    expect(compareWithReceipts(known, of(1)).map(({ kind }) => kind)).toEqual(['repeated'])
    expect(compareWithReceipts(known, of(2, { clientSeed: 'mine' })).map(({ kind }) => kind)).toEqual([
      'client-seed-changed',
    ])
  })

  test('a round or a pair names the commitment and the client seed of its pair', () => {
    const named = { pair: 3, serverSeedHash: hashOf(3), clientSeed: 'client-3' }
    expect(comparePairWithReceipts(known, named)).toEqual([])
    expect(comparePairWithReceipts(known, { ...named, serverSeedHash: hashOf(9) })).toEqual([
      { kind: 'swapped', pair: 3, expected: hashOf(3), got: hashOf(9) },
    ])
    expect(comparePairWithReceipts(receipts, { ...named, clientSeed: 'mine' }).map(({ kind }) => kind)).toEqual([
      'client-seed-changed',
    ])
  })
})

function raise(): never {
  throw new Error('no such receipt')
}
