/**
 * The sounds of the window, synthesised without files. Nothing plays before the first user gesture (browsers forbid
 * it), and the mute setting is stored.
 */
export type SoundName =
  | 'press'
  | 'reelStop'
  | 'scatterStop'
  | 'anticipation'
  | 'smallWin'
  | 'bigWin'
  | 'feature'
  | 'count'

export type Sound = {
  /** Plays a sound unless muted; `step` raises the pitch of repeated sounds (stops, counting). */
  play: (name: SoundName, step?: number) => void
  isMuted: () => boolean
  setMuted: (muted: boolean) => void
  /** Call within a user gesture: starts the audio device. */
  wake: () => void
}

const storageKey = 'baize.play.muted'
const masterGain = 0.22

type Note = {
  frequency: number
  /** Ms after the call. */
  atMs: number
  lastsMs: number
  gain: number
  shape: OscillatorType
  /** The pitch at the end, if it slides. */
  slideTo?: number
}

/** A pentatonic scale over D, so that simultaneous sounds are consonant. */
const scale = [293.66, 349.23, 392, 440, 523.25, 587.33, 698.46, 783.99, 880]

function tone(step: number): number {
  return scale[Math.min(scale.length - 1, Math.max(0, step))] ?? 440
}

function bell(step: number, atMs: number, gain: number, lastsMs = 520): Note[] {
  const frequency = tone(step)
  return [
    { frequency, atMs, lastsMs, gain, shape: 'sine' },
    { frequency: frequency * 2.76, atMs, lastsMs: lastsMs * 0.4, gain: gain * 0.22, shape: 'sine' },
  ]
}

/** The notes of each sound: short thuds for the reels, bells for wins. */
function notesOf(name: SoundName, step: number): Note[] {
  switch (name) {
    case 'press':
      return [{ frequency: 190, atMs: 0, lastsMs: 90, gain: 0.5, shape: 'triangle', slideTo: 120 }]
    case 'reelStop':
      return [
        { frequency: 128 + step * 6, atMs: 0, lastsMs: 110, gain: 0.75, shape: 'triangle', slideTo: 62 },
        { frequency: 900, atMs: 0, lastsMs: 24, gain: 0.12, shape: 'square', slideTo: 300 },
      ]
    case 'scatterStop':
      return [...bell(3 + step * 2, 0, 0.4), ...bell(5 + step, 60, 0.25)]
    case 'anticipation':
      return [{ frequency: 110, atMs: 0, lastsMs: 900, gain: 0.3, shape: 'triangle', slideTo: 330 }]
    case 'smallWin':
      return [...bell(4, 0, 0.32), ...bell(6, 90, 0.28)]
    case 'bigWin':
      return [0, 2, 4, 5, 7].flatMap((note, index) => bell(note, index * 95, 0.36, 700))
    case 'feature':
      return [
        { frequency: 73.42, atMs: 0, lastsMs: 1100, gain: 0.6, shape: 'sine' },
        ...[1, 3, 4, 6, 8].flatMap((note, index) => bell(note, 120 + index * 130, 0.34, 900)),
      ]
    case 'count':
      return bell(5 + (step % 3), 0, 0.1, 90)
  }
}

function strike(audio: AudioContext, out: AudioNode, note: Note): void {
  const start = audio.currentTime + note.atMs / 1000
  const end = start + note.lastsMs / 1000
  const oscillator = audio.createOscillator()
  const envelope = audio.createGain()
  oscillator.type = note.shape
  oscillator.frequency.setValueAtTime(note.frequency, start)
  if (note.slideTo) oscillator.frequency.exponentialRampToValueAtTime(note.slideTo, end)
  envelope.gain.setValueAtTime(0.0001, start)
  envelope.gain.exponentialRampToValueAtTime(note.gain, start + 0.008)
  envelope.gain.exponentialRampToValueAtTime(0.0001, end)
  oscillator.connect(envelope).connect(out)
  oscillator.start(start)
  oscillator.stop(end + 0.02)
}

/** Creates the sounds of the window; `storage` keeps the mute setting (null where it is blocked). */
export function createSound(storage: Pick<Storage, 'getItem' | 'setItem'> | null): Sound {
  let muted = storage?.getItem(storageKey) === '1'
  let audio: AudioContext | null = null
  let out: GainNode | null = null
  return {
    isMuted: () => muted,
    setMuted(next) {
      muted = next
      storage?.setItem(storageKey, next ? '1' : '0')
      if (audio && out) out.gain.setTargetAtTime(next ? 0 : masterGain, audio.currentTime, 0.02)
    },
    wake() {
      if (!audio && typeof AudioContext === 'function') {
        audio = new AudioContext()
        out = audio.createGain()
        out.gain.value = muted ? 0 : masterGain
        out.connect(audio.destination)
      }
      if (audio?.state === 'suspended') void audio.resume().catch(() => undefined)
    },
    play(name, step = 0) {
      if (muted || !audio || !out || audio.state !== 'running') return
      for (const note of notesOf(name, step)) strike(audio, out, note)
    },
  }
}
