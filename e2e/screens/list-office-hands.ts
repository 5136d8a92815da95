import { changeAnswer, failCalls, holdCalls, type Screen } from './scene.ts'
import type { DeskName } from './desks.ts'
import { hours, type Row } from './books-states.ts'

/** Screens of the office's page of rounds with decisions, which a program without players has not. */

type Steps = NonNullable<Screen['steps']>

const roundId = '0197eeee-0000-7000-8000-000000000001'

function screen(name: string, path: string, before: Steps, more: Partial<Screen<DeskName>> = {}): Screen<DeskName> {
  return { name: `office-${name}`, who: 'manager', path, before, ...more }
}

const member = (userId: string): Row => ({ id: userId, userId, nick: userId, level: 2, referenceCode: 'A1' })

const listed = (number: number): Row => ({
  id: number === 41 ? roundId : `0197eeee-0000-7000-8000-0000000001${number}`,
  brand: 'nocturne',
  member: member(['moonlight', 'sunrise', 'harbour'][number % 3] ?? ''),
  game: 'blackjack',
  number,
  state: number === 42 ? 'open' : number === 39 ? 'void' : 'settled',
  at: hours((43 - number) / 50),
  endedAt: number === 42 ? null : hours((43 - number) / 50),
  stake: '1000000',
  staked: '3500000',
  returned: number === 42 ? null : '4000000',
  voidReason: number === 39 ? 'office' : null,
  proposal: null,
})

const total = (count: number): Row => ({ total: count, isSoft: false })
const hand = (cards: number[], count: number, outcome: string | null): Row => ({
  cards,
  total: total(count),
  staked: 2,
  isDone: true,
  outcome,
})

/** A split after insurance, of which one hand was doubled. */
const shown: Row = {
  ...listed(41),
  unit: '500000',
  decisions: ['insure', 'split', 'double', 'hit', 'stand'].map((action, index) => ({ action, isDefault: index === 4 })),
  decideBy: null,
  voidedAt: null,
  decision: null,
  takenBack: null,
  pair: 3,
  mathHash: 'a'.repeat(64),
  serverSeedHash: 'b'.repeat(64),
  clientSeed: 'chosen-by-the-member',
  view: {
    dealer: { cards: [0, 24, 31], total: total(18) },
    hands: [hand([7, 15, 48], 20, 'win'), hand([20, 3, 35], 22, 'bust')],
    insurance: 'taken',
    active: null,
    actions: [],
    staked: 7,
    events: [],
    result: {
      type: 'result',
      hands: [
        { outcome: 'win', staked: 4, returned: 8 },
        { outcome: 'bust', staked: 2, returned: 0 },
      ],
      insurance: { outcome: 'lose', staked: 1, returned: 0 },
      staked: 7,
      returned: 8,
    },
  },
}

/** The list, and the round with what a screen changes. */
function withRound(change: Row = {}): Steps {
  return async (scene) => {
    const rounds = Array.from({ length: 24 }, (_, index) => listed(42 - index))
    await changeAnswer('get-seat-rounds', () => ({ rounds, maxCount: 97 }))(scene)
    await changeAnswer('get-seat-round', () => ({ status: 'success', round: { ...shown, ...change } }))(scene)
  }
}

const open: Row = {
  state: 'open',
  endedAt: null,
  returned: null,
  decisions: [],
  decideBy: hours(-0.01),
  view: {
    ...(shown['view'] as Row),
    dealer: { cards: [0], total: { total: 11, isSoft: true } },
    hands: [{ ...hand([7, 20], 16, null), isDone: false }],
    result: null,
  },
}

const proposal = {
  id: '0197dddd-0000-7000-8000-000000000002',
  reason: '화면 오류로 카드를 확인할 수 없었습니다.',
  by: 'cashier',
  mine: false,
  at: hours(0.1),
  expiresAt: hours(-71.9),
}

const voided: Row = {
  state: 'void',
  voidReason: 'office',
  voidedAt: hours(1),
  returned: '3500000',
  decision: { reason: proposal.reason, by: 'cashier', decidedBy: 'manager', at: hours(1) },
  takenBack: { returned: '4000000', owed: '420000' },
}

/** Screens of the office's page of rounds with decisions. */
export const officeHandScreens: readonly Screen<DeskName>[] = [
  screen('hands', '/hands', withRound()),
  screen('hands-round', `/hands/${roundId}`, withRound()),
  screen('hands-round-open', `/hands/${roundId}`, withRound(open)),
  screen('hands-round-decide', `/hands/${roundId}`, withRound({ proposal })),
  screen('hands-round-void', `/hands/${roundId}`, withRound(voided)),
  screen('hands-gone', `/hands/${roundId}`, async () => undefined),
  screen(
    'hands-empty',
    '/hands',
    changeAnswer('get-seat-rounds', () => ({ rounds: [], maxCount: 0 })),
  ),
  screen('hands-loading', '/hands', holdCalls('get-seat-rounds')),
  screen('hands-failed', '/hands', failCalls(500, 'get-seat-rounds')),
]
