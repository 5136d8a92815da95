import { addBed, addNoise, addRoom, addTone, finish, grains, newTrack, type Track } from './tones.ts'
import { bodies, horn, pitchOf, type WholeVoice } from './voice.ts'

/**
 * What is heard all the time, in layers of the same length that run in step: the base game has ambience, a pulse and a
 * tune, a feature its own drums and tune over the same ambience. The sound of running reels is a loop too.
 */

export const layerNames = ['ambience', 'pulse', 'tune', 'drive', 'lead'] as const
export type LayerName = (typeof layerNames)[number]
export type LoopName = LayerName | 'reels'

const bars = 8
const tuneBars = 4
const beats = 4

/** The seconds of all layers of a voice. */
export function loopSeconds({ tempo }: WholeVoice): number {
  return (bars * beats * 60) / tempo
}

/** The loudest sample of each loop. */
const peaks: Readonly<Record<LoopName, number>> = {
  ambience: 0.34,
  pulse: 0.5,
  tune: 0.5,
  drive: 0.62,
  lead: 0.55,
  reels: 0.3,
}

export function renderLoop(voice: WholeVoice, name: LoopName): Float32Array<ArrayBuffer> {
  if (name === 'reels') return renderReels()
  const track = newTrack(loopSeconds(voice), true)
  builders[name](track, voice)
  return finish(track, peaks[name])
}

const builders: Readonly<Record<LayerName, (track: Track, voice: WholeVoice) => void>> = {
  ambience(track, voice) {
    const seconds = loopSeconds(voice)
    const swell = (slow: number, fast: number) => (share: number) =>
      0.6 + 0.25 * Math.sin(share * slow * 2 * Math.PI) + 0.15 * Math.sin(share * fast * 2 * Math.PI + 1)
    if (voice.ambience === 'water') {
      addBed(track, { low: 350, high: 2600, gain: 1.2, seed: 3 }, swell(2, 7))
      drops(track, seconds)
    } else if (voice.ambience === 'wind') addBed(track, { low: 120, high: 620, gain: 2.4, seed: 5 }, swell(3, 5))
    else {
      addBed(track, { low: 90, high: 420, gain: 1.6, seed: 4 }, swell(2, 3))
      crickets(track, seconds)
    }
    // A drone of root and fifth.
    for (const [degree, gain] of [
      [0, 0.1],
      [3, 0.05],
    ] as const) {
      for (let part = 0; part < 4; part += 1) {
        const at = (part * seconds) / 4
        addTone(track, {
          at,
          lasts: seconds / 2,
          frequency: pitchOf(voice, degree, -2),
          gain,
          attack: seconds / 8,
          partials: horn,
        })
      }
    }
  },
  pulse(track, voice) {
    const beat = 60 / voice.tempo
    for (let bar = 0; bar < bars; bar += 1) {
      const at = bar * beats * beat
      const bass = pitchOf(voice, voice.bass[bar % voice.bass.length] ?? 0, -2)
      for (const [on, gain] of [
        [0, 0.8],
        [2, 0.5],
      ] as const) {
        addTone(track, { at: at + on * beat, lasts: 0.34, frequency: 84, slideTo: 44, gain })
        addTone(track, {
          at: at + on * beat,
          lasts: 1.2 * beat,
          frequency: bass,
          gain: gain * 0.6,
          partials: bodies.pluck,
        })
      }
      for (const on of [1.5, 3, 3.5]) {
        addTone(track, { at: at + on * beat, lasts: 0.09, frequency: on === 3 ? 820 : 1040, gain: 0.16 })
        addNoise(track, { at: at + on * beat, lasts: 0.03, gain: 0.3, low: 1500, high: 5000, seed: bar * 7 + on * 2 })
      }
    }
    addRoom(track, 0.9, 0.25)
  },
  tune(track, voice) {
    play(track, voice, voice.tune, { octave: 0, gain: 0.5, lasts: 1.6 })
    addRoom(track, 1.8, 0.6)
  },
  drive(track, voice) {
    const half = 30 / voice.tempo
    const count = bars * beats * 2
    const pattern = [1, 0, 0.35, 0.7, 0, 0.35, 0.85, 0.4]
    for (let eighth = 0; eighth < count; eighth += 1) {
      const at = eighth * half
      const gain = pattern[eighth % pattern.length] ?? 0
      if (gain > 0) {
        addTone(track, { at, lasts: 0.42, frequency: 112, slideTo: 50, gain, partials: bodies.drum })
        addNoise(track, { at, lasts: 0.08, gain: gain * 0.7, low: 200, high: 1400, seed: 11 + eighth })
      }
      for (const late of [0, 0.5]) {
        addNoise(track, {
          at: at + late * half,
          lasts: 0.05,
          gain: late === 0 ? 0.34 : 0.2,
          low: 4200,
          high: 9500,
          seed: 70 + eighth,
        })
      }
      const bass = pitchOf(voice, voice.bass[Math.floor(eighth / 8) % voice.bass.length] ?? 0, -2)
      addTone(track, { at, lasts: half * 1.1, frequency: bass, gain: 0.34, partials: bodies.pluck })
    }
    addRoom(track, 0.7, 0.2)
  },
  lead(track, voice) {
    play(track, voice, voice.featureTune, { octave: 0, gain: 0.5, lasts: 1 })
    const bar = (beats * 60) / voice.tempo
    for (let index = 0; index < bars; index += 1) {
      const low = voice.bass[index % voice.bass.length] ?? 0
      for (const degree of [low, low + 2, low + 4]) {
        addTone(track, {
          at: index * bar,
          lasts: bar * 1.7,
          frequency: pitchOf(voice, degree, -1),
          gain: 0.1,
          attack: bar * 0.2,
          partials: horn,
        })
      }
    }
    addRoom(track, 1.4, 0.45)
  },
}

/** Plays a tune of four bars twice; the second time an octave higher here and there. */
function play(
  track: Track,
  voice: WholeVoice,
  tune: string,
  { octave, gain, lasts }: { octave: number; gain: number; lasts: number },
): void {
  const half = 30 / voice.tempo
  const notes = [...tune].filter((letter) => letter !== ' ')
  for (let again = 0; again < bars / tuneBars; again += 1) {
    for (const [index, letter] of notes.entries()) {
      if (letter === '-') continue
      const degree = Number(letter) + (again === 1 && index % 8 === 4 ? voice.scale.length : 0)
      const accent = index % 8 === 0 ? 1 : 0.78
      const at = (again * tuneBars * beats * 2 + index) * half
      addTone(track, {
        at,
        lasts,
        frequency: pitchOf(voice, degree, octave),
        gain: gain * accent,
        partials: bodies[voice.timbre],
      })
    }
  }
}

function drops(track: Track, seconds: number): void {
  const next = grains(17)
  for (let drop = 0; drop < seconds * 2.2; drop += 1) {
    const at = ((next() + 1) / 2) * seconds
    const frequency = 700 + 500 * (next() + 1)
    addTone(track, {
      at,
      lasts: 0.14,
      frequency,
      slideTo: frequency * 1.7,
      gain: 0.05 + 0.03 * (next() + 1),
      attack: 0.01,
    })
  }
}

function crickets(track: Track, seconds: number): void {
  const next = grains(23)
  for (let chirp = 0; chirp < seconds * 0.9; chirp += 1) {
    const at = ((next() + 1) / 2) * seconds
    for (let tick = 0; tick < 3; tick += 1) {
      addTone(track, { at: at + tick * 0.06, lasts: 0.05, frequency: 4100 + 180 * next(), gain: 0.028, attack: 0.012 })
    }
  }
}

/** Running reels: a soft rattle, eight ticks in a loop. */
function renderReels(): Float32Array<ArrayBuffer> {
  const track = newTrack(0.64, true)
  addBed(track, { low: 180, high: 900, gain: 0.9, seed: 6 }, () => 1)
  for (let tick = 0; tick < 8; tick += 1) {
    addNoise(track, {
      at: tick * 0.08,
      lasts: 0.035,
      gain: tick % 2 === 0 ? 0.9 : 0.6,
      low: 700,
      high: 3000,
      seed: 90 + tick,
    })
  }
  return finish(track, peaks.reels)
}
