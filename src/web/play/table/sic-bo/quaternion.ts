/** Rotations as unit quaternions, and the vectors that they turn. */

export type Vector = readonly [x: number, y: number, z: number]
export type Quaternion = readonly [w: number, x: number, y: number, z: number]

export const noTurn: Quaternion = [1, 0, 0, 0]

/** First `second`, then `first`. */
export function times(first: Quaternion, second: Quaternion): Quaternion {
  const [a, b, c, d] = first
  const [w, x, y, z] = second
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ]
}

export function inverse([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z]
}

export function unit([w, x, y, z]: Quaternion): Quaternion {
  const length = Math.hypot(w, x, y, z) || 1
  return [w / length, x / length, y / length, z / length]
}

/** A turn about an axis of length 1, in radians. */
export function turnAbout([x, y, z]: Vector, angle: number): Quaternion {
  const half = Math.sin(angle / 2)
  return [Math.cos(angle / 2), x * half, y * half, z * half]
}

/** Where a turn takes a vector. */
export function turned([w, x, y, z]: Quaternion, [a, b, c]: Vector): Vector {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s]
}

/** The angle between two orientations, in radians. */
export function angleBetween(one: Quaternion, other: Quaternion): number {
  const dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2] + one[3] * other[3]
  return 2 * Math.acos(Math.min(1, Math.abs(dot)))
}

/** From one orientation to another along the shorter way; `share` of it is gone. Even enough for small angles. */
export function between(one: Quaternion, other: Quaternion, share: number): Quaternion {
  const dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2] + one[3] * other[3]
  const sign = dot < 0 ? -1 : 1
  const mix = (index: 0 | 1 | 2 | 3) => one[index] * (1 - share) + sign * other[index] * share
  return unit([mix(0), mix(1), mix(2), mix(3)])
}

export function dot([a, b, c]: Vector, [x, y, z]: Vector): number {
  return a * x + b * y + c * z
}

export function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}

export function plus([a, b, c]: Vector, [x, y, z]: Vector, scale = 1): Vector {
  return [a + x * scale, b + y * scale, c + z * scale]
}

export function lengthOf([x, y, z]: Vector): number {
  return Math.hypot(x, y, z)
}
