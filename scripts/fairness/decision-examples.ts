import { createHash } from 'node:crypto'
import { adviceOf } from '#domain/games/blackjack/basic-strategy.ts'
import { decidedRecordText, type DecidedRecord } from '#domain/games/blackjack/decided-record.ts'
import type { BlackjackAction, BlackjackEvent } from '#domain/games/blackjack/events.ts'
import { blackjack as game, blackjackHashOf } from '#domain/games/blackjack/game.ts'
import { beginRound, settlementOf, step } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { recordedDraw } from '#domain/games/recorded-draw.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { cardText } from '#domain/games/table/cards.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { answerLine } from './answer-line.ts'

/** The examples of section 14 of `docs/fairness.md`: rounds with decisions, and decisions that do not fit. */

type Seeds = { serverSeed: string; clientSeed: string }
type Played = { nonce: number; decisions: BlackjackAction[]; state: BlackjackState }

const stake = wholeUnits(1000)

/** A round of which insurance is taken if `insures`, and hands are played as the table advises. */
export function playedRound(seeds: Seeds, nonce: number, insures = false): Played {
  const { draw } = recordedDraw({ ...seeds, gameCode: game.code, nonce })
  const decisions: BlackjackAction[] = []
  let state = beginRound(game, draw)
  for (let advice = adviceOf(game, state); advice !== null; advice = adviceOf(game, state)) {
    const action = insures && advice === 'decline' ? 'insure' : advice
    const stepped = step(game, state, action)
    if (stepped.kind === 'refused') throw new Error(`${action} was refused: ${stepped.reason}.`)
    decisions.push(action)
    state = stepped.state
  }
  return { nonce, decisions, state }
}

/** The record of a round as the platform publishes it. */
export function decidedRecordOf({ serverSeed, clientSeed }: Seeds, { nonce, decisions, state }: Played): DecidedRecord {
  const returned = settlementOf(state)?.returned ?? 0
  return {
    game: game.code,
    mathHash: blackjackHashOf(game),
    serverSeedHash: createHash('sha256').update(Buffer.from(serverSeed, 'hex')).digest('hex'),
    serverSeed,
    clientSeed,
    nonce,
    stake: amountToWire(stake),
    pay: amountToWire(amountOfUnits(returned, stake, game.unitsPerStake)),
    decisions,
    events: state.events,
  }
}

function firstRound(seeds: Seeds, fits: (round: Played) => boolean, insures = false): Played {
  for (let nonce = 0; nonce < 4000; nonce++) {
    const round = playedRound(seeds, nonce, insures)
    if (fits(round)) return round
  }
  throw new Error('No such round among the first 4000.')
}

const has = ({ decisions }: Played, action: BlackjackAction): boolean => decisions.includes(action)

/** The examples by title, in the order of the file. */
export function decisionExamples(seeds: Seeds): [title: string, record: DecidedRecord][] {
  const known = exampleRounds(seeds)
  const [split, won, natural, standing] = [known.split, known.won, known.natural, known.standing].map((round) =>
    decidedRecordOf(seeds, round),
  ) as [DecidedRecord, DecidedRecord, DecidedRecord, DecidedRecord]
  return [
    ['the round above', split],
    ['insurance that was won', won],
    ['a blackjack, without any decision', natural],
    ['the round above without its last decision', { ...split, decisions: split.decisions.slice(0, -1) }],
    ['a blackjack with a decision too many', { ...natural, decisions: ['stand'] }],
    ['a pair that is none', { ...standing, decisions: ['split', ...standing.decisions] }],
    ['a word that is no decision', { ...standing, decisions: ['surrender'] }],
    ['the round above with another pay', { ...split, pay: '1' }],
    ['a stake that does not divide into units', { ...standing, stake: '999' }],
    ['a round of the pair of seeds in use', { ...standing, serverSeed: null }],
  ]
}

let found: { split: Played; won: Played; natural: Played; standing: Played } | undefined

/** Searched once. */
function exampleRounds(seeds: Seeds): NonNullable<typeof found> {
  found ??= {
    split: firstRound(seeds, (round) => {
      const hands = settlementOf(round.state)?.hands ?? []
      return has(round, 'hit') && hands.length > 1 && hands.some(({ returned }) => returned === 4 * game.unitsPerStake)
    }),
    won: firstRound(seeds, ({ state }) => settlementOf(state)?.insurance?.outcome === 'win', true),
    natural: firstRound(seeds, ({ state }) => settlementOf(state)?.hands[0]?.outcome === 'blackjack'),
    standing: firstRound(
      seeds,
      ({ decisions, state }) => decisions.join() === 'stand' && settlementOf(state)?.hands[0]?.outcome === 'win',
    ),
  }
  return found
}

/** The records as texts, in the order of the file. */
export function decisionTexts(seeds: Seeds): string[] {
  return decisionExamples(seeds).map(([, record]) => decidedRecordText(record))
}

/** What a program prints for each of the examples. */
export function decisionLines(seeds: Seeds): string[] {
  return decisionTexts(seeds).map((text) => answerLine(verifyText(text, [game])))
}

/** The part of the page. */
export function decisionsPart(seeds: Seeds): string {
  const { split } = exampleRounds(seeds)
  const { draws, blocks } = drawsOf(seeds, split.nonce)
  const record = decidedRecordOf(seeds, split)
  const result = settlementOf(split.state)
  return [
    `The seeds are those of section 12, the nonce is ${split.nonce}. The message of block 0 is \`${seeds.clientSeed}:${game.code}:${split.nonce}:0\`, the block \`${blocks[0]}\`. ` +
      `The shuffle takes ${draws.length} draws from ${blocks.length} blocks; the first, below ${draws[0]?.below}, gives ${draws[0]?.result}. The shoe begins with the cards`,
    fenced(split.state.shoe.slice(0, 16).map(cardText).join(' ')),
    `The decisions are ${split.decisions.map((one) => `\`${one}\``).join(', ')}. The events:`,
    fenced(`[\n${split.state.events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')}\n]`),
    `In words: ${split.state.events.map(eventText).join('; ')}. The round staked ${result?.staked} units and returned ${result?.returned}: ` +
      `${record.stake} × ${result?.returned} ÷ ${game.unitsPerStake} = ${record.pay}.`,
    '**All examples** are in `docs/fairness/decisions.json`. `python3 verify.py --list < decisions.json` prints, and exits with 1:',
    fenced(decisionLines(seeds).join('\n')),
    'They are, in this order:',
    decisionExamples(seeds)
      .map(([title], index) => `${index + 1}. ${title}`)
      .join('\n'),
  ].join('\n\n')
}

function drawsOf(seeds: Seeds, nonce: number): Pick<ReturnType<typeof recordedDraw>, 'draws' | 'blocks'> {
  const recorded = recordedDraw({ ...seeds, gameCode: game.code, nonce })
  beginRound(game, recorded.draw)
  return recorded
}

function eventText(event: BlackjackEvent): string {
  const cards = [
    ...('cards' in event ? event.cards : []),
    ...('upcard' in event ? [event.upcard] : []),
    ...('card' in event ? [event.card] : []),
  ]
  return [event.type, ...('hand' in event ? [String(event.hand)] : []), ...cards.map(cardText)].join(' ')
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``
}
