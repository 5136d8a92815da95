import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { workshop } from '#domain/games/workshop.ts'
import { sampleDraw } from '#test/random.ts'
import { anticipationOf } from './anticipation.ts'

const machines: readonly Game[] = [...catalogue, ...workshop].map(({ game }) => game)

/** What the strips show at drawn stops. */
function gridOf(game: Game, seed: number): number[][] {
  const draw = sampleDraw(seed)
  const indexOf = new Map(game.symbols.map(({ id }, index) => [id, index]))
  return game.strips.base.map((strip) => {
    const stop = draw(strip.length)
    return Array.from(
      { length: game.grid.rows },
      (_, row) => indexOf.get(strip[(stop + row) % strip.length] ?? '') ?? 0,
    )
  })
}

test.each(machines.map((game) => ({ code: game.code, game })))(
  '$code: whether a reel is anticipated does not depend on where it or a later reel stops',
  ({ game }) => {
    let anticipated = 0
    for (let seed = 0; seed < 600; seed += 1) {
      const grid = gridOf(game, seed)
      const other = gridOf(game, seed + 100_000)
      const own = anticipationOf(game, 'base', grid, { kind: 'paid' }).anticipated
      if (own.includes(true)) anticipated += 1
      for (const reel of grid.keys()) {
        const mixed = grid.map((symbols, at) => (at < reel ? symbols : (other[at] ?? [])))
        const changed = anticipationOf(game, 'base', mixed, { kind: 'paid' }).anticipated
        expect(changed.slice(0, reel + 1)).toEqual(own.slice(0, reel + 1))
      }
    }
    expect(anticipated).toBeGreaterThan(0)
  },
)

test('no reel is anticipated once the limit of free spins is reached, nor in a respin', () => {
  const [game] = machines.filter((one) => featureOf(one, 'free-spins'))
  if (!game) throw new Error('no machine has free spins')
  const limit = featureOf(game, 'free-spins')?.spinsLimit ?? 0
  for (let seed = 0; seed < 500; seed += 1) {
    const grid = gridOf(game, seed)
    for (const spin of [{ kind: 'free', awarded: limit } as const, { kind: 'respin' } as const]) {
      expect(anticipationOf(game, 'base', grid, spin).anticipated).not.toContain(true)
    }
  }
})
