import { blackjack } from '#domain/games/blackjack/game.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { sha256Hex } from '#domain/games/sha256.ts'
import { decidedChain, firstDecided, honestDecided } from './honest-decided.ts'
import type { HostileText } from './hostile-evidence.ts'

/** Hostile records of rounds with decisions; the answers follow from `docs/fairness.md`, section 14.6. */

const changed = (fields: object): string => JSON.stringify({ ...honestDecided, ...fields })
/** The record with the JSON text of one field replaced; JSON.stringify could not write `1.0`. */
const withJson = (field: string, json: string): string =>
  changed({ [field]: '\u0000' }).replace(JSON.stringify('\u0000'), () => json)
const { decisions, events, pay } = honestDecided
const noRound = 'false: decisions, events, pay'
const lost = firstDecided((record) => record.pay === '0')
const natural = firstDecided((record) => record.decisions.length === 0 && record.pay === '2500')
const insured = firstDecided((record) => record.decisions[0] === 'insure')
const { game: slot } = catalogue[0]

export const hostileDecided: readonly HostileText[] = [
  { title: 'a round with decisions', text: changed({}), answer: 'proven' },
  { title: 'a blackjack without a decision', text: JSON.stringify(natural), answer: 'proven' },
  { title: 'an insured round', text: JSON.stringify(insured), answer: 'proven' },
  {
    title: 'only the format of a round with decisions',
    text: '{"format":"baize-decisions-1"}',
    answer: 'malformed: game, mathHash, serverSeedHash, serverSeed, clientSeed, nonce, stake, pay, decisions, events',
  },
  {
    title: 'another format: the record of a slot of unknown mathematics',
    text: changed({ format: 'baize-decisions-2' }),
    answer: 'unknown-mathematics',
  },
  { title: 'a format in a list', text: changed({ format: ['baize-decisions-1'] }), answer: 'unknown-mathematics' },
  {
    title: 'a slot with decisions',
    text: changed({ mathHash: mathHashOf(slot, sha256Hex), game: slot.code }),
    answer: 'unknown-mathematics',
  },
  { title: 'no decisions', text: withJson('decisions', 'null'), answer: 'malformed: decisions' },
  { title: 'decisions as a text', text: changed({ decisions: 'stand' }), answer: 'malformed: decisions' },
  { title: 'decisions as an object', text: changed({ decisions: { 0: 'stand' } }), answer: 'malformed: decisions' },
  { title: 'a number as decision', text: changed({ decisions: [...decisions, 1] }), answer: 'malformed: decisions' },
  { title: 'null as decision', text: changed({ decisions: [null] }), answer: 'malformed: decisions' },
  {
    title: 'wrong decisions, events and pay',
    text: changed({ pay: 1, decisions: 1, events: 1 }),
    answer: 'malformed: pay, decisions, events',
  },
  { title: 'one decision less', text: changed({ decisions: decisions.slice(0, -1) }), answer: noRound },
  { title: 'no decision at all', text: changed({ decisions: [] }), answer: noRound },
  { title: 'one decision more', text: changed({ decisions: [...decisions, 'stand'] }), answer: noRound },
  { title: 'an unknown word more', text: changed({ decisions: [...decisions, 'surrender'] }), answer: noRound },
  { title: 'a word in capitals', text: changed({ decisions: ['SPLIT', ...decisions.slice(1)] }), answer: noRound },
  { title: 'a word with a blank', text: changed({ decisions: ['split ', ...decisions.slice(1)] }), answer: noRound },
  { title: 'the name of what objects inherit', text: changed({ decisions: ['constructor'] }), answer: noRound },
  { title: 'an empty decision', text: changed({ decisions: ['', ...decisions] }), answer: noRound },
  { title: 'a word with an accent', text: changed({ decisions: ['hít'] }), answer: noRound },
  { title: 'an escaped half of a surrogate pair', text: withJson('decisions', '["\\ud800"]'), answer: noRound },
  { title: 'insurance that was not offered', text: changed({ decisions: ['insure', ...decisions] }), answer: noRound },
  {
    title: 'a hand before the insurance',
    text: JSON.stringify({ ...insured, decisions: ['stand', ...insured.decisions] }),
    answer: noRound,
  },
  {
    title: 'the insurance declined',
    text: JSON.stringify({ ...insured, decisions: ['decline', ...insured.decisions.slice(1)] }),
    answer: 'false: events',
  },
  { title: 'a hundred thousand decisions', text: changed({ decisions: Array(100_000).fill('hit') }), answer: noRound },
  { title: 'another order of events', text: changed({ events: events.toReversed() }), answer: 'false: events' },
  { title: 'no events', text: changed({ events: [] }), answer: 'false: events' },
  { title: 'events of anything', text: changed({ events: [1, null, 'x', [], { cards: 5 }] }), answer: 'false: events' },
  {
    title: 'a card with a fraction of 0',
    text: changed({}).replace(/"upcard":(\d+)/, '"upcard":$1.0'),
    answer: 'proven',
  },
  { title: 'a card as a text', text: changed({}).replace(/"upcard":(\d+)/, '"upcard":"$1"'), answer: 'false: events' },
  { title: 'another card', text: changed({}).replace(/"upcard":\d+/, '"upcard":52'), answer: 'false: events' },
  {
    title: 'a void round with decisions',
    text: changed({ events: [{ type: 'void', reason: 'no-result' }] }),
    answer: 'false: events',
  },
  { title: 'another pay', text: changed({ pay: `${pay}.0001` }), answer: 'false: pay' },
  { title: 'the pay in another spelling', text: changed({ pay: `${pay}.00` }), answer: 'proven' },
  { title: 'a stake of half a unit', text: changed({ stake: '1' }), answer: 'false: stake, pay' },
  { title: 'a stake with a fraction', text: changed({ stake: '1000.5' }), answer: 'false: stake, pay' },
  { title: 'a stake of 0', text: changed({ stake: '0', pay: '0' }), answer: 'false: stake, pay' },
  { title: 'another stake with its pay', text: changed({ stake: '2000' }), answer: 'false: pay' },
  { title: 'another stake of a lost round', text: JSON.stringify({ ...lost, stake: '2' }), answer: 'proven' },
  {
    title: 'the largest stake that fits',
    text: JSON.stringify({ ...lost, stake: '9007199254740990' }),
    answer: 'proven',
  },
  { title: 'another nonce', text: changed({ nonce: honestDecided.nonce + 1, decisions: [] }), answer: noRound },
  { title: 'another game', text: changed({ game: 'black-jack' }), answer: 'false: mathematics' },
  { title: 'another commitment', text: changed({ serverSeedHash: '00'.repeat(32) }), answer: 'false: commitment' },
  {
    title: 'a game, commitment, pay and decisions that are wrong',
    text: changed({ game: 'x', serverSeedHash: '00'.repeat(32), stake: '3', decisions: [] }),
    answer: 'false: mathematics, commitment, decisions, events, stake, pay',
  },
  { title: 'a chain with a round with decisions', text: JSON.stringify(decidedChain()), answer: 'holds' },
  {
    title: 'a chain with other decisions than were shown',
    text: JSON.stringify(decidedChain({ decisions: [...decisions.slice(0, -1), 'stand'] })),
    answer: 'false: 1 shown-otherwise',
  },
  {
    title: 'a chain with decisions that do not fit',
    text: JSON.stringify(decidedChain({ decisions: [...decisions, 'hit'] })),
    answer: 'false: 1 shown-otherwise',
  },
  {
    title: 'a chain without the decisions',
    text: JSON.stringify(decidedChain({ decisions: undefined })),
    answer: 'false: 1 shown-otherwise',
  },
  {
    title: 'a chain with a stake that does not divide into units',
    text: JSON.stringify(decidedChain({ stake: '999' })),
    answer: 'false: 1 shown-otherwise',
  },
  {
    title: 'a chain with null as decisions, and a wrong digest',
    text: JSON.stringify(decidedChain({ decisions: null, digests: 'x' })),
    answer: 'malformed: results.decisions, results.digests',
  },
  {
    title: 'a chain with a number as decision',
    text: JSON.stringify(decidedChain({ decisions: ['hit', 1] })),
    answer: 'malformed: results.decisions',
  },
  {
    title: 'a chain with decisions of a slot',
    text: JSON.stringify(decidedChain({ mathHash: mathHashOf(slot, sha256Hex), stake: '1000', decisions: ['hit'] })),
    answer: 'false: 1 shown-otherwise',
  },
  { title: 'a pair of seeds in use', text: changed({ serverSeed: null }), answer: 'not-revealed' },
  { title: 'unknown mathematics', text: changed({ mathHash: '00'.repeat(32) }), answer: 'unknown-mathematics' },
  {
    title: 'further fields of a round with decisions',
    text: changed({ further: 1, defaulted: ['x'], mathematics: blackjack }),
    answer: 'proven',
  },
]
