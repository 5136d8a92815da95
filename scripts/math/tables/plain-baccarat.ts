/**
 * Baccarat by the printed table of the third card and by point values alone, without the engine: a second computation of how often
 * each side wins, in whole numbers of any size.
 */

/** For each total of the banker's two cards, whether it draws (`D`) or stands (`S`) on the player's third card 0 to 9. */
const bankerTable: Readonly<Record<number, string>> = {
  0: 'DDDDDDDDDD',
  1: 'DDDDDDDDDD',
  2: 'DDDDDDDDDD',
  3: 'DDDDDDDDSD',
  4: 'SSDDDDDDSS',
  5: 'SSSSDDDDSS',
  6: 'SSSSSSDDSS',
  7: 'SSSSSSSSSS',
}

/** How many cards a round takes and its totals, from the point values of six cards in the order of the shoe. */
export function plainRound(values: readonly number[]): { player: number[]; banker: number[] } {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = values
  const [ofPlayer, ofBanker] = [(first + third) % 10, (second + fourth) % 10]
  const two = { player: [first, third], banker: [second, fourth] }
  if (ofPlayer > 7 || ofBanker > 7) return two
  if (ofPlayer > 5) return ofBanker > 5 ? two : { ...two, banker: [...two.banker, fifth] }
  const player = [...two.player, fifth]
  const isDrawn = bankerTable[ofBanker]?.[fifth] === 'D'
  return { player, banker: isDrawn ? [...two.banker, sixth] : two.banker }
}

export type PlainWays = { player: bigint; banker: bigint; tie: bigint; bankerWithSix: bigint }

/** In how many of all orders of six cards from full decks each side wins. */
export function plainWays(decks: number): PlainWays {
  const ways: PlainWays = { player: 0n, banker: 0n, tie: 0n, bankerWithSix: 0n }
  const left = Array.from({ length: 10 }, (_, value) => decks * (value === 0 ? 16 : 4))
  const values: number[] = []
  const visit = (weight: number): void => {
    if (values.length === 6) {
      count(ways, values, BigInt(weight))
      return
    }
    for (let value = 0; value < 10; value++) {
      const many = left[value] ?? 0
      left[value] = many - 1
      values.push(value)
      visit(weight * many)
      values.pop()
      left[value] = many
    }
  }
  visit(1)
  return ways
}

function count(ways: PlainWays, values: readonly number[], weight: bigint): void {
  const { player, banker } = plainRound(values)
  const total = (hand: readonly number[]): number => hand.reduce((sum, value) => sum + value, 0) % 10
  const [ofPlayer, ofBanker] = [total(player), total(banker)]
  if (ofPlayer === ofBanker) ways.tie += weight
  else if (ofPlayer > ofBanker) ways.player += weight
  else ways.banker += weight
  if (ofBanker === 6 && ofPlayer < 6) ways.bankerWithSix += weight
}
