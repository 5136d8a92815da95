import { changeAnswer, failCalls, holdCalls, type Scene, type Screen } from './scene.ts'
import type { DeskName } from './desks.ts'
import { hours, type Row } from './books-states.ts'

/** Screens of the office's page of tables, with rounds that a program without players has not. */

type Steps = NonNullable<Screen['steps']>

function screen(name: string, path: string, before: Steps, more: Partial<Screen<DeskName>> = {}): Screen<DeskName> {
  return { name: `office-${name}`, who: 'manager', path, before, ...more }
}

const roundId = '0197cccc-0000-7000-8000-000000000001'
const hex = (digit: string): string => digit.repeat(64)
const seconds = (count: number): string => new Date(Date.now() + count * 1_000).toISOString()

const outcome = { kind: 'baccarat', player: [8, 38], banker: [39, 39, 16] }

const table = {
  name: 'nocturne-baccarat',
  brand: 'nocturne',
  game: 'baccarat',
  offered: true,
  resting: false,
  lease: 'held',
  series: { firstLink: 1, phase: 'running', phaseEndsAt: null },
  members: 14,
  staked: '1284000',
  owed: '2960000',
  settings: {
    betSeconds: 20,
    chips: ['1000', '5000', '25000', '100000'],
    leastStake: '1000',
    mostStake: '3000000',
    exposure: '100000000',
  },
}

const listed = (number: number): Row => ({
  id: number === 128 ? roundId : `0197cccc-0000-7000-8000-0000000001${number}`,
  brand: 'nocturne',
  table: table.name,
  game: 'baccarat',
  number,
  state: number === 129 ? 'open' : number === 126 ? 'void' : 'settled',
  opensAt: hours((130 - number) / 100),
  closesAt: hours((130 - number) / 100),
  endedAt: number === 129 ? null : hours((130 - number) / 100),
  outcome: number === 129 || number === 126 ? null : outcome,
  voidReason: number === 126 ? 'interrupted' : null,
  members: 14,
  staked: '1284000',
  proposal: null,
})

const bet = (userId: string, index: number): Row => ({
  member: { id: `m${index}`, userId, nick: userId, level: 1, referenceCode: 'A1' },
  placements: [
    { at: seconds(-60), spots: [{ spot: 'tie', stake: '5000' }], undone: index === 1 },
    {
      at: seconds(-55),
      spots: [
        { spot: 'player', stake: '100000' },
        { spot: 'player-pair', stake: '1000' },
      ],
      undone: false,
    },
  ],
  staked: '101000',
  returned: '200000',
  takenBack: null,
})

const shownRound: Row = {
  ...listed(128),
  place: 41,
  voidedAt: null,
  decision: null,
  link: null,
  series: {
    table: table.name,
    game: 'baccarat',
    chainEnd: hex('a'),
    firstLink: 1,
    previousLink: hex('b'),
    phase: 'running',
    phaseEndsAt: null,
    entries: [
      { seat: 'k3v9q2', saltHash: hex('c'), salt: hex('d'), unmixed: null },
      { seat: 'z8m1p4', saltHash: hex('e'), salt: null, unmixed: 'missing' },
    ],
    lateSeats: ['q7'],
    links: [],
  },
  bets: ['moonlight', 'sunrise', 'harbour'].map(bet),
}

async function withTables(scene: Scene): Promise<void> {
  await changeAnswer('get-game-tables', () => ({
    tables: [
      {
        ...table,
        leaseUntil: seconds(2),
        watchedAt: seconds(-1),
        round: { id: roundId, number: 129, state: 'open', opensAt: seconds(-5), closesAt: seconds(15) },
      },
      {
        ...table,
        name: 'nocturne-speed-baccarat',
        game: 'speed-baccarat',
        resting: true,
        lease: 'none',
        leaseUntil: null,
        watchedAt: hours(3),
        round: null,
        members: 0,
        staked: '0',
        owed: '0',
      },
    ],
  }))(scene)
  const rounds = Array.from({ length: 24 }, (_, index) => listed(129 - index))
  await changeAnswer('get-shared-rounds', () => ({ rounds, maxCount: 214 }))(scene)
  await changeAnswer('get-shared-round', () => ({ status: 'success', round: shownRound }))(scene)
}

/** Changes the round that `withTables` shows. */
function withRound(change: (round: Row) => Row): Steps {
  return async (scene) => {
    await withTables(scene)
    await changeAnswer('get-shared-round', () => ({
      status: 'success',
      round: { ...shownRound, ...change(shownRound) },
    }))(scene)
  }
}

const proposed = {
  id: '0197dddd-0000-7000-8000-000000000001',
  reason: '카드 인식 오류로 결과를 확인할 수 없습니다.',
  by: 'cashier',
  mine: false,
  at: hours(0.1),
  expiresAt: hours(-71.9),
}

async function openProposal(scene: Scene): Promise<void> {
  await scene.page.getByRole('button', { name: scene.t('office.sharedRound.propose') }).click()
  await scene.page.waitForTimeout(400)
}

async function pickTable(scene: Scene): Promise<void> {
  await scene.page.getByRole('row').filter({ hasText: table.name }).getByRole('button').click()
  await scene.page.waitForTimeout(400)
}

/** Screens of the office's page of tables. */
export const officeTableScreens: readonly Screen<DeskName>[] = [
  screen('tables', '/tables', withTables),
  screen('tables-settings', '/tables', withTables, { steps: pickTable }),
  screen('tables-round', `/tables/${roundId}`, withTables),
  screen('tables-round-propose', `/tables/${roundId}`, withTables, { steps: openProposal, windowOnly: true }),
  screen(
    'tables-round-decide',
    `/tables/${roundId}`,
    withRound(() => ({ proposal: proposed })),
  ),
  screen(
    'tables-round-void',
    `/tables/${roundId}`,
    withRound(({ bets }) => ({
      state: 'void',
      voidReason: 'office',
      voidedAt: hours(1),
      decision: { reason: proposed.reason, by: 'cashier', decidedBy: 'manager', at: hours(1) },
      bets: (bets as Row[]).map((bet, index) => ({
        ...bet,
        returned: '101000',
        takenBack: { returned: '200000', owed: index === 0 ? '42000' : '0' },
      })),
    })),
  ),
  screen('tables-gone', `/tables/${roundId}`, async () => undefined),
  screen('tables-empty', '/tables', async (scene) => {
    await changeAnswer('get-game-tables', () => ({ tables: [] }))(scene)
    await changeAnswer('get-shared-rounds', () => ({ rounds: [], maxCount: 0 }))(scene)
  }),
  screen('tables-loading', '/tables', holdCalls('get-game-tables', 'get-shared-rounds')),
  screen('tables-failed', '/tables', failCalls(500, 'get-game-tables', 'get-shared-rounds')),
]
