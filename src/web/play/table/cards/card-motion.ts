import type { Card } from '#domain/games/table/cards.ts'
import { places, type CardPlace, type Point } from './camera.ts'
import type { DealPlan, PlannedCard } from './deal-plan.ts'

/** Where cards and the dealer's hand are at a moment of a deal. */

export type Pose = Point & {
  card: Card | null
  /** Turned in the plane of the table, in radians. */
  yaw: number
  /** Turned over about its length: 0 lies face down, π face up. */
  turn: number
  /** A card that is bent up: from which share of its width on, and round which radius. */
  peel: { from: number; radius: number } | null
}

/** The pose of a card; null while it is in the shoe. */
export function cardPose(planned: PlannedCard<string>, ms: number): Pose | null {
  const { dealAt, dealMs, turnAt, turnMs, card, isSqueezed } = planned
  const to = placeAt(planned, ms)
  if (ms < dealAt) return null
  const flat = { ...to, z: 0, card, turn: 0, peel: null }
  if (ms < dealAt + dealMs) return inFlight(flat, dealMs === 0 ? 1 : (ms - dealAt) / dealMs)
  if (ms < turnAt) return flat
  const share = turnMs === 0 ? 1 : (ms - turnAt) / turnMs
  if (share >= 1) return { ...flat, turn: Math.PI }
  if (isSqueezed && share < squeezed) return { ...flat, ...bent(share / squeezed) }
  const rest = isSqueezed ? (share - squeezed) / (1 - squeezed) : share
  const from = isSqueezed ? bentTurn : 0
  const turn = from + (Math.PI - from) * eased(rest)
  // The lower edge stays on the table while the card turns.
  return { ...flat, turn, z: 0.5 * Math.sin(turn) }
}

/** Where a card lies at a moment, after the moves until then. */
export function placeAt({ to, moves = [] }: PlannedCard<string>, ms: number): CardPlace {
  return moves.reduce((from, move) => {
    const share = ms >= move.at + move.ms ? 1 : eased(Math.max(0, (ms - move.at) / move.ms))
    const mix = (one: number, other: number) => one + (other - one) * share
    return { x: mix(from.x, move.to.x), y: mix(from.y, move.to.y), yaw: mix(from.yaw, move.to.yaw) }
  }, to)
}

/** Whether a card is being moved on the felt. */
export function isMoved({ moves = [] }: PlannedCard<string>, ms: number): boolean {
  return moves.some((move) => ms >= move.at && ms < move.at + move.ms)
}

/** From the mouth of the shoe along a curve: away from it quickly, over the felt, and down gently. */
function inFlight(flat: Pose, share: number): Pose {
  const go = 1 - (1 - share) ** 2.2
  const { shoe } = places
  const bow = { x: (shoe.x + flat.x) / 2 - 0.2, y: shoe.y * 0.72 + 0.42 }
  const along = (from: number, by: number, to: number) => (1 - go) ** 2 * from + 2 * (1 - go) * go * by + go ** 2 * to
  return {
    ...flat,
    x: along(shoe.x, bow.x, flat.x),
    y: along(shoe.y, bow.y, flat.y),
    z: shoe.z * (1 - go) + 0.34 * Math.sin(Math.PI * go),
    yaw: shoeYaw * (1 - go) + flat.yaw * go,
  }
}

/** How a card lies in the shoe. */
const shoeYaw = (-50 * Math.PI) / 180

/** The share of the time of a squeeze in which the card is bent up, slowly, before it is turned. */
const squeezed = 0.72
/** Bent this far it goes on as a card that turns. */
const bentTurn = 0.001

/** An edge is bent up until the pips at the rim show, waits, and goes down again. */
function bent(share: number): Pick<Pose, 'peel'> {
  const up = Math.sin(Math.PI * Math.min(1, share)) ** 0.8
  return { peel: { from: 1 - 0.66 * up, radius: 0.27 } }
}

function eased(share: number): number {
  return share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2
}

/** Where the dealer's hands rest: that at the shoe, on the right of the picture, and the other one. */
export const handRest = { near: { x: 1.75, y: 1.55, z: 0 }, far: { x: -1.75, y: 1.55, z: 0 } } as const

/** The time in which the hand goes back to its rest. */
const restMs = 420

type Stop = { ms: number; at: Point }

/** The tip of the hand at the shoe: it goes with each card that is dealt or turned, and rests in between. */
export function handTip(plan: DealPlan<string>, ms: number): Point {
  const stops = stopsOf(plan)
  const next = stops.findIndex((stop) => stop.ms > ms)
  const from = stops[next < 0 ? stops.length - 1 : next - 1]
  const to = next < 0 ? undefined : stops[next]
  if (!from) return handRest.near
  if (!to) return from.at
  const held = plan.cards.find(({ dealAt, dealMs }) => ms >= dealAt && ms < dealAt + dealMs)
  const pose = held ? cardPose(held, ms) : null
  if (pose) return holding(pose)
  const share = eased((ms - from.ms) / Math.max(1, to.ms - from.ms))
  const mix = (one: number, other: number) => one + (other - one) * share
  return { x: mix(from.at.x, to.at.x), y: mix(from.at.y, to.at.y), z: 0.25 * Math.sin(Math.PI * share) }
}

/** The fingers lie on the far edge of a card. */
function holding({ x, y, z }: Point): Point {
  return { x: x + 0.1, y: y + 0.34, z }
}

function stopsOf({ cards, endMs, pauses = [] }: DealPlan<string>): Stop[] {
  const byTime = cards.flatMap((one): Stop[] => {
    const shoe = holding(places.shoe)
    const at = holding({ ...one.to, z: 0 })
    const edge = { ...at, x: at.x + 0.42 }
    return [
      { ms: one.dealAt, at: shoe },
      { ms: one.dealAt + one.dealMs, at },
      { ms: one.turnAt, at: edge },
      { ms: one.turnAt + one.turnMs * 0.7, at: { ...at, x: at.x - 0.1 } },
    ].filter(({ ms }) => ms < Infinity)
  })
  for (const { from, to } of pauses) {
    byTime.push({ ms: from + restMs, at: handRest.near }, { ms: Math.max(from + restMs, to), at: handRest.near })
  }
  const first = Math.min(...byTime.map(({ ms }) => ms))
  return [
    { ms: Math.max(0, first - 240), at: handRest.near },
    ...byTime.toSorted((one, other) => one.ms - other.ms),
    { ms: endMs + restMs, at: handRest.near },
  ]
}
