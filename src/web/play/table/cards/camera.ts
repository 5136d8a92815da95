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
  /** The middle of each card, in the order in which a side gets them; the third lies on its side. */
  player: [
    { x: -1.87, y: 0, z: 0 },
    { x: -0.77, y: 0, z: 0 },
    { x: -3.13, y: 0, z: 0 },
  ],
  banker: [
    { x: 0.77, y: 0, z: 0 },
    { x: 1.87, y: 0, z: 0 },
    { x: 3.13, y: 0, z: 0 },
  ],
  /** The mouth of the shoe, and the tray of used cards. */
  shoe: { x: 2.62, y: 1.72, z: 0.12 },
  tray: { x: -3.3, y: 2.2, z: 0 },
  /** The box of each side's cards: its outer and inner end, its near and far edge. */
  box: { outer: 3.98, inner: 0.14, near: -0.92, far: 0.92 },
} as const satisfies Record<string, unknown>

export type Side = 'player' | 'banker'

/** How a picture of the table covers a stage: scale, and where its top left lies. */
export type Cover = { scale: number; left: number; top: number }

/** Below this line of the picture is nothing but felt. */
const lowest = 494

/** Covers a stage of this size; what is cut off is equal on both sides, and below the cards before anything above them. */
export function coverOf({ width, height }: { width: number; height: number }): Cover {
  const scale = Math.max(width / picture.width, height / picture.height)
  return { scale, left: (width - picture.width * scale) / 2, top: Math.min(0, height - lowest * scale) }
}
