import { expect, test } from 'vitest'
import { createConductor } from './conduct.ts'
import type { Step } from './timeline.ts'

const spin = (eventIndex: number): Step => ({
  kind: 'spin',
  eventIndex,
  shown: 0n,
  strips: 'base',
  stops: [0],
  grid: [[0]],
  scattersLanded: [0],
  anticipated: [false],
})
const wins = (eventIndex: number): Step => ({
  kind: 'wins',
  eventIndex,
  shown: 5n,
  wins: [],
  amount: 5n,
  multiplier: 1,
  celebrated: true,
})

/** A performer whose steps last until they are skipped or released. */
function slowStage() {
  const seen: { index: number; brief: boolean }[] = []
  let release = () => {}
  return {
    seen,
    release: () => release(),
    performer: {
      show: (step: Step, brief: boolean) =>
        new Promise<void>((resolve) => {
          seen.push({ index: step.eventIndex, brief })
          release = resolve
        }),
      hurry: () => release(),
    },
  }
}

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

test('skipping shows the outcome of this spin at once and plays the next spin in full', async () => {
  const stage = slowStage()
  const conductor = createConductor(stage.performer)
  const shown: number[] = []
  const run = conductor.run([spin(0), wins(1), spin(2), wins(3)], (step) => shown.push(step.eventIndex))
  await soon()
  conductor.skip()
  await soon()
  expect(stage.seen).toEqual([
    { index: 0, brief: false },
    { index: 1, brief: true },
  ])
  stage.release()
  await soon()
  stage.release()
  await soon()
  stage.release()
  expect(await run).toBe(true)
  expect(stage.seen.slice(2)).toEqual([
    { index: 2, brief: false },
    { index: 3, brief: false },
  ])
  expect(shown).toEqual([0, 1, 2, 3])
})

test('stopping ends without the remaining steps and resolves to false', async () => {
  const stage = slowStage()
  const conductor = createConductor(stage.performer)
  const shown: number[] = []
  const run = conductor.run([spin(0), wins(1)], (step) => shown.push(step.eventIndex))
  await soon()
  conductor.stop()
  expect(await run).toBe(false)
  expect(shown).toEqual([])
  expect(stage.seen).toHaveLength(1)
})
