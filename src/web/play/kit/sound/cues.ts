import { strike, type Cue } from './cue.ts'
import { raceCues } from './race-cues.ts'
import { addNoise, addRoom, addTone, finish, newTrack, type Track } from './tones.ts'
import { diceCues } from './dice-cues.ts'
import { horn, pitchOf, type WholeVoice } from './voice.ts'
import { wheelCues } from './wheel-cues.ts'

/** The short sounds. Those that repeat have steps, each higher than the one before. */

function gong(track: Track, voice: WholeVoice, at: number, gain: number, lasts: number): void {
  const frequency = pitchOf(voice, 0, -2)
  const partials = [1, 1.48, 2.09, 2.56, 3.39, 4.08, 5.13].map(
    (ratio, index) => [ratio, 1 / (1 + index), 1 - index * 0.09] as const,
  )
  addTone(track, { at, lasts, frequency, gain, attack: 0.012, partials })
  addNoise(track, { at, lasts: lasts * 0.5, gain: gain * 0.7, low: 1200, high: 6000, attack: 0.03, seed: 7 })
}

/** Light that glitters: high notes in quick succession, higher and higher. */
function shimmer(track: Track, voice: WholeVoice, at: number, count: number, gain: number): void {
  for (let index = 0; index < count; index += 1) {
    const degree = 10 + ((index * 3) % 8)
    strike(track, voice, degree, at + index * 0.07, gain * (0.5 + 0.5 * (index / count)), 0.5)
  }
}

function chord(
  track: Track,
  voice: WholeVoice,
  degrees: readonly number[],
  at: number,
  lasts: number,
  gain: number,
): void {
  for (const degree of degrees) {
    addTone(track, { at, lasts, frequency: pitchOf(voice, degree, -1), gain, attack: 0.05, partials: horn })
  }
}

/** From a chord to a fanfare that climbs through three of them. */
function fanfare(track: Track, voice: WholeVoice, tier: number): void {
  gong(track, voice, 0, 0.5 + 0.12 * tier, 1.4 + 0.6 * tier)
  const climbs = [
    [0, 2, 4],
    [1, 3, 5],
    [2, 4, 7],
    [3, 5, 8],
    [5, 7, 10],
  ].slice(0, 1 + tier)
  for (const [index, degrees] of climbs.entries()) {
    const at = index * 0.42
    const last = index === climbs.length - 1
    chord(track, voice, degrees, at, last ? 1.2 + 0.35 * tier : 0.6, 0.22)
    for (const [note, degree] of degrees.entries()) strike(track, voice, degree + 5, at + note * 0.1, 0.3)
    addTone(track, { at, lasts: 0.35, frequency: 70, slideTo: 46, gain: 0.55 })
  }
  shimmer(track, voice, climbs.length * 0.42, 5 + 5 * tier, 0.16)
}

export const cues = {
  press: {
    lasts: () => 0.16,
    peak: 0.32,
    steps: 1,
    build(track) {
      addTone(track, { at: 0, lasts: 0.12, frequency: 210, slideTo: 120, gain: 0.7 })
      addNoise(track, { at: 0, lasts: 0.03, gain: 1.4, low: 1500, high: 6000 })
    },
  },
  reelStop: {
    lasts: () => 0.3,
    peak: 0.6,
    steps: 6,
    build(track, _, step) {
      addTone(track, {
        at: 0,
        lasts: 0.2,
        frequency: 118 + step * 7,
        slideTo: 54,
        gain: 1,
        partials: [
          [1, 1, 1],
          [3, 0.12, 0.4],
        ],
      })
      addTone(track, { at: 0.004, lasts: 0.09, frequency: 410 + step * 26, slideTo: 260, gain: 0.22 })
      addNoise(track, { at: 0, lasts: 0.05, gain: 1.6, low: 500, high: 3200, seed: 3 + step })
      addNoise(track, { at: 0.05, lasts: 0.06, gain: 0.4, low: 700, high: 2600, seed: 13 + step })
    },
  },
  scatterStop: {
    lasts: () => 1.5,
    peak: 0.78,
    steps: 5,
    room: { seconds: 1.1, mix: 0.5 },
    build(track, voice, step) {
      addTone(track, { at: 0, lasts: 0.3, frequency: 92, slideTo: 50, gain: 0.9 })
      strike(track, voice, 2 + step * 2, 0, 0.7, 1.3)
      strike(track, voice, 4 + step * 2, 0.07, 0.45, 1.2)
      strike(track, voice, 7 + step * 2, 0.14, 0.3, 1)
      addNoise(track, { at: 0, lasts: 0.5, gain: 0.6, low: 3000, high: 9000, seed: 5 })
    },
  },
  /** Two heartbeats and a rising breath, as long as the reel that is waited for. */
  anticipation: {
    lasts: () => 1,
    peak: 0.62,
    steps: 1,
    build(track, voice) {
      for (const at of [0, 0.5]) {
        addTone(track, { at, lasts: 0.2, frequency: 66, slideTo: 44, gain: 1, attack: 0.01 })
        addTone(track, { at: at + 0.17, lasts: 0.18, frequency: 58, slideTo: 40, gain: 0.7, attack: 0.01 })
      }
      addNoise(track, { at: 0, lasts: 0.98, gain: 0.7, low: 900, high: 4200, rises: true, seed: 9 })
      const root = pitchOf(voice, 0, -1)
      addTone(track, {
        at: 0,
        lasts: 2.4,
        frequency: root,
        slideTo: root * 5.6,
        gain: 0.16,
        attack: 0.4,
        partials: horn,
      })
    },
  },
  smallWin: {
    lasts: () => 1.1,
    peak: 0.5,
    steps: 1,
    room: { seconds: 0.8, mix: 0.4 },
    build(track, voice) {
      for (const [index, degree] of [4, 5, 7].entries()) strike(track, voice, degree, index * 0.09, 0.5, 0.8)
    },
  },
  bigWin: {
    lasts: (tier) => 1.8 + 0.75 * tier,
    peak: 0.85,
    steps: 5,
    room: { seconds: 1.4, mix: 0.4 },
    build: fanfare,
  },
  feature: {
    lasts: () => 2.8,
    peak: 0.82,
    steps: 1,
    room: { seconds: 1.6, mix: 0.5 },
    build(track, voice) {
      gong(track, voice, 0, 0.9, 2.6)
      for (const [index, degree] of [0, 2, 4, 5, 7, 9, 10].entries())
        strike(track, voice, degree, 0.16 + index * 0.12, 0.42, 1)
      shimmer(track, voice, 1.1, 12, 0.14)
    },
  },
  count: {
    lasts: () => 0.14,
    peak: 0.2,
    steps: 12,
    build: (track, voice, step) => strike(track, voice, 3 + step, 0, 0.5, 0.13),
  },
  vanish: {
    lasts: () => 0.8,
    peak: 0.46,
    steps: 1,
    room: { seconds: 0.7, mix: 0.4 },
    build(track, voice) {
      addNoise(track, { at: 0, lasts: 0.28, gain: 1, low: 2600, high: 9000, seed: 21 })
      for (const [index, degree] of [12, 9, 14, 10].entries()) strike(track, voice, degree, index * 0.045, 0.3, 0.4)
    },
  },
  open: {
    lasts: () => 0.9,
    peak: 0.5,
    steps: 6,
    room: { seconds: 0.8, mix: 0.4 },
    build(track, voice, step) {
      addNoise(track, { at: 0, lasts: 0.12, gain: 0.6, low: 700, high: 3000, seed: 31 })
      strike(track, voice, 3 + step, 0.03, 0.5, 0.8)
      strike(track, voice, 5 + step, 0.12, 0.35, 0.7)
    },
  },
  expand: {
    lasts: () => 0.9,
    peak: 0.56,
    steps: 1,
    room: { seconds: 0.9, mix: 0.35 },
    build(track, voice) {
      addTone(track, {
        at: 0,
        lasts: 0.8,
        frequency: voice.root / 2,
        slideTo: voice.root,
        gain: 0.5,
        attack: 0.06,
        partials: horn,
      })
      addNoise(track, { at: 0, lasts: 0.6, gain: 0.6, low: 600, high: 5000, attack: 0.12, seed: 41 })
      strike(track, voice, 7, 0.34, 0.4, 0.6)
    },
  },
  walk: {
    lasts: () => 0.5,
    peak: 0.55,
    steps: 1,
    build(track) {
      for (const [index, at] of [0, 0.19].entries()) {
        addTone(track, { at, lasts: 0.16, frequency: 96, slideTo: 52, gain: 0.9 })
        addNoise(track, { at, lasts: 0.05, gain: 0.8, low: 300, high: 1800, seed: 51 + index })
      }
    },
  },
  respin: {
    lasts: () => 0.9,
    peak: 0.34,
    steps: 1,
    build(track, voice) {
      addNoise(track, { at: 0, lasts: 0.85, gain: 1, low: 500, high: 3600, rises: true, seed: 61 })
      addTone(track, {
        at: 0,
        lasts: 0.85,
        frequency: voice.root / 2,
        slideTo: voice.root * 0.75,
        gain: 0.2,
        attack: 0.1,
      })
    },
  },
  coinLand: {
    lasts: () => 0.8,
    peak: 0.68,
    steps: 9,
    room: { seconds: 0.6, mix: 0.3 },
    build(track, voice, step) {
      addTone(track, { at: 0, lasts: 0.16, frequency: 104, slideTo: 58, gain: 0.8 })
      strike(track, voice, 3 + step, 0, 0.5, 0.7)
      addTone(track, {
        at: 0,
        lasts: 0.4,
        frequency: 2380 + step * 60,
        gain: 0.2,
        partials: [
          [1, 1, 1],
          [1.62, 0.6, 0.8],
          [2.41, 0.4, 0.6],
        ],
      })
    },
  },
  /** A card slides over felt, out of the shoe. */
  cardSlide: {
    lasts: () => 0.3,
    peak: 0.4,
    steps: 1,
    build(track) {
      addNoise(track, { at: 0, lasts: 0.24, gain: 1, low: 900, high: 4200, attack: 0.03, seed: 71 })
      addNoise(track, { at: 0.2, lasts: 0.05, gain: 0.8, low: 400, high: 2200, seed: 72 })
    },
  },
  /** A card snaps over. */
  cardTurn: {
    lasts: () => 0.2,
    peak: 0.44,
    steps: 1,
    build(track) {
      addNoise(track, { at: 0, lasts: 0.07, gain: 0.7, low: 1200, high: 5200, rises: true, seed: 73 })
      addNoise(track, { at: 0.07, lasts: 0.06, gain: 1.5, low: 500, high: 3000, seed: 74 })
      addTone(track, { at: 0.07, lasts: 0.1, frequency: 190, slideTo: 110, gain: 0.4 })
    },
  },
  /** The stiff edge of a card that is bent up. */
  cardBend: {
    lasts: () => 0.7,
    peak: 0.3,
    steps: 1,
    build(track) {
      addNoise(track, { at: 0, lasts: 0.62, gain: 1, low: 700, high: 2600, attack: 0.2, seed: 75 })
      addTone(track, { at: 0.1, lasts: 0.4, frequency: 240, slideTo: 330, gain: 0.1, attack: 0.1 })
    },
  },
  cardsGather: {
    lasts: () => 0.6,
    peak: 0.36,
    steps: 1,
    build(track) {
      for (const [index, at] of [0, 0.12, 0.22, 0.3].entries())
        addNoise(track, { at, lasts: 0.2, gain: 0.8, low: 800, high: 3800, attack: 0.03, seed: 81 + index })
    },
  },
  /** Chips of clay that meet; each further one a little higher. */
  chip: {
    lasts: () => 0.22,
    peak: 0.42,
    steps: 6,
    build(track, _, step) {
      for (const [at, gain] of [
        [0, 1],
        [0.045, 0.5],
      ] as const) {
        addTone(track, {
          at,
          lasts: 0.12,
          frequency: 1240 + step * 60,
          gain: 0.7 * gain,
          partials: [
            [1, 1, 1],
            [1.71, 0.6, 0.6],
            [2.62, 0.3, 0.4],
          ],
        })
        addNoise(track, { at, lasts: 0.02, gain: 1.3 * gain, low: 1500, high: 6000, seed: 91 + step })
      }
    },
  },
  chipsBack: {
    lasts: () => 0.4,
    peak: 0.36,
    steps: 1,
    build(track) {
      for (const [index, at] of [0, 0.07, 0.13, 0.18].entries()) {
        addTone(track, {
          at,
          lasts: 0.1,
          frequency: 1400 - index * 120,
          gain: 0.5,
          partials: [
            [1, 1, 1],
            [1.71, 0.5, 0.6],
          ],
        })
      }
    },
  },
  /** The last seconds in which bets are taken. */
  tick: {
    lasts: () => 0.12,
    peak: 0.22,
    steps: 1,
    build(track) {
      addTone(track, { at: 0, lasts: 0.09, frequency: 880, gain: 0.5 })
      addNoise(track, { at: 0, lasts: 0.012, gain: 0.8, low: 1500, high: 5000, seed: 99 })
    },
  },
  betsClosed: {
    lasts: () => 0.8,
    peak: 0.4,
    steps: 1,
    room: { seconds: 0.7, mix: 0.3 },
    build: (track, voice) => strike(track, voice, 0, 0, 0.6, 0.7),
  },
  tableWin: {
    lasts: () => 1.3,
    peak: 0.5,
    steps: 1,
    room: { seconds: 0.9, mix: 0.4 },
    build(track, voice) {
      for (const [index, degree] of [2, 4, 7, 9].entries()) strike(track, voice, degree, index * 0.1, 0.5, 0.9)
    },
  },
  ...diceCues,
  ...wheelCues,
  ...raceCues,
} as const satisfies Record<string, Cue>

export type SoundName = keyof typeof cues

/** The sounds of each kind of window, those first that are needed first; a window may have more than one set. */
export const soundSets = {
  slot: [
    'press',
    'reelStop',
    'scatterStop',
    'smallWin',
    'count',
    'anticipation',
    'bigWin',
    'feature',
    'vanish',
    'open',
    'expand',
    'walk',
    'respin',
    'coinLand',
  ],
  race: ['raceBell', 'hooves', 'paws', 'raceFinish'],
  table: ['chip', 'cardSlide', 'cardTurn', 'cardBend', 'cardsGather', 'chipsBack', 'tick', 'betsClosed', 'tableWin'],
  dice: ['coverLift', 'diceKick', 'diceHit', 'diceGlass', 'diceRest', 'coverDown'],
  wheel: ['ballRoll', 'ballKnock', 'ballRest'],
} as const satisfies Record<string, readonly SoundName[]>
export type SoundSet = keyof typeof soundSets

/** The step of a cue that is played for `step`. */
export function stepOf(name: SoundName, step: number): number {
  return Math.max(0, Math.min(cues[name].steps - 1, Math.round(step)))
}

/** A cue as samples. */
export function renderCue(voice: WholeVoice, name: SoundName, step: number): Float32Array<ArrayBuffer> {
  const cue: Cue = cues[name]
  const track = newTrack(cue.lasts(step))
  cue.build(track, voice, step)
  if (cue.room) addRoom(track, cue.room.seconds, cue.room.mix)
  const softer = cue.steps === 1 ? 1 : 0.82 + (0.18 * step) / (cue.steps - 1)
  return finish(track, cue.peak * softer)
}
