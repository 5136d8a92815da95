import type { OfficeSharedRound, OfficeTable } from '#contract/shared-round.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { TablesPage } from './tables-page.tsx'

const { sharedRound: texts, errors, common } = english.office
const server = useFakeServer()
const hex = (digit: string): string => digit.repeat(64)

const series = {
  table: 'nocturne-baccarat',
  game: 'baccarat',
  chainEnd: hex('a'),
  firstLink: 7,
  previousLink: hex('b'),
  phase: 'ended' as const,
  phaseEndsAt: null,
  entries: [{ seat: 'seat-1', saltHash: hex('c'), salt: hex('d'), unmixed: null }],
  lateSeats: ['seat-9'],
  links: [hex('e')],
}

function makeTable(changed: Partial<OfficeTable> = {}): OfficeTable {
  return {
    name: 'nocturne-baccarat',
    brand: 'nocturne',
    game: 'baccarat',
    offered: true,
    resting: false,
    lease: 'held',
    leaseUntil: '2026-01-01T00:00:03Z',
    watchedAt: '2026-01-01T00:00:00Z',
    series: { firstLink: 7, phase: 'running', phaseEndsAt: null },
    round: {
      id: '0197cccc-0000-7000-8000-000000000001',
      number: 12,
      state: 'open',
      opensAt: new Date().toISOString(),
      closesAt: new Date(Date.now() + 15_000).toISOString(),
    },
    members: 2,
    staked: '4000',
    owed: '16000',
    settings: {
      betSeconds: 20,
      chips: ['1000', '5000'],
      leastStake: '1000',
      mostStake: '3000000',
      exposure: '160000',
    },
    ...changed,
  }
}

const round: OfficeSharedRound = {
  id: '0197cccc-0000-7000-8000-000000000001',
  brand: 'nocturne',
  table: 'nocturne-baccarat',
  game: 'baccarat',
  number: 11,
  state: 'settled',
  opensAt: '2026-01-01T00:00:00Z',
  closesAt: '2026-01-01T00:00:20Z',
  endedAt: '2026-01-01T00:00:30Z',
  // The nine of clubs and the king of hearts against two aces of spades and the four of diamonds.
  outcome: { kind: 'baccarat', player: [8, 38], banker: [39, 39, 16] },
  voidReason: null,
  members: 1,
  staked: '1000',
  proposal: null,
}

beforeEach(() => {
  server.reply('get-game-tables', { status: 'success', now: '2026-01-01T00:00:00Z', tables: [makeTable()] })
  server.reply('get-shared-rounds', { status: 'success', rounds: [round], maxCount: 1 })
})

test('shows each table with its state, countdown, stakes and exposure, and its settings when it is chosen', async () => {
  renderForOperator(<TablesPage id={null} />)
  await expectText('Baccarat')
  for (const text of [texts.states.open, '4,000', '16,000', texts.leases.held]) await expectText(text)
  await expectText(/^1[3-6] s left$/)
  press('Baccarat')
  await expectText(texts.settings)
  for (const text of ['160,000', '1,000 · 5,000', '16,000 / 160,000 (10%)', '20 s']) await expectText(text)
  await eventually(() => expect(server.sent('get-shared-rounds').at(-1)).toMatchObject({ table: 'nocturne-baccarat' }))
})

test('limits the rounds to a state and a day', async () => {
  renderForOperator(<TablesPage id={null} />)
  await expectText('Player wins 9:6')
  type(texts.state, 'void')
  type(texts.day, '2026-01-02')
  await eventually(() =>
    expect(server.sent('get-shared-rounds').at(-1)).toEqual({ skip: 0, take: 30, state: 'void', day: '2026-01-02' }),
  )
})

const bets = [
  {
    member: { id: 'm1', userId: 'moon1', nick: 'Moon', level: 1, referenceCode: 'A1' },
    placements: [
      { at: '2026-01-01T00:00:05Z', spots: [{ spot: 'tie', stake: '2000' }], undone: true },
      { at: '2026-01-01T00:00:06Z', spots: [{ spot: 'player', stake: '1000' }], undone: false },
    ],
    staked: '1000',
    returned: '2000',
    takenBack: null as { returned: string; owed: string } | null,
  },
]

const proposal = {
  id: '0197dddd-0000-7000-8000-000000000001',
  reason: 'The camera failed',
  by: 'other-1',
  mine: false,
  at: '2026-01-01T00:01:00Z',
  expiresAt: '2026-01-04T00:01:00Z',
}

function replyRound(changed: object = {}): void {
  const full = { ...round, place: 3, link: hex('e'), series, bets, voidedAt: null, decision: null, ...changed }
  server.reply('get-shared-round', { status: 'success', round: full })
}

test('shows a round with its cards, bets by member, salts and link', async () => {
  replyRound()
  renderForOperator(<TablesPage id={round.id} />)
  await expectText(texts.roundTitle.replace('{table}', 'Baccarat').replace('{number, number}', '11'))
  for (const text of ['9♣', 'K♥', '4♦', 'Player wins', 'moon1', hex('d'), hex('e'), 'Player 1,000', 'Tie 2,000'])
    await expectText(text)
  await expectText(texts.lateSeats.replace('{seats}', 'seat-9'))
  expect(server.sent('get-shared-round')).toEqual([{ id: round.id }])
})

test('says that a round is gone, that a list is empty, and that it could not be loaded', async () => {
  server.reply('get-shared-round', { status: 'none' })
  server.reply('get-shared-rounds', { status: 'success', rounds: [], maxCount: 0 })
  server.reply('get-game-tables', 500)
  renderForOperator(<TablesPage id={round.id} />)
  for (const text of [texts.gone, texts.noRounds, errors.load]) await expectText(text)
  server.reply('get-game-tables', { status: 'success', now: '2026-01-01T00:00:00Z', tables: [] })
  press(common.retry)
  await expectText(texts.noTables)
  expect(server.sent('get-shared-rounds')).toEqual([{ skip: 0, take: 30 }])
})

test('names what a table without a round does', async () => {
  const tables = [
    makeTable({ name: 'one', round: null, resting: true, lease: 'none' }),
    makeTable({ name: 'two', round: null, series: { firstLink: 1, phase: 'salts', phaseEndsAt: null } }),
    makeTable({ name: 'three', round: null }),
    makeTable({ name: 'four', offered: false }),
  ]
  server.reply('get-game-tables', { status: 'success', now: '2026-01-01T00:00:00Z', tables })
  const begunMs = performance.now()
  renderForOperator(<TablesPage id={null} />)
  for (const text of [texts.resting, texts.phases.salts, texts.between, texts.notOffered]) await expectText(text)
  // Not once for each of them, but once and at each poll.
  expect(server.sent('get-game-tables').length).toBeLessThanOrEqual(1 + (performance.now() - begunMs) / 2_000)
})

test('proposes a void with a reason that the members read', async () => {
  replyRound()
  server.reply('propose-round-void', { status: 'success', round: {} })
  renderForOperator(<TablesPage id={round.id} />)
  await expectText(texts.bets)
  press(texts.propose)
  await expectText(`${texts.voidSettledText} ${texts.proposeText}`)
  await expectText(texts.reasonHint)
  type(english.office.operator.reason, ' The camera failed ')
  press(texts.proposeSubmit)
  await expectText(texts.proposedToast)
  expect(server.sent('propose-round-void')).toEqual([
    { id: round.id, requestId: expect.any(String), reason: 'The camera failed' },
  ])
})

test('lets another operator approve or refuse it, and the proposer neither', async () => {
  replyRound({ proposal })
  server.reply('approve-round-void', { status: 'late', by: 'chief' })
  server.reply('refuse-round-void', { status: 'success', round: {} })
  renderForOperator(<TablesPage id={round.id} />)
  await expectText('The camera failed')
  press(texts.approve)
  await expectText(texts.late.replace('{by}', 'chief'))
  press(texts.refuse)
  await expectText(texts.refuseText)
  type(english.office.operator.reason, 'It did not')
  press(texts.refuseSubmit)
  await expectText(texts.refusedToast)
  expect(server.sent('approve-round-void')).toEqual([{ id: proposal.id, requestId: expect.any(String) }])
  expect(server.sent('refuse-round-void')).toMatchObject([{ id: proposal.id, reason: 'It did not' }])
})

test.each([
  ['the proposer', { proposal: { ...proposal, mine: true } }, 'cashier'],
  ['the support', { proposal }, 'support'],
  ['anybody, of a void round', { state: 'void', voidReason: 'office' }, 'manager'],
] as const)('offers no act to %s', async (_who, changed, role) => {
  replyRound(changed)
  renderForOperator(<TablesPage id={round.id} />, [role])
  await expectText(texts.bets)
  for (const name of [texts.approve, texts.refuse, texts.propose])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('shows who made a settled round void, what was taken back and what is owed', async () => {
  const taken = { ...bets[0], returned: '1000', takenBack: { returned: '2000', owed: '500' } }
  const decision = { reason: 'The camera failed', by: 'anna', decidedBy: 'bora', at: '2026-01-02T00:00:00Z' }
  replyRound({ state: 'void', voidReason: 'office', voidedAt: '2026-01-02T00:00:00Z', bets: [taken], decision })
  renderForOperator(<TablesPage id={round.id} />)
  for (const text of ['anna', 'bora', texts.voidReasons.office, texts.owed.replace('{owed}', '500')])
    await expectText(text)
  await expectText(texts.takenBack.replace('{returned}', '2,000'))
  expect(server.sent('get-shared-round')).toHaveLength(1)
})
