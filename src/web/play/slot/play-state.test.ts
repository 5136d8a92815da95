import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { totalLabel, totalPlace, type PlayState } from './play-state.ts'

const amount = wholeUnits(2500)
const free: PlayState['feature'] = { kind: 'free-spins', step: 3, left: 7, multiplier: 2, special: null }
const end: PlayState['scene'] = {
  kind: 'featureEnd',
  feature: 'free-spins',
  count: 10,
  amount,
  times: 2.5,
  tier: 0,
  capped: false,
  ms: 0,
}

const total = { amountsOnReels: false }

test('the win of the round stands in one place: the card, else the frame of the feature, else the bar', () => {
  expect(totalPlace({ ...total, scene: null, feature: null })).toBe('bar')
  expect(totalPlace({ ...total, scene: null, feature: free })).toBe('frame')
  expect(totalPlace({ ...total, scene: { kind: 'featureMore', spins: 5 }, feature: free })).toBe('frame')
  expect(totalPlace({ ...total, scene: end, feature: free })).toBe('card')
  expect(totalPlace({ ...total, scene: end, feature: null })).toBe('card')
  const pick = { kind: 'pick', boxes: [amount, null], waits: true, left: 1, latest: 0, won: amount } as const
  expect(totalPlace({ ...total, scene: pick, feature: { kind: 'pick', left: 1, opened: [amount] } })).toBe('card')
})

test('the win of the round stands nowhere while the wins on the reels have their amounts, except on a card', () => {
  const amountsOnReels = true
  expect(totalPlace({ amountsOnReels, scene: null, feature: null })).toBe('reels')
  expect(totalPlace({ amountsOnReels, scene: null, feature: free })).toBe('reels')
  expect(totalPlace({ amountsOnReels, scene: end, feature: free })).toBe('card')
})

test('it has one label wherever it stands, by the stake of the round alone', () => {
  const stake = wholeUnits(1000)
  expect([0n, wholeUnits(999), stake, stake + 1n, amount].map((won) => totalLabel(won, stake))).toEqual([
    'won',
    'paid',
    'paid',
    'won',
    'won',
  ])
})
