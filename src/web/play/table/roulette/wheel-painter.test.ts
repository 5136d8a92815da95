import { expect, test } from 'vitest'
import { pockets, wheel } from '#domain/games/table/roulette/wheel.ts'
import { heightAt, pointAt, project, radii, restRadius, rotorBox } from './wheel-form.ts'
import { columnShare, rotorDensity, rotorPointAt } from './wheel-painter.ts'
import { pocketAngle } from './wheel-path.ts'

test('what is seen where a pocket is in space is the column of that pocket, however the rotor is turned', () => {
  for (const turned of [0, 0.4, 2.1, -3, 17]) {
    for (const pocket of pockets) {
      const angle = turned + pocketAngle(pocket)
      const at = { x: restRadius * Math.cos(angle), y: restRadius * Math.sin(angle), z: heightAt(restRadius) }
      const seen = rotorPointAt(project(at))
      // On the far side the edge of the cone hides the foot of a pocket.
      expect(seen && Math.hypot(seen.x - at.x, seen.y - at.y)).toBeLessThan(at.y > 0.2 ? 0.08 : 0.01)
      expect(wheel[Math.floor(columnShare(seen ?? at, turned) * wheel.length)]).toBe(pocket)
    }
  }
})

test('the camera goes both ways, and the box of the rotor has all of it', () => {
  for (const point of [
    { x: 0.3, y: -0.6, z: 0.1 },
    { x: -0.9, y: 0.8, z: 0 },
  ]) {
    const back = pointAt(project(point), point.z)
    expect(Math.hypot(back.x - point.x, back.y - point.y)).toBeLessThan(1e-9)
  }
  for (let step = 0; step < 64; step += 1) {
    const angle = (step / 32) * Math.PI
    const { x, y } = project({ x: radii.rotor * Math.cos(angle), y: radii.rotor * Math.sin(angle), z: 0 })
    expect(x > rotorBox.left && x < rotorBox.left + rotorBox.width).toBe(true)
    expect(y > rotorBox.top && y < rotorBox.top + rotorBox.height).toBe(true)
  }
})

test('beside the rotor nothing of it is seen, and large screens do not paint more pixels than they can', () => {
  expect(rotorPointAt(project({ x: 1, y: 0, z: 0.1 }))).toBeNull()
  const density = rotorDensity(3, 2)
  expect(density ** 2 * rotorBox.width * rotorBox.height).toBeLessThanOrEqual(330_001)
  expect(rotorDensity(0.4, 2)).toBeCloseTo(0.8)
})
