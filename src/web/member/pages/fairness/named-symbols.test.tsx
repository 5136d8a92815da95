import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import type { GameSymbol } from '#domain/games/game.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { roundRecordOf } from '#test/round-record.ts'
import { OwnRounds } from './own-rounds.tsx'
import { ReplayedReels } from './replayed-reels.tsx'

const { name: names, ...parts } = english.fairnessSymbol
const server = useFakeServer()
const { game } = catalogue[0]

/** The name of a symbol with its part in the game. */
function nameOf(symbol: GameSymbol | undefined): string {
  const name = (names as Record<string, string>)[symbol?.id ?? ''] ?? ''
  return ((parts as Record<string, string>)[symbol?.kind ?? ''] ?? '{name}').replace('{name}', name)
}

test('every symbol of the catalogue has a name', () => {
  const ids = catalogue.flatMap((entry) => entry.game.symbols.map(({ id }) => id))
  expect(Object.keys(names).toSorted()).toEqual([...new Set(ids)].toSorted())
})

test('the reels name their symbols in the language of the page', () => {
  const record = roundRecordOf('paying')
  const { round } = verifyRound(record, [game])
  if (round === null) throw new Error('the round was not recomputed')
  renderForMember(<ReplayedReels record={record} round={round} />)
  const [reveal] = record.events as unknown as [{ grid: number[][] }]
  expect(screen.getAllByText(/^Reel \d: /).map((reel) => reel.textContent)).toEqual(
    reveal.grid.map(
      (reel, index) => `Reel ${index + 1}: ${reel.map((symbol) => nameOf(game.symbols[symbol])).join(', ')}`,
    ),
  )
})

test('the stakes and pays of own rounds are money', async () => {
  const bet = {
    roundId: '01997e6e-0000-7000-8000-000000000001',
    thirdParty: 'baize',
    gameName: 'Golden Tiger',
    balanceBet: '1000',
    balanceWin: '1350',
    jackpot: null,
    betTime: '2026-11-28T20:00:00.000Z',
    status: 'completed',
    rolling: '5',
    code: game.code,
  } as const
  server.reply('get-slot-bets-list', { status: 'success', bets: [bet], maxCount: 1 })
  renderForMember(<OwnRounds onChoose={() => undefined} />)
  expect(await screen.findByText(/Stake ₩ 1,000 · Paid ₩ 1,350/)).toBeTruthy()
})
