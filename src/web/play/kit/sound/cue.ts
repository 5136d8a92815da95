import { addTone, type Track } from './tones.ts'
import { bodies, pitchOf, type WholeVoice } from './voice.ts'

/** A short sound. */
export type Cue = {
  /** In seconds, by step. */
  lasts: (step: number) => number
  /** The loudest sample of the last step; the first is a little softer. */
  peak: number
  steps: number
  room?: { seconds: number; mix: number }
  build: (track: Track, voice: WholeVoice, step: number) => void
}

/** A note of the voice, by its degree in the scale. */
export function strike(track: Track, voice: WholeVoice, degree: number, at: number, gain: number, lasts = 0.9): void {
  addTone(track, { at, lasts, frequency: pitchOf(voice, degree), gain, partials: bodies[voice.timbre] })
}
