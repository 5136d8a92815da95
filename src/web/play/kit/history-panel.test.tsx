import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PastRound } from '#contract/slot.ts'
import { readRoundRecord } from '#domain/games/round-record.ts'
import { english, renderForMember } from '#test/forms.tsx'
import type { PlayCall } from './calls.ts'
import { HistoryPanel } from './history-panel.tsx'

const onVerify = vi.fn<(roundId: string) => void>()

afterEach(() => {
  cleanup()
  onVerify.mockClear()
  vi.unstubAllGlobals()
})

const round: PastRound = {
  roundId: '01997e6e-0000-7000-8000-000000000001',
  nonce: 7,
  stake: '200',
  pay: '0',
  jackpot: null,
  events: [{ type: 'totalWin', pay: 0 }],
  game: 'some-game',
  betTime: '2026-11-20T01:00:00.000Z',
  shown: 0,
  mathHash: 'aa'.repeat(32),
  pair: 1,
  scheme: 'chain',
  serverSeedHash: 'bb'.repeat(32),
  clientSeed: 'mine',
  serverSeed: null,
}

test('copies a round as the record that verifiers read', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  const call = (() =>
    Promise.resolve({
      kind: 'answer',
      answer: { status: 'success', rounds: [round], maxCount: 1 },
    })) as unknown as PlayCall
  renderForMember(
    <HistoryPanel
      call={call}
      mathHash={round.mathHash}
      mayReplay
      onReplay={() => undefined}
      onVerify={onVerify}
      onClose={() => undefined}
    />,
  )
  const name = english.play.history.copyOf.replace('{time}', '2026-11-20 10:00:00')
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('button', { name: english.play.history.copied })
  const { game, mathHash, serverSeedHash, serverSeed, clientSeed, nonce, stake, pay, events } = round
  const record = { game, mathHash, serverSeedHash, serverSeed, clientSeed, nonce, stake, pay, events }
  expect(readRoundRecord(writeText.mock.calls[0]?.[0] ?? '')).toEqual({ kind: 'record', record })
  vi.unstubAllGlobals()
})

/** The panel with these rounds as all that the server has. */
function renderRounds(rounds: readonly object[]): void {
  const answer = { status: 'success', rounds, maxCount: rounds.length }
  const call = (() => Promise.resolve({ kind: 'answer', answer })) as unknown as PlayCall
  renderForMember(
    <HistoryPanel
      call={call}
      mathHash={round.mathHash}
      mayReplay
      onReplay={() => undefined}
      onVerify={onVerify}
      onClose={() => undefined}
    />,
  )
}

test('lights a pay above its stake, and shows its multiple; what came back of a stake stays plain', async () => {
  const rounds = [
    { ...round, pay: '200' },
    { ...round, roundId: '01997e6e-0000-7000-8000-000000000002', nonce: 8, pay: '2610' },
  ]
  renderRounds(rounds)
  const returned = (await screen.findByText('×1')).closest('td')
  const won = screen.getByText('×13.05').closest('td')
  expect(won?.className).toMatch(/won/)
  expect(returned?.className).not.toMatch(/won/)
})

test('names a void round, which has nothing to replay', async () => {
  const voided = { ...round, events: [{ type: 'void', reason: 'no-result' }] }
  renderRounds([voided])
  await screen.findByText(english.play.history.void)
  expect(screen.queryByText(english.play.history.replay, { selector: 'button' })).toBeNull()
  const name = english.play.history.copyOf.replace('{time}', '2026-11-20 10:00:00')
  expect(screen.getByRole('button', { name })).toBeDefined()
})

test('only a pay above the stake stands out', async () => {
  const rounds = ['100', '200', '300'].map((pay, index) => ({ ...round, roundId: `${round.roundId}${index}`, pay }))
  renderRounds(rounds)
  const classOf = async (amount: string) => (await screen.findByText(new RegExp(`${amount}$`))).className
  expect(await classOf('100')).toBe('money')
  expect(await classOf('300')).not.toBe('money')
})

test('a round is verified with one press', async () => {
  renderRounds([round])
  const name = english.play.history.verifyOf.replace('{time}', '2026-11-20 10:00:00')
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(onVerify).toHaveBeenCalledWith(round.roundId)
})

test('names the jackpot that a round hit, which what it paid contains', async () => {
  const events = [
    { type: 'jackpotHit', tier: 'major' },
    { type: 'totalWin', pay: 20 },
  ]
  renderRounds([{ ...round, pay: '200', jackpot: '512340', events }])
  const line = await screen.findByText(
    english.jackpot.included.replace('{jackpot}', english.jackpot.major).replace('{amount}', '₩ 512,340'),
  )
  expect(line.closest('td')?.textContent).toContain('₩ 512,540')
  expect(line.closest('td')?.textContent).not.toContain('×')
})
