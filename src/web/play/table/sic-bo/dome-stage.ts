import type { Cover, Point } from '../cards/camera.ts'
import { handBounds, paintHand, type Hand } from '../cards/hand-painter.ts'
import { coverBounds, paintCover, type Area } from './cover-painter.ts'
import { paintDice, type Faces } from './dice-painter.ts'
import type { Dice, Hit } from './dice-motion.ts'
import { domeCover, glassArt } from './dome.ts'
import {
  aside,
  coverMs,
  coverPose,
  coverTimes,
  handRest,
  overGlass,
  planOf,
  type CoverPose,
  type ThrowPlan,
} from './throw-plan.ts'
import { canvasRatio, fitCanvas } from '../stage-size.ts'

/**
 * The dome of one table: dice on a canvas below the glass, cover and hands on one above it. Each is painted only while something on it
 * moves. Between rounds the cover stands over the glass.
 */
export type DomeStage = {
  /** Fits the canvases to a stage of this size in CSS pixels. */
  resize: (size: { width: number; height: number }) => Cover
  /** Throws the dice of a round of which `elapsedMs` have passed; null shows them at rest. */
  deal: (dice: Dice, round: string, dealMs: number, elapsedMs: number | null) => void
  /** Puts the cover over the dice, if they are seen. */
  clear: () => void
  dispose: () => void
}

export type DomeSound = 'coverLift' | 'coverDown' | 'diceKick' | 'diceHit' | 'diceGlass' | 'diceRest'

export type DomeArt = { faces: Faces; cover: ImageBitmap; hand: Hand }

type DomeDeps = DomeArt & {
  /** The canvas below the glass, and that above it. */
  inside: HTMLCanvasElement
  above: HTMLCanvasElement
  /** `performance.now()`. */
  now: () => number
  isStill: boolean
  sound: (name: DomeSound, step?: number) => void
  /** The dice lie still. */
  onRest: (dice: Dice) => void
  /** No dice are seen. */
  onClear: () => void
}

type Stage = {
  deps: DomeDeps
  cover: Cover
  size: { width: number; height: number }
  ratio: number
  dice: Dice | null
  plan: ThrowPlan | null
  startedAt: number
  /** The sounds of the throw, and how many of them are over: each is heard once. */
  sounds: readonly Heard[]
  heard: number
  isAtRest: boolean
  /** When the cover began to be put back; null while the dice are seen. */
  coveredAt: number | null
  /** What the upper canvas shows, so that nothing is painted again that has not moved. */
  shown: string
  painted: Area[]
  frame: number
}

const fadeMs = 240

export function createDomeStage(deps: DomeDeps): DomeStage {
  const stage: Stage = {
    deps,
    cover: { scale: 1, left: 0, top: 0 },
    size: { width: 1, height: 1 },
    ratio: 1,
    dice: null,
    plan: null,
    startedAt: 0,
    sounds: [],
    heard: 0,
    isAtRest: false,
    coveredAt: null,
    shown: '',
    painted: [],
    frame: 0,
  }
  return {
    resize(size) {
      stage.size = size
      stage.cover = domeCover(size)
      stage.ratio = canvasRatio()
      for (const canvas of [deps.inside, deps.above]) fitCanvas(canvas, size, stage.ratio)
      stage.painted = []
      stage.shown = ''
      wake(stage)
      return stage.cover
    },
    deal(dice, round, dealMs, elapsedMs) {
      const plan = planOf(dice, round, dealMs)
      const passed = elapsedMs ?? plan.restAt + coverMs
      Object.assign(stage, { dice, plan, sounds: soundsOf(plan), heard: 0 })
      Object.assign(stage, { startedAt: deps.now() - passed, isAtRest: false, coveredAt: null })
      deps.onClear()
      wake(stage)
    },
    clear() {
      if (stage.plan === null || stage.coveredAt !== null) return
      stage.coveredAt = deps.now()
      stage.heard = 0
      deps.onClear()
      wake(stage)
    },
    dispose: () => cancelAnimationFrame(stage.frame),
  }
}

function wake(stage: Stage): void {
  cancelAnimationFrame(stage.frame)
  stage.frame = requestAnimationFrame(() => step(stage))
}

/** One frame: what happened since the last one, then what moves. */
function step(stage: Stage): void {
  const { deps, plan } = stage
  const ms = deps.now() - stage.startedAt
  const coveredMs = stage.coveredAt === null ? null : deps.now() - stage.coveredAt
  if (plan !== null && coveredMs === null) happen(stage, plan, ms)
  if (coveredMs !== null) hear(stage, soundsBack, coveredMs)
  if (coveredMs !== null && coveredMs >= coverMs) {
    Object.assign(stage, { plan: null, dice: null, coveredAt: null })
  }
  paintInside(stage, ms)
  paintAbove(stage, ms, coveredMs)
  if (stage.coveredAt !== null || (stage.plan !== null && ms < Math.max(stage.plan.restAt, coverMs) + fadeMs))
    wake(stage)
}

/** Sounds are heard when they are due; those of a throw that is joined late are not. */
function hear(stage: Stage, events: readonly Heard[], ms: number): void {
  const { deps } = stage
  for (const { at, name, step } of events.slice(stage.heard)) {
    if (at > ms) break
    stage.heard += 1
    if (!deps.isStill && ms - at <= 120) deps.sound(name, step)
  }
}

type Heard = { at: number; name: DomeSound; step?: number }

function soundsOf({ hits, share }: ThrowPlan): Heard[] {
  const { lifted, setDown } = coverTimes
  const cover: Heard[] = [
    { at: lifted * share, name: 'coverLift' },
    { at: setDown * share, name: 'coverDown' },
  ]
  const dice = hits.map((hit): Heard => ({ at: hit.ms, name: soundOf(hit), step: Math.round(hit.strength * 3) }))
  return [...cover, ...dice].toSorted((one, other) => one.at - other.at)
}

/** The cover is put back. */
const soundsBack: readonly Heard[] = [
  { at: coverMs - coverTimes.setDown, name: 'coverLift' },
  { at: coverMs - coverTimes.lifted, name: 'coverDown' },
]

function happen(stage: Stage, plan: ThrowPlan, ms: number): void {
  const { deps, dice } = stage
  hear(stage, stage.sounds, ms)
  if (stage.isAtRest || ms < plan.restAt || dice === null) return
  stage.isAtRest = true
  if (!deps.isStill && ms - plan.restAt < 200) deps.sound('diceRest')
  deps.onRest(dice)
}

function soundOf({ on }: Hit): DomeSound {
  if (on === 'kick') return 'diceKick'
  return on === 'glass' ? 'diceGlass' : 'diceHit'
}

/** The dice; only the inside of the glass changes. */
function paintInside(stage: Stage, ms: number): void {
  const { deps, plan, cover } = stage
  const context = deps.inside.getContext('2d')
  if (!context) return
  const { x, y, width, height } = glassArt
  context.clearRect(
    cover.left + x * cover.scale,
    cover.top + y * cover.scale,
    width * cover.scale,
    height * cover.scale,
  )
  if (plan === null) return
  context.imageSmoothingQuality = 'high'
  // Without motion the dice appear where they rest.
  const alpha = deps.isStill ? Math.min(1, Math.max(0, (ms - plan.restAt + fadeMs) / fadeMs)) : 1
  if (alpha > 0) paintDice(context, deps.faces, plan.poses(deps.isStill ? plan.restAt : ms), cover, alpha)
}

/** Where the cover is and how much of it is seen. */
function coverAt(stage: Stage, ms: number, coveredMs: number | null): { pose: CoverPose; alpha: number } {
  const { deps, plan } = stage
  if (plan === null) return { pose: overGlass, alpha: 1 }
  if (deps.isStill) {
    const alpha = coveredMs === null ? 1 - ms / fadeMs : coveredMs / fadeMs
    return { pose: overGlass, alpha: Math.min(1, Math.max(0, alpha)) }
  }
  if (coveredMs !== null) return { pose: coverPose(coverMs - coveredMs), alpha: 1 }
  return { pose: ms >= coverMs ? { at: aside, hand: null } : coverPose(ms / plan.share), alpha: 1 }
}

function paintAbove(stage: Stage, ms: number, coveredMs: number | null): void {
  const { deps, cover } = stage
  const context = deps.above.getContext('2d')
  if (!context) return
  const { pose, alpha } = coverAt(stage, ms, coveredMs)
  const shown = JSON.stringify([pose, alpha])
  if (shown === stage.shown) return
  stage.shown = shown
  for (const { x, y, width, height } of stage.painted) context.clearRect(x, y, width, height)
  stage.painted = []
  context.imageSmoothingQuality = 'high'
  const hands: Record<'near' | 'far', Point> = { near: pose.hand ?? handRest.near, far: handRest.far }
  if (alpha > 0) {
    stage.painted.push(coverBounds(pose.at, cover))
    paintCover(context, deps.cover, pose.at, cover, alpha)
  }
  for (const which of ['near', 'far'] as const) {
    stage.painted.push(handBounds(which, hands[which], cover))
    paintHand(context, deps.hand, which, hands[which], cover)
  }
}
