import type { OfficeListedSeatRound, OfficeSeatRound } from '#contract/seat-round.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { beginRound, replay } from '#domain/games/blackjack/round.ts'
import { visibleState } from '#domain/games/blackjack/visible.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { SeatRoundsPage } from './rounds-page.tsx'

const { common, seatRound: texts, sharedRound: voids } = english.office
const server = useFakeServer()
const id = '0197cccc-0000-7000-8000-000000000001'

const listed: OfficeListedSeatRound = {
  id,
  brand: 'nocturne',
  member: { id: 'm1', userId: 'moon1', nick: 'Moon', level: 1, referenceCode: 'A1' },
  game: 'blackjack',
  number: 12,
  state: 'settled',
  at: '2026-01-01T00:00:00Z',
  endedAt: '2026-01-01T00:00:30Z',
  stake: '10000',
  staked: '20000',
  returned: '40000',
  voidReason: null,
  proposal: null,
}

/** The cards of a shoe that is not shuffled. */
const inOrder = (): number => 0
const doubled = visibleState(blackjack, replay(blackjack, inOrder, ['double']).state)

function makeRound(changed: Partial<OfficeSeatRound> = {}): OfficeSeatRound {
  return {
    ...listed,
    unit: '5000',
    decisions: [{ action: 'double', isDefault: false }],
    decideBy: null,
    view: doubled,
    voidedAt: null,
    decision: null,
    takenBack: null,
    pair: 3,
    mathHash: 'a'.repeat(64),
    serverSeedHash: 'b'.repeat(64),
    clientSeed: 'chosen',
    ...changed,
  }
}

const proposal = {
  id: '0197dddd-0000-7000-8000-000000000001',
  reason: 'The screen froze',
  by: 'other-1',
  mine: false,
  at: '2026-01-01T00:01:00Z',
  expiresAt: '2026-01-04T00:01:00Z',
}

beforeEach(() => {
  server.reply('get-seat-rounds', { status: 'success', rounds: [listed], maxCount: 1 })
})

test('lists rounds by member, state and day', async () => {
  renderForOperator(<SeatRoundsPage id={null} />)
  await expectText('moon1')
  for (const text of ['Blackjack No. 12', '20,000', '40,000']) await expectText(text)
  type(common.search, 'moon')
  type(texts.state, 'void')
  type(texts.day, '2026-01-02')
  await eventually(() =>
    expect(server.sent('get-seat-rounds').at(-1)).toEqual({
      skip: 0,
      take: 30,
      member: 'moon',
      state: 'void',
      day: '2026-01-02',
    }),
  )
})

test('shows a round with the cards, hands and decisions that its member saw', async () => {
  server.reply('get-seat-round', { status: 'success', round: makeRound() })
  renderForOperator(<SeatRoundsPage id={id} />)
  await expectText(texts.cards)
  for (const text of ['Blackjack, round 12', texts.dealer, 'Hand 1', texts.actions.double, 'chosen'])
    await expectText(text)
  expect(doubled.hands[0]?.cards).toHaveLength(3)
  // Each card of both sides stands there once.
  const pieces = doubled.dealer.cards.length + 3
  expect(screen.getAllByText(/^(A|\d+|J|Q|K)[♣♦♥♠]$/)).toHaveLength(pieces)
})

test('of an open round it shows the upcard alone, and until when the decision is due', async () => {
  const view = visibleState(blackjack, beginRound(blackjack, inOrder))
  const open = { state: 'open', view, decisions: [], returned: null, endedAt: null, decideBy: '2026-01-01T00:01:00Z' }
  server.reply('get-seat-round', { status: 'success', round: makeRound(open as Partial<OfficeSeatRound>) })
  renderForOperator(<SeatRoundsPage id={id} />)
  await expectText(texts.decideBy)
  await expectText(texts.noDecisions)
  expect(screen.getAllByText(/^(A|\d+|J|Q|K)[♣♦♥♠]$/)).toHaveLength(3)
})

test('shows a void round with its operators, what was taken back and what is owed', async () => {
  const decision = { reason: 'The screen froze', by: 'cashier', decidedBy: 'manager', at: '2026-01-01T00:02:00Z' }
  const taken = { returned: '40000', owed: '500' }
  const changed = { state: 'void', voidReason: 'office', returned: '20000', decision, takenBack: taken } as const
  server.reply('get-seat-round', { status: 'success', round: makeRound(changed) })
  renderForOperator(<SeatRoundsPage id={id} />)
  await expectText(texts.voidReasons.office)
  for (const text of ['The screen froze', 'manager', '40,000 that was returned was taken back', 'Owes 500'])
    await expectText(text)
  expect(screen.queryByRole('button', { name: voids.propose })).toBeNull()
})

test('a second operator approves a void, once', async () => {
  server.reply('get-seat-round', { status: 'success', round: makeRound({ proposal }) })
  server.reply('approve-round-void', {
    status: 'success',
    roundVoid: {
      round: id,
      proposal: null,
      decision: { reason: proposal.reason, by: 'other-1', decidedBy: 'me', at: proposal.at },
    },
  })
  renderForOperator(<SeatRoundsPage id={id} />)
  await expectText(voids.checkText)
  press(voids.approve)
  await eventually(() => expect(server.sent('approve-round-void')).toHaveLength(1))
  expect(server.sent('approve-round-void')[0]).toMatchObject({ id: proposal.id })
})

test('says when no round matches and when one is gone', async () => {
  server.reply('get-seat-rounds', { status: 'success', rounds: [], maxCount: 0 })
  server.reply('get-seat-round', { status: 'none' })
  renderForOperator(<SeatRoundsPage id={id} />)
  await expectText(texts.empty)
  await expectText(texts.gone)
  expect(screen.queryByText(texts.cards)).toBeNull()
})
