import type { Track } from './tones.ts'
import type { WholeVoice } from './voice.ts'

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
