import { dot, turned, type Quaternion, type Vector } from './quaternion.ts'

/** A die in its own space: an edge of 1, its middle at the origin. */

/** The direction of each face; opposite faces add up to seven. */
export const faceNormals: Readonly<Record<number, Vector>> = {
  1: [0, 0, 1],
  2: [0, -1, 0],
  3: [1, 0, 0],
  4: [-1, 0, 0],
  5: [0, 1, 0],
  6: [0, 0, -1],
}

/** The directions of each face that its picture calls right and down. */
export const faceAxes: Readonly<Record<number, readonly [right: Vector, down: Vector]>> = {
  1: [
    [1, 0, 0],
    [0, -1, 0],
  ],
  2: [
    [1, 0, 0],
    [0, 0, -1],
  ],
  3: [
    [0, 1, 0],
    [0, 0, -1],
  ],
  4: [
    [0, -1, 0],
    [0, 0, -1],
  ],
  5: [
    [-1, 0, 0],
    [0, 0, -1],
  ],
  6: [
    [1, 0, 0],
    [0, 1, 0],
  ],
}

/** The face that looks up most in an orientation, and how far it is from straight up, in radians. */
export function upperFace(turn: Quaternion): { face: number; tilt: number } {
  let [face, highest] = [1, -2]
  for (const [number, normal] of Object.entries(faceNormals)) {
    const up = dot(turned(turn, normal), [0, 0, 1])
    if (up > highest) [face, highest] = [Number(number), up]
  }
  return { face, tilt: Math.acos(Math.min(1, highest)) }
}

/** Where the pips of a face are, in its picture from -1 to 1. */
export const pips: Readonly<Record<number, readonly (readonly [across: number, down: number])[]>> = {
  1: [[0, 0]],
  2: [
    [-0.46, -0.46],
    [0.46, 0.46],
  ],
  3: [
    [-0.5, -0.5],
    [0, 0],
    [0.5, 0.5],
  ],
  4: [
    [-0.46, -0.46],
    [0.46, -0.46],
    [-0.46, 0.46],
    [0.46, 0.46],
  ],
  5: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0, 0],
    [-0.5, 0.5],
    [0.5, 0.5],
  ],
  6: [
    [-0.46, -0.54],
    [0.46, -0.54],
    [-0.46, 0],
    [0.46, 0],
    [-0.46, 0.54],
    [0.46, 0.54],
  ],
}

/** One and four are red, as on dice of Asia. */
export function isRed(face: number): boolean {
  return face === 1 || face === 4
}
