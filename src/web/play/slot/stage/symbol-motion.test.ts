import { describe, expect, it } from 'vitest'
import { films, poseAt, still, type SymbolAct, type SymbolPose, type SymbolTemper } from './symbol-motion.ts'

const acts = ['land', 'idle', 'win'] as const satisfies readonly SymbolAct[]
const tempers = ['leap', 'turn', 'sway', 'swell'] as const satisfies readonly SymbolTemper[]
const numbers = (pose: SymbolPose) => Object.entries(pose).filter(([, value]) => typeof value === 'number')

/** How often a light becomes bright: its rises through the middle between its least and its most. */
function flashes(light: readonly number[]): number {
  const middle = (Math.min(...light) + Math.max(...light)) / 2
  return light.filter((value, index) => value > middle && (light[index - 1] ?? value) <= middle).length
}

describe('symbol motion', () => {
  it.each(['land', 'idle'] as const)('ends %s as the symbol stands', (act) => {
    for (const temper of tempers) {
      for (const [name, value] of numbers(poseAt(act, temper, 1))) {
        expect(value).toBeCloseTo(Number(still[name as keyof SymbolPose]), 5)
      }
    }
  })

  it.each(tempers)('closes the win loop of %s without a jump', (temper) => {
    const [first, last] = [poseAt('win', temper, 0), poseAt('win', temper, 1)]
    for (const [name, value] of numbers(first)) {
      expect(value).toBeCloseTo(Number(last[name as keyof SymbolPose]), 5)
    }
  })

  it.each(tempers)('moves %s by small steps from frame to frame', (temper) => {
    const { frames } = films.win
    for (let frame = 0; frame < frames; frame += 1) {
      const [one, next] = [poseAt('win', temper, frame / frames), poseAt('win', temper, (frame + 1) / frames)]
      expect(Math.abs(next.lift - one.lift)).toBeLessThan(0.03)
      expect(Math.abs(next.turn - one.turn)).toBeLessThan(0.08)
      expect(Math.abs(next.height - one.height)).toBeLessThan(0.06)
    }
  })

  it('has a win loop of at least 12 frames, and no light that comes three times a second', () => {
    expect(films.win.frames).toBeGreaterThanOrEqual(12)
    for (const act of acts) {
      for (const temper of tempers) {
        const shown = Array.from({ length: 241 }, (_, at) => poseAt(act, temper, at / 240))
        for (const light of ['lit', 'eyes', 'glow'] as const) {
          const count = flashes(shown.map((pose) => pose[light]))
          expect((count * 1000) / films[act].ms).toBeLessThan(3)
        }
      }
    }
  })
})
