import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goldenTiger } from './machines/golden-tiger/game.ts'
import { lineTableOf } from './lines.ts'

const table = lineTableOf(goldenTiger)
const ids = goldenTiger.symbols.map((symbol) => symbol.id)

function walk(line: readonly string[]): { pay: number; symbol: string | undefined; count: number | undefined } {
  const state = line.reduce((from, id) => table.next[from * table.symbolCount + ids.indexOf(id)] ?? 0, 0)
  return { pay: table.pay[state] ?? 0, symbol: ids[table.symbol[state] ?? 0], count: table.count[state] }
}

describe('the pay of a line', () => {
  test.each([
    ['dragon dragon dragon dragon dragon', 750, 'dragon', 5],
    ['dragon dragon dragon ten dragon', 50, 'dragon', 3],
    ['dragon dragon ten dragon dragon', 0, 'tiger', 0],
    ['ten dragon dragon dragon dragon', 0, 'tiger', 0],
    ['tiger dragon tiger tiger dragon', 750, 'dragon', 5],
    ['tiger tiger tiger tiger tiger', 1000, 'tiger', 5],
    ['tiger tiger tiger tiger ten', 250, 'tiger', 4],
    ['tiger tiger tiger ten ten', 80, 'ten', 5],
    ['tiger tiger tiger ten ace', 50, 'tiger', 3],
    ['tiger tiger tiger coin tiger', 50, 'tiger', 3],
    ['king king tiger tiger coin', 30, 'king', 4],
    ['coin tiger tiger tiger tiger', 0, 'tiger', 0],
    ['tiger tiger coin dragon dragon', 0, 'tiger', 0],
    ['coin coin coin coin coin', 0, 'tiger', 0],
  ])('%s pays %i', (line, pay, symbol, count) => {
    expect(walk(line.split(' '))).toEqual({ pay, symbol, count })
  })

  test('a line pays the best of what each symbol would pay with wilds substituted', () => {
    const line = fc.array(fc.constantFrom(...ids), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(line, (shown) => {
        const pays = goldenTiger.symbols
          .filter((symbol) => symbol.kind !== 'scatter')
          .map(({ id }) => {
            const firstOther = shown.findIndex((other) => other !== id && other !== 'tiger')
            const run = firstOther < 0 ? shown : shown.slice(0, firstOther)
            const wilds = shown.findIndex((other) => other !== 'tiger')
            const count = id === 'tiger' ? (wilds < 0 ? 5 : wilds) : run.includes(id) ? run.length : 0
            return count === 0 ? 0 : (goldenTiger.paytable[id]?.[count - 1] ?? 0)
          })
        expect(walk(shown).pay).toBe(Math.max(...pays))
      }),
      { numRuns: 3000 },
    )
  })

  test('an ended state leads only to itself', () => {
    table.ended.forEach((ended, state) => {
      const next = table.next.subarray(state * table.symbolCount, (state + 1) * table.symbolCount)
      expect(next.every((to) => to === state)).toBe(ended === 1)
    })
  })
})
