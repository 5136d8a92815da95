import { picture, type Cover, type Point } from '../cards/camera.ts'

/**
 * The dome on the table, in the units of the table's camera. The picture of the place, the glass and the cover are drawn from these
 * figures (`scripts/art/dice-dome.ts`), and the dice move in them.
 */
export const dome = {
  /** The middle of the plate on which the dice lie. */
  at: { x: 0, y: 0.62, z: 0.42 } satisfies Point,
  /** The radius of the plate and of the glass above it, which is half a sphere. */
  radius: 1.74,
  /** The edge of a die. */
  edge: 0.74,
} as const

/** The part of the picture that every stage shows: the dome with the table around it. */
const shown = { top: 100, bottom: 524, width: 452 } as const

/**
 * How the picture covers a stage of this size: the dome is seen whole where the picture has room for it, and in the middle; below it
 * the stage keeps the height of a sign where it can.
 */
export function domeCover({ width, height }: { width: number; height: number }): Cover {
  const least = Math.max(width / picture.width, height / picture.height)
  const tall = shown.bottom - shown.top
  const scale = Math.max(least, Math.min(height / tall, width / shown.width))
  // What a stage shows more than the dome is above and below it, more of it below.
  const free = Math.max(0, height - tall * scale)
  const top = free * 0.45 - shown.top * scale
  return {
    scale,
    left: (width - picture.width * scale) / 2,
    top: Math.max(height - picture.height * scale, Math.min(0, top)),
  }
}

/** A part of the picture that has a picture of its own, in the pixels of the whole one. */
type Area = { x: number; y: number; width: number; height: number }

/** The glass in front of the dice. */
export const glassArt: Area = { x: 520, y: 126, width: 360, height: 338 }

/** The cover as it stands over the glass, a little larger than it. `knob` is where it is held, from the top left of its picture. */
export const coverArt: Area & { grown: number } = { x: 500, y: 74, width: 400, height: 410, grown: 1.07 }
