/**
 * The form of the wheel and the camera that looks at it. The picture of the bowl (`scripts/art/wheel-render.ts`), the turning rotor and
 * the ball are all drawn through them. The unit is the outer radius of the bowl; x goes right, y away from the member, z up, with the
 * middle of the wheel at the origin. Angles are in radians, from x towards y.
 */

/** A point of space. */
export type Point = { x: number; y: number; z: number }

/** A point of the picture, in its pixels from the top left. */
export type Spot = { x: number; y: number }

/** The size of the picture of the bowl with its shadow in CSS pixels, and where the middle of the wheel is in it. */
export const picture = { width: 724, height: 604 } as const
export const centre = { x: 340, y: 240 } as const

/** The part of the picture that a stage must show: the bowl without its shadow. */
export const bowl = { left: 22, top: 6, width: 636, height: 520 } as const

/** The part of the picture with the rotor and the turret above it. */
export const rotorBox = { left: 112, top: 86, width: 456, height: 352 } as const

const distance = 4.2
const focal = 1260
const pitch = (50 * Math.PI) / 180
const [sine, cosine] = [Math.sin(pitch), Math.cos(pitch)]

/** Where a point is in the picture. */
export function project({ x, y, z }: Point): Spot {
  const depth = distance + y * cosine - z * sine
  return { x: centre.x + (focal * x) / depth, y: centre.y - (focal * (y * sine + z * cosine)) / depth }
}

/** Pixels of the picture for one unit at this point. */
export function scaleAt({ y, z }: Point): number {
  return focal / (distance + y * cosine - z * sine)
}

/** Where the line of sight through a spot of the picture is at this height. */
export function pointAt({ x, y }: Spot, z: number): Point {
  const up = (centre.y - y) / focal
  const far = (up * (distance - z * sine) - z * cosine) / (sine - up * cosine)
  return { x: ((x - centre.x) * (distance + far * cosine - z * sine)) / focal, y: far, z }
}

/** Where the camera is. */
export const eye: Point = { x: 0, y: -distance * cosine, z: distance * sine }

/** The radii at which one part of the wheel ends and the next one begins. */
export const radii = {
  bowl: 1.02,
  rim: 0.925,
  track: 0.868,
  apron: 0.85,
  deflectors: 0.772,
  rotor: 0.694,
  numbers: 0.59,
  pockets: 0.478,
  cone: 0.15,
} as const

/** The picture of the rotor unrolled: its size, and the radius at its upper edge. */
export const unrolled = { width: 1628, height: 232, outer: 0.7 } as const

/** Where the middle of the ball is when it lies in a pocket. */
export const restRadius = 0.528
export const ballRadius = 0.0255

/** The highest point of the wheel: the knob of the turret. */
export const highest = 0.36

/** Radius and height of the surface, from the middle outwards. */
const profile: readonly (readonly [radius: number, height: number])[] = [
  [0, 0.352],
  [0.02, 0.348],
  [0.036, 0.328],
  [0.042, 0.3],
  [0.034, 0.272],
  [0.03, 0.25],
  [0.034, 0.228],
  [0.052, 0.2],
  [0.072, 0.178],
  [0.08, 0.158],
  [0.078, 0.146],
  [0.096, 0.138],
  [0.128, 0.13],
  [0.146, 0.116],
  ...Array.from({ length: 32 }, (_, index) => {
    const radius = 0.15 + index * 0.01
    return [radius, -0.006 + 0.1 * ((0.466 - radius) / 0.316) ** 1.5] as const
  }),
  [0.476, -0.014],
  [0.482, -0.07],
  [0.5, -0.078],
  [0.568, -0.074],
  [0.582, -0.06],
  [0.59, -0.012],
  [0.6, -0.008],
  [0.68, 0.004],
  [0.69, 0.002],
  [0.694, -0.012],
  [0.7, -0.03],
  [0.706, 0.012],
  [0.716, 0.02],
  [0.78, 0.062],
  [0.85, 0.116],
  [0.862, 0.118],
  [0.878, 0.122],
  [0.886, 0.136],
  [0.894, 0.16],
  [0.904, 0.172],
  [0.92, 0.181],
  [0.94, 0.185],
  [0.96, 0.183],
  [0.98, 0.172],
  [0.994, 0.152],
  [1.002, 0.12],
  [1.008, 0.06],
  [1.012, 0],
]

const steps = 1024
const widest = 1.03
const heights = Float32Array.from({ length: steps + 2 }, (_, index) => interpolated((index / steps) * widest))

function interpolated(radius: number): number {
  // The neck of the turret is narrower below than above; a height field has only its upper side.
  const next = profile.findIndex(([at], index) => index > 0 && at > radius && (profile[index - 1]?.[0] ?? 0) <= radius)
  const [from, to] = [profile[next - 1], profile[next]]
  if (!from || !to) return 0
  return from[1] + ((to[1] - from[1]) * (radius - from[0])) / (to[0] - from[0])
}

/** The height of the wheel at a radius, without deflectors; 0 on the table. */
export function heightAt(radius: number): number {
  const at = (radius / widest) * steps
  if (at >= steps) return 0
  const index = Math.floor(at)
  const [low = 0, high = 0] = [heights[index], heights[index + 1]]
  return low + (high - low) * (at - index)
}

/** The pockets of a wheel, clockwise, are so far apart. */
export const pocketStep = (2 * Math.PI) / 37

/** The deflectors: lozenges on the apron, every other one across. */
export const deflectorCount = 8
export function deflectorAngle(index: number): number {
  return ((index + 0.5) * 2 * Math.PI) / deflectorCount
}
