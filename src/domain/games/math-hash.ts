import type { Game } from './game.ts'

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export type Sha256Hex = (text: string) => string

/**
 * The hash of a game's mathematics: SHA-256 of its canonical JSON. It is published on the par sheet and in every game
 * window, and changes with any strip, pay, line, feature or stake.
 */
export function mathHashOf(game: Game, sha256Hex: Sha256Hex): string {
  return sha256Hex(canonicalJson(game))
}

/**
 * JSON with exactly one spelling: keys sorted by code unit, no spaces. Throws TypeError for values without one:
 * fractions, unsafe integers, undefined, functions.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  throw new TypeError(`No canonical JSON for ${typeof value} ${String(value)}.`)
}
