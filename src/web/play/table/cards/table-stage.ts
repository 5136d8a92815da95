import type { Card } from '#domain/games/table/cards.ts'
import { coverOf, places, type Cover, type Point, type Side } from './camera.ts'
import { boundsOf, paintCard, type Deck } from './card-painter.ts'
import { cardPose, handRest, handTip, isMoved, placeAt, type Pose } from './card-motion.ts'
import type { DealPlan, PlannedCard } from './deal-plan.ts'
import { handBounds, paintHand, type Hand } from './hand-painter.ts'
import { canvasRatio, fitCanvas } from '../stage-size.ts'

/**
 * The cards of one table. Cards that lie are painted once, on the lower canvas; the upper one has what moves, and only the part
 * that it covered before is painted again. Without motion there are no frames.
 */
export type TableStage<Where extends string = Side> = {
  /** Fits the canvases to a stage of this size in CSS pixels. */
  resize: (size: { width: number; height: number }) => Cover
  /** Deals a round of which `elapsedMs` have passed; null shows all cards at once. */
  deal: (plan: DealPlan<Where>, elapsedMs: number | null) => void
  /** Goes on with the deal by a plan that begins as the one before. */
  extend: (plan: DealPlan<Where>) => void
  /** Takes the cards away, if there are any. */
  clear: () => void
  dispose: () => void
}

export type StageSound = 'cardSlide' | 'cardTurn' | 'cardBend' | 'cardsGather'

type StageDeps<Where extends string> = {
  lying: HTMLCanvasElement
  moving: HTMLCanvasElement
  deck: Deck
  hand: Hand
  /** `performance.now()`. */
  now: () => number
  isStill: boolean
  /** The line of the picture below which a stage may be cut; usually that of the tables. */
  lowest?: number
  sound: (name: StageSound, step?: number) => void
  /** A card lies open. */
  onCard: (side: Where, place: number, card: Card) => void
  /** All cards of a deal lie open. */
  onEnd: () => void
  /** No card lies open. */
  onClear: () => void
}

type Area = { x: number; y: number; width: number; height: number }

type Stage<Where extends string> = {
  deps: StageDeps<Where>
  cover: Cover
  size: { width: number; height: number }
  ratio: number
  plan: DealPlan<Where> | null
  startedAt: number
  /** What has happened in the deal: each is heard and announced once. */
  done: Set<string>
  /** When the cards began to be taken away; null while they lie. */
  gatheredAt: number | null
  painted: Area[]
  frame: number
}

const gatherMs = 620
/** A card that lies face down for longer is shown so without motion too. */
const heldBackMs = 1000
const fadeMs = 220

export function createTableStage<Where extends string = Side>(deps: StageDeps<Where>): TableStage<Where> {
  const stage: Stage<Where> = {
    deps,
    cover: { scale: 1, left: 0, top: 0 },
    size: { width: 1, height: 1 },
    ratio: 1,
    plan: null,
    startedAt: 0,
    done: new Set(),
    gatheredAt: null,
    painted: [],
    frame: 0,
  }
  return {
    resize(size) {
      stage.size = size
      stage.cover = coverOf(size, deps.lowest)
      stage.ratio = canvasRatio()
      for (const canvas of [deps.lying, deps.moving]) fitCanvas(canvas, size, stage.ratio)
      stage.painted = []
      paintLying(stage)
      wake(stage)
      return stage.cover
    },
    deal(plan, elapsedMs) {
      stage.plan = plan
      stage.startedAt = deps.now() - (elapsedMs ?? plan.endMs + gatherMs)
      stage.done = new Set()
      stage.gatheredAt = null
      deps.onClear()
      paintLying(stage)
      wake(stage)
    },
    extend(plan) {
      stage.plan = plan
      wake(stage)
    },
    clear() {
      if (stage.plan === null || stage.gatheredAt !== null) return
      stage.gatheredAt = deps.now()
      if (!deps.isStill) deps.sound('cardsGather')
      deps.onClear()
      paintLying(stage)
      wake(stage)
    },
    dispose: () => cancelAnimationFrame(stage.frame),
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d')
}

function wake<Where extends string>(stage: Stage<Where>): void {
  cancelAnimationFrame(stage.frame)
  stage.frame = requestAnimationFrame(() => step(stage))
}

/** One frame: what happened since the last one, then what moves. */
function step<Where extends string>(stage: Stage<Where>): void {
  const { deps, plan } = stage
  const ms = deps.now() - stage.startedAt
  if (plan !== null && stage.gatheredAt === null) happen(stage, plan, ms)
  paintMoving(stage, ms)
  if (isMoving(stage, ms)) wake(stage)
}

function isMoving<Where extends string>({ plan, gatheredAt, deps }: Stage<Where>, ms: number): boolean {
  if (gatheredAt !== null) return plan !== null && deps.now() - gatheredAt < gatherMs
  return plan !== null && ms < plan.endMs + 420
}

function happen<Where extends string>(stage: Stage<Where>, plan: DealPlan<Where>, ms: number): void {
  const { deps, done } = stage
  let landed = false
  for (const [index, card] of plan.cards.entries()) {
    const { dealAt, turnAt, turnMs, side, place, moves = [] } = card
    const name = `${side} ${place}`
    const once = (what: string, at: number, act: () => void) => {
      if (ms < at || done.has(`${name} ${what}`)) return
      done.add(`${name} ${what}`)
      // Of a deal that is joined late, what was missed is not heard.
      act()
    }
    const hear = (sound: StageSound, at: number) => ms - at < 200 && !deps.isStill && deps.sound(sound, index)
    once('dealt', dealAt, () => hear('cardSlide', dealAt))
    once('turns', turnAt, () => hear(card.isSqueezed ? 'cardBend' : 'cardTurn', turnAt))
    once('open', turnAt + turnMs, () => {
      if (card.isSqueezed) hear('cardTurn', turnAt + turnMs)
      if (card.card !== null) deps.onCard(side, place, card.card)
      landed = true
    })
    for (const [move, { at, ms: moveMs }] of moves.entries()) {
      once(`moves ${move}`, at, () => {
        if (move === 0) hear('cardSlide', at)
        landed = true
      })
      once(`moved ${move}`, at + moveMs, () => {
        landed = true
      })
    }
  }
  if (!landed) return
  paintLying(stage)
  if (plan.cards.every(({ side, place }) => done.has(`${side} ${place} open`))) deps.onEnd()
}

/** The cards that lie open, each painted once. */
function paintLying<Where extends string>(stage: Stage<Where>): void {
  const { deps, plan, size, cover, gatheredAt } = stage
  const context = contextOf(deps.lying)
  if (!context) return
  context.clearRect(0, 0, size.width, size.height)
  if (plan === null || gatheredAt !== null) return
  const ms = deps.now() - stage.startedAt
  for (const card of plan.cards) {
    if (lies(stage, card, ms)) paintCard(context, deps.deck, openPose(card, ms), cover)
  }
}

/** Whether a card lies open where it is. Without motion a card that is moved is where it will be. */
function lies<Where extends string>({ deps, done }: Stage<Where>, card: PlannedCard<Where>, ms: number): boolean {
  return done.has(`${card.side} ${card.place} open`) && (deps.isStill || !isMoved(card, ms))
}

function openPose(planned: PlannedCard<string>, ms: number): Pose {
  return { ...placeAt(planned, ms), z: 0, card: planned.card, turn: Math.PI, peel: null }
}

function paintMoving<Where extends string>(stage: Stage<Where>, ms: number): void {
  const { deps, plan, cover } = stage
  const context = contextOf(deps.moving)
  if (!context) return
  for (const { x, y, width, height } of stage.painted) context.clearRect(x, y, width, height)
  stage.painted = []
  const hands: Record<'near' | 'far', Point> = { near: handRest.near, far: handRest.far }
  if (plan !== null && stage.gatheredAt !== null) {
    const share = Math.min(1, (deps.now() - stage.gatheredAt) / gatherMs)
    if (share < 1) gather(stage, context, plan, share)
    if (!deps.isStill) hands.far = sweeping(share)
    if (share >= 1) stage.plan = null
  } else if (plan !== null) {
    for (const card of plan.cards) {
      if (lies(stage, card, ms)) continue
      const pose = deps.isStill ? stillPose(card, ms) : cardPose(card, ms)
      const alpha = deps.isStill ? appeared(card, ms) : 1
      if (pose && alpha > 0) put(stage, context, pose, alpha)
    }
    if (!deps.isStill) hands.near = handTip(plan, ms)
  }
  for (const which of ['near', 'far'] as const) {
    stage.painted.push(handBounds(which, hands[which], cover))
    paintHand(context, deps.hand, which, hands[which], cover)
  }
}

function put<Where extends string>(
  stage: Stage<Where>,
  context: CanvasRenderingContext2D,
  pose: Pose,
  alpha: number,
): void {
  stage.painted.push(boundsOf(pose, stage.cover))
  paintCard(context, stage.deps.deck, pose, stage.cover, alpha)
}

/** Without motion: face down where it is not turned. */
function stillPose(planned: PlannedCard<string>, ms: number): Pose {
  return { ...openPose(planned, Infinity), turn: ms < planned.turnAt ? 0 : Math.PI }
}

/** Without motion a card appears open at its place: how far it has. */
function appeared({ dealAt, dealMs, turnAt, turnMs }: PlannedCard<string>, ms: number): number {
  if (turnAt - dealAt - dealMs > heldBackMs) return ms >= dealAt + dealMs ? 1 : 0
  return Math.min(1, Math.max(0, (ms - (turnAt + turnMs - fadeMs)) / fadeMs))
}

/** All cards slide to the tray together, and fade as they arrive; without motion they fade where they lie. */
function gather<Where extends string>(
  stage: Stage<Where>,
  context: CanvasRenderingContext2D,
  plan: DealPlan<Where>,
  share: number,
): void {
  const { isStill } = stage.deps
  const go = isStill ? 0 : share ** 1.6
  const mix = (one: number, other: number) => one + (other - one) * go
  for (const card of plan.cards) {
    const pose = openPose(card, Infinity)
    const { tray } = places
    const on = {
      x: mix(pose.x, tray.x),
      y: mix(pose.y, tray.y),
      z: 0.25 * Math.sin(Math.PI * go),
      yaw: pose.yaw + go * 0.6,
    }
    put(stage, context, { ...pose, ...on }, isStill ? 1 - share : Math.min(1, (1 - share) * 3.2))
  }
}

/** The hand that takes the cards away: out to them, then to the tray and back. */
function sweeping(share: number): Point {
  const { far } = handRest
  const stops: readonly Point[] = [
    far,
    { x: 1.6, y: 0.4, z: 0 },
    { x: places.tray.x + 0.5, y: places.tray.y - 0.1, z: 0 },
    far,
  ]
  const at = share * (stops.length - 1)
  const index = Math.min(stops.length - 2, Math.floor(at))
  const [from, to] = [stops[index] ?? far, stops[index + 1] ?? far]
  const mix = (one: number, other: number) => one + (other - one) * (at - index)
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), z: 0 }
}
