import { describe, expect, test } from 'vitest'
import { anySlot } from '#test/any-slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { workshop } from '#domain/games/workshop.ts'
import { sampleSlot } from '#test/sample-slots.ts'
import { slateSlots } from '#test/slate-slots.ts'
import { cardsOf, rulesOf } from '#web/play/slot/machine-rules.ts'

const machines = [...[...catalogue, ...workshop].map(({ game }) => game), ...slateSlots.map(({ game }) => game)]
const keysOf = (code: string) =>
  machines.filter((game) => game.code === code).flatMap((game) => rulesOf(game).map(({ key }) => key))

describe('the rules of a machine', () => {
  test('name every mechanic of its data', () => {
    expect(keysOf(anySlot.code)).toEqual([
      'freeSpins',
      'freeMultiplier',
      'freeMore',
      'otherReels',
      'lines',
      'scatterPays',
      'cap',
    ])
    expect(keysOf('sketch-falls')).toContain('freeLadder')
    expect(keysOf('sketch-hoard')).toEqual(['holdAndWin', 'holdFull', 'lines', 'cap'])
    expect(keysOf('sketch-cave')).toEqual(expect.arrayContaining(['cluster', 'mystery', 'freeKeepsLadder']))
    expect(keysOf('sketch-book')).toContain('freeExpanding')
    expect(keysOf('sketch-bells')).toContain('walkingWilds')
    expect(keysOf('sketch-cliff')).toEqual(expect.arrayContaining(['ways', 'wildMultipliers']))
    expect(keysOf('sketch-chest')).toEqual(expect.arrayContaining(['pick', 'jackpot']))
  })

  test('the splash has three of them, each once', () => {
    for (const game of machines) {
      const keys = cardsOf(game).map(({ key }) => key)
      expect([keys.length, new Set(keys).size]).toEqual([3, 3])
    }
  })

  test.each([
    { ladder: [1, 2, 5], key: 'tumble', values: { ladder: '×1\u00a0· ×2\u00a0· ×5' } },
    { ladder: [1], key: 'tumbleOnly', values: {} },
    { ladder: [1, 1], key: 'tumbleOnly', values: {} },
  ])('announce a climbing multiplier only where the ladder $ladder climbs', ({ ladder, key, values }) => {
    const game = { ...sampleSlot('tumble'), features: [{ kind: 'tumble', ladder, limit: 3 }] } as const
    expect(rulesOf(game)[0]).toEqual({ key, values })
  })
})
