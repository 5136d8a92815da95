import { catalogue } from '#domain/games/catalogue.ts'
import { longestTextBytes } from '#domain/games/pasted-text.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { honestEvidence, honestRecord, honestResults } from './honest-evidence.ts'
import { hostileDecided } from './hostile-decided.ts'
import { hostileSeries } from './hostile-series.ts'

/**
 * Hostile texts with the answer that every form of the verifier gives: the engine (`verify-text.ts`), the page, the
 * offline verifier and the program in Python. The answers follow from `docs/fairness.md`, section 8.
 */

/** An answer in one line: `proven`, `false: pay`, `holds`, `false: 2 swapped`, `malformed: nonce`, `malformed`. */
export type HostileText = { title: string; text: string; answer: string }

const { game } = catalogue[0]

/** The record's text with the JSON text of one field replaced; JSON.stringify could not write `1.0` or `NaN`. */
function withField(field: keyof RoundRecord, json: string): string {
  return JSON.stringify({ ...honestRecord, [field]: '\u0000' }).replace(JSON.stringify('\u0000'), () => json)
}

/** The evidence's text with one field of a row replaced in the same way. */
function withRowField(list: 'pairs' | 'receipts', index: number, field: string, json: string): string {
  const evidence = honestEvidence()
  const rows: object[] = [...evidence[list]]
  rows[index] = { ...rows[index], [field]: '\u0000' }
  return JSON.stringify({ ...evidence, [list]: rows }).replace(JSON.stringify('\u0000'), () => json)
}

const evidenceText = (changed: object): string => JSON.stringify({ ...honestEvidence(), ...changed })
const results = honestResults()
/** The evidence with fields of the second pair's results changed. */
const withResults = (fields: object): string =>
  evidenceText({ results: results.map((row, index) => (index === 1 ? { ...row, ...fields } : row)) })
const digestsOf = (index: number): string => results[index]?.digests ?? ''
/** The digests of the second pair, with that of its fourth round changed. */
const changedDigest = digestsOf(1).slice(0, 48) + '0'.repeat(16) + digestsOf(1).slice(64)
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const largest = Number.MAX_SAFE_INTEGER
const { nonce } = honestRecord
const reversedKeys = (event: unknown): object => Object.fromEntries(Object.entries(event as object).toReversed())
const eventsText = JSON.stringify(honestRecord.events)
export const allFields = 'game, mathHash, serverSeedHash, serverSeed, clientSeed, nonce, stake, pay, events'

export const hostileTexts: readonly HostileText[] = [
  { title: 'no JSON', text: 'hello', answer: 'malformed' },
  { title: 'a byte order mark', text: `\ufeff${JSON.stringify(honestRecord)}`, answer: 'malformed' },
  { title: 'half a surrogate pair', text: withField('game', '"\ud800"'), answer: 'malformed' },
  { title: 'two objects', text: '{}{}', answer: 'malformed' },
  { title: 'a list of a record', text: JSON.stringify([honestRecord]), answer: 'malformed' },
  { title: 'an empty list', text: '[]', answer: 'malformed' },
  { title: 'null', text: 'null', answer: 'malformed' },
  { title: 'an empty object', text: '{}', answer: `malformed: ${allFields}` },
  { title: 'a prototype', text: `{"__proto__":${JSON.stringify(honestRecord)}}`, answer: `malformed: ${allFields}` },
  { title: 'a nesting of 100 000 lists', text: nested(100_000), answer: 'malformed' },
  { title: 'an unclosed nesting', text: '{"a":'.repeat(100_000), answer: 'malformed' },
  { title: 'events nested to 32 levels', text: withField('events', nested(31)), answer: 'false: events' },
  { title: 'events nested to 33 levels', text: withField('events', nested(32)), answer: 'malformed' },
  { title: 'a field that repeats', text: JSON.stringify(honestRecord).replace('{', '{"nonce":"x",'), answer: 'proven' },

  {
    title: 'an escaped key',
    text: JSON.stringify(honestRecord).replace('"nonce"', '"non\\u0063e"'),
    answer: 'proven',
  },
  {
    title: 'a key that repeats with an escape',
    text: JSON.stringify(honestRecord).replace(/}$/, ',"non\\u0063e":"x"}'),
    answer: 'malformed: nonce',
  },
  {
    title: 'a nesting of 32 levels that a repeated key hides',
    text: JSON.stringify(honestRecord).replace('{', `{"events":${nested(31)},`),
    answer: 'proven',
  },
  {
    title: 'a nesting of 33 levels that a repeated key hides',
    text: JSON.stringify(honestRecord).replace('{', `{"events":${nested(32)},`),
    answer: 'malformed',
  },
  {
    title: 'brackets and quotation marks within a text',
    text: JSON.stringify({ further: `\\${'["\\"'.repeat(40)}`, ...honestRecord }),
    answer: 'proven',
  },
  {
    title: 'half a surrogate pair as an escape',
    text: JSON.stringify(honestRecord).replace('{', '{"\\ud800":"\\udc00",'),
    answer: 'proven',
  },
  {
    title: 'half a surrogate pair as an escape in a field',
    text: withField('clientSeed', '"\\ud800"'),
    answer: 'malformed: clientSeed',
  },

  { title: 'a nonce with a point', text: withField('nonce', `${nonce}.0`), answer: 'proven' },
  { title: 'a nonce with an exponent', text: withField('nonce', `${nonce}0E-1`), answer: 'proven' },
  { title: 'a fraction as nonce', text: withField('nonce', '5.5'), answer: 'malformed: nonce' },
  { title: 'a negative nonce', text: withField('nonce', '-1'), answer: 'malformed: nonce' },
  { title: 'minus zero as nonce', text: withField('nonce', '-0'), answer: 'false: events, pay' },
  { title: 'the largest nonce', text: withField('nonce', String(largest)), answer: 'false: events, pay' },
  { title: 'a nonce of 2^53', text: withField('nonce', '9007199254740992'), answer: 'malformed: nonce' },
  { title: 'a nonce of 2^53+1', text: withField('nonce', '9007199254740993'), answer: 'malformed: nonce' },
  { title: 'a nonce of 5 000 digits', text: withField('nonce', '9'.repeat(5000)), answer: 'malformed: nonce' },
  { title: 'a nonce beyond every double', text: withField('nonce', '1e400'), answer: 'malformed: nonce' },
  {
    title: 'a nonce that rounds to the largest',
    text: withField('nonce', `${largest}.4`),
    answer: 'false: events, pay',
  },
  { title: 'a nonce that rounds beyond it', text: withField('nonce', `${largest}.5`), answer: 'malformed: nonce' },
  { title: 'a nonce that rounds to 0', text: withField('nonce', '1e-999'), answer: 'false: events, pay' },
  { title: 'true as nonce', text: withField('nonce', 'true'), answer: 'malformed: nonce' },
  { title: 'a text as nonce', text: withField('nonce', `"${nonce}"`), answer: 'malformed: nonce' },
  { title: 'NaN as nonce', text: withField('nonce', 'NaN'), answer: 'malformed' },
  { title: 'Infinity as nonce', text: withField('nonce', '-Infinity'), answer: 'malformed' },
  { title: 'a leading zero', text: withField('nonce', '05'), answer: 'malformed' },
  { title: 'no game', text: withField('game', 'null'), answer: 'malformed: game' },
  { title: 'a game with a line break', text: withField('game', `"${game.code}\\n"`), answer: 'malformed: game' },
  {
    title: 'a hash in capitals',
    text: withField('serverSeedHash', `"${'AB'.repeat(32)}"`),
    answer: 'malformed: serverSeedHash',
  },
  { title: 'digits of another script', text: withField('stake', '"٢٠٠"'), answer: 'malformed: stake' },
  { title: 'a client seed with a blank', text: withField('clientSeed', '"a b"'), answer: 'malformed: clientSeed' },
  { title: 'a money of 5 000 digits', text: withField('pay', `"${'9'.repeat(5000)}"`), answer: 'malformed: pay' },
  { title: 'the largest money', text: withField('pay', `"${largest}"`), answer: 'false: pay' },
  { title: 'money beyond the largest', text: withField('pay', `"${largest}.0001"`), answer: 'malformed: pay' },
  { title: 'a number as stake', text: withField('stake', '200'), answer: 'malformed: stake' },
  { title: 'a pay with closing zeros', text: withField('pay', `"${honestRecord.pay}.0000"`), answer: 'proven' },
  {
    title: 'another stake with its pay',
    text: JSON.stringify({ ...honestRecord, stake: '0', pay: '0' }),
    answer: 'false: stake, pay',
  },
  { title: 'events in an object', text: withField('events', '{"length":0}'), answer: 'malformed: events' },
  { title: 'no events', text: withField('events', '[]'), answer: 'false: events' },
  {
    title: 'events with points',
    text: withField('events', eventsText.replaceAll(/(\d)(?=[,\]}])/g, '$1.0')),
    answer: 'proven',
  },
  {
    title: 'events with fractions',
    text: withField('events', eventsText.replaceAll(/(\d)(?=[,\]}])/g, '$1.5')),
    answer: 'false: events',
  },
  {
    title: 'events with true for 1',
    text: withField('events', eventsText.replace('"multiplier":1', '"multiplier":true')),
    answer: 'false: events',
  },
  {
    title: 'events with their keys in another order',
    text: withField('events', JSON.stringify(honestRecord.events.map(reversedKeys))),
    answer: 'proven',
  },
  {
    title: 'events with a further key',
    text: withField('events', eventsText.replace('"type"', '"more":null,"type"')),
    answer: 'false: events',
  },
  {
    title: 'events with numbers beyond every double',
    text: withField('events', eventsText.replace('"multiplier":1', '"multiplier":1e999')),
    answer: 'false: events',
  },
  {
    title: 'events with half a surrogate pair as an escape',
    text: withField('events', eventsText.replace('"type"', '"type\\ud800"')),
    answer: 'false: events',
  },
  {
    title: 'stops that cannot be a text',
    text: withField('events', '[{"stops":[{"toString":1},[[]],null]},null,{"stops":{}}]'),
    answer: 'false: events',
  },
  { title: 'unknown mathematics', text: withField('mathHash', `"${'00'.repeat(32)}"`), answer: 'unknown-mathematics' },
  { title: 'a seed that is not revealed', text: withField('serverSeed', 'null'), answer: 'not-revealed' },
  {
    title: 'another format',
    text: evidenceText({ format: 'baize-seed-evidence-2' }),
    answer: `malformed: ${allFields}`,
  },

  { title: 'an honest evidence', text: evidenceText({}), answer: 'holds' },
  { title: 'an evidence without receipts', text: evidenceText({ receipts: [] }), answer: 'holds' },
  { title: 'an evidence without pairs', text: evidenceText({ pairs: [] }), answer: 'malformed: pairs' },
  {
    title: 'an evidence with neither',
    text: '{"format":"baize-seed-evidence-1"}',
    answer: 'malformed: receipts, pairs',
  },
  {
    title: 'lists of no objects',
    text: evidenceText({ receipts: [null], pairs: [[]] }),
    answer: 'malformed: receipts, pairs',
  },
  {
    title: 'an unknown scheme, equal client seeds and no commitments',
    text: evidenceText({
      receipts: [],
      pairs: honestEvidence().pairs.map((pair) => ({
        ...pair,
        scheme: 'x',
        clientSeed: 'same',
        nextServerSeedHash: null,
      })),
    }),
    answer: 'malformed: pairs.scheme',
  },
  { title: 'a pair 0', text: withRowField('pairs', 0, 'pair', '0'), answer: 'malformed: pairs.pair' },
  { title: 'a pair far away', text: withRowField('pairs', 3, 'pair', '1000000000'), answer: 'false: 4 omitted' },
  { title: 'the largest pair', text: withRowField('pairs', 3, 'pair', String(largest)), answer: 'false: 4 omitted' },
  {
    title: 'a pair beyond it',
    text: withRowField('pairs', 3, 'pair', '9007199254740993'),
    answer: 'malformed: pairs.pair',
  },
  { title: 'a pair with a point', text: withRowField('pairs', 1, 'pair', '2.0'), answer: 'holds' },
  {
    title: 'a pair that repeats',
    text: withRowField('pairs', 3, 'pair', '3'),
    answer: 'false: 3 client-seed-changed, 3 number-gap, 3 repeated, 3 swapped, 4 omitted',
  },
  {
    title: 'numbers of rounds that run backwards',
    text: withRowField('pairs', 3, 'lastNonce', '5'),
    answer: 'false: 4 number-gap',
  },
  {
    title: 'a client seed that is no text',
    text: withRowField('pairs', 1, 'clientSeed', '["x"]'),
    answer: 'malformed: pairs.clientSeed',
  },
  { title: 'a lastNonce of NaN', text: withRowField('pairs', 1, 'lastNonce', 'NaN'), answer: 'malformed' },
  { title: 'a receipt nonce of NaN', text: withRowField('receipts', 1, 'nonce', 'NaN'), answer: 'malformed' },
  {
    title: 'a receipt nonce as text',
    text: withRowField('receipts', 1, 'nonce', '"0"'),
    answer: 'malformed: receipts.nonce',
  },
  {
    title: 'a receipt of a far pair',
    text: withRowField('receipts', 4, 'pair', String(largest)),
    answer: `false: ${largest} omitted`,
  },
  {
    title: 'wrong fields of receipts and pairs, several in many rows',
    text: evidenceText({
      receipts: honestEvidence().receipts.map((receipt) => ({ ...receipt, clientSeed: 1, nextServerSeedHash: 1 })),
      pairs: honestEvidence().pairs.map((pair) => ({ ...pair, scheme: 1 })),
    }),
    answer: 'malformed: receipts.clientSeed, receipts.nextServerSeedHash, pairs.scheme',
  },
  {
    title: 'a pair whose last round is before its first',
    text: withRowField('pairs', 3, 'lastNonce', '29'),
    answer: 'false: 4 number-gap',
  },
  {
    title: 'a receipt of a pair that a restriction ended',
    text: evidenceText({
      receipts: [
        ...honestEvidence().receipts,
        { ...honestEvidence().receipts[3], serverSeedHash: null, clientSeed: null },
      ],
    }),
    answer: 'holds',
  },
  {
    title: 'receipts without a client seed, but with the hash of their pair',
    text: evidenceText({ receipts: honestEvidence().receipts.map((one) => ({ ...one, clientSeed: null })) }),
    answer: 'holds',
  },
  {
    title: 'a receipt before the first pair with another number than 0',
    text: withRowField('receipts', 0, 'nonce', '7'),
    answer: 'false: 1 number-gap',
  },
  {
    title: 'a receipt before the first pair with the number 2^32',
    text: withRowField('receipts', 0, 'nonce', '4294967296'),
    answer: 'false: 1 number-gap',
  },
  {
    title: 'a receipt before the first pair with the largest number, of a chain without that pair',
    text: evidenceText({
      receipts: honestEvidence().receipts.map((one) => (one.pair === 0 ? { ...one, nonce: largest } : one)),
      pairs: honestEvidence().pairs.slice(1),
    }),
    answer: 'false: 1 number-gap, 1 omitted',
  },
  {
    title: 'a receipt before the first pair with the number 0 in another spelling',
    text: withRowField('receipts', 0, 'nonce', '-0.0'),
    answer: 'holds',
  },
  {
    title: 'two receipts of a pair that announce different seeds',
    text: evidenceText({
      receipts: [
        honestEvidence().receipts[4],
        { ...honestEvidence().receipts[4], nextServerSeedHash: '00'.repeat(32) },
      ],
    }),
    answer: 'false: 5 swapped',
  },
  {
    title: 'a pair of the old scheme behind a gap',
    text: evidenceText({
      receipts: [],
      pairs: honestEvidence()
        .pairs.filter(({ pair }) => pair !== 3)
        .map((pair) => (pair.pair === 4 ? { ...pair, scheme: 'old', nextServerSeedHash: null } : pair)),
    }),
    answer: 'false: 3 omitted',
  },
  {
    title: 'a pair of the old scheme behind one of the chain',
    text: withRowField('pairs', 2, 'scheme', '"old"'),
    answer: 'false: 2 omitted',
  },
  {
    title: 'a pair that repeats with other links, of which the last counts',
    text: evidenceText({
      receipts: [],
      pairs: [{ ...honestEvidence().pairs[1], nextServerSeedHash: null, lastNonce: 11 }, ...honestEvidence().pairs],
    }),
    answer: 'false: 2 repeated',
  },
  {
    title: 'a chain without its last pair, which a receipt names',
    text: evidenceText({ pairs: honestEvidence().pairs.slice(0, 3) }),
    answer: 'false: 4 omitted',
  },
  {
    title: 'a chain without its last pair, which no receipt names',
    text: evidenceText({ receipts: honestEvidence().receipts.slice(0, 4), pairs: honestEvidence().pairs.slice(0, 3) }),
    answer: 'holds',
  },
  {
    title: 'what was chosen and shown, all of it',
    text: evidenceText({
      chosen: honestEvidence().pairs.map(({ pair, clientSeed }) => ({ pair, clientSeed })),
      shown: [{ pair: 3, firstNonce: 0, lastNonce: 29 }],
    }),
    answer: 'holds',
  },
  {
    title: 'several client seeds for pairs that the chain has, has as old ones, or lacks',
    text: evidenceText({
      chosen: [
        ...honestEvidence().pairs.map(({ pair, clientSeed }) => ({ pair, clientSeed })),
        { pair: 2.0, clientSeed: 'refused', serverSeedHash: null, isDrawn: 'x' },
        { pair: largest, clientSeed: 'a' },
        { pair: largest, clientSeed: 'A' },
        { pair: 3, clientSeed: 'client-3' },
      ],
    }),
    answer: 'holds',
  },
  { title: 'nothing chosen and nothing shown', text: evidenceText({ chosen: [], shown: [] }), answer: 'holds' },
  {
    title: 'a number that was shown twice, and one before it',
    text: evidenceText({
      shown: [
        { pair: 1, firstNonce: 5, lastNonce: 9 },
        { pair: 2, firstNonce: 9, lastNonce: 9 },
        { pair: 3, firstNonce: 4.0, lastNonce: 4 },
      ],
    }),
    answer: 'false: 2 number-repeated, 3 number-repeated',
  },
  {
    title: 'a number beyond the chain, and one that ends before it begins',
    text: evidenceText({
      shown: [
        { pair: 0, firstNonce: 7, lastNonce: 6 },
        { pair: 4, firstNonce: 29, lastNonce: largest },
      ],
    }),
    answer: 'false: 0 number-gap, 4 number-gap',
  },
  {
    title: 'null for the lists of what was chosen and shown',
    text: evidenceText({ chosen: null, shown: null }),
    answer: 'malformed: chosen, shown',
  },
  {
    title: 'wrong rows of what was chosen and shown, and no pairs',
    text: evidenceText({
      pairs: [],
      chosen: [{ pair: 0, clientSeed: 'a b' }],
      shown: [{ pair: -1, firstNonce: '0', lastNonce: null }],
    }),
    answer: 'malformed: pairs, chosen.pair, chosen.clientSeed, shown.pair, shown.firstNonce, shown.lastNonce',
  },
  { title: 'the results of all rounds', text: evidenceText({ results }), answer: 'holds' },
  { title: 'no results', text: evidenceText({ results: [] }), answer: 'holds' },
  { title: 'another result', text: withResults({ digests: changedDigest }), answer: 'false: 2 shown-otherwise' },
  {
    title: 'the results of other numbers',
    text: withResults({ firstNonce: 11 }),
    answer: 'false: 2 shown-otherwise, 3 shown-otherwise',
  },
  { title: 'results with another stake', text: withResults({ stake: '400' }), answer: 'false: 2 shown-otherwise' },
  { title: 'a stake in another spelling', text: withResults({ stake: '200.00' }), answer: 'holds' },
  { title: 'a stake that no game takes', text: withResults({ stake: '1' }), answer: 'false: 2 shown-otherwise' },
  { title: 'results of unknown mathematics', text: withResults({ mathHash: '00'.repeat(32) }), answer: 'holds' },
  {
    title: 'results of the pair in use',
    text: evidenceText({
      results,
      pairs: honestEvidence().pairs.map((pair) => (pair.pair === 4 ? { ...pair, lastNonce: 39 } : pair)),
      shown: [{ pair: 4, firstNonce: 0, lastNonce: 39 }],
    }),
    answer: 'holds',
  },
  {
    title: 'results of a number that two pairs have: the one that begins last counts',
    text: evidenceText({
      receipts: [],
      results: [results[1]],
      pairs: honestEvidence().pairs.map((pair) => (pair.pair === 1 ? { ...pair, lastNonce: 19 } : pair)),
    }),
    answer: 'false: 2 number-gap',
  },
  {
    title: 'results of a number that two pairs begin with: the last in the file counts',
    text: evidenceText({
      receipts: [],
      results: [{ ...results[1], digests: changedDigest }],
      pairs: honestEvidence().pairs.map((pair) => (pair.pair === 3 ? { ...pair, firstNonce: 10 } : pair)),
    }),
    answer: 'false: 3 number-gap, 3 shown-otherwise',
  },
  {
    title: 'results of numbers that no pair has',
    text: withResults({ firstNonce: largest, digests: changedDigest }),
    answer: 'holds',
  },
  { title: 'null for the results', text: evidenceText({ results: null }), answer: 'malformed: results' },
  {
    title: 'wrong rows of results',
    text: evidenceText({
      shown: 1,
      results: [
        { firstNonce: '0', mathHash: 'AB'.repeat(32), stake: 200, digests: '' },
        { firstNonce: -1, mathHash: null, stake: '01', digests: 'ab'.repeat(9) },
      ],
    }),
    answer: 'malformed: shown, results.firstNonce, results.mathHash, results.stake, results.digests',
  },
  {
    title: 'digests in capitals',
    text: withResults({ digests: 'AB'.repeat(8) }),
    answer: 'malformed: results.digests',
  },
  {
    title: 'as many digests as an evidence may have',
    text: evidenceText({ results: [{ ...results[0], firstNonce: 100, digests: '0'.repeat(160_000) }] }),
    answer: 'holds',
  },
  {
    title: 'one digest more, and a wrong stake',
    text: evidenceText({
      results: [
        { ...results[0], stake: '-1' },
        { ...results[0], digests: '0'.repeat(159_856) },
      ],
    }),
    answer: 'malformed: results.stake, results.digests',
  },
  { title: 'a receipt without a time', text: withRowField('receipts', 2, 'at', '1'), answer: 'malformed: receipts.at' },
  ...hostileSeries,
  ...hostileDecided,
]

/** The longest text, one that is too long only in UTF-8, chains of thousands of faults, and a very long list. */
export function longTexts(): string[] {
  const filled = (bytes: number, character: string): string => {
    const room = bytes - JSON.stringify({ ...honestRecord, further: '' }).length
    const further = character.repeat(Math.ceil(room / new TextEncoder().encode(character).length))
    return JSON.stringify({ ...honestRecord, further })
  }
  const { pairs, receipts } = honestEvidence()
  const faulty = Array.from({ length: 3_000 }, (_, index) => ({ ...pairs[0], pair: index * 2 + 1 }))
  const strange = Array.from({ length: 3_000 }, (_, index) => ({ ...receipts[1], pair: index * 2 + 1 }))
  return [
    filled(longestTextBytes, 'x'),
    filled(longestTextBytes + 1, '금'),
    evidenceText({ pairs: faulty }),
    evidenceText({ receipts: strange }),
    `[${'[],'.repeat(200_000)}[]]`,
  ]
}
