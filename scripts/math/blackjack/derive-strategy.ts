import { strategyUpcards, type StrategyTable } from '#domain/games/blackjack/basic-strategy.ts'
import type { BlackjackGame } from '#domain/games/blackjack/game.ts'
import { expectationsOf, fullCounts, handOf, totalOfCounts, values, type Expectations } from './expectation.ts'

/**
 * Computes the basic strategy: by the total and the upcard alone, the best play in the mean over all first two cards of that total, each
 * with its chance in the shoe, and played on in the best way. A pair is split when its two hands, each with the other card of the pair out of the
 * shoe and not split again, gain more than the pair does otherwise.
 */
export function deriveStrategy(game: BlackjackGame): StrategyTable {
  const rows: { hard: Row; soft: Row; pairs: Row } = { hard: {}, soft: {}, pairs: {} }
  for (const letter of strategyUpcards) {
    const upcard = valueOfLetter(letter)
    const expectations = expectationsOf(game, upcard)
    for (const { total, isSoft, hands } of startsByTotal(game, upcard)) {
      const row = isSoft ? rows.soft : rows.hard
      row[total] = `${row[total] ?? ''}${letterFor(expectations, hands)}`
    }
    for (const value of values) {
      const name = value === 1 ? 'A' : value === 10 ? 'T' : String(value)
      const pair = handOf([value, value])
      const isSplit = splitGain(game, upcard, value) > expectations.best(pair, 2)
      rows.pairs[name] =
        `${rows.pairs[name] ?? ''}${isSplit ? 'P' : letterFor(expectations, [{ hand: pair, ways: 1 }])}`
    }
  }
  return rows
}

type Row = Record<string, string>
type Start = { hand: readonly number[]; ways: number }

export function valueOfLetter(letter: string): number {
  return letter === 'A' ? 1 : letter === 'T' ? 10 : Number(letter)
}

/**
 * The first two cards by their total, with how often they come. Pairs are left out, but for the hard totals 4 and 20, which no other
 * two cards have; aces of a pair are always split.
 */
function startsByTotal(game: BlackjackGame, upcard: number): { total: number; isSoft: boolean; hands: Start[] }[] {
  const left = fullCounts(game)
  left[upcard] = (left[upcard] ?? 0) - 1
  const starts = values.flatMap((one) =>
    values
      .filter((other) => other > one || (other === one && (one === 2 || one === 10)))
      .map((other) => {
        const ways =
          other === one ? ((left[one] ?? 0) * ((left[one] ?? 0) - 1)) / 2 : (left[one] ?? 0) * (left[other] ?? 0)
        const hand = handOf([one, other])
        return { ...totalOfCounts(hand), hand, ways }
      })
      .filter(({ total }) => total < 21),
  )
  const groups = Map.groupBy(starts, ({ total, isSoft }) => `${isSoft} ${total}`)
  return [...groups.values()].map((hands) => ({
    total: hands[0]?.total ?? 0,
    isSoft: hands[0]?.isSoft ?? false,
    hands,
  }))
}

/** `D` where doubling is best and hitting second, `d` where standing is second, else the best of the other two. */
function letterFor(expectations: Expectations, starts: readonly Start[]): string {
  const gain = (move: 'stand' | 'hit' | 'double') =>
    starts.reduce((sum, { hand, ways }) => sum + ways * expectations.gainOf(hand, move), 0)
  const [stand, hit, double] = [gain('stand'), gain('hit'), gain('double')]
  const isHit = hit > stand
  if (double > Math.max(hit, stand)) return isHit ? 'D' : 'd'
  return isHit ? 'H' : 'S'
}

/** What two hands from a pair gain together, each played in the best way and not split again; of aces with one card each. */
function splitGain(game: BlackjackGame, upcard: number, value: number): number {
  const expectations = expectationsOf(game, upcard, [value])
  const single = handOf([value])
  return (
    2 *
    expectations.nextChances(single).reduce((sum, chance, next) => {
      if (chance === 0) return sum
      const hand = single.map((count, one) => (one === next ? count + 1 : count))
      return sum + chance * (value === 1 ? expectations.gainOf(hand, 'stand') : expectations.best(hand, 2))
    }, 0)
  )
}
