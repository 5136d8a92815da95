import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Bet } from '#contract/history.ts'
import { anySlot } from '#test/any-slot.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { BetList } from './bet-list-card.tsx'

const server = useFakeServer()

const bet: Bet = {
  roundId: 'r1',
  thirdParty: 'baize',
  gameName: anySlot.names.en,
  balanceBet: '200',
  balanceWin: '0',
  jackpot: null,
  betTime: '2026-11-20T00:05:31Z',
  status: 'completed',
  rolling: '1',
  code: anySlot.code,
}

test('shows each bet to the second, in money, with its multiple and net result', async () => {
  const bets: Bet[] = [
    { ...bet, balanceWin: '1000' },
    { ...bet, roundId: 'r2', balanceWin: '100' },
    { ...bet, roundId: 'r3', balanceWin: '0', status: 'open' },
    { ...bet, roundId: 'r4', status: 'refunded' },
  ]
  server.reply('get-slot-setting', { status: 'success', slot: [] })
  server.reply('get-slot-bets-list', { status: 'success', bets, maxCount: bets.length })
  renderForMember(<BetList />)
  const [, ...rows] = await screen.findAllByRole('row')
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 6)
      .map((cell) => cell.textContent),
  )
  const { unseen, refunded } = english.history
  expect(cells.map((row) => row.map((text) => text.replaceAll('\u00a0', ' ')))).toEqual([
    ['2026-11-20 09:05:31', anySlot.names.en, '₩ 200', '₩ 1,000', '×5', '+₩ 800'],
    ['2026-11-20 09:05:31', anySlot.names.en, '₩ 200', '₩ 100', '×0.5', '−₩ 100'],
    ['2026-11-20 09:05:31', anySlot.names.en, '₩ 200', unseen, '-', '-'],
    ['2026-11-20 09:05:31', `${anySlot.names.en} (${refunded})`, '₩ 200', '₩ 0', '-', '-'],
  ])
  // Only what is above the stake has a colour.
  expect(document.querySelectorAll('[data-above]')).toHaveLength(1)
})
