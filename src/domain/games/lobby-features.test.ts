import { expect, test } from 'vitest'
import { slateSlots } from '#test/slate-slots.ts'
import { lobbyFeaturesOf } from './lobby-features.ts'

test('names the features of a machine from its data', () => {
  const found = slateSlots.map(({ game }) => `${game.code}: ${lobbyFeaturesOf(game).join(' ')}`)
  expect(found).toEqual([
    'sketch-tiger: free-spins',
    'sketch-hoard: hold-and-win',
    'sketch-wolf: free-spins ways',
    'sketch-ruby: pick',
    'sketch-falls: free-spins tumble multiplier',
    'sketch-cave: free-spins cluster tumble multiplier',
    'sketch-book: free-spins expanding-symbol',
    'sketch-chest: pick jackpot',
    'sketch-cliff: free-spins ways multiplier',
    'sketch-bells: walking-wild',
    'sketch-turtle: free-spins sticky-wild',
    'sketch-summit: free-spins pay-anywhere tumble multiplier',
  ])
})
