import { basicStrategy } from '#domain/games/blackjack/basic-strategy.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { cardsInDeck } from '#domain/games/table/cards.ts'
import { cipherStream } from '../chance.ts'
import { fastTable } from './fast-table.ts'

/** The rounds of a block. A block is played from a stream of its own, so any of them can be played again. */
export const blockRounds = 1_000_000

const mostNet = 64

/**
 * What simulated rounds with the basic strategy gave: how many rounds had each net result, in halves of the first stake, without and with
 * a split, by the upcard.
 */
export type RoundCounts = {
  rounds: number
  /** All stakes, in halves of the first stake. */
  staked: number
  /** By the upcard from 1, the ace, to 10: `[net, rounds]`, ascending. */
  plain: NetCounts[]
  split: NetCounts[]
}

export type NetCounts = [net: number, rounds: number][]

/** Plays rounds, each from a freshly shuffled shoe: the same seed and block, the same counts. */
export function simulateBlock(game: BlackjackGame, seed: string, block: number, rounds = blockRounds): RoundCounts {
  const play = fastTable(game, basicStrategy)
  const shoe = shoeOf(game, `blackjack ${game.code} ${seed} block ${block}`)
  const counts = new Float64Array(2 * 11 * 2 * mostNet)
  let staked = 0
  for (let index = 0; index < rounds; index++) {
    shoe.shuffle()
    const round = play(shoe.next)
    const at = ((round.hasSplit ? 11 : 0) + round.upcard) * 2 * mostNet + mostNet + round.net
    counts[at] = (counts[at] ?? 0) + 1
    staked += round.staked
  }
  const countsFrom = (start: number): NetCounts[] =>
    Array.from({ length: 10 }, (_, upcard) => {
      const from = (start + upcard + 1) * 2 * mostNet
      return [...counts.subarray(from, from + 2 * mostNet)]
        .map((many, place): [number, number] => [place - mostNet, many])
        .filter(([, many]) => many > 0)
    })
  return { rounds, staked, plain: countsFrom(0), split: countsFrom(11) }
}

/**
 * A shoe of which only the cards that are dealt are shuffled: each is drawn from those that are left and exchanged with the one at its
 * place. So every order of the dealt cards is equally likely whatever the order before, and the shoe is never put back in order.
 */
function shoeOf({ decks }: BlackjackGame, name: string): { shuffle: () => void; next: () => number } {
  const size = decks * cardsInDeck
  const cards = Uint8Array.from({ length: size }, (_, place) => Math.min((place % 13) + 1, 10))
  const stream = cipherStream(name)
  let words: Uint32Array = new Uint32Array()
  let word = 0
  let place = 0
  // Words from a limit on would make small results more likely.
  const limits = Float64Array.from({ length: size }, (_, dealt) => 2 ** 32 - (2 ** 32 % (size - dealt)))
  const next = (): number => {
    const left = size - place
    const limit = limits[place] ?? 0
    let value: number
    do {
      if (word === words.length) {
        const block = stream()
        words = new Uint32Array(block.buffer, block.byteOffset, block.length / 4)
        word = 0
      }
      value = words[word++] ?? 0
    } while (value >= limit)
    const other = place + (value % left)
    const card = cards[other] ?? 0
    cards[other] = cards[place] ?? 0
    cards[place] = card
    place += 1
    return card
  }
  return {
    shuffle: () => {
      place = 0
    },
    next,
  }
}

/** The sums of two runs. */
export function addedCounts(one: RoundCounts, other: RoundCounts): RoundCounts {
  const both = (left: NetCounts[], right: NetCounts[]): NetCounts[] =>
    left.map((counts, index) => {
      const sums = new Map(counts)
      for (const [net, rounds] of right[index] ?? []) sums.set(net, (sums.get(net) ?? 0) + rounds)
      return [...sums].sort(([low], [high]) => low - high)
    })
  return {
    rounds: one.rounds + other.rounds,
    staked: one.staked + other.staked,
    plain: both(one.plain, other.plain),
    split: both(one.split, other.split),
  }
}
