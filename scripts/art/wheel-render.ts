/**
 * Draws the roulette wheel as a body in space: every pixel is a line of sight that meets the surface of
 * `src/web/play/table/roulette/wheel-form.ts`, which is lit by the lamps of a studio. The rotor turns in the window, so the window gets its
 * light apart from its colours.
 */

import {
  deflectorAngle,
  deflectorCount,
  eye,
  heightAt,
  highest,
  picture as frame,
  pointAt,
  radii,
  rotorBox,
  type Point,
} from '../../src/web/play/table/roulette/wheel-form.ts'
import { emptyPicture, type Colour, type Picture } from './picture.ts'

/** The bowl with its shadow on a transparent ground; the rotor is left dark. */
export function renderBowl(density: number): Picture {
  const board = emptyPicture(Math.round(frame.width * density), Math.round(frame.height * density))
  for (let y = 0; y < board.height; y += 1) {
    for (let x = 0; x < board.width; x += 1) {
      const sum = [0, 0, 0, 0]
      for (const [right, down] of samples)
        addColour(sum, bowlColour({ x: (x + right) / density, y: (y + down) / density }), 1 / samples.length)
      board.data.set(sum, (y * board.width + x) * 4)
    }
  }
  return board
}

/** Where a pixel is looked through. */
const samples = [
  [0.2, 0.4],
  [0.8, 0.6],
  [0.4, 0.8],
  [0.6, 0.2],
] as const

/**
 * The light on the rotor, twice as wide as `rotorBox`: on the left what its colours are multiplied by, a third of it; on the right what is
 * mirrored over them.
 */
export function renderLight(density: number): Picture {
  const { left, top, width, height } = rotorBox
  const [wide, high] = [Math.round(width * density), Math.round(height * density)]
  const board = emptyPicture(wide * 2, high)
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const point = hit({ x: left + (x + 0.5) / density, y: top + (y + 0.5) / density })
      const { light, mirror } = rotorLight(point)
      for (const [at, tint] of [
        [x, light],
        [x + wide, mirror],
      ] as const) {
        const to = (y * board.width + at) * 4
        for (let channel = 0; channel < 3; channel += 1) board.data[to + channel] = Math.min(1, tint[channel] ?? 0)
        board.data[to + 3] = 1
      }
    }
  }
  return board
}

function addColour(sum: number[], [red, green, blue, alpha]: readonly number[], weight: number): void {
  const add = [red, green, blue, alpha]
  for (let channel = 0; channel < 4; channel += 1) sum[channel] = (sum[channel] ?? 0) + (add[channel] ?? 0) * weight
}

/** The surface with its deflectors at a point seen from above. */
function surface(x: number, y: number): number {
  const radius = Math.hypot(x, y)
  const height = heightAt(radius)
  return Math.abs(radius - radii.deflectors) < 0.06 ? height + deflectorHeight(x, y, radius) : height
}

function deflectorHeight(x: number, y: number, radius: number): number {
  const angle = Math.atan2(y, x)
  const index = Math.round((angle / (2 * Math.PI)) * deflectorCount - 0.5)
  const off = angle - deflectorAngle(index)
  const isAcross = Math.abs(index) % 2 === 0
  const [along, across] = isAcross ? [0.052, 0.019] : [0.019, 0.046]
  const slope = 1 - Math.abs(off * radius) / along - Math.abs(radius - radii.deflectors) / across
  return slope > 0 ? Math.min(0.026, 0.036 * slope) : 0
}

/** The point of the surface that is seen at a spot of the picture; beyond the bowl it lies on the table. */
function hit(spot: { x: number; y: number }): Point {
  const below = pointAt(spot, 0)
  // Only the turret is higher than the rim.
  const top = Math.hypot(below.x, below.y - 0.16) < 0.42 ? highest : 0.19
  const rays = top === highest ? 72 : 44
  const floor = -0.09
  for (let step = 1; step <= rays; step += 1) {
    const z = top + ((floor - top) * step) / rays
    const point = pointAt(spot, z)
    if (surface(point.x, point.y) < z) continue
    let [high, low] = [z + (top - floor) / rays, z]
    for (let half = 0; half < 8; half += 1) {
      const middle = (high + low) / 2
      const between = pointAt(spot, middle)
      if (surface(between.x, between.y) < middle) high = middle
      else low = middle
    }
    return pointAt(spot, high)
  }
  return below
}

function normalAt({ x, y }: Point): Point {
  const by = 0.0015
  const slopeX = (surface(x + by, y) - surface(x - by, y)) / (2 * by)
  const slopeY = (surface(x, y + by) - surface(x, y - by)) / (2 * by)
  const length = Math.hypot(slopeX, slopeY, 1)
  return { x: -slopeX / length, y: -slopeY / length, z: 1 / length }
}

function scaled({ x, y, z }: Point, by: number): Point {
  return { x: x * by, y: y * by, z: z * by }
}

function unit(point: Point): Point {
  return scaled(point, 1 / Math.hypot(point.x, point.y, point.z))
}

function dot(one: Point, other: Point): number {
  return one.x * other.x + one.y * other.y + one.z * other.z
}

/** The lamps: a direction, how wide each is as a cosine, its colour and strength. */
const lamps: readonly { at: Point; wide: number; soft: number; tint: Colour; power: number }[] = [
  { at: unit({ x: -0.5, y: 0.75, z: 1.25 }), wide: 0.96, soft: 0.018, tint: [1, 0.94, 0.82], power: 3.4 },
  { at: unit({ x: 0.75, y: 0.9, z: 0.9 }), wide: 0.97, soft: 0.014, tint: [1, 0.86, 0.66], power: 2.6 },
  { at: unit({ x: -1.3, y: -0.1, z: 0.75 }), wide: 0.95, soft: 0.05, tint: [0.7, 0.8, 1], power: 0.9 },
  { at: unit({ x: 1.3, y: -0.2, z: 0.65 }), wide: 0.96, soft: 0.04, tint: [1, 0.66, 0.76], power: 0.8 },
  { at: unit({ x: 0.12, y: 0.25, z: 1 }), wide: 0.985, soft: 0.02, tint: [1, 0.97, 0.9], power: 1.6 },
]

/** What is mirrored from a direction: lamps above, a warm room with a darker floor around. */
function mirrored(direction: Point): Colour {
  const sky = Math.max(0, direction.z)
  const horizon = 1 - Math.min(1, Math.abs(direction.z) / 0.5)
  const room: [number, number, number] = [
    0.05 + 0.1 * sky + 0.16 * horizon,
    0.045 + 0.1 * sky + 0.1 * horizon,
    0.06 + 0.11 * sky + 0.07 * horizon,
  ]
  for (const { at, wide, soft, tint, power } of lamps) {
    const share = smooth((dot(direction, at) - (wide - soft)) / (2 * soft))
    if (share > 0)
      for (let channel = 0; channel < 3; channel += 1)
        room[channel] = (room[channel] ?? 0) + share * power * (tint[channel] ?? 0)
  }
  return room
}

function smooth(value: number): number {
  const share = Math.min(1, Math.max(0, value))
  return share * share * (3 - 2 * share)
}

function sightOf(point: Point): Point {
  return unit({ x: point.x - eye.x, y: point.y - eye.y, z: point.z - eye.z })
}

function reflected(sight: Point, normal: Point): Point {
  const by = 2 * dot(sight, normal)
  return { x: sight.x - by * normal.x, y: sight.y - by * normal.y, z: sight.z - by * normal.z }
}

/** How much of the sky a point of the surface sees, 0 to 1; the wheel is round, so its radius decides. */
function openness(radius: number): number {
  return opens[Math.round(radius * 500)] ?? 1
}

const opens: readonly number[] = Array.from({ length: 540 }, (_, index) => {
  const from = index / 500
  const height = heightAt(from)
  const sides = 24
  let sum = 0
  for (let side = 0; side < sides; side += 1) {
    const angle = ((side + 0.5) * Math.PI) / sides
    let steepest = 0
    for (const far of [0.008, 0.018, 0.034, 0.06, 0.11, 0.19, 0.32, 0.5]) {
      const rise = heightAt(Math.hypot(from + Math.cos(angle) * far, Math.sin(angle) * far)) - height
      if (rise > 0) steepest = Math.max(steepest, rise / Math.hypot(rise, far))
    }
    sum += 1 - steepest
  }
  return sum / sides
})

/** Whether the first lamp reaches a point, softly at the edge of a shadow. */
function lit(point: Point): number {
  const { at } = lamps[0] ?? { at: { x: 0, y: 0, z: 1 } }
  let share = 1
  for (let step = 1; step <= 14; step += 1) {
    const way = 0.012 + step * 0.03
    const over = point.z + at.z * way - surface(point.x + at.x * way, point.y + at.y * way)
    share = Math.min(share, smooth(0.5 + (over * 9) / way / 4))
  }
  return share
}

/** Diffuse light. */
function daylight(point: Point, normal: Point, open: number): Colour {
  const shade = lit(point)
  let [red, green, blue] = [0.3 * open, 0.29 * open, 0.33 * open]
  for (const [index, { at, tint, power }] of lamps.entries()) {
    const share = Math.max(0, dot(normal, at)) * power * 0.24 * (index === 0 ? shade : 0.35 + 0.65 * open) * open
    red += share * tint[0]
    green += share * tint[1]
    blue += share * tint[2]
  }
  return [red, green, blue]
}

/** Schlick's approximation of what a clear coat mirrors at a grazing angle. */
function coat(sight: Point, normal: Point, least: number): number {
  return least + (1 - least) * (1 - Math.min(1, Math.abs(dot(sight, normal)))) ** 5
}

/** A premultiplied colour with alpha. */
function bowlColour(spot: { x: number; y: number }): readonly [number, number, number, number] {
  const point = hit(spot)
  const radius = Math.hypot(point.x, point.y)
  if (radius >= radii.bowl - 0.006) return [0, 0, 0, shadowAt(point, radius)]
  const normal = normalAt(point)
  const sight = sightOf(point)
  const mirror = mirrored(reflected(sight, normal))
  const open = openness(radius)
  const light = daylight(point, normal, open)
  const paint = paintAt(point, radius)
  const shine = paint.kind === 'metal' ? 1 : coat(sight, normal, paint.coat)
  const tone = (channel: 0 | 1 | 2) => {
    const own = paint.tint[channel]
    const cover =
      paint.kind === 'metal'
        ? own * (0.16 * light[channel] + mirror[channel] * (0.35 + 0.65 * open))
        : own * light[channel] + shine * mirror[channel] * (0.25 + 0.75 * open)
    return developed(cover)
  }
  return [tone(0), tone(1), tone(2), 1]
}

/** Bright light is compressed and dark light deepened, as film does (Narkowicz's fit of ACES); the result is in sRGB. */
function developed(value: number): number {
  const film = (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14)
  return Math.min(1, Math.max(0, film)) ** (1 / 2.2)
}

/** The bowl's shadow on the felt: dark at its foot, away from the first lamp. */
function shadowAt({ x, y }: Point, radius: number): number {
  const near = smooth(1 - (radius - 1) / 0.1)
  const cast = smooth(1 - (Math.hypot(x - 0.07, y + 0.08) - 0.98) / 0.19)
  return Math.min(0.86, 0.5 * near + 0.62 * cast)
}

type Paint = { kind: 'metal' | 'lacquer'; tint: Colour; coat: number }

const gold: Paint = { kind: 'metal', tint: [1.15, 0.8, 0.36], coat: 1 }
const ink: Paint = { kind: 'lacquer', tint: [0.02, 0.018, 0.024], coat: 0.05 }

/** Wood with grain that runs round the bowl. */
function wood(point: Point, radius: number, tint: Colour, coatOf: number): Paint {
  const angle = Math.atan2(point.y, point.x)
  const grain =
    0.72 +
    0.2 * wave(radius * 210 + 2.2 * Math.sin(angle * 3 + radius * 9) + 0.8 * Math.sin(angle * 11)) +
    0.14 * wave(radius * 71 + 1.4 * Math.sin(angle * 5 + 2)) +
    0.1 * wave(radius * 530 + 3 * Math.sin(angle * 7 + radius * 40))
  return { kind: 'lacquer', tint: [tint[0] * grain, tint[1] * grain, tint[2] * grain], coat: coatOf }
}

function wave(value: number): number {
  return Math.sin(value) * 0.5 + 0.5 * Math.sin(value * 2.13 + 1.7)
}

function paintAt(point: Point, radius: number): Paint {
  const isDeflector = Math.abs(radius - radii.deflectors) < 0.06 && deflectorHeight(point.x, point.y, radius) > 0.0005
  if (isDeflector) return gold
  if (radius > 0.966 && radius < 0.976) return gold
  if (radius > 0.894 && radius < 0.905) return gold
  if (radius > 0.905) return inlaid(point, radius) ? gold : wood(point, radius, [0.21, 0.045, 0.022], 0.06)
  if (radius > 0.884) return wood(point, radius, [0.1, 0.026, 0.014], 0.06)
  if (radius > 0.853) return wood(point, radius, [0.4, 0.19, 0.075], 0.09)
  if (radius > 0.847) return gold
  if (radius > 0.716) return wood(point, radius, [0.15, 0.036, 0.019], 0.07)
  if (radius > 0.7) return gold
  return ink
}

/** A ring of lozenges of mother-of-pearl and gilt on the rim, as on a lacquer chest. */
function inlaid(point: Point, radius: number): boolean {
  const count = 48
  const angle = (Math.atan2(point.y, point.x) / (2 * Math.PI)) * count
  const off = (Math.abs(angle - Math.round(angle)) / count) * 2 * Math.PI * radius
  return off / 0.02 + Math.abs(radius - 0.938) / 0.012 < 1
}

/** The light on the rotor: `light` a third of what its colours are multiplied by, in linear light; `mirror` in sRGB. */
function rotorLight(point: Point): { light: Colour; mirror: Colour } {
  const radius = Math.hypot(point.x, point.y)
  const normal = normalAt(point)
  const sight = sightOf(point)
  const open = openness(radius)
  const seen = mirrored(reflected(sight, normal))
  const isMetal = radius < radii.cone
  const diffuse = daylight(point, normal, open)
  const shine = isMetal ? 0 : coat(sight, normal, 0.055)
  const each = (make: (channel: 0 | 1 | 2) => number): Colour => [make(0), make(1), make(2)]
  return {
    light: each((channel) => {
      const value = isMetal ? 0.2 * diffuse[channel] + seen[channel] * (0.4 + 0.6 * open) : diffuse[channel] * 1.25
      return Math.min(1, developed(value) / 1.4)
    }),
    mirror: each((channel) => developed(shine * seen[channel] * (0.2 + 0.8 * open)) * (isMetal ? 0 : 0.8)),
  }
}
