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

/** Plays one round with the cards that `next` gives, in the order of the deal; the result is valid until the next round. */
export function fastTable(game: BlackjackGame, strategy: StrategyTable): (next: () => number) => FastRound {
  const { hard, soft, pairs } = codesOf(strategy)
  const hitsSoft17 = game.dealerSoft17 === 'hit'
  const { mostHands, unitsPerStake: unit, blackjackReturns } = game
  const round: FastRound = { net: 0, staked: 0, hasSplit: false, upcard: 0 }
  /** Of each hand its two cards, then its sum with aces as 1, whether it has an ace, its stake; a sum of 0 is not played yet. */
  const first = new Uint8Array(mostHands)
  const second = new Uint8Array(mostHands)
  const total = new Uint8Array(mostHands)
  const stake = new Uint8Array(mostHands)

  const dealerTotal = (upcard: number, hole: number, next: () => number): number => {
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

  return (next) => {
    first[0] = next()
    const upcard = next()
    second[0] = next()
    const hole = next()
    round.upcard = upcard
    round.hasSplit = false
    round.staked = unit
    const isOwn = first[0] !== second[0] && first[0] + second[0] === 11 && (first[0] === 1 || second[0] === 1)
    const isDealers = upcard + hole === 11 && (upcard === 1 || hole === 1)
    if (isOwn || isDealers) {
      round.net = isOwn ? (isDealers ? 0 : blackjackReturns - unit) : -unit
      return round
    }
    let hands = 1
    let open = 0
    round.staked = 0
    for (let place = 0; place < hands; place++) {
      const one = first[place] ?? 0
      let other = second[place] ?? 0
      // Split aces are not split again.
      while (one === other && hands < mostHands && pairs[one * 11 + upcard] === split && !(one === 1 && hands > 1)) {
        for (let moved = hands; moved > place + 1; moved--) {
          first[moved] = first[moved - 1] ?? 0
          second[moved] = second[moved - 1] ?? 0
        }
        hands += 1
        round.hasSplit = true
        first[place + 1] = one
        second[place] = other = next()
        second[place + 1] = next()
      }
      let sum = one + other
      let isAce = one === 1 || other === 1
      stake[place] = unit
      // Split aces have one card each.
      const isDone = hands > 1 && one === 1
      for (let cards = 2; !isDone; cards++) {
        const isSoft = isAce && sum <= 11
        const value = isSoft ? sum + 10 : sum
        if (value >= 21) break
        const isPair = cards === 2 && one === other && hands < mostHands
        const code = (isPair ? pairs[one * 11 + upcard] : (isSoft ? soft : hard)[value * 11 + upcard]) ?? stand
        if (code === stand || (code === doubleOrStand && cards > 2)) break
        const card = next()
        sum += card
        if (card === 1) isAce = true
        if (code !== hit && cards === 2) {
          stake[place] = 2 * unit
          break
        }
      }
      const value = isAce && sum <= 11 ? sum + 10 : sum
      total[place] = value
      round.staked += stake[place] ?? 0
      if (value <= 21) open += 1
    }
    const against = open > 0 ? dealerTotal(upcard, hole, next) : 0
    round.net = 0
    for (let place = 0; place < hands; place++) {
      const [own, staked] = [total[place] ?? 0, stake[place] ?? 0]
      if (own > 21) round.net -= staked
      else if (against > 21 || own > against) round.net += staked
      else if (own < against) round.net -= staked
    }
    return round
  }
}
