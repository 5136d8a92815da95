import type { Sound } from './sound.ts'

/** Enables sound with the first user gesture anywhere; returns what stops it. */
export function wakeOnGesture(sound: Pick<Sound, 'wake'>): () => void {
  const wake = () => sound.wake()
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  return () => {
    removeEventListener('pointerdown', wake)
    removeEventListener('keydown', wake)
  }
}
