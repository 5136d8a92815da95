import { bowl, rotorBox } from './wheel-form.ts'
import {
  ballSprite,
  paintBall,
  paintRotor,
  rotorDensity,
  rotorOf,
  sizeOf,
  type Area,
  type Cover,
  type Rotor,
  type WheelArt,
} from './wheel-painter.ts'
import { pathSeedOf, pocketAngle, wheelPathOf, type BallPose, type WheelPath } from './wheel-path.ts'
import { canvasRatio, fitCanvas } from '../stage-size.ts'

/**
 * The wheel of one table. The rotor has a canvas of its own, which is painted only while it turns; the ball has another one, of which
 * only what it covered is painted again. Without motion there are no frames.
 */
export type WheelStage = {
  /** Fits the canvases to a place of this size in CSS pixels. */
  resize: (size: { width: number; height: number }) => Cover
  /** Spins for a pocket; `elapsedMs` have passed, null shows the ball at rest. `roundId` seeds the course. */
  spin: (round: { roundId: string; pocket: number; dealMs: number; elapsedMs: number | null }) => void
  dispose: () => void
}

export type WheelSound = 'ballRoll' | 'ballKnock' | 'ballRest'

type StageDeps = {
  rotor: HTMLCanvasElement
  ball: HTMLCanvasElement
  art: WheelArt
  /** `performance.now()`. */
  now: () => number
  isStill: boolean
  sound: (name: WheelSound, step?: number) => void
  /** The ball lies in its pocket. */
  onRest: () => void
}

type Spin = { path: WheelPath; pocket: number; startedAt: number; heard: Set<string>; isRest: boolean }

type Stage = {
  deps: StageDeps
  scale: number
  ratio: number
  rotor: Rotor | null
  sprite: OffscreenCanvas
  spin: Spin | null
  /** What lay on the wheel when the spin began: the pocket of the ball before, and how far the rotor was from its course. */
  before: { pocket: number | null; off: number }
  /** The angle at which the rotor is painted; NaN when it must be. */
  shown: number
  painted: Area[]
  frame: number
}

/** The croupier takes the ball up, and gives the rotor its turn. */
const takeMs = 320
const pushMs = 1600
const fadeMs = 260
/** A sound of rolling lasts so long. */
const rollMs = 420
/** Ghosts of a fast ball, this long before it. */
const trailMs = [5, 10, 15] as const

export function createWheelStage(deps: StageDeps): WheelStage {
  const stage: Stage = {
    deps,
    scale: 1,
    ratio: 1,
    rotor: null,
    sprite: ballSprite(),
    spin: null,
    before: { pocket: null, off: 0 },
    shown: Number.NaN,
    painted: [],
    frame: 0,
  }
  return {
    resize: (size) => resized(stage, size),
    spin: (round) => begin(stage, round),
    dispose: () => cancelAnimationFrame(stage.frame),
  }
}

function resized(stage: Stage, { width, height }: { width: number; height: number }): Cover {
  const { deps } = stage
  const scale = Math.min(width / bowl.width, height / bowl.height)
  stage.scale = scale
  stage.ratio = canvasRatio()
  const density = rotorDensity(scale, stage.ratio)
  stage.rotor = rotorOf(deps.art, density)
  deps.rotor.width = Math.round(rotorBox.width * density)
  deps.rotor.height = Math.round(rotorBox.height * density)
  const whole = sizeOf(scale)
  fitCanvas(deps.ball, whole, stage.ratio)
  stage.painted = []
  stage.shown = Number.NaN
  step(stage)
  return {
    scale,
    left: (width - bowl.width * scale) / 2 - bowl.left * scale,
    top: (height - bowl.height * scale) / 2 - bowl.top * scale,
  }
}

function begin(stage: Stage, round: Parameters<WheelStage['spin']>[0]): void {
  const { deps } = stage
  const { roundId, pocket, dealMs, elapsedMs } = round
  const path = wheelPathOf(pocket, pathSeedOf(roundId, pocket), dealMs)
  const now = deps.now()
  const elapsed = elapsedMs ?? path.stillMs
  const isSeen = stage.spin !== null && elapsed < 500
  stage.before = {
    pocket: isSeen ? (stage.spin?.pocket ?? null) : null,
    off: isSeen ? half(rotorAngle(stage, now) - path.rotor(elapsed)) : 0,
  }
  stage.spin = { path, pocket, startedAt: now - elapsed, heard: new Set(), isRest: false }
  step(stage)
}

/** An angle as the shortest turn. */
function half(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d')
}

/** One frame: what is heard since the last one, then what moves. */
function step(stage: Stage): void {
  const { deps, spin } = stage
  cancelAnimationFrame(stage.frame)
  const now = deps.now()
  const ms = spin ? now - spin.startedAt : 0
  if (spin) happen(stage, spin, ms)
  const angle = rotorAngle(stage, now)
  const context = contextOf(deps.rotor)
  if (stage.rotor && context && angle !== stage.shown) {
    paintRotor(context, stage.rotor, angle)
    stage.shown = angle
  }
  paint(stage, ms, angle)
  const endMs = spin && (deps.isStill ? spin.path.restMs + fadeMs : spin.path.stillMs)
  if (endMs !== null && ms < endMs) stage.frame = requestAnimationFrame(() => step(stage))
}

/** How the rotor is turned. Without motion it always lies the same way. */
function rotorAngle({ spin, before, deps }: Stage, now: number): number {
  if (spin === null || deps.isStill) return 0
  const ms = now - spin.startedAt
  const share = Math.min(1, Math.max(0, ms / pushMs))
  return spin.path.rotor(ms) + before.off * (1 - share * share * (3 - 2 * share))
}

function happen({ deps }: Stage, spin: Spin, ms: number): void {
  const once = (name: string, at: number, act: () => void) => {
    if (ms < at || spin.heard.has(name)) return
    spin.heard.add(name)
    // Of a spin that is joined late, what was missed is not heard.
    if (ms - at < 200 && !deps.isStill) act()
  }
  const { path } = spin
  const rolls = Math.floor(path.leavesMs / rollMs)
  for (let roll = 0; roll < rolls; roll += 1)
    once(`roll ${roll}`, roll * rollMs, () => deps.sound('ballRoll', Math.floor((roll * 6) / rolls)))
  for (const { ms: at, kind, step: quieter } of path.knocks)
    once(`${kind} ${at}`, at, () => deps.sound(kind === 'rest' ? 'ballRest' : 'ballKnock', quieter))
  if (ms < path.restMs || spin.isRest) return
  spin.isRest = true
  deps.onRest()
}

function paint(stage: Stage, ms: number, rotor: number): void {
  const { deps, spin, before, scale, sprite } = stage
  const context = contextOf(deps.ball)
  if (!context) return
  for (const { x, y, width, height } of stage.painted) context.clearRect(x, y, width, height)
  stage.painted = []
  if (!spin) return
  const put = (pose: BallPose, alpha: number) => {
    if (alpha > 0) stage.painted.push(paintBall(context, { sprite, pose, scale, alpha }))
  }
  const { path } = spin
  const resting = (pocket: number): BallPose => ({ ...path.ball(path.stillMs), angle: rotor + pocketAngle(pocket) })
  if (deps.isStill) return put(resting(spin.pocket), Math.min(1, (ms - path.restMs) / fadeMs))
  if (before.pocket !== null && ms < takeMs) put(resting(before.pocket), 1 - ms / takeMs)
  if (ms < path.leavesMs) for (const ago of trailMs) if (ms > ago) put(path.ball(ms - ago), 0.16)
  put(path.ball(ms), Math.min(1, ms / takeMs))
}
