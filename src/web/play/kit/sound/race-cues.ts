import { strike, type Cue } from './cue.ts'
import { addNoise, addTone } from './tones.ts'

/** The sounds of races. */
export const raceCues = {
  /** The bell at the start of a race. */
  raceBell: {
    lasts: () => 1.8,
    peak: 0.5,
    steps: 1,
    room: { seconds: 1.1, mix: 0.35 },
    build(track) {
      for (const at of [0, 0.16, 0.32]) {
        addTone(track, {
          at,
          lasts: 1.3,
          frequency: 930,
          gain: 0.5,
          partials: [
            [1, 1, 1],
            [2.76, 0.5, 0.6],
            [0.5, 0.3, 1],
          ],
        })
      }
    },
  },
  /** A stride of horses: four beats on turf. */
  hooves: {
    lasts: () => 0.46,
    peak: 0.4,
    steps: 3,
    build(track, _, step) {
      for (const [beat, at] of [0, 0.09, 0.19, 0.27].entries()) {
        addTone(track, { at, lasts: 0.13, frequency: 104 + step * 6 + beat * 5, slideTo: 58, gain: 0.8 })
        addNoise(track, { at, lasts: 0.05, gain: 0.9, low: 260, high: 1500, seed: 101 + step * 4 + beat })
      }
    },
  },
  /** A stride of hounds: quick steps on sand. */
  paws: {
    lasts: () => 0.34,
    peak: 0.3,
    steps: 3,
    build(track, _, step) {
      for (const [beat, at] of [0, 0.05, 0.16, 0.21].entries()) {
        addTone(track, { at, lasts: 0.08, frequency: 150 + step * 8, slideTo: 92, gain: 0.35 })
        addNoise(track, { at, lasts: 0.06, gain: 1, low: 500, high: 2600, seed: 121 + step * 4 + beat })
      }
    },
  },
  /** The crowd as the first comes in. */
  raceFinish: {
    lasts: () => 2.2,
    peak: 0.44,
    steps: 1,
    room: { seconds: 1.2, mix: 0.35 },
    build(track, voice) {
      addNoise(track, { at: 0, lasts: 1.9, gain: 0.8, low: 500, high: 2600, attack: 0.18, seed: 141 })
      addNoise(track, { at: 0.1, lasts: 1.5, gain: 0.5, low: 900, high: 3800, attack: 0.3, seed: 142 })
      for (const [index, degree] of [2, 4, 7].entries()) strike(track, voice, degree, 0.05 + index * 0.11, 0.4, 1.1)
    },
  },
} as const satisfies Record<string, Cue>
