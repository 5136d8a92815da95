import { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { honestDigest, honestEvidence, honestRecord, honestResults } from './honest-evidence.ts'
import { seededRandom } from './random.ts'

/**
 * Texts made from real records and evidence by random changes, to compare the engine with the program in Python. Most
 * stay near the honest ones, so that they reach the checks behind the first; the others are broken in their spelling.
 */

type Random = () => number
type Path = readonly (string | number)[]

/** Values that take the place of others: of every type, at the ends of the ranges and beyond. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  '',
  'x',
  'chain',
  'old',
  'X'.repeat(65),
  ' ',
  '\u0000',
  '금',
  '\ud83d\ude00',
  '0',
  '-1',
  0,
  1,
  2,
  3,
  10,
  -1,
  0.5,
  1e300,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  { pair: 1 },
  '1.5',
  '1.50000',
  '01',
  '9007199254740991',
  '9007199254740991.1',
  '1e3',
  '+1',
  '2000.0',
  '٣',

  '00'.repeat(32),
  'AB'.repeat(32),
  `${'ab'.repeat(31)}g`,
  'ab'.repeat(33),
  sha256Hex('seed 1'),
  sha256Hex('seed 2'),
]

/** Numbers as no program would write them; some have no place in JSON at all. */
const spellings: readonly string[] = [
  '1.0',
  '0.0',
  '-0',
  '-0.0',
  '1e0',
  '10E-1',
  '20e-1',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '0.1e1',
  'NaN',
  'Infinity',
  '-Infinity',
  '01',
  '+1',
  '.5',
  '1.',
  '0x1',
  '1_0',
  '9'.repeat(400),
  '9'.repeat(5000),
  '9007199254740991.0',
  '9007199254740991.4',
  '1.0000000000000000001',
  '0.99999999999999999999',
  'undefined',
]

/** Texts of random changes that follow from the seed. `records` are records and evidence to change, beside honest ones. */
export function mutatedTexts(seed: number, many: number, records: readonly object[]): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: many }, () => {
    const original = random() < 0.6 ? evidence(random) : pick(random, [honestRecord, ...records])
    let value: unknown = structuredClone(original)
    for (let changes = Math.floor(random() * 4); changes > 0; changes--) value = changed(random, value)
    const text = JSON.stringify(value)
    return random() < 0.3 ? respelt(random, text) : text
  })
}

/** Well-formed evidence of few different values, so that every rule of a chain meets every other; hardly any holds. */
export function denseChainTexts(seed: number, many: number): string[] {
  const random = seededRandom(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const rows = <Row>(most: number, row: () => Row): Row[] => Array.from({ length: most }, row)
  const seeds = rows(3, () => sha256Hex(`dense ${random()}`))
  const hashes = seeds.map((serverSeed) => toHex(sha256(fromHex(serverSeed))))
  const orNull = <Value>(value: Value): Value | null => (random() < 0.3 ? null : value)
  const receipt = () => ({
    pair: below(4),
    serverSeedHash: orNull(hashes[below(3)]),
    clientSeed: orNull(`client-${below(2)}`),
    nextServerSeedHash: hashes[below(3)],
    nonce: below(4),
    at: '',
  })
  const pair = () => {
    const index = below(3)
    return {
      pair: 1 + below(4),
      scheme: random() < 0.7 ? 'chain' : 'old',
      serverSeedHash: hashes[random() < 0.8 ? index : below(3)],
      nextServerSeedHash: orNull(hashes[below(3)]),
      clientSeed: `client-${below(3)}`,
      serverSeed: orNull(seeds[index]),
      firstNonce: below(4),
      lastNonce: orNull(below(4)),
    }
  }
  const chosen = () => ({ pair: 1 + below(4), clientSeed: `client-${below(3)}` })
  const shown = () => ({ pair: below(4), firstNonce: below(6), lastNonce: below(6) })
  const result = () => {
    const [firstNonce, stake] = [below(4), pick(random, ['200', '200', '400', '200.0', '1'])]
    // Of one of the few pairs that the number may belong to.
    const digest = (index: number) =>
      honestDigest({
        serverSeed: pick(random, seeds),
        clientSeed: `client-${below(3)}`,
        nonce: firstNonce + index,
        stake: stake === '1' ? '200' : stake,
      })
    const digests = Array.from({ length: 1 + below(3) }, (_, index) => digest(index)).join('')
    return { firstNonce, mathHash: random() < 0.8 ? honestRecord.mathHash : hashes[0], stake, digests }
  }
  const evidenceOf = () => ({
    format: seedEvidenceFormat,
    receipts: rows(below(4), receipt),
    pairs: rows(1 + below(4), pair),
    ...(random() < 0.5 && { chosen: rows(below(5), chosen) }),
    ...(random() < 0.5 && { shown: rows(below(4), shown) }),
    ...(random() < 0.5 && { results: rows(below(3), result) }),
  })
  return rows(many, () => JSON.stringify(evidenceOf()))
}

/** An honest evidence of up to five pairs: any of its first pairs may be of the old scheme, any receipt may lack. */
function evidence(random: Random): object {
  const honest = honestEvidence(1 + Math.floor(random() * 5))
  const old = random() < 0.3 ? Math.floor(random() * honest.pairs.length) : 0
  const pairs = honest.pairs.map((pair) =>
    pair.pair <= old
      ? { ...pair, scheme: 'old', nextServerSeedHash: pair.pair < old ? null : pair.nextServerSeedHash }
      : pair,
  )
  const chosen = pairs.flatMap(({ pair, clientSeed }) => {
    const seeds = [clientSeed, 'refused', 'refused-too', clientSeed].slice(0, 1 + Math.floor(random() * 4))
    return seeds.map((seed) => ({ pair, clientSeed: seed }))
  })
  const receipts = honest.receipts
    .filter(() => random() < 0.9)
    .flatMap((receipt) =>
      random() < 0.2 ? [receipt, { ...receipt, serverSeedHash: null, clientSeed: null }] : [receipt],
    )
  const results = random() < 0.3 && { results: honestResults(honest.pairs.length) }
  return { ...honest, receipts, pairs, ...(random() < 0.5 && { chosen }), ...results }
}

/** One value replaced, removed, repeated or exchanged with another. */
export function changed(random: Random, value: unknown): unknown {
  const paths = pathsOf(value)
  // Without this, most changes of a record would be within its long list of events.
  const shallow = paths.filter(({ length }) => length === 1 || length === 3)
  const path = pick(random, random() < 0.5 && shallow.length > 0 ? shallow : paths)
  const [first, last] = [path[0], path.at(-1)]
  const choice = random()
  if (choice < 0.15) return replaced(value, path, () => pick(random, values))
  if (choice < 0.2) return replaced(value, path, () => structuredClone(at(value, pick(random, paths))))
  if (choice < 0.55) {
    // The same field of another row: mostly a value that fits there.
    const alike = paths.filter((one) => one.at(-1) === last && one[0] === first)
    return replaced(value, path, () => structuredClone(at(value, pick(random, alike))))
  }
  if (choice < 0.75) return replaced(value, path, (old) => near(random, old))
  const end = path.at(-1)
  return replaced(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) {
      const index = Number(end)
      return choice < 0.85 ? parent.toSpliced(index, 1) : parent.toSpliced(index, 0, structuredClone(parent[index]))
    }
    if (typeof parent !== 'object' || parent === null) return parent
    const entries = Object.entries(parent)
    return Object.fromEntries(
      choice < 0.85 ? entries.filter(([key]) => key !== end) : [...entries, [`${end}2`, pick(random, values)]],
    )
  })
}

/** A value close to the old one: a number beside it, a text with one character changed, a list in another order. */
function near(random: Random, old: unknown): unknown {
  if (typeof old === 'number') return old + pick(random, [-10, -1, 1, 10, 0.5])
  if (typeof old === 'string' && old !== '') {
    const index = Math.floor(random() * old.length)
    return old.slice(0, index) + pick(random, ['0', 'f', 'A', ' ', '']) + old.slice(index + 1)
  }
  return Array.isArray(old) ? old.toReversed() : !old
}

/** The text with a number, or a few characters, written otherwise. */
function respelt(random: Random, text: string): string {
  const numbers = [...text.matchAll(/(?<=[:[,])-?\d+(?=[,\]}])/g)]
  const number = numbers[Math.floor(random() * numbers.length)]
  const choice = random()
  if (number !== undefined && choice < 0.6) {
    const spelling = choice < 0.2 ? `${number[0]}.0` : choice < 0.3 ? `${number[0]}e0` : pick(random, spellings)
    return text.slice(0, number.index) + spelling + text.slice(number.index + number[0].length)
  }
  const index = Math.floor(random() * text.length)
  const inserted = pick(random, [
    '',
    ' ',
    '\t',
    '\u00a0',
    '"',
    '\\',
    '\\u0041',
    '\\ud800',
    '{',
    '[',
    ']',
    ',',
    '\ufeff',
    '\u007f',
  ])
  return text.slice(0, index) + inserted + text.slice(index + Math.floor(random() * 3))
}

function pick<Item>(random: Random, list: readonly Item[]): Item {
  return list[Math.floor(random() * list.length)] as Item
}

/** The paths to all values but the outermost. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  const below = [...keys].flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key]))
  return path.length === 0 && below.length > 0 ? below : [path, ...below]
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Record<string | number, unknown>)[key], value)
}

function replaced(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined || typeof value !== 'object' || value === null) return change(value)
  const item = replaced((value as Record<string | number, unknown>)[key], rest, change)
  return Array.isArray(value) ? value.with(Number(key), item) : { ...value, [key]: item }
}
