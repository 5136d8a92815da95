import type { Cue } from './cue.ts'
import { addNoise, addTone } from './tones.ts'
import { bodies, pitchOf } from './voice.ts'

/** The sounds of dice in a dome of glass, and of its cover. */
export const diceCues = {
  /** A cover of lacquer leaves the ring that it stood on. */
  coverLift: {
    lasts: () => 0.5,
    peak: 0.34,
    steps: 1,
    build(track) {
      addNoise(track, { at: 0, lasts: 0.34, gain: 0.8, low: 500, high: 2600, attack: 0.08, rises: true, seed: 111 })
      addTone(track, {
        at: 0.02,
        lasts: 0.42,
        frequency: 1180,
        gain: 0.3,
        partials: [
          [1, 1, 1],
          [2.32, 0.5, 0.6],
        ],
      })
    },
  },
  /** It is set down again. */
  coverDown: {
    lasts: () => 0.4,
    peak: 0.4,
    steps: 1,
    build(track) {
      addTone(track, { at: 0, lasts: 0.22, frequency: 210, slideTo: 130, gain: 0.8 })
      addTone(track, { at: 0, lasts: 0.3, frequency: 980, gain: 0.2 })
      addNoise(track, { at: 0, lasts: 0.07, gain: 0.9, low: 500, high: 2600, seed: 112 })
    },
  },
  /** The plate below the dice kicks them up. */
  diceKick: {
    lasts: () => 0.32,
    peak: 0.46,
    steps: 1,
    build(track) {
      addTone(track, { at: 0, lasts: 0.2, frequency: 150, slideTo: 82, gain: 0.9 })
      addNoise(track, { at: 0, lasts: 0.05, gain: 1.1, low: 350, high: 1800, seed: 113 })
      addTone(track, { at: 0.01, lasts: 0.12, frequency: 620, slideTo: 420, gain: 0.3 })
    },
  },
  /** A die on felt or against another one; the harder, the brighter. */
  diceHit: {
    lasts: () => 0.16,
    peak: 0.42,
    steps: 4,
    build(track, _, step) {
      addTone(track, {
        at: 0,
        lasts: 0.09,
        frequency: 920 + step * 130,
        slideTo: 780 + step * 120,
        gain: 0.35 + step * 0.15,
        partials: [
          [1, 1, 1],
          [1.83, 0.6, 0.6],
          [2.74, 0.3, 0.4],
        ],
      })
      addNoise(track, { at: 0, lasts: 0.025, gain: 0.8 + step * 0.2, low: 700, high: 3600, seed: 114 + step })
    },
  },
  /** A die against the glass. */
  diceGlass: {
    lasts: () => 0.3,
    peak: 0.36,
    steps: 4,
    build(track, _, step) {
      addTone(track, {
        at: 0,
        lasts: 0.24,
        frequency: 1760 + step * 90,
        gain: 0.3 + step * 0.14,
        partials: [
          [1, 1, 1],
          [2.1, 0.5, 0.7],
          [3.2, 0.2, 0.4],
        ],
      })
      addNoise(track, { at: 0, lasts: 0.015, gain: 0.9, low: 1500, high: 5200, seed: 121 + step })
    },
  },
  /** All dice lie still. */
  diceRest: {
    lasts: () => 0.8,
    peak: 0.36,
    steps: 1,
    room: { seconds: 0.6, mix: 0.3 },
    build(track, voice) {
      const frequency = pitchOf(voice, 2)
      addTone(track, { at: 0, lasts: 0.7, frequency, gain: 0.4, partials: bodies[voice.timbre] })
      addTone(track, { at: 0, lasts: 0.1, frequency: 300, slideTo: 210, gain: 0.3 })
    },
  },
} as const satisfies Record<string, Cue>
