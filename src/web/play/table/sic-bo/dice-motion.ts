import { dome } from './dome.ts'
import { faceNormals } from './die.ts'
import {
  angleBetween,
  between,
  cross,
  dot,
  inverse,
  lengthOf,
  noTurn,
  plus,
  times,
  turnAbout,
  turned,
  unit,
  type Quaternion,
  type Vector,
} from './quaternion.ts'

/**
 * The throw of three dice in the dome: rigid cubes on a plate that kicks them up, under half a sphere of glass. The motion is computed
 * forwards from a seed; which face is printed where follows backwards from the cube face that came to lie on top. A cube looks
 * the same to the laws of motion however its faces are numbered, so every result has a motion that shows it, without a jump.
 */

export type Dice = readonly [number, number, number]

/** A die at a moment, from the middle of the plate; its edge is `dome.edge`. */
export type DiePose = { at: Vector; turn: Quaternion }

/** What is heard: a die that hits the plate, the glass or another die, and the plate that kicks. `strength` is 0 to 1. */
export type Hit = { ms: number; on: 'plate' | 'glass' | 'die' | 'kick'; strength: number }

export type DiceThrow = {
  /** Samples `sampleMs` apart, each with three poses. The last one is the rest. */
  samples: readonly (readonly DiePose[])[]
  hits: readonly Hit[]
}

export const sampleMs = 1000 / 120
/** A throw is at rest after so many ms at most. */
export const longestMs = 3800

const step = 1 / 480
const stepsPerSample = 4
const gravity = 46
const half = dome.edge / 2
/** Corners are rounded. */
const round = 0.09 * half
const inertia = dome.edge ** 2 / 6
/** A die meets glass and other dice as a ball of this radius: as far as its edges reach, about. */
const ball = 0.68 * dome.edge
/** When the plate kicks, in seconds, and how hard. */
const kicks: readonly (readonly [at: number, strength: number])[] = [
  [0.02, 1],
  [0.5, 0.86],
  [0.98, 1],
  [1.46, 0.92],
  [1.94, 0.8],
]
const easeMs = 240
const flatWithin = 0.14

/** A sequence of numbers from 0 to below 1 that follows from a text (splitmix32 of an FNV-1a hash). It decides nothing but a path. */
export function sequenceOf(text: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The throw that shows these dice. `seed` chooses the path: outcome and round, never a bet. */
export function throwOf(dice: Dice, seed: string): DiceThrow {
  for (let attempt = 0; ; attempt += 1) {
    const next = sequenceOf(`${seed} ${dice.join('')} ${attempt}`)
    const thrown = rolled(next)
    // A die that is still on its edge when time is over is thrown otherwise from the beginning.
    if (thrown !== null) return numbered(thrown, dice, next)
    if (attempt > 60) throw new Error(`No throw of ${seed} comes to rest.`)
  }
}

/** The dice at a moment; before the throw they lie where it begins, after it where it ends. */
export function posesAt({ samples }: DiceThrow, ms: number): readonly DiePose[] {
  const place = Math.min(samples.length - 1, Math.max(0, ms / sampleMs))
  const index = Math.floor(place)
  const [from, to] = [samples[index] ?? [], samples[index + 1] ?? samples[index] ?? []]
  const share = place - index
  return from.map((pose, die) => {
    const next = to[die] ?? pose
    return {
      at: plus(pose.at, plus(next.at, pose.at, -1), share),
      turn: between(pose.turn, next.turn, share),
    }
  })
}

/** How long the dice move. */
export function lengthMs({ samples }: DiceThrow): number {
  return (samples.length - 1) * sampleMs
}

type Body = { at: Vector; turn: Quaternion; speed: Vector; spin: Vector }

/** Moves cubes without numbers until all lie flat; null when one does not in time. */
function rolled(next: () => number): DiceThrow | null {
  const bodies = placed(next)
  const samples: DiePose[][] = [posesOf(bodies)]
  const hits: Hit[] = []
  const lastKick = kicks.at(-1)?.[0] ?? 0
  let quiet = 0
  for (let count = 0; count * step * 1000 < longestMs - easeMs; count += 1) {
    const now = count * step
    for (const [at, strength] of kicks) {
      if (Math.abs(now - at) < step / 2) {
        kick(bodies, strength, next)
        hits.push({ ms: now * 1000, on: 'kick', strength })
      }
    }
    const hear = (on: Hit['on'], speed: number) => {
      if (speed > 1.6) hits.push({ ms: now * 1000, on, strength: Math.min(1, speed / 9) })
    }
    for (const body of bodies) move(body, hear)
    meet(bodies, hear)
    if ((count + 1) % stepsPerSample === 0) samples.push(posesOf(bodies))
    quiet = now > lastKick + 0.2 && bodies.every(isQuiet) ? quiet + 1 : 0
    if (quiet > 24) break
  }
  return eased(samples, hits)
}

/** Three dice in a ring on the plate, each turned a little otherwise. */
function placed(next: () => number): Body[] {
  const from = next() * Math.PI * 2
  return [0, 1, 2].map((index) => {
    const angle = from + (index * Math.PI * 2) / 3
    const away = 0.72 + 0.06 * next()
    return {
      at: [Math.cos(angle) * away, Math.sin(angle) * away, half],
      turn: turnAbout([0, 0, 1], next() * Math.PI * 2),
      speed: [0, 0, 0],
      spin: [0, 0, 0],
    }
  })
}

function posesOf(bodies: readonly Body[]): DiePose[] {
  return bodies.map(({ at, turn }) => ({ at, turn }))
}

/** The plate throws up what lies on it, inwards and with a spin about a level axis. */
function kick(bodies: readonly Body[], strength: number, next: () => number): void {
  for (const body of bodies) {
    const angle = next() * Math.PI * 2
    const push = 0.6 + 2.2 * next()
    const up = strength * (6.9 + 1.9 * next())
    const spin = strength * (9 + 8 * next())
    const axis = next() * Math.PI * 2
    if (body.at[2] > half * 2.6) continue
    const [x, y] = body.at
    body.speed = [Math.cos(angle) * push - x * 1.7, Math.sin(angle) * push - y * 1.7, up]
    body.spin = [Math.cos(axis) * spin, Math.sin(axis) * spin, (next() - 0.5) * 9]
  }
}

function move(body: Body, hear: (on: Hit['on'], speed: number) => void): void {
  body.speed = plus(body.speed, [0, 0, -gravity * step])
  body.at = plus(body.at, body.speed, step)
  const [x, y, z] = body.spin
  body.turn = unit(times(turnAbout(directionOf(body.spin), Math.hypot(x, y, z) * step), body.turn))
  body.spin = scaled(body.spin, 1 - 0.5 * step)
  meetPlate(body, hear)
  meetGlass(body, hear)
}

function directionOf(vector: Vector): Vector {
  const length = lengthOf(vector)
  return length === 0 ? [0, 0, 1] : scaled(vector, 1 / length)
}

function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}

const corners: readonly Vector[] = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) => [-1, 1].map((z): Vector => scaled([x, y, z], half - round))),
)

/** Each corner below the plate stops there, bounces when it is quick, and is held by friction. */
function meetPlate(body: Body, hear: (on: Hit['on'], speed: number) => void): void {
  if (body.at[2] > half * Math.sqrt(3)) return
  let deepest = 0
  let hardest = 0
  // Upwards as the die sees it: which corners touch is known without turning them.
  const up = turned(inverse(body.turn), [0, 0, 1])
  const arms: Vector[] = []
  for (const corner of corners) {
    const depth = round - body.at[2] - dot(up, corner)
    if (depth < 0) continue
    deepest = Math.max(deepest, depth)
    arms.push(plus(turned(body.turn, corner), [0, 0, -round]))
  }
  // Several passes, so that the corners of a face that lands agree.
  for (let pass = 0; pass < 3; pass += 1) {
    for (const arm of arms) {
      const [x, y] = body.spin
      const fall = -(body.speed[2] + x * arm[1] - y * arm[0])
      if (fall <= 0) continue
      hardest = Math.max(hardest, fall)
      strike(body, arm, [0, 0, 1], fall > 1.1 ? 0.34 : 0, 0.34)
    }
  }
  if (arms.length === 0) return
  body.at = plus(body.at, [0, 0, Math.max(0, deepest - 0.002) * 0.5])
  body.spin = scaled(body.spin, 1 - 3.4 * step)
  body.speed = [body.speed[0] * (1 - 1.6 * step), body.speed[1] * (1 - 1.6 * step), body.speed[2]]
  hear('plate', hardest)
}

/** An impulse at a point of a body against something that stands still. */
function strike(body: Body, arm: Vector, normal: Vector, bounce: number, friction: number): void {
  const at = plus(body.speed, cross(body.spin, arm))
  const against = dot(at, normal)
  if (against >= 0) return
  const push = (-(1 + bounce) * against) / easeOf(arm, normal)
  const along = plus(at, normal, -against)
  const slide = lengthOf(along)
  const direction = directionOf(along)
  const drag = slide === 0 ? 0 : Math.min(friction * push, slide / easeOf(arm, direction))
  const impulse = plus(scaled(normal, push), direction, -drag)
  body.speed = plus(body.speed, impulse)
  body.spin = plus(body.spin, cross(arm, impulse), 1 / inertia)
}

/** How easily a point of a body of mass 1 is moved in a direction. */
function easeOf(arm: Vector, direction: Vector): number {
  const lever = cross(arm, direction)
  return 1 + dot(lever, lever) / inertia
}

function meetGlass(body: Body, hear: (on: Hit['on'], speed: number) => void): void {
  const distance = lengthOf(body.at)
  const over = distance - (dome.radius - ball)
  if (over <= 0) return
  const inwards = scaled(body.at, -1 / distance)
  hear('glass', -dot(body.speed, inwards))
  strike(body, scaled(inwards, -ball), inwards, 0.42, 0.2)
  body.at = plus(body.at, inwards, over)
}

/** Dice push each other apart; the push goes through their middles, so that none leans on another. */
function meet(bodies: readonly Body[], hear: (on: Hit['on'], speed: number) => void): void {
  for (const [index, one] of bodies.entries()) {
    for (const other of bodies.slice(index + 1)) {
      const apart = plus(other.at, one.at, -1)
      const distance = lengthOf(apart)
      const over = ball * 2 - distance
      if (over <= 0) continue
      const direction = distance === 0 ? ([1, 0, 0] as const) : scaled(apart, 1 / distance)
      const closing = dot(plus(one.speed, other.speed, -1), direction)
      one.at = plus(one.at, direction, -over / 2)
      other.at = plus(other.at, direction, over / 2)
      if (closing <= 0) continue
      hear('die', closing)
      const push = (closing * 1.45) / 2
      one.speed = plus(one.speed, direction, -push)
      other.speed = plus(other.speed, direction, push)
    }
  }
}

function isQuiet({ at, turn, speed, spin }: Body): boolean {
  return (
    at[2] < half * 1.1 && lengthOf(speed) < 0.5 && lengthOf(spin) < 0.9 && angleBetween(turn, flat(turn)) < flatWithin
  )
}

/** The orientation with a face straight up that is nearest. */
function flat(turn: Quaternion): Quaternion {
  const up = turned(turn, upperAxis(turn))
  const axis = cross(up, [0, 0, 1])
  const sine = lengthOf(axis)
  return sine < 1e-9 ? turn : unit(times(turnAbout(scaled(axis, 1 / sine), Math.asin(Math.min(1, sine))), turn))
}

/** The axis of a cube's own space that points up most. */
function upperAxis(turn: Quaternion): Vector {
  const up = turned(inverse(turn), [0, 0, 1])
  const sizes = up.map(Math.abs)
  const most = sizes.indexOf(Math.max(...sizes))
  return [0, 1, 2].map((index) => (index === most ? Math.sign(up[index] ?? 1) : 0)) as unknown as Vector
}

/** What is left to lie flat is gone in a last moment; null when it is more than a rounding of the motion. */
function eased(samples: DiePose[][], hits: readonly Hit[]): DiceThrow | null {
  const last = samples.at(-1) ?? []
  const rest = last.map(({ at: [x, y], turn }): DiePose => ({ at: [x, y, half], turn: flat(turn) }))
  if (last.some(({ at, turn }, die) => at[2] > half * 1.12 || angleBetween(turn, rest[die]?.turn ?? turn) > flatWithin))
    return null
  const count = Math.round(easeMs / sampleMs)
  for (let index = 1; index <= count; index += 1) {
    const share = index / count
    const go = share * share * (3 - 2 * share)
    samples.push(
      last.map((pose, die) => {
        const to = rest[die] ?? pose
        return {
          at: plus(pose.at, plus(to.at, pose.at, -1), go),
          turn: index === count ? to.turn : between(pose.turn, to.turn, go),
        }
      }),
    )
  }
  return { samples, hits: thinned(hits) }
}

/** So many sounds at once are one. */
function thinned(hits: readonly Hit[]): Hit[] {
  const heard: Hit[] = []
  for (const hit of hits) {
    const before = heard.findLast(({ on }) => on === hit.on || hit.on === 'kick')
    if (hit.on !== 'kick' && before && hit.ms - before.ms < 70) continue
    heard.push(hit)
  }
  return heard
}

/** Prints the faces onto cubes that have come to rest, so that the given ones lie on top. */
function numbered({ samples, hits }: DiceThrow, dice: Dice, next: () => number): DiceThrow {
  const prints = dice.map((face, die) => {
    const turn = samples.at(-1)?.[die]?.turn ?? noTurn
    const about = turnAbout(faceNormals[face] ?? [0, 0, 1], (Math.floor(next() * 4) * Math.PI) / 2)
    return times(turnTo(faceNormals[face] ?? [0, 0, 1], upperAxis(turn)), about)
  })
  return {
    hits,
    samples: samples.map((poses) =>
      poses.map(({ at, turn }, die) => ({ at, turn: times(turn, prints[die] ?? noTurn) })),
    ),
  }
}

/** A turn that takes one axis of the cube to another. */
function turnTo(from: Vector, to: Vector): Quaternion {
  const cosine = dot(from, to)
  if (cosine > 0.5) return noTurn
  if (cosine < -0.5)
    return turnAbout(directionOf(cross(from, Math.abs(from[2]) > 0.5 ? [1, 0, 0] : [0, 0, 1])), Math.PI)
  return turnAbout(cross(from, to), Math.PI / 2)
}
