import { lengthMs, longestMs, posesAt, throwOf, type Dice, type DiePose, type Hit } from './dice-motion.ts'
import { dome } from './dome.ts'
import type { Point } from '../cards/camera.ts'

/** What happens on the stage when a round is dealt: it follows from the dice, the round and the time of the table alone, never from bets. */

export type ThrowPlan = {
  /** The dice at a moment of the deal. */
  poses: (ms: number) => readonly DiePose[]
  hits: readonly Hit[]
  /** When the dice begin to move, and when they lie still. */
  throwAt: number
  restAt: number
  /** How much quicker than usual everything goes: 1, or less where the table leaves less time. */
  share: number
}

/** In ms: the hand takes the cover, has set it down beside the dome, and is back; the dice are thrown meanwhile. */
const usual = { taken: 200, setDown: 860, back: 1160, throwAt: 640 } as const
/** The dice lie so long before the round is settled. */
const restMs = 1100

/** The plan of a round that is settled `dealMs` after its outcome was published: slower than usual never, faster where it must be. */
export function planOf(dice: Dice, round: string, dealMs: number): ThrowPlan {
  const share = Math.min(1, Math.max(0, dealMs - restMs) / (usual.throwAt + longestMs))
  const thrown = throwOf(dice, round)
  const throwAt = usual.throwAt * share
  return {
    poses: (ms) => posesAt(thrown, share === 0 ? longestMs : (ms - throwAt) / share),
    hits: thrown.hits.map((hit) => ({ ...hit, ms: throwAt + hit.ms * share })),
    throwAt,
    restAt: throwAt + lengthMs(thrown) * share,
    share,
  }
}

/** Where the cover is, from where it stands over the glass, and where the hand is that moves it; null leaves the hand at rest. */
export type CoverPose = { at: Point; hand: Point | null }

/** The cover stands here while the dice are seen. */
export const aside: Point = { x: 4.25, y: -0.1, z: -dome.at.z }
export const overGlass: CoverPose = { at: { x: 0, y: 0, z: 0 }, hand: null }
/** Where the hand rests at the right of the picture, and the other one at the left. */
export const handRest = { near: { x: 2.75, y: 1.6, z: 0 }, far: { x: -2.75, y: 1.6, z: 0 } } as const

/** How long the cover is on its way, and when it is lifted and set down meanwhile. Put back, it goes the same way from the end. */
export const coverMs = usual.back
export const coverTimes = { lifted: usual.taken, setDown: usual.setDown } as const

/** The cover at a moment of its way from the glass to its place beside it. */
export function coverPose(ms: number): CoverPose {
  const { taken, setDown, back } = usual
  const share = eased(Math.min(1, Math.max(0, (ms - taken) / (setDown - taken))))
  const across = share ** 1.5
  const at = {
    x: aside.x * across,
    y: aside.y * across,
    z: aside.z * share + 1.6 * Math.sin(Math.PI * share) ** 0.8,
  }
  if (ms >= back) return { at, hand: null }
  const held = knobOf(at)
  if (ms >= taken && ms < setDown) return { at, hand: held }
  const reach = ms < taken ? eased(Math.max(0, ms / taken)) : 1 - eased((ms - setDown) / (back - setDown))
  const mix = (rest: number, other: number) => rest + (other - rest) * reach
  const { near } = handRest
  return { at, hand: { x: mix(near.x, held.x), y: mix(near.y, held.y), z: mix(near.z, held.z) } }
}

/** The top of the knob. */
function knobOf({ x, y, z }: Point): Point {
  return { x: dome.at.x + x + 0.06, y: dome.at.y + y, z: dome.at.z + z + dome.radius + 0.28 }
}

function eased(share: number): number {
  return share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2
}
