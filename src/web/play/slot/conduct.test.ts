import { expect, test } from 'vitest'
import { createConductor, isPressable } from './conduct.ts'
import type { StageState, Step } from './steps.ts'
import type { View } from './view.ts'

const view: View = { strips: 'base', tops: [0], cells: [[0]], factors: new Map(), coins: null, held: [], covered: [] }
const after: StageState = { view, shown: 0n, feature: null, ladder: null }

const spin = (eventIndex: number): Step => ({
  kind: 'spin',
  eventIndex,
  shown: 0n,
  after,
  view,
  grid: [[0]],
  held: [],
  wild: -1,
  landed: [0],
  anticipated: [false],
  triggers: [],
})
const wins = (eventIndex: number): Step => ({
  kind: 'wins',
  eventIndex,
  shown: 5n,
  after,
  wins: [],
  amount: 5n,
  multiplier: 1,
  celebrated: true,
  falls: false,
  cardFollows: false,
  amounts: false,
})

/** A performer whose steps last until they are released or a press ends them. */
function slowStage() {
  const seen: { index: number; brief: boolean }[] = []
  const presses: string[] = []
  let release = () => {}
  return {
    seen,
    presses,
    release: () => release(),
    performer: {
      show: (step: Step, brief: boolean) =>
        new Promise<void>((resolve) => {
          seen.push({ index: step.eventIndex, brief })
          release = resolve
        }),
      hurry() {
        presses.push('hurry')
        release()
      },
      abandon: () => release(),
    },
  }
}

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

test('no press shortens a spin, nor what follows it', async () => {
  const stage = slowStage()
  const conductor = createConductor(stage.performer)
  const run = conductor.run([spin(0), wins(1)], () => {})
  await soon()
  conductor.skip()
  conductor.skip()
  await soon()
  expect([stage.seen, stage.presses]).toEqual([[{ index: 0, brief: false }], []])
  stage.release()
  await soon()
  expect(stage.seen.at(-1)).toEqual({ index: 1, brief: false })
  stage.release()
  expect(await run).toBe(true)
})

test('once the reels stand a press ends what is shown, and the next spin is played in full', async () => {
  const stage = slowStage()
  const conductor = createConductor(stage.performer)
  const shown: number[] = []
  const run = conductor.run([spin(0), wins(1), wins(2), spin(3), wins(4)], (step) => shown.push(step.eventIndex))
  await soon()
  stage.release()
  await soon()
  conductor.skip()
  await soon()
  expect(stage.seen).toEqual([
    { index: 0, brief: false },
    { index: 1, brief: false },
    { index: 2, brief: true },
  ])
  for (let step = 0; step < 3; step += 1) {
    stage.release()
    await soon()
  }
  expect(await run).toBe(true)
  expect(stage.seen.slice(3)).toEqual([
    { index: 3, brief: false },
    { index: 4, brief: false },
  ])
  expect(shown).toEqual([0, 1, 2, 3, 4])
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

test('falls and respins have their own pace as spins do', () => {
  const step = (body: object) => ({ eventIndex: 0, shown: 0n, after, ...body }) as Step
  expect(isPressable(step({ kind: 'tumble' }))).toBe(false)
  expect(isPressable(step({ kind: 'featureStep', feature: 'hold-and-win' }))).toBe(false)
  expect(isPressable(step({ kind: 'featureStep', feature: 'pick' }))).toBe(true)
  expect(isPressable(step({ kind: 'featureStart' }))).toBe(true)
})
