import { expect, it } from 'vitest'
import type { Jackpot } from '#contract/jackpot.ts'
import { heldFigures } from './held-figures.ts'

const mega = (amount: string, hit: string | null = null): Jackpot => ({
  tier: 'mega',
  amount,
  ratePerSecond: '1',
  share: '0.5',
  hit,
})
const minor = (amount: string): Jackpot => ({ ...mega(amount), tier: 'minor' })

it('lets the pools grow while a round is shown', () => {
  expect(heldFigures([mega('100')], [mega('105')], true)).toEqual([mega('105')])
})

it('keeps the figure of a pool that was paid out, and its announcement back, until the round was shown', () => {
  const shown = [mega('5000000'), minor('100')]
  const latest = [mega('3000000', '5000000'), minor('101')]
  expect(heldFigures(shown, latest, true)).toEqual([mega('5000000'), minor('101')])
  expect(heldFigures(shown, latest, false)).toEqual(latest)
  expect(heldFigures(shown, [mega('5000010', '4999999'), minor('101')], true)).toEqual([mega('5000010'), minor('101')])
})

it('shows a pool that was closed or opened meanwhile at once', () => {
  expect(heldFigures([mega('100'), minor('5')], [minor('5')], true)).toEqual([minor('5')])
  expect(heldFigures([minor('5')], [mega('100', '7'), minor('5')], true)).toEqual([mega('100'), minor('5')])
  expect(heldFigures(null, [mega('100')], true)).toEqual([mega('100')])
})
