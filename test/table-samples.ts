import type { TableStep, WireOwnRound, WireSeries, WireTableRound } from '#contract/table.ts'
import { cardOf } from '#domain/games/table/cards.ts'
import type { BaccaratOutcome } from '#domain/games/table/outcome.ts'
import type { TableSession } from '#web/play/table/table-session.ts'

/** A table of baccarat as the window reads it, for tests of the window. */

export const startMs = Date.parse('2026-11-28T09:00:00.000Z')
export const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString()

/** The outcome of a text such as `4C 9D, KS 2H 3D`: the cards of the player, then those of the banker. */
export function outcomeOf(text: string): BaccaratOutcome {
  const [player = [], banker = []] = text.split(', ').map((side) => side.split(' ').map(cardOf))
  return { kind: 'baccarat', player, banker }
}

/** A hand of each winner. */
export const bankerWins = outcomeOf('2C 3D, 4H 3S')
export const playerWins = outcomeOf('9C KD, 4H 3S')
export const tie = outcomeOf('9C KD, 4H 5S')

export function roundOf(number: number, change: Partial<WireTableRound> = {}): WireTableRound {
  return {
    roundId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    number,
    state: 'open',
    opensAt: at(0),
    closesAt: at(20),
    outcome: null,
    voidReason: null,
    ...change,
  }
}

export function seriesOf(change: Partial<WireSeries> = {}): WireSeries {
  return {
    table: 'b1-baccarat',
    game: 'baccarat',
    chainEnd: 'a'.repeat(64),
    firstLink: 1,
    previousLink: 'a'.repeat(64),
    phase: 'running',
    phaseEndsAt: null,
    entries: [],
    lateSeats: [],
    links: [],
    ...change,
  }
}

const most = { banker: '500000', player: '500000', tie: '60000', 'player-pair': '45000', 'banker-pair': '45000' }
const edges = { banker: '1.0579', player: '1.2351', tie: '14.3596', 'player-pair': '10.3614', 'banker-pair': '10.3614' }

export function sessionOf(change: Partial<TableSession> = {}): TableSession {
  return {
    status: 'success',
    game: {
      code: 'baccarat',
      company: 'baize',
      names: { ko: '바카라', en: 'Baccarat', jp: 'バカラ', vn: 'Baccarat', cn: '百家乐' },
      mathHash: 'f'.repeat(64),
    },
    table: 'b1-baccarat',
    seat: 'seat-1',
    limits: {
      chips: ['1000', '5000', '10000', '50000', '100000'],
      leastStake: '1000',
      spots: Object.entries(most).map(([spot, amount]) => ({
        spot,
        most: amount,
        edge: edges[spot as keyof typeof edges],
      })),
    },
    balance: '1000000',
    currency: 'KRW',
    member: '00000000-0000-7000-8000-0000000000aa',
    signedInAt: at(-600),
    now: at(0),
    step: 10,
    series: seriesOf(),
    round: roundOf(1),
    own: null,
    totals: [],
    seats: [],
    rounds: [],
    form: null,
    betSeconds: 20,
    dealMs: 7000,
    realityCheckMs: 3_600_000,
    mode: 'play',
    timeZone: 'Asia/Seoul',
    ...change,
  }
}

/** The own bets of one placement a spot, each with the id `bet-<index>`. */
export function ownOf(...spots: readonly (readonly [spot: string, stake: string])[]): WireOwnRound {
  return {
    staked: String(spots.reduce((sum, [, stake]) => sum + Number(stake), 0)),
    returned: null,
    placements: spots.map(([spot, stake], index) => ({
      requestId: `bet-${index}`,
      spots: [{ spot, stake }],
      undone: false,
    })),
  }
}

type Body<Kind extends TableStep['kind']> = Omit<Extract<TableStep, { kind: Kind }>, 'kind' | 'number' | 'at'>

/** A step of the table. */
export function stepOf<Kind extends TableStep['kind']>(number: number, kind: Kind, body: Body<Kind>): TableStep {
  return { kind, number, at: at(number), ...body } as unknown as TableStep
}
