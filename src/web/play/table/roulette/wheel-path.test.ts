import { expect, test } from 'vitest'
import { pockets } from '#domain/games/table/roulette/wheel.ts'
import { heightAt, pocketStep, radii } from './wheel-form.ts'
import { pathSeedOf, pocketAngle, wheelPathOf, type BallPose } from './wheel-path.ts'

const frameMs = 1000 / 60
const seeds = Array.from({ length: 12 }, (_, index) => pathSeedOf(`round ${index}`, index))

function pointOf({ angle, radius, height }: BallPose) {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), z: height }
}

function wayBetween(one: BallPose, other: BallPose): number {
  const [from, to] = [pointOf(one), pointOf(other)]
  return Math.hypot(from.x - to.x, from.y - to.y, from.z - to.z)
}

test('the ball rests in the pocket that was drawn and turns with it, for every pocket and seed', () => {
  for (const pocket of pockets) {
    for (const seed of seeds) {
      const path = wheelPathOf(pocket, seed, 9000)
      expect(path.restMs).toBeLessThanOrEqual(9000 - 600)
      for (const ms of [path.restMs, 9000, path.stillMs, path.stillMs + 60_000]) {
        const off = path.ball(ms).angle - path.rotor(ms) - pocketAngle(pocket)
        expect(Math.abs(Math.sin(off / 2))).toBeLessThan(0.002 * pocketStep)
      }
      expect(path.rotor(path.stillMs)).toBeCloseTo(path.rotor(path.stillMs + 60_000), 9)
    }
  }
})

test('the ball never jumps: its way between frames is bounded, and it stays in the bowl and above its surface', () => {
  for (const pocket of pockets) {
    for (const seed of seeds) {
      const path = wheelPathOf(pocket, seed, 9000)
      let before = path.ball(0)
      let [farthest, least, most, deepest] = [0, 1, 0, 1]
      for (let ms = frameMs; ms < path.stillMs; ms += frameMs) {
        const pose = path.ball(ms)
        farthest = Math.max(farthest, wayBetween(before, pose))
        least = Math.min(least, pose.radius)
        most = Math.max(most, pose.radius)
        deepest = Math.min(deepest, pose.height - heightAt(pose.radius))
        before = pose
      }
      // The fastest is the orbit at its beginning: 1.6 turns a second on the track.
      expect(farthest).toBeLessThan((1.6 * 2 * Math.PI * radii.track) / 60)
      expect(least).toBeGreaterThan(radii.pockets)
      expect(most).toBeLessThan(radii.rim)
      expect(deepest).toBeGreaterThan(-0.004)
      // Between frames it does not jump either: at every joint both sides meet.
      for (const { ms } of [...path.knocks, { ms: path.leavesMs }]) {
        expect(wayBetween(path.ball(ms - 0.001), path.ball(ms + 0.001))).toBeLessThan(0.0001)
      }
    }
  }
})

test('the course in the bowl follows from the seed alone: another pocket only turns the rotor below it', () => {
  for (const seed of seeds) {
    const [one, other] = [wheelPathOf(17, seed, 9000), wheelPathOf(0, seed, 9000)]
    const lands = one.knocks.find(({ kind }) => kind === 'hop')?.ms ?? 0
    for (let ms = 0; ms < lands; ms += 37) expect(one.ball(ms)).toEqual(other.ball(ms))
    for (let ms = 0; ms < one.stillMs; ms += 97) {
      const apart = one.rotor(ms) - other.rotor(ms) - (pocketAngle(0) - pocketAngle(17))
      expect(Math.abs(Math.sin(apart / 2))).toBeLessThan(1e-9)
    }
  }
})

test('rounds look different: directions, deflectors and hops vary, and none is named by its pocket', () => {
  const paths = Array.from({ length: 200 }, (_, index) => wheelPathOf(17, pathSeedOf(`id ${index}`, 17), 9000))
  const strikes = new Set(paths.map(({ ball, knocks }) => Math.round(Math.cos(ball(knocks[0]?.ms ?? 0).angle) * 100)))
  expect(strikes.size).toBeGreaterThanOrEqual(4)
  expect(new Set(paths.map(({ knocks }) => knocks.length)).size).toBe(3)
  const clockwise = paths.filter(({ ball }) => ball(20).angle > ball(0).angle).length
  expect(clockwise).toBeGreaterThan(60)
  expect(clockwise).toBeLessThan(140)
  // Where the ball falls on the rotor says little about where it ends: every distance occurs.
  const fellBefore = paths.map(({ ball, rotor, knocks }) => {
    const ms = knocks.find(({ kind }) => kind === 'hop')?.ms ?? 0
    return Math.round((ball(ms).angle - rotor(ms) - pocketAngle(17)) / pocketStep)
  })
  expect(new Set(fellBefore.map((pockets) => ((pockets % 37) + 37) % 37)).size).toBeGreaterThan(12)
})

test('a faster table spins faster: the ball rests before the round is settled', () => {
  for (const dealMs of [2000, 4000, 6000]) {
    const path = wheelPathOf(5, 9, dealMs)
    expect(path.restMs).toBeLessThanOrEqual(dealMs - 700 + 1)
    expect(path.ball(path.restMs).radius).toBeCloseTo(0.528, 3)
  }
})
