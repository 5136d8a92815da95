import { dealBaccarat, pointsOf } from '#domain/games/table/baccarat/hands.ts'
import { wholeUnits } from '#domain/money.ts'
import { tableFaults } from '#domain/games/table/definition-check.ts'
import { largestLoss, placementsOf } from '#domain/games/table/exposure.ts'
import { marksOf } from '#domain/games/table/marks.ts'
import { leastChip, returnedBy, type RaceGame, type TableGame } from '#domain/games/table/table-game.ts'
import type { CatalogueTable } from '#domain/games/table/tables.ts'
import type { Claim } from '../claim.ts'
import { z999OfAll } from '../interval.ts'
import { add, rational, times, toNumber } from '../rational.ts'
import { zScore } from '../simulate.ts'
import { allOutcomes } from './all-outcomes.ts'
import { betsOf, percentText, returnedByCall } from './edges.ts'
import { outcomesOf } from './outcomes.ts'
import { plainRound, plainWays } from './plain-baccarat.ts'
import { plainReturn, plainStake } from './plain-pays.ts'
import { plainChance } from './plain-race.ts'
import { simulateTable } from './simulate-table.ts'
import { staleSheet } from './table-files.ts'

/** Edges in per cent that are published of these bets everywhere. */
const publishedEdges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  baccarat: { banker: '1.0579', player: '1.2351', tie: '14.3596' },
  'dragon-tiger': { dragon: '3.7349', tiger: '3.7349' },
  roulette: { 'straight-0': '2.7027', red: '2.7027', voisins: '2.7027' },
  'sic-bo': { small: '2.7778', big: '2.7778' },
}

/** All claims about a table game that need no simulation. */
export async function tableClaims({ game, names }: CatalogueTable): Promise<Claim[]> {
  const faults = tableFaults(game)
  const stale = await staleSheet({ game, names })
  return [
    {
      claim: 'the data have no faults',
      holds: faults.length === 0,
      found: faults.map(({ field, fault }) => `${field}: ${fault}`).join('; ') || 'none',
    },
    payClaim(game),
    ...(game.kind === 'baccarat' ? [dealClaim(), waysClaim(game)] : []),
    ...(game.kind === 'race' ? [chanceClaim(game), marginClaim(game)] : []),
    lossClaim(game),
    publishedClaim(game),
    { claim: 'the sheet is fresh', holds: stale.length === 0, found: stale.join(', ') || 'fresh' },
  ]
}

/** Every bet of every outcome against the second program. */
function payClaim(game: TableGame): Claim {
  const outcomes = allOutcomes(game.kind)
  const wrong: string[] = []
  let compared = 0
  const compare = (bet: string, got: number, index: number): void => {
    const outcome = outcomes[index]
    if (!outcome) return
    compared += 1
    const due = plainReturn(game.code, bet, outcome)
    if (got !== due) wrong.push(`${bet} at ${JSON.stringify(outcome)}: ${got}, not ${due} of ${plainStake}`)
  }
  outcomes.forEach((outcome, index) => {
    const marks = new Set(marksOf(outcome))
    for (const spot of game.spots) {
      const [numerator, denominator] = returnedBy(spot, marks)
      compare(spot.code, (plainStake * numerator) / denominator, index)
    }
    for (const call of game.calls) {
      compare(call.code, toNumber(times(rational(plainStake), returnedByCall(game.spots, call, marks))), index)
    }
  })
  return {
    claim: 'every bet of every outcome returns what the second program says',
    holds: wrong.length === 0 && compared > 0,
    found: wrong.slice(0, 3).join('; ') || `${compared} returns of ${outcomes.length} outcomes`,
  }
}

let dealt: Claim | undefined

/** The third cards of every order of six point values, against the printed table; kept, as all baccarat games share them. */
function dealClaim(): Claim {
  dealt ??= compareDeals()
  return dealt
}

function compareDeals(): Claim {
  const orders = 1_000_000
  let wrong = ''
  for (let code = 0; code < orders && wrong === ''; code++) {
    const values = [0, 1, 2, 3, 4, 5].map((place) => Math.floor(code / 10 ** place) % 10)
    let place = 0
    const dealt = dealBaccarat(() => ((values[place++] ?? 0) + 12) % 13)
    const hands = [dealt.player, dealt.banker].map((hand) => hand.map((card) => pointsOf([card])).join())
    const { player, banker } = plainRound(values)
    if (hands.join(' ') !== `${player.join()} ${banker.join()}`) wrong = `${values.join()}: ${hands.join(' ')}`
  }
  return {
    claim: 'every order of six point values is dealt as the printed table of the third card says',
    holds: wrong === '',
    found: wrong || `${orders} orders`,
  }
}

/** How often each side of baccarat wins, counted again by point values. */
function waysClaim(game: TableGame): Claim {
  const { classes } = outcomesOf(game)
  const waysWith = (mark: string): bigint =>
    classes.reduce((sum, { marks, ways }) => sum + (marks.includes(mark) ? ways : 0n), 0n)
  const second = plainWays('decks' in game ? game.decks : 0)
  const found = [waysWith('banker'), waysWith('player'), waysWith('tie'), waysWith('banker-6')]
  return {
    claim: 'the second program counts the same orders of six cards for each side',
    holds: found.join() === [second.banker, second.player, second.tie, second.bankerWithSix].join(),
    found: `banker ${found[0]}, player ${found[1]}, tie ${found[2]}, banker with 6 ${found[3]}`,
  }
}

/** The chance of every bet on a race, computed another way. */
function chanceClaim(game: RaceGame): Claim {
  const bets = betsOf(game)
  const wrong = bets.filter(({ code, hit }) => {
    const { numerator, denominator } = plainChance(game.code, code)
    return numerator !== hit.numerator || denominator !== hit.denominator
  })
  return {
    claim: 'the second program finds the same chance of every bet',
    holds: wrong.length === 0,
    found: wrong.map(({ code }) => code).join(', ') || `${bets.length} bets`,
  }
}

/** No bet on a race keeps less than the margin, nor more than what cutting off the odds adds. */
function marginClaim(game: RaceGame): Claim {
  const wrong = betsOf(game).filter(({ edge, hit }) => {
    const cut = add(edge, rational(-game.marginPercent, 100))
    const most = times(hit, rational(1, 100))
    return cut.numerator < 0n || cut.numerator * most.denominator >= most.numerator * cut.denominator
  })
  const edges = betsOf(game).map(({ edge }) => toNumber(edge))
  return {
    claim: `every bet keeps the margin of ${game.marginPercent} %, and less than a hundredth of its odds more`,
    holds: wrong.length === 0,
    found:
      wrong.map(({ code }) => code).join(', ') ||
      `${(100 * Math.min(...edges)).toFixed(4)} % to ${(100 * Math.max(...edges)).toFixed(4)} %`,
  }
}

/** The largest loss of a stake on each bet, by the sets of marks that can occur, against the largest return of all courses. */
function lossClaim(game: TableGame): Claim {
  const chip = wholeUnits(leastChip(game))
  const wrong = betsOf(game).filter(({ code, returns }) => {
    const call = game.calls.find((one) => one.code === code)
    const placements = call ? placementsOf(call, chip) : [{ spot: code, stake: chip }]
    const staked = placements.reduce((sum, { stake }) => sum + stake, 0n)
    const most = returns[0]?.returned ?? rational(0)
    return (largestLoss(game, placements) + staked) * most.denominator !== staked * most.numerator
  })
  return {
    claim: 'the largest loss of each bet is its largest return less the stake',
    holds: wrong.length === 0,
    found: wrong.map(({ code }) => code).join(', ') || 'all',
  }
}

function publishedClaim(game: TableGame): Claim {
  const bets = betsOf(game)
  const edges = Object.entries(publishedEdges[game.code] ?? {}).map(([code, due]) => {
    const bet = bets.find((one) => one.code === code)
    return { code, due, got: bet ? percentText(bet.edge) : 'none' }
  })
  return {
    claim: 'the edges that are published everywhere are the same to four decimals',
    holds: edges.every(({ due, got }) => due === got),
    found: edges.map(({ code, got }) => `${code} ${got} %`).join(', ') || 'none published',
  }
}

/** Plays rounds and holds the mean return of each bet to its interval; with 99.9 % all of them are inside. */
export function simulatedTableClaims(game: TableGame, rounds: number, seed: string): Claim[] {
  const simulated = simulateTable(game, rounds, seed)
  const bets = betsOf(game)
  const most = z999OfAll(bets.length)
  return bets.map(({ code, edge, deviation }) => {
    const spot = game.spots.find((one) => one.code === code)
    const call = game.calls.find((one) => one.code === code)
    const returned = simulated.classes.reduce((sum, { marks, ways }) => {
      const shown = new Set(marks)
      if (spot) {
        const [numerator, denominator] = returnedBy(spot, shown)
        return sum + (ways * numerator) / denominator
      }
      return call ? sum + ways * toNumber(returnedByCall(game.spots, call, shown)) : sum
    }, 0)
    const score = zScore(returned / simulated.total, 1 - toNumber(edge), deviation, simulated.total)
    return {
      claim: `the return of ${code} in ${simulated.total} simulated rounds lies inside the interval that holds all bets with 99.9 %`,
      holds: Math.abs(score) <= most,
      found: `edge ${(100 * (1 - returned / simulated.total)).toFixed(4)} %, exact ${percentText(edge)} %, z = ${score.toFixed(3)}`,
    }
  })
}
