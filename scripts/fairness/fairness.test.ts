import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { drawFrom, seededDraw } from '#domain/games/draw.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { verifySeedChain, type ChainPair, type SeedReceipt } from '#domain/games/seed-chain.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { play } from '#domain/games/slot/play.ts'
import { verifyRound, type RoundRecord } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { dataFileOf, exampleRecords, fairnessFiles, refuseChangedData, withGeneratedParts } from './page.ts'
import { hasPython, pythonVerdicts } from './python.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/fairness.md')

describe('docs/fairness.md', () => {
  test('and its files are generated from the games, also the hash of the verifier: run `npm run docs`', async () => {
    expect(page).toBe(await withGeneratedParts(page))
    for (const [path, text] of Object.entries(fairnessFiles())) expect(read(path)).toBe(text)
    expect(refuseChangedData).not.toThrow()
  })

  test('names every data file with its hash, which is the math hash of the game', () => {
    for (const { game } of catalogue) {
      const bytes = readFileSync(join(root, 'docs/fairness', dataFileOf(game)))
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(hash).toBe(mathHashOf(game, sha256Hex))
      expect(page).toContain(`\`${dataFileOf(game)}\`: \`${hash}\``)
    }
  })

  test('describes the form of every data file: canonical, printable ASCII, nothing to escape', () => {
    const files = readdirSync(join(root, 'docs/fairness')).filter((name) => name !== 'examples.json')
    for (const name of files) {
      const text = read(`docs/fairness/${name}`)
      const data = JSON.parse(text) as { code: string; version: number }
      expect(text).toBe(canonicalJson(data))
      expect(text).toMatch(/^[\x21-\x5b\x5d-\x7e]+$/)
      expect(name).toBe(`${data.code}-${data.version}.json`)
    }
  })

  test('its example of a discarded word is what the engine draws', () => {
    expect(page).toContain('`ff ff ff ff 00 00 00 1f` give 5')
    expect(drawFrom(() => Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 31))(26)).toBe(5)
  })

  test('its examples are proven rounds', () => {
    const games = catalogue.map(({ game }) => game)
    for (const record of exampleRecords()) expect(verifyRound(record, games).verdict).toBe('proven')
  })
})

/** Rounds as the server draws and stores them, with random seeds; at least `features` of them with free spins. */
function drawnRecords(many: number, features: number): RoundRecord[] {
  const records: RoundRecord[] = []
  let withFeature = 0
  for (let nonce = 0; records.length < many; nonce++) {
    const { game } = catalogue[nonce % catalogue.length] ?? catalogue[0]
    const serverSeed = createHash('sha256')
      .update(`server ${nonce % 97}`)
      .digest()
    const clientSeed = `client:${nonce % 89}`
    const stake = wholeUnits(game.stakes[nonce % game.stakes.length] ?? 0)
    const drawn = play(game, seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: game.code, nonce }), { stake })
    const hasFeature = drawn.events.some(({ type }) => type === 'featureStart')
    withFeature += Number(hasFeature)
    if (!hasFeature && records.length - withFeature >= many - features) continue
    records.push({
      game: game.code,
      mathHash: mathHashOf(game, sha256Hex),
      serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
      serverSeed: serverSeed.toString('hex'),
      clientSeed,
      nonce,
      stake: amountToWire(stake),
      pay: amountToWire(drawn.pay),
      events: drawn.events,
    })
  }
  return records
}

/** An honest chain of four pairs with the receipts of a browser that saw every step. */
function honestEvidence(): { receipts: SeedReceipt[]; pairs: ChainPair[] } {
  const seeds = Array.from({ length: 6 }, (_, index) => createHash('sha256').update(`seed ${index}`).digest())
  const hashes = seeds.map((seed) => createHash('sha256').update(seed).digest('hex'))
  const pairs = [1, 2, 3, 4].map((pair): ChainPair => ({
    pair,
    scheme: 'chain',
    serverSeedHash: hashes[pair] ?? '',
    nextServerSeedHash: hashes[pair + 1] ?? '',
    clientSeed: `client ${pair}`,
    serverSeed: pair < 4 ? (seeds[pair]?.toString('hex') ?? null) : null,
    firstNonce: pair * 10 - 10,
    lastNonce: pair < 4 ? pair * 10 - 1 : null,
  }))
  const first = {
    pair: 0,
    serverSeedHash: null,
    nextServerSeedHash: hashes[1] ?? '',
    clientSeed: null,
    nonce: 0,
    at: '',
  }
  const receipts = pairs.map(({ pair, serverSeedHash, nextServerSeedHash, clientSeed, firstNonce }) => ({
    pair,
    serverSeedHash,
    nextServerSeedHash: nextServerSeedHash ?? '',
    clientSeed,
    nonce: firstNonce,
    at: '',
  }))
  return { receipts: [first, ...receipts], pairs }
}

/** The evidence with one field of one pair or receipt changed to that of another, or with one of them left out. */
function spoiledEvidence(): { receipts: SeedReceipt[]; pairs: ChainPair[] }[] {
  const { receipts, pairs } = honestEvidence()
  const spoilt = <Row extends object>(rows: readonly Row[]): Row[][] =>
    rows.flatMap((row, index) => [
      rows.toSpliced(index, 1),
      ...Object.keys(row)
        .filter((name) => name !== 'at')
        .flatMap((name) =>
          [1, 2].map((step) => {
            const other = rows[(index + step) % rows.length]?.[name as keyof Row]
            return rows.with(index, { ...row, [name]: other === row[name as keyof Row] ? 'old' : other })
          }),
        ),
    ])
  return [
    ...spoilt(pairs).map((changed) => ({ receipts, pairs: changed })),
    ...spoilt(receipts).map((changed) => ({ receipts: changed, pairs })),
  ].filter(isWellFormed)
}

/** Whether ordinals and numbers are numbers: an exchanged field may have taken the place of one. */
function isWellFormed({ receipts, pairs }: { receipts: SeedReceipt[]; pairs: ChainPair[] }): boolean {
  const isHash = (hash: string | null): boolean => hash === null || /^[0-9a-f]{64}$/.test(hash)
  return (
    pairs.every(({ serverSeed, scheme }) => isHash(serverSeed) && ['old', 'chain'].includes(scheme)) &&
    [...receipts, ...pairs].every(({ nextServerSeedHash }) => isHash(nextServerSeedHash))
  )
}

const pythonMissing = process.env['REQUIRE_PYTHON'] === undefined && !hasPython()

describe('the verifier in Python', () => {
  test('names the same faults of a chain of seeds as the window, and none of an honest one', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const all = [honestEvidence(), ...spoiledEvidence()]
    const expected = all.map((evidence) => {
      const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
      const { faults, oldPairs, unwitnessedPairs } = verifySeedChain(evidence, sha256)
      const named = [...new Set(faults.map(({ pair, kind }) => `${pair} ${kind}`))].toSorted()
      const notes = [...oldPairs.map((pair) => `${pair} old`), ...unwitnessedPairs.map((pair) => `${pair} unwitnessed`)]
      const verdict = named.length === 0 ? 'holds' : `false: ${named.join(', ')}`
      return `chain of ${evidence.pairs.length} pairs: ${verdict}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
    })
    expect(expected[0]).toBe('chain of 4 pairs: holds')
    const kinds = new Set(expected.flatMap((line) => line.match(/(?<=\d )[a-z-]{5,}/g) ?? []))
    expect(kinds.size).toBeGreaterThan(7)
    const { lines } = pythonVerdicts(all.map((evidence) => ({ format: 'baize-seed-evidence-1', ...evidence })))
    expect(lines).toEqual(expected)
  })

  test('proves 1 000 rounds of the engine, 50 of them with free spins', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const records = drawnRecords(1000, 50)
    const retriggers = records.filter(({ events }) => JSON.stringify(events).split('"spinsAwarded":10').length > 2)
    expect(retriggers.length).toBeGreaterThan(0)
    const { lines, status } = pythonVerdicts(records)
    expect(lines).toEqual(records.map(({ game, nonce }) => `${game} ${nonce}: proven`))
    expect(status).toBe(0)
  })

  test('and the engine name the same faults of false records', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the verifier written from docs/fairness.md is not tested')
    const [record] = exampleRecords()
    if (record === undefined) throw new Error('no example')
    const other = '11'.repeat(32)
    const records: RoundRecord[] = [
      { ...record, nonce: record.nonce + 1 },
      { ...record, serverSeed: other },
      { ...record, serverSeedHash: other },
      { ...record, clientSeed: `${record.clientSeed}!` },
      { ...record, stake: '999', pay: '999' },
      { ...record, pay: '5250.0001' },
      { ...record, game: 'golden-lion' },
      { ...record, events: record.events.slice(1) },
      { ...record, events: JSON.parse(JSON.stringify(record.events).replace('"line":6', '"line":6.5')) as unknown[] },
      { ...record, mathHash: other },
      { ...record, serverSeed: null },
    ]
    const games = catalogue.map(({ game }) => game)
    const expected = records.map((one) => {
      const { verdict, checks } = verifyRound(one, games)
      const failed = checks.filter(({ holds }) => !holds).map(({ check }) => check)
      return `${one.game} ${one.nonce}: ${failed.length === 0 ? verdict : `false: ${failed.join(', ')}`}`
    })
    expect(expected.filter((line) => line.endsWith('proven'))).toEqual([])
    expect(pythonVerdicts(records)).toEqual({ lines: expected, status: 1 })
  })
})
