import { simulation } from '../../../scripts/faults/simulation.ts'
import { simulate } from '../../../scripts/faults/simulation/run.ts'
import type { SimResult } from '../../../scripts/faults/simulation/state.ts'
import { createWorld } from '#test/world.ts'
import { projectRoot } from '#test/source-tree.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scaledMs } from '#test/machine.ts'

/** A short run of the simulation, and a proof that it can fail. */

test(
  'three thousand commands from one seed: product and model never differ',
  { timeout: scaledMs(120_000) },
  async () => {
    const world = await createWorld()
    try {
      const { faults, figures } = await simulation.run({ size: 'short', seed: 20_261_120, log: () => {}, on: world })
      expect(faults).toEqual([])
      expect(figures['commands']).toBeGreaterThanOrEqual(3_000)
      expect(figures['crashes']).toBeGreaterThan(0)
      expect(figures['kindsOfAnswer']).toBeGreaterThan(50)
      expect(figures['placements']).toBeGreaterThan(50)
      expect(figures['undone']).toBeGreaterThan(5)
      expect(figures['settledRounds']).toBeGreaterThan(3)
      expect(figures['voidRounds']).toBeGreaterThan(3)
    } finally {
      await world.close()
    }
  },
)

test('the model ledger is short enough to be compared with the specification', () => {
  const lines = readFileSync(join(projectRoot, 'test/ledger-model.ts'), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(250)
})

/** Rounds comp up: a ten-thousandth of a won too much, now and then. */
const roundedUp = `CREATE OR REPLACE FUNCTION public.scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS 'SELECT ceil(amount::numeric * ppm / 1000000)::bigint'`

test(
  'a planted fault is found, and found again with the same seed ten times of ten',
  { timeout: scaledMs(120_000) },
  async () => {
    const first = await spoilt(1_000)
    const step = first.divergences[0]?.step ?? 0
    expect(textOf(first)).toMatch(/^step \d+ bet \d+ under \w+: /)
    for (let time = 0; time < 10; time += 1) expect(textOf(await spoilt(step))).toBe(textOf(first))
  },
)

/** A run on a database that rounds up, of at most `steps` steps. */
async function spoilt(steps: number): Promise<SimResult> {
  const world = await createWorld()
  try {
    return await simulate(world, {
      seed: 7,
      commands: 100,
      members: 8,
      together: 8,
      steps,
      log: () => {},
      plantedFault: roundedUp,
    })
  } finally {
    await world.close()
  }
}

/** The text of the divergences, without the numbers that PostgreSQL assigns. */
function textOf({ divergences }: SimResult): string {
  return divergences
    .map(({ step, description, model, real }) => `step ${step} ${description}: ${model} ${real}`)
    .join('\n')
}
