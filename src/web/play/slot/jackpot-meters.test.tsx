import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Jackpot } from '#contract/jackpot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { jackpotFigures, setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { jackpotOdds, JackpotOdds } from './jackpot-odds.tsx'
import { JackpotMeters } from './jackpot-meters.tsx'
import { noticeOf, type PlayState } from './play-state.ts'

const chest = catalogue.find(({ game }) => featureOf(game, 'jackpot-link'))?.game as Game

const pool = (tier: Jackpot['tier'], amount: string, share: string, hit: string | null = null): Jackpot => ({
  tier,
  amount,
  ratePerSecond: '0',
  share,
  hit,
})
const all = [pool('mega', '5000100', '0.5'), pool('major', '500040', '0.4'), pool('minor', '60003', '0.3')]

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} })),
)
afterEach(() => {
  cleanup()
  jackpotFigures.set(null)
  vi.unstubAllGlobals()
})

const ready = { phase: 'ready', scene: null } as PlayState
const meters = (state: Partial<PlayState> = {}, game = chest) => (
  <JackpotMeters game={game} state={{ ...ready, ...state }} />
)
const set = (jackpots: readonly Jackpot[]) => act(() => setJackpotFigures(jackpots))

test('a linked machine shows the three pools, another none', () => {
  setJackpotFigures(all)
  renderForMember(meters())
  for (const amount of ['₩ 5,000,100', '₩ 500,040', '₩ 60,003']) screen.getByText(amount)
  cleanup()
  renderForMember(meters({}, { ...chest, features: [] }))
  expect(screen.queryByText('₩ 5,000,100')).toBeNull()
})

test('a pool that is closed or was never founded is shown in words, and why no round begins', () => {
  renderForMember(meters())
  expect(screen.queryByText(english.jackpot.closed)).toBeNull()
  set(all.slice(1))
  screen.getByText(english.jackpot.closed)
  const state = { notice: null, closed: false }
  expect(noticeOf(state, false)).toBeNull()
  expect(noticeOf(state, true)).toEqual({ kind: 'jackpotClosed' })
  expect(noticeOf({ ...state, notice: { kind: 'used' } }, true)).toEqual({ kind: 'jackpotClosed' })
  expect(noticeOf({ ...state, notice: { kind: 'used' } }, false)).toEqual({ kind: 'used' })
  expect(noticeOf({ ...state, notice: { kind: 'balance' } }, true)).toEqual({ kind: 'balance' })
})

test('a hit is announced with tier and amount, and only when the round on the reels was shown', () => {
  setJackpotFigures(all)
  renderForMember(meters({ phase: 'showing' }))
  set([...all.slice(0, 2), pool('minor', '60000', '0.3', '71234')])
  screen.getByText('₩ 60,003')
  const text = english.jackpot.hit.replace('{jackpot}', english.jackpot.minor).replace('{amount}', '₩ 71,234')
  expect(screen.queryByText(text)).toBeNull()
  cleanup()
  renderForMember(meters())
  screen.getByText('₩ 60,000')
  expect(screen.getByText(text).closest('output')).not.toBeNull()
})

test('the figures can be paused where they move', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setJackpotFigures(all)
  renderForMember(meters())
  fireEvent.click(screen.getByRole('button', { name: english.jackpot.stop }))
  set([pool('mega', '5000900', '0.5'), ...all.slice(1)])
  expect(screen.queryByText('₩ 5,000,900')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: english.jackpot.roll }))
  screen.getByText('₩ 5,000,900')
})

test('the odds are those of the data, in proportion to the stake', () => {
  const link = featureOf(chest, 'jackpot-link')
  if (!link) throw new Error('the machine is not linked')
  const odds = (tier: Jackpot['tier'], stake: number) => jackpotOdds(link, tier, wholeUnits(stake))
  expect(odds('mega', 200)).toEqual({ staked: wholeUnits(4_000_000_000), spins: 20_000_000 })
  expect(odds('major', 1_000)).toEqual({ staked: wholeUnits(500_000_000), spins: 500_000 })
  expect(odds('minor', 20_000)).toEqual({ staked: wholeUnits(80_000_000), spins: 4_000 })
})

test('the information panel has the shares of the stake, and the return with and without them', () => {
  setJackpotFigures(all)
  renderForMember(<JackpotOdds game={chest} stake={wholeUnits(1_000)} rtp="94.5" />)
  for (const text of ['1 in 4,000,000 spins', '1 in 500,000 spins', '1 in 80,000 spins', '1.2%', '94.5%', '95.7%'])
    screen.getByText(text)
  screen.getByText(english.slot.info.jackpotProof)
  cleanup()
  // Without all pools the shares are unknown.
  jackpotFigures.set(null)
  renderForMember(<JackpotOdds game={chest} stake={wholeUnits(1_000)} rtp="94.5" />)
  expect(screen.queryByText('95.7%')).toBeNull()
})
