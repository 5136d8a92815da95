import { describe, expect, test } from 'vitest'
import { upperFace } from './die.ts'
import { lengthMs, longestMs, posesAt, sampleMs, throwOf, type Dice, type DiePose } from './dice-motion.ts'
import { dome } from './dome.ts'
import { angleBetween } from './quaternion.ts'
import { coverMs, coverPose, planOf } from './throw-plan.ts'

const faces = [1, 2, 3, 4, 5, 6] as const
const throws: readonly Dice[] = faces.flatMap((first) =>
  faces.flatMap((second) => faces.map((third): Dice => [first, second, third])),
)
const distance = (one: DiePose, other: DiePose) =>
  Math.hypot(...one.at.map((value, axis) => value - (other.at[axis] ?? 0)))

describe('the throw of three dice', () => {
  const thrown = throws.map((dice, index) => ({ dice, motion: throwOf(dice, `round ${index}`) }))

  test('every one of the 216 rests flat on the plate with the given faces up', () => {
    for (const { dice, motion } of thrown) {
      const rest = posesAt(motion, longestMs)
      expect(rest.map(({ turn }) => upperFace(turn).face)).toEqual(dice)
      for (const { at, turn } of rest) {
        expect(upperFace(turn).tilt).toBeLessThan(1e-6)
        expect(at[2]).toBeCloseTo(dome.edge / 2, 6)
        expect(Math.hypot(at[0], at[1])).toBeLessThan(dome.radius - dome.edge / 2)
      }
      expect(lengthMs(motion)).toBeLessThan(longestMs + 1)
    }
  })

  test('no die jumps or shows another face at once, from the first moment to the last', () => {
    let [turned, moved] = [0, 0]
    for (const { motion } of thrown) {
      for (const [index, poses] of motion.samples.entries()) {
        for (const [die, pose] of poses.entries()) {
          const from = motion.samples[index - 1]?.[die] ?? pose
          turned = Math.max(turned, angleBetween(from.turn, pose.turn))
          moved = Math.max(moved, distance(from, pose))
        }
      }
    }
    // In a hundred-and-twentieth of a second; a face is a quarter turn.
    expect(turned).toBeLessThan(0.3)
    expect(moved).toBeLessThan(0.12)
  })

  test('dice tumble under the glass, and never lie in one another', () => {
    let [furthest, nearest, leastTurned] = [0, 9, 9]
    for (const { motion } of thrown) {
      const most = [0, 0, 0]
      for (const poses of motion.samples) {
        for (const [die, pose] of poses.entries()) {
          furthest = Math.max(furthest, Math.hypot(...pose.at))
          for (const other of poses.slice(die + 1)) nearest = Math.min(nearest, distance(pose, other))
          most[die] = Math.max(most[die] ?? 0, angleBetween(motion.samples[0]?.[die]?.turn ?? pose.turn, pose.turn))
        }
      }
      leastTurned = Math.min(leastTurned, ...most)
    }
    expect(furthest).toBeLessThan(dome.radius - dome.edge / 2)
    expect(nearest).toBeGreaterThan(dome.edge)
    expect(leastTurned).toBeGreaterThan(1.2)
  })

  test('the path follows from dice and round alone, and another round has another path', () => {
    expect(throwOf([2, 2, 5], 'a')).toEqual(throwOf([2, 2, 5], 'a'))
    expect(throwOf([2, 2, 5], 'a').samples[40]).not.toEqual(throwOf([2, 2, 5], 'b').samples[40])
  })
})

test('between two samples a die is between both', () => {
  const motion = throwOf([6, 1, 3], 'a')
  const [from, middle, to] = [30, 30.5, 31].map((sample) => posesAt(motion, sample * sampleMs)[0])
  if (!from || !middle || !to) throw new Error('A throw has three dice.')
  expect(angleBetween(from.turn, middle.turn)).toBeCloseTo(angleBetween(middle.turn, to.turn), 3)
  expect(distance(from, middle)).toBeCloseTo(distance(middle, to), 6)
})

describe('the plan of a deal', () => {
  test('the dice lie still for a second before the round is settled, however quick the table is', () => {
    for (const dealMs of [6000, 4500, 3000]) {
      const plan = planOf([1, 4, 6], 'a', dealMs)
      expect(plan.restAt).toBeLessThanOrEqual(dealMs - 1000)
      expect(plan.poses(plan.restAt).map(({ turn }) => upperFace(turn).face)).toEqual([1, 4, 6])
      expect(plan.poses(dealMs)).toEqual(plan.poses(plan.restAt + 1))
    }
    expect(planOf([1, 4, 6], 'a', 6000).share).toBe(1)
  })

  test('a table without time for a throw shows the dice at rest', () => {
    const { poses, restAt } = planOf([3, 3, 3], 'a', 500)
    expect(restAt).toBe(0)
    expect(poses(0).map(({ turn }) => upperFace(turn).face)).toEqual([3, 3, 3])
  })

  test('the cover leaves the dome before the dice move, held by the hand, and without a jump', () => {
    const { throwAt } = planOf([1, 4, 6], 'a', 6000)
    const { at } = coverPose(throwAt)
    expect(at.x).toBeGreaterThan(dome.radius * 0.9)
    let before = coverPose(0).at
    for (let ms = 0; ms <= coverMs; ms += 4) {
      const pose = coverPose(ms)
      expect(Math.hypot(pose.at.x - before.x, pose.at.y - before.y, pose.at.z - before.z)).toBeLessThan(0.12)
      before = pose.at
    }
    expect(coverPose(0)).toMatchObject({ at: { x: 0, z: 0 } })
    expect(coverPose(coverMs).hand).toBeNull()
  })
})
