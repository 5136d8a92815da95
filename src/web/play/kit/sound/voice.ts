import type { Partial } from './tones.ts'

/** The voice of a machine, as data: its scale, its instrument, its tempo and its tunes. */
export type Voice = {
  /** The lowest note of its scale in Hz. */
  root: number
  timbre: 'bell' | 'pluck' | 'glass' | 'drum'
  /** Semitones of its scale within an octave; that of most machines is pentatonic, so that sounds that meet are consonant. */
  scale?: readonly number[]
  /** Beats a minute, of the base game; a feature is a fifth faster. */
  tempo?: number
  ambience?: 'night' | 'water' | 'wind'
  /** The degree of the bass in each of four bars. */
  bass?: readonly number[]
  /** A tune of four bars in eighths: a digit is a degree of the scale, `-` a rest. */
  tune?: string
  featureTune?: string
}

export type WholeVoice = Required<Voice>

const usual = {
  scale: [0, 3, 5, 7, 10],
  tempo: 84,
  ambience: 'night',
  bass: [0, 3, 2, 0],
  tune: '0--2-3-- 4-3-2--- 5-4-3-2- 0-------',
  featureTune: '5-5-7-5- 4-3-4-5- 7-7-8-7- 5-4-5---',
} as const satisfies Omit<Voice, 'root' | 'timbre'>

export function wholeVoice(voice: Voice): WholeVoice {
  return { ...usual, ...voice }
}

/** The frequency of a degree of the scale; 5 of a pentatonic scale is the root an octave higher. */
export function pitchOf({ root, scale }: WholeVoice, degree: number, octaves = 0): number {
  const octave = Math.floor(degree / scale.length)
  const semitones = (scale[degree - octave * scale.length] ?? 0) + 12 * (octave + octaves)
  return root * 2 ** (semitones / 12)
}

/** The body of each instrument. */
export const bodies: Readonly<Record<Voice['timbre'], readonly Partial[]>> = {
  bell: [
    [1, 1, 1],
    [2.76, 0.34, 0.5],
    [5.4, 0.16, 0.28],
    [0.5, 0.2, 1],
  ],
  pluck: [
    [1, 1, 1],
    [2, 0.5, 0.55],
    [3, 0.3, 0.36],
    [4, 0.16, 0.25],
    [5, 0.1, 0.18],
  ],
  glass: [
    [1, 1, 1],
    [4.2, 0.24, 0.7],
    [6.8, 0.1, 0.4],
  ],
  drum: [
    [1, 1, 1],
    [1.5, 0.5, 0.7],
    [2.3, 0.3, 0.5],
    [3.6, 0.14, 0.3],
  ],
}

/** A choir of soft horns, for the chords of large wins. */
export const horn: readonly Partial[] = [
  [1, 1, 1],
  [2, 0.62, 0.9],
  [3, 0.4, 0.8],
  [4, 0.22, 0.7],
  [5, 0.12, 0.6],
  [1.004, 0.7, 1],
]
