import { orderAt, planRace, type RacePlan } from './race-plan.ts'
import { paintPodium, paintRace, type Scene } from './race-painter.ts'
import { layoutOf, paintSprites, type RaceArt, type Size } from './race-sprites.ts'
import type { Track } from './track.ts'
import { canvasRatio } from '../stage-size.ts'

/**
 * The stage of one table of races. While a race runs each frame is painted from its plan; before and after it one picture stands, and
 * without motion there are no frames.
 */
export type RaceStage = {
  /** Fits the canvas to a stage of this size in CSS pixels, of which `insets` are covered. */
  resize: (size: Size, insets: { top: number; bottom: number }) => void
  /** Shows a race of which `elapsedMs` have passed; null shows its end at once. */
  deal: (race: { order: readonly number[]; round: string; dealMs: number }, elapsedMs: number | null) => void
  /** The runners stand in the gates. */
  clear: () => void
  dispose: () => void
}

export type RaceSound = 'raceBell' | 'hooves' | 'paws' | 'raceFinish'
export type RaceEvent = 'start' | 'half' | 'line' | 'end'

type StageDeps = {
  canvas: HTMLCanvasElement
  track: Track
  art: RaceArt
  /** `performance.now()`. */
  now: () => number
  isStill: boolean
  sound: (name: RaceSound, step?: number) => void
  /** The order has changed; `isOver` once all are in. */
  onOrder: (order: readonly number[], isOver: boolean) => void
  onEvent: (event: RaceEvent, order: readonly number[]) => void
}

type Stage = {
  deps: StageDeps
  scene: Scene | null
  plan: RacePlan
  isDealt: boolean
  startedAt: number
  done: Set<RaceEvent>
  shown: string
  orderedAt: number
  stepAt: number
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** An event that is older is not heard, of a race that is joined late. */
const heardMs = 400
const orderEveryMs = 250
const stepEveryMs = { horse: 430, hound: 320 } as const
/** Without motion the race is shown at these shares of its time. */
const stills = [0.25, 0.5, 0.75, 0.95] as const

const inGates = [1, 2, 3, 4, 5, 6, 7, 8]

export function createRaceStage(deps: StageDeps): RaceStage {
  const stage: Stage = {
    deps,
    scene: null,
    plan: planRace(inGates, '', 30_000, deps.track),
    isDealt: false,
    startedAt: 0,
    done: new Set(),
    shown: '',
    orderedAt: -Infinity,
    stepAt: 0,
    frame: 0,
    timer: undefined,
  }
  return {
    resize(size, insets) {
      const ratio = canvasRatio()
      const layout = layoutOf(size, insets, ratio)
      deps.canvas.width = Math.round(size.width * ratio)
      deps.canvas.height = Math.round(size.height * ratio)
      stage.scene = { track: deps.track, layout, sprites: paintSprites(deps.track, deps.art, layout) }
      wake(stage)
    },
    deal({ order, round, dealMs }, elapsedMs) {
      stage.plan = planRace(order, round, dealMs, deps.track)
      stage.isDealt = true
      stage.startedAt = deps.now() - (elapsedMs ?? stage.plan.endMs)
      stage.done = new Set()
      stage.shown = ''
      stage.orderedAt = -Infinity
      wake(stage)
    },
    clear() {
      stage.isDealt = false
      deps.onOrder([], false)
      wake(stage)
    },
    dispose() {
      cancelAnimationFrame(stage.frame)
      clearTimeout(stage.timer)
    },
  }
}

function wake(stage: Stage): void {
  cancelAnimationFrame(stage.frame)
  clearTimeout(stage.timer)
  stage.frame = requestAnimationFrame(() => step(stage))
}

function step(stage: Stage): void {
  const { deps, plan, isDealt } = stage
  const ms = isDealt ? deps.now() - stage.startedAt : 0
  if (isDealt) happen(stage, ms)
  paint(stage, ms)
  if (!isDealt || ms >= plan.endMs) return
  if (!deps.isStill) wake(stage)
  else stage.timer = setTimeout(() => step(stage), untilNextStill(plan, ms))
}

/** What is shown without motion at a moment: the last of the stills. */
function stillOf(plan: RacePlan, ms: number): number {
  if (ms >= plan.endMs) return ms
  return stills.map((share) => share * plan.firstMs).findLast((one) => one <= ms) ?? 0
}

function untilNextStill(plan: RacePlan, ms: number): number {
  const next = stills.map((share) => share * plan.firstMs).find((one) => one > ms) ?? plan.endMs
  return Math.max(20, next - ms + 5)
}

function paint({ deps, scene, plan, isDealt }: Stage, ms: number): void {
  const context = deps.canvas.getContext('2d')
  if (!context || !scene) return
  const { ratio, width, height } = scene.layout
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  if (isDealt && ms >= plan.endMs) paintPodium(context, scene, plan)
  else paintRace(context, scene, plan, deps.isStill ? stillOf(plan, ms) : ms)
}

/** What has happened up to a moment: each is heard and announced once. */
function happen(stage: Stage, ms: number): void {
  const { deps, plan, done } = stage
  const shownMs = deps.isStill ? stillOf(plan, ms) : ms
  const order = orderAt(plan, shownMs)
  const isOver = ms >= plan.endMs
  if (ms - stage.orderedAt >= orderEveryMs || isOver) {
    stage.orderedAt = ms
    const text = `${order.join()} ${isOver}`
    if (text !== stage.shown) deps.onOrder(order, isOver)
    stage.shown = text
  }
  const once = (event: RaceEvent, at: number, sound: RaceSound | null) => {
    if (ms < at || done.has(event)) return
    done.add(event)
    const isNew = ms - at < (deps.isStill ? plan.firstMs / 3 : heardMs)
    if (isNew && sound && !deps.isStill) deps.sound(sound)
    if (isNew || event === 'end') deps.onEvent(event, orderAt(plan, at))
  }
  once('start', plan.startMs, 'raceBell')
  once('half', (plan.startMs + plan.firstMs) / 2, null)
  once('line', plan.firstMs, 'raceFinish')
  once('end', plan.endMs, null)
  const { animal } = deps.track
  if (deps.isStill || ms < plan.startMs || ms > plan.lastMs || ms - stage.stepAt < stepEveryMs[animal]) {
    if (ms < stage.stepAt) stage.stepAt = 0
    return
  }
  stage.stepAt = ms
  deps.sound(animal === 'horse' ? 'hooves' : 'paws', Math.floor(ms / stepEveryMs[animal]) % 3)
}
