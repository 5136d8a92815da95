import { strategyUpcards, type StrategyTable } from '#domain/games/blackjack/basic-strategy.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'

/**
 * A second engine of blackjack, for billions of rounds: cards are only what they count, 1 for an ace to 10, everything is in typed
 * arrays, and the strategy is built in. It knows nothing of the engine that members play with; a test compares the two round by round.
 */

export type FastRound = {
  /** What the round returned less its stakes, in halves of the first stake. */
  net: number
  /** All stakes of the round in halves of the first one. */
  staked: number
  hasSplit: boolean
  upcard: number
}

const hit = 0
const stand = 1
const split = 2
const doubleOrHit = 3
const doubleOrStand = 4
const codeOf: Readonly<Record<string, number>> = { H: hit, S: stand, P: split, D: doubleOrHit, d: doubleOrStand }

/** The letters of a table as codes: at total or value × 11 + what the upcard counts. */
type Codes = { hard: Uint8Array; soft: Uint8Array; pairs: Uint8Array }

function codesOf({ hard, soft, pairs }: StrategyTable): Codes {
  const coded = (rows: Readonly<Record<string, string>>, placeOf: (name: string) => number): Uint8Array => {
    const codes = new Uint8Array(32 * 11).fill(stand)
    for (const [name, row] of Object.entries(rows)) {
      for (const [column, upcard] of [...strategyUpcards].entries()) {
        codes[placeOf(name) * 11 + valueOf(upcard)] = codeOf[row[column] ?? 'S'] ?? stand
      }
    }
    return codes
  }
  return { hard: coded(hard, Number), soft: coded(soft, Number), pairs: coded(pairs, valueOf) }
}

function valueOf(letter: string): number {
  return letter === 'A' ? 1 : letter === 'T' ? 10 : Number(letter)
}

/** What the functions below share: the rules, and of each hand its two first cards, then its total and its stake. */
type Table = Codes & {
  hitsSoft17: boolean
  mostHands: number
  unit: number
  hands: number
  first: Uint8Array
  second: Uint8Array
  total: Uint8Array
  stake: Uint8Array
}

/** Plays one round with the cards that `next` gives, in the order of the deal; the result is valid until the next round. */
export function fastTable(game: BlackjackGame, strategy: StrategyTable): (next: () => number) => FastRound {
  const { mostHands, unitsPerStake: unit, blackjackReturns } = game
  const [first, second, total, stake] = [0, 1, 2, 3].map(() => new Uint8Array(mostHands)) as Four
  const hands = { hands: 1, first, second, total, stake }
  const table: Table = { ...codesOf(strategy), hitsSoft17: game.dealerSoft17 === 'hit', mostHands, unit, ...hands }
  const round: FastRound = { net: 0, staked: 0, hasSplit: false, upcard: 0 }
  return (next) => {
    const one = next()
    const upcard = next()
    const other = next()
    const hole = next()
    const isOwn = isBlackjack(one, other)
    const isDealers = isBlackjack(upcard, hole)
    round.upcard = upcard
    round.staked = unit
    round.hasSplit = false
    if (isOwn || isDealers) {
      round.net = isOwn ? (isDealers ? 0 : blackjackReturns - unit) : -unit
      return round
    }
    first[0] = one
    second[0] = other
    table.hands = 1
    let isOpen = false
    for (let place = 0; place < table.hands; place++) {
      splitHand(table, place, upcard, next)
      if (playHand(table, place, upcard, next) <= 21) isOpen = true
    }
    const against = isOpen ? dealerTotal(table.hitsSoft17, upcard, hole, next) : 0
    round.hasSplit = table.hands > 1
    round.net = 0
    round.staked = 0
    for (let place = 0; place < table.hands; place++) {
      const [own, staked] = [total[place] ?? 0, stake[place] ?? 0]
      round.staked += staked
      if (own > 21) round.net -= staked
      else if (against > 21 || own > against) round.net += staked
      else if (own < against) round.net -= staked
    }
    return round
  }
}

type Four = [Uint8Array, Uint8Array, Uint8Array, Uint8Array]

function isBlackjack(one: number, other: number): boolean {
  return one + other === 11 && (one === 1 || other === 1)
}

/** Splits the hand at a place as often as the strategy says; the new hands are behind it. Split aces are not split again. */
function splitHand(table: Table, place: number, upcard: number, next: () => number): void {
  const { first, second, pairs } = table
  const one = first[place] ?? 0
  while (
    one === second[place] &&
    table.hands < table.mostHands &&
    pairs[one * 11 + upcard] === split &&
    !(one === 1 && table.hands > 1)
  ) {
    for (let moved = table.hands; moved > place + 1; moved--) {
      first[moved] = first[moved - 1] ?? 0
      second[moved] = second[moved - 1] ?? 0
    }
    table.hands += 1
    first[place + 1] = one
    second[place] = next()
    second[place + 1] = next()
  }
}

/** Plays the hand at a place and returns its total. Split aces have one card each. */
function playHand(table: Table, place: number, upcard: number, next: () => number): number {
  const { hard, soft, pairs, unit } = table
  const [one, other] = [table.first[place] ?? 0, table.second[place] ?? 0]
  let sum = one + other
  let isAce = one === 1 || other === 1
  let staked = unit
  const isDone = table.hands > 1 && one === 1
  for (let cards = 2; !isDone; cards++) {
    const isSoft = isAce && sum <= 11
    const value = isSoft ? sum + 10 : sum
    if (value >= 21) break
    const isPair = cards === 2 && one === other && table.hands < table.mostHands
    const code = isPair ? pairs[one * 11 + upcard] : (isSoft ? soft : hard)[value * 11 + upcard]
    if (code === stand || (code === doubleOrStand && cards > 2)) break
    const card = next()
    sum += card
    if (card === 1) isAce = true
    if (code !== hit && cards === 2) {
      staked = 2 * unit
      break
    }
  }
  const value = isAce && sum <= 11 ? sum + 10 : sum
  table.total[place] = value
  table.stake[place] = staked
  return value
}

function dealerTotal(hitsSoft17: boolean, upcard: number, hole: number, next: () => number): number {
  let sum = upcard + hole
  let isAce = upcard === 1 || hole === 1
  for (;;) {
    const isSoft = isAce && sum <= 11
    const value = isSoft ? sum + 10 : sum
    if (value > 17 || (value === 17 && !(isSoft && hitsSoft17))) return value
    const card = next()
    sum += card
    if (card === 1) isAce = true
  }
}
