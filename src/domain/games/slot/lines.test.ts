import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { lineTableOf } from './lines.ts'

const games = catalogue
  .filter(({ game }) => game.winMode.kind === 'lines')
  .map(({ game }) => ({ code: game.code, game, table: lineTableOf(game) }))

describe.each(games)('the pay of a line of $code', ({ game, table }) => {
  const ids = game.symbols.map((symbol) => symbol.id)
  // A book stands in for others, and pays as the scatter that it is.
  const wild = game.symbols.find(({ kind }) => kind === 'wild' || kind === 'book')?.id
  const { reels } = game.grid

  test('is the best of what each symbol would pay with wilds substituted', () => {
    const line = fc.array(fc.constantFrom(...ids), { minLength: reels, maxLength: reels })
    fc.assert(
      fc.property(line, (shown) => {
        const pays = game.symbols
          .filter((symbol) => symbol.kind !== 'scatter' && symbol.kind !== 'book')
          .map(({ id }) => {
            const firstOther = shown.findIndex((other) => other !== id && other !== wild)
            const run = firstOther < 0 ? shown : shown.slice(0, firstOther)
            const wilds = shown.findIndex((other) => other !== wild)
            const count = id === wild ? (wilds < 0 ? reels : wilds) : run.includes(id) ? run.length : 0
            return count === 0 ? 0 : (game.paytable[id]?.[count - 1] ?? 0)
          })
        const state = shown.reduce((from, id) => table.next[from * table.symbolCount + ids.indexOf(id)] ?? 0, 0)
        expect(table.pay[state] ?? 0).toBe(Math.max(...pays))
      }),
      { numRuns: 3000 },
    )
  })

  test('no longer changes after a state that has ended', () => {
    table.ended.forEach((ended, state) => {
      const next = table.next.subarray(state * table.symbolCount, (state + 1) * table.symbolCount)
      expect(next.every((to) => to === state)).toBe(ended === 1)
    })
  })
})
