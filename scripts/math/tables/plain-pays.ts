import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { plainHundredths, plainRaceWins } from './plain-race.ts'

/**
 * What each bet returns, read from the rules of the games in words and from the code of the bet, without the engine and without the
 * data: `npm run math -- check` and the tests compare every bet of every outcome. Returns are of a stake of 900, which every
 * fraction and every call divides, so they are whole numbers.
 */
export const plainStake = 900

/** What a stake of 900 on the bet returns. Throws for a bet that these rules do not have. */
export function plainReturn(game: string, bet: string, outcome: TableOutcome): number {
  switch (outcome.kind) {
    case 'baccarat':
      return plainBaccarat(bet, outcome.player, outcome.banker, game === 'no-commission-baccarat')
    case 'dragon-tiger':
      return plainDragonTiger(bet, outcome.dragon, outcome.tiger)
    case 'roulette':
      return plainRoulette(bet, outcome.pocket)
    case 'sic-bo':
      return plainSicBo(bet, outcome.dice)
    case 'race':
      return plainRaceWins(bet, outcome.order) ? (plainStake * plainHundredths(game, bet)) / 100 : 0
  }
}

/** Odds of `to`:1 if the bet wins. */
const odds = (isWon: boolean, to: number): number => (isWon ? plainStake * (to + 1) : 0)

function plainBaccarat(bet: string, player: readonly number[], banker: readonly number[], isFreeOfCommission: boolean) {
  const value = (card: number): number => [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0][card % 13] ?? 0
  const points = (hand: readonly number[]): number => hand.map(value).reduce((one, other) => (one + other) % 10)
  const isPaired = ([first = -1, second = -2]: readonly number[]): boolean => (first - second) % 13 === 0
  const lead = points(banker) - points(player)
  if (bet === 'tie') return odds(lead === 0, 8)
  if (bet === 'player-pair') return odds(isPaired(player), 11)
  if (bet === 'banker-pair') return odds(isPaired(banker), 11)
  if (bet !== 'banker' && bet !== 'player') throw new RangeError(`No bet ${bet}.`)
  if (lead === 0) return plainStake
  if (bet === 'player') return odds(lead < 0, 1)
  if (lead < 0) return 0
  if (!isFreeOfCommission) return plainStake + (plainStake * 95) / 100
  return points(banker) === 6 ? plainStake + plainStake / 2 : 2 * plainStake
}

function plainDragonTiger(bet: string, dragon: number, tiger: number): number {
  const isTie = dragon % 13 === tiger % 13
  if (bet === 'tie') return odds(isTie, 11)
  if (bet === 'suited-tie') return odds(dragon === tiger, 50)
  if (bet !== 'dragon' && bet !== 'tiger') throw new RangeError(`No bet ${bet}.`)
  if (isTie) return plainStake / 2
  return odds(dragon % 13 > tiger % 13 === (bet === 'dragon'), 1)
}

function plainSicBo(bet: string, dice: readonly number[]): number {
  const [low = 0, middle = 0, high = 0] = [...dice].sort()
  const total = low + middle + high
  const isTriple = low === high
  const [name] = bet.split('-')
  const [first = 0, second = 0] = (bet.match(/\d+/g) ?? []).map(Number)
  const shown = dice.filter((one) => one === first).length
  switch (name) {
    case 'small':
      return odds(!isTriple && total < 11, 1)
    case 'big':
      return odds(!isTriple && total > 10, 1)
    case 'odd':
      return odds(!isTriple && total % 2 === 1, 1)
    case 'even':
      return odds(!isTriple && total % 2 === 0, 1)
    case 'total':
      return odds(total === first, [60, 30, 17, 12, 8, 6, 6][Math.min(first, 21 - first) - 4] ?? Number.NaN)
    case 'single':
      return odds(shown > 0, shown)
    case 'double':
      return odds(middle === first && (low === first || high === first), 10)
    case 'triple':
      return odds(isTriple && low === first, 180)
    case 'any':
      return odds(isTriple, 30)
    case 'pair':
      return odds(dice.includes(first) && dice.includes(second), 5)
    default:
      throw new RangeError(`No bet ${bet}.`)
  }
}

/** The chips of the calls as a croupier places them: so many on each set of pockets. */
const called: Readonly<Record<string, readonly (readonly [chips: number, pockets: string])[]>> = {
  voisins: [
    [2, '0 2 3'],
    [1, '4 7'],
    [1, '12 15'],
    [1, '18 21'],
    [1, '19 22'],
    [1, '32 35'],
    [2, '25 26 28 29'],
  ],
  tiers: [
    [1, '5 8'],
    [1, '10 11'],
    [1, '13 16'],
    [1, '23 24'],
    [1, '27 30'],
    [1, '33 36'],
  ],
  orphelins: [
    [1, '1'],
    [1, '6 9'],
    [1, '14 17'],
    [1, '17 20'],
    [1, '31 34'],
  ],
  'zero-game': [
    [1, '0 3'],
    [1, '12 15'],
    [1, '26'],
    [1, '32 35'],
  ],
}

/** The wheel, counted from the zero against the clock. */
const fromZero =
  '0 26 3 35 12 28 7 29 18 22 9 31 14 20 1 33 16 24 5 10 23 8 30 11 36 13 27 6 34 17 25 2 21 4 19 15 32'.split(' ')

function plainRoulette(bet: string, pocket: number): number {
  const calls = called[bet] ?? neighbourChips(bet)
  if (!calls) return odds(isCovered(bet, pocket), 36 / numberCovered(bet) - 1)
  const chips = calls.reduce((sum, [count]) => sum + count, 0)
  return calls.reduce((sum, [count, text]) => {
    const covered = text.split(' ')
    return sum + (covered.includes(String(pocket)) ? (plainStake * count * (36 / covered.length)) / chips : 0)
  }, 0)
}

function neighbourChips(bet: string): [chips: number, pockets: string][] | null {
  if (!bet.startsWith('neighbours-')) return null
  const place = fromZero.indexOf(bet.slice('neighbours-'.length))
  return [35, 36, 37, 38, 39].map((offset) => [1, fromZero[(place + offset) % 37] ?? ''])
}

function numberCovered(bet: string): number {
  return Array.from({ length: 37 }, (_, pocket) => pocket).filter((pocket) => isCovered(bet, pocket)).length
}

/** Whether a bet of the layout covers a pocket, by its place on the layout: rows from the zero, columns from the left. */
function isCovered(bet: string, pocket: number): boolean {
  const named = (bet.match(/\d+/g) ?? []).map(Number)
  const [first = -1] = named
  const [row, column] = [Math.ceil(pocket / 3), (pocket + 2) % 3]
  const [firstRow, firstColumn] = [Math.ceil(first / 3), (first + 2) % 3]
  if (!bet.includes('-')) return isOutside(bet, pocket) && pocket > 0
  switch (bet.replace(/-\d.*/, '')) {
    case 'straight':
    case 'split':
    case 'trio':
      return named.includes(pocket)
    case 'street':
      return row === firstRow
    case 'corner':
      return pocket > 0 && [0, 1].includes(row - firstRow) && [0, 1].includes(column - firstColumn)
    case 'six-line':
      return [0, 1].includes(row - firstRow)
    case 'first-four':
      return row < 2
    case 'dozen':
      return Math.ceil(pocket / 12) === first
    case 'column':
      return pocket > 0 && column === first - 1
    default:
      throw new RangeError(`No bet ${bet}.`)
  }
}

function isOutside(bet: string, pocket: number): boolean {
  // Red and black alternate, beginning with red at 1, 12, 19 and 30.
  const isRed = (pocket % 2 === 1) === (pocket <= 10 || (pocket >= 19 && pocket <= 28))
  const tests: Readonly<Record<string, boolean>> = {
    red: isRed,
    black: !isRed,
    odd: pocket % 2 !== 0,
    even: pocket % 2 === 0,
    low: pocket <= 18,
    high: pocket >= 19,
  }
  const found = tests[bet]
  if (found === undefined) throw new RangeError(`No bet ${bet}.`)
  return found
}
