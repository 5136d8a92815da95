/** What the server accepts as a client seed. */
export const clientSeedShape = /^[\x21-\x7e]{1,64}$/

/** 32 characters, so that each takes exactly five bits of a byte; without those that look alike. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const length = 20

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** Proposes a fresh client seed: 20 characters, 100 random bits. */
export function proposeClientSeed(random: RandomBytes = (bytes) => crypto.getRandomValues(bytes)): string {
  const bytes = new Uint8Array(length)
  random(bytes)
  return Array.from(bytes, (byte) => letters.charAt(byte & 31)).join('')
}
