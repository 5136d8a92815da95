/**
 * How the runners move in a stride. The pictures are drawn by it (`scripts/art/race-runners.ts`), and the stage writes the numbers
 * where the cloth is.
 */

export type Animal = 'horse' | 'hound'

/** The frames of a stride; behind them comes one that stands. */
export const strideFrames = 8
export const standing = strideFrames

/** A frame in units of the drawing, and the line of the ground in it. A runner is `length` long. */
export const frameBox = { width: 260, height: 190, ground: 178, length: 196 } as const

/** The rows of the sheet: what takes the colour of the animal, that of its number, and what keeps its own. */
export const sheetRows = ['coat', 'silk', 'fixed'] as const

/** How far a stride goes, in lengths of a runner. */
export const strideLengths: Readonly<Record<Animal, number>> = { horse: 2.9, hound: 2.3 }

const turn = 2 * Math.PI
const share = (frame: number): number => frame / strideFrames

/** How far the body is above where it stands, in units; down is positive. */
export function bobOf(animal: Animal, frame: number): number {
  if (frame === standing) return 0
  return animal === 'horse'
    ? -3 + 4 * Math.cos(turn * (share(frame) - 0.3))
    : -2 + 3.5 * Math.cos(2 * turn * (share(frame) - 0.16))
}

/** How far the body is turned about its middle, in degrees; the head goes down with it. */
export function pitchOf(animal: Animal, frame: number): number {
  if (frame === standing) return 0
  return (animal === 'horse' ? 4 : 5) * Math.sin(turn * (share(frame) - (animal === 'horse' ? 0.12 : 0.78)))
}

/** The middle of the body, about which it turns. */
export const bodyMiddle: Readonly<Record<Animal, { x: number; y: number }>> = {
  horse: { x: 122, y: 96 },
  hound: { x: 124, y: 98 },
}

/** The middle of the cloth with the number and its height, of a body that stands. */
export const clothAt: Readonly<Record<Animal, { x: number; y: number; size: number }>> = {
  horse: { x: 113, y: 95, size: 27 },
  hound: { x: 128, y: 98, size: 32 },
}

/** Where the number is in a frame, in units, and how far it is turned, in radians. */
export function numberAt(animal: Animal, frame: number): { x: number; y: number; turn: number } {
  const angle = (pitchOf(animal, frame) * Math.PI) / 180
  const { x, y } = bodyMiddle[animal]
  const [right, down] = [clothAt[animal].x - x, clothAt[animal].y - y]
  return {
    x: x + right * Math.cos(angle) - down * Math.sin(angle),
    y: y + right * Math.sin(angle) + down * Math.cos(angle) + bobOf(animal, frame),
    turn: angle,
  }
}
