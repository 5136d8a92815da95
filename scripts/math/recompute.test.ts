import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { hasIndependentReturn } from './independent.ts'
import { machines } from './machines.ts'
import { recompute } from './recompute.ts'
import { scaledMs } from '#test/machine.ts'

const pythonMissing = spawnSync('python3', ['--version']).status !== 0

/** Those that the program in Python knows and that have no second program yet. */
const known = machines.filter(
  ({ game }) =>
    !hasIndependentReturn(game) &&
    ['lines', 'ways'].includes(game.winMode.kind) &&
    game.symbols.every((symbol) => !('multipliers' in symbol)) &&
    game.features.length === 1 &&
    game.features.every(
      (feature) => feature.kind === 'pick' || (feature.kind === 'free-spins' && !feature.expanding && !feature.ladder),
    ),
)

describe('the program in Python', { timeout: scaledMs(60_000) }, () => {
  test('finds the figures of the par sheets to 1e-9 from the data alone', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the par sheets are not recomputed')
    expect(known.length).toBeGreaterThanOrEqual(2)
    expect(known.map(({ game }) => recompute(game)).filter(({ status }) => status !== 0)).toEqual([])
  })

  test('finds a pay that differs by one unit, and refuses what it does not know', ({ skip }) => {
    skip(pythonMissing, 'python3 is not installed: the par sheets are not recomputed')
    const [machine] = known
    if (!machine) throw new Error('No machine is known to the program in Python.')
    const { game } = machine
    const [first = ''] = game.symbols.filter(({ kind }) => kind === 'ordinary').map(({ id }) => id)
    const dearer = {
      ...game,
      paytable: { ...game.paytable, [first]: (game.paytable[first] ?? []).map((pay) => pay + 1) },
    }
    expect(recompute(dearer).status).toBe(1)
    const tumbling = machines.find(({ game: { features } }) => features.some(({ kind }) => kind === 'tumble'))
    expect(tumbling && recompute(tumbling.game).status).toBe(2)
  })
})
