/**
 * The camera of the table. The picture of the table is drawn through it (`scripts/art/table.ts`), and so are the cards of the
 * stage, so that both lie on one felt. A unit is the width of a card; x goes right, y away from the member, z up.
 */

/** A point of the table's space. */
export type Point = { x: number; y: number; z: number }

/** A point of the picture, in its pixels from the top left. */
export type Spot = { x: number; y: number }

/** The size of the picture in CSS pixels. A stage of 3:2 shows the middle of it, with all cards. */
export const picture = { width: 1400, height: 560 } as const

const focal = 1400
const distance = 14
const pitch = (54 * Math.PI) / 180
const centre = { x: picture.width / 2, y: 384 }

/** Where a point of the table is in the picture. */
export function project({ x, y, z }: Point): Spot {
  const depth = distance + y * Math.cos(pitch) - z * Math.sin(pitch)
  const up = y * Math.sin(pitch) + z * Math.cos(pitch)
  return { x: centre.x + (focal * x) / depth, y: centre.y - (focal * up) / depth }
}

/** A card is 1 wide and so high. */
export const cardHeight = 1.4

/** Where things lie on the felt. */
export const places = {
  /** The mouth of the shoe, and the tray of used cards. */
  shoe: { x: 2.62, y: 1.72, z: 0.12 },
  tray: { x: -3.3, y: 2.2, z: 0 },
  /** The box of each side's cards: its outer and inner end, its near and far edge. */
  box: { outer: 3.98, inner: 0.14, near: -0.92, far: 0.92 },
} as const satisfies Record<string, unknown>

export type Side = 'left' | 'right'

/** Where a card of a side lies: its middle, and how far it is turned in the plane of the table, in radians. */
export type CardPlace = { x: number; y: number; yaw: number }

/** A card that lies on its side, so that the edge that is bent up is the one towards the member. */
export const sideways = -Math.PI / 2

/** The places of Baccarat, in the order in which a side gets its cards; the third lies on its side. */
export const baccaratPlaces: Readonly<Record<Side, readonly CardPlace[]>> = {
  left: [
    { x: -1.87, y: 0, yaw: 0 },
    { x: -0.77, y: 0, yaw: 0 },
    { x: -3.13, y: 0, yaw: sideways },
  ],
  right: [
    { x: 0.77, y: 0, yaw: 0 },
    { x: 1.87, y: 0, yaw: 0 },
    { x: 3.13, y: 0, yaw: sideways },
  ],
}

/** The places of Dragon Tiger: one card a side, with the emblem of the side beyond it. */
export const dragonTigerPlaces: Readonly<Record<Side, readonly CardPlace[]>> = {
  left: [{ x: -1.3, y: 0, yaw: 0 }],
  right: [{ x: 1.3, y: 0, yaw: 0 }],
}

/** The dealer's cards of Blackjack, in a row from the left: further ones lie behind the second. */
export const dealerPlaces: readonly CardPlace[] = Array.from({ length: 10 }, (_, index) => ({
  x: index < 2 ? -0.66 + 1.1 * index : 0.44 + 0.62 * (index - 1),
  y: 1.22,
  yaw: 0,
}))

/** How a picture of the table covers a stage: scale, and where its top left lies. */
export type Cover = { scale: number; left: number; top: number }

/** Below this line of the picture is nothing but felt. */
const lowest = 494
/** The same where hands lie in the member's field, with their labels. */
export const lowestOfHands = 526

/** Covers a stage of this size; what is cut off is equal on both sides, and below a line of the picture before anything above it. */
export function coverOf({ width, height }: { width: number; height: number }, below: number = lowest): Cover {
  const scale = Math.max(width / picture.width, height / picture.height)
  return { scale, left: (width - picture.width * scale) / 2, top: Math.min(0, height - below * scale) }
}
