import type { Cue } from './cue.ts'
import { addNoise, addTone } from './tones.ts'

/** The sounds of a wheel with a ball. */
export const wheelCues = {
  /** The ball runs on the track of a wheel, slower with each step; one after the other they overlap a little. */
  ballRoll: {
    lasts: () => 0.62,
    peak: 0.3,
    steps: 6,
    build(track, _, step) {
      const low = 620 - step * 55
      addNoise(track, { at: 0, lasts: 0.6, gain: 1, low, high: low * 4.2, attack: 0.12, seed: 101 + step })
      addTone(track, { at: 0, lasts: 0.58, frequency: 168 - step * 13, gain: 0.16, attack: 0.14 })
      // The joints of the track.
      for (let at = 0.08; at < 0.5; at += 0.1 + step * 0.016)
        addNoise(track, { at, lasts: 0.02, gain: 0.5, low: 1400, high: 5200, seed: 111 + step })
    },
  },
  /** The ball strikes a deflector or a fret; the first strike is the highest. */
  ballKnock: {
    lasts: () => 0.2,
    peak: 0.46,
    steps: 5,
    build(track, _, step) {
      addTone(track, {
        at: 0,
        lasts: 0.12,
        frequency: 2100 - step * 170,
        gain: 0.7,
        partials: [
          [1, 1, 1],
          [1.83, 0.5, 0.6],
          [2.76, 0.3, 0.4],
        ],
      })
      addNoise(track, { at: 0, lasts: 0.025, gain: 1.5, low: 1200, high: 6000, seed: 121 + step })
    },
  },
  /** The ball comes to rest in its pocket. */
  ballRest: {
    lasts: () => 0.6,
    peak: 0.4,
    steps: 1,
    build(track) {
      for (const [index, at] of [0, 0.13, 0.22, 0.28, 0.32].entries()) {
        const gain = 1 - index * 0.17
        addTone(track, {
          at,
          lasts: 0.1,
          frequency: 1050 - index * 60,
          gain: 0.5 * gain,
          partials: [
            [1, 1, 1],
            [1.7, 0.4, 0.6],
          ],
        })
        addNoise(track, { at, lasts: 0.02, gain: gain, low: 900, high: 4800, seed: 131 + index })
      }
    },
  },
} as const satisfies Record<string, Cue>
