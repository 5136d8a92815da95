import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Dice } from './dice-motion.ts'
import { createDomeStage, type DomeSound } from './dome-stage.ts'
import { coverMs, planOf } from './throw-plan.ts'

/** A context that counts its drawings of pictures and does nothing. */
function canvasOf(): { canvas: HTMLCanvasElement; drawings: () => number } {
  let count = 0
  const context = new Proxy({} as Record<string, unknown>, {
    get: (kept, name) => {
      if (name === 'drawImage') return () => (count += 1)
      if (String(name).startsWith('create')) return () => ({ addColorStop: () => undefined })
      return kept[String(name)] ?? (() => undefined)
    },
    set: (kept, name, value) => {
      kept[String(name)] = value
      return true
    },
  })
  return { canvas: { getContext: () => context } as unknown as HTMLCanvasElement, drawings: () => count }
}

let frame: (() => void) | null = null
let now = 0

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    frame = act
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => (frame = null))
  now = 1000
})
afterEach(() => vi.unstubAllGlobals())

function stageOf(isStill = false) {
  const [inside, above] = [canvasOf(), canvasOf()]
  const heard: string[] = []
  const rested: Dice[] = []
  const picture = { width: 10, height: 10 } as unknown as ImageBitmap
  const stage = createDomeStage({
    inside: inside.canvas,
    above: above.canvas,
    faces: { picture, edge: 10, shade: picture as unknown as OffscreenCanvas },
    cover: picture,
    hand: { picture },
    now: () => now,
    isStill,
    sound: (name: DomeSound) => heard.push(name),
    onRest: (dice) => rested.push(dice),
    onClear: () => undefined,
  })
  stage.resize({ width: 480, height: 400 })
  return { stage, heard, rested, inside, above }
}

/** Runs the frames of a time; returns how many there were. */
function run(ms: number): number {
  let frames = 0
  for (const end = now + ms; now < end; now += 16) {
    const next = frame
    frame = null
    next?.()
    if (next) frames += 1
  }
  return frames
}

const dice: Dice = [4, 1, 6]
const times = (heard: readonly string[], name: string) => heard.filter((one) => one === name).length

test('a throw is heard from the cover to the rest, each sound once, and its dice are announced once', () => {
  const { stage, heard, rested } = stageOf()
  stage.deal(dice, 'a', 6000, 0)
  run(6000)
  expect(heard[0]).toBe('coverLift')
  expect(heard.at(-1)).toBe('diceRest')
  expect([times(heard, 'coverLift'), times(heard, 'coverDown'), times(heard, 'diceRest')]).toEqual([1, 1, 1])
  const { hits } = planOf(dice, 'a', 6000)
  expect(times(heard, 'diceKick')).toBe(hits.filter(({ on }) => on === 'kick').length)
  expect(times(heard, 'diceHit')).toBeGreaterThan(3)
  expect(rested).toEqual([dice])
})

test('the cover is put back over the dice, and heard once', () => {
  const { stage, heard } = stageOf()
  stage.deal(dice, 'a', 6000, null)
  run(200)
  heard.length = 0
  stage.clear()
  stage.clear()
  run(coverMs + 400)
  expect(heard).toEqual(['coverLift', 'coverDown'])
})

test('a throw that is joined late begins in the middle, without the sounds that were missed', () => {
  const { stage, heard, rested } = stageOf()
  const { restAt } = planOf(dice, 'a', 6000)
  stage.deal(dice, 'a', 6000, restAt - 300)
  run(100)
  expect(rested).toEqual([])
  expect(times(heard, 'coverLift')).toBe(0)
  run(600)
  expect(rested).toEqual([dice])
})

test('a throw that is over shows its dice at rest, silently, and then nothing is painted', () => {
  const { stage, heard, rested, inside, above } = stageOf()
  stage.deal(dice, 'a', 6000, null)
  run(400)
  expect(rested).toEqual([dice])
  expect(heard).toEqual([])
  const drawn = [inside.drawings(), above.drawings()]
  expect(drawn[0]).toBeGreaterThan(0)
  expect(run(2000)).toBe(0)
  expect([inside.drawings(), above.drawings()]).toEqual(drawn)
})

test('with reduced motion nothing is heard of the throw, and the dice appear at the end', () => {
  const { stage, heard, rested, inside } = stageOf(true)
  const { restAt } = planOf(dice, 'a', 6000)
  stage.deal(dice, 'a', 6000, 0)
  run(restAt - 400)
  expect(inside.drawings()).toBe(0)
  run(800)
  expect(inside.drawings()).toBeGreaterThan(0)
  expect(rested).toEqual([dice])
  stage.clear()
  run(coverMs + 400)
  expect(heard).toEqual([])
})
