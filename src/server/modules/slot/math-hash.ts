import type { CatalogueGame } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { createHash } from 'node:crypto'

const hashes = new WeakMap<CatalogueGame, string>()

/** The hash of a game's mathematics in this program; SHA-256, hex. */
export function currentMathHash(entry: CatalogueGame): string {
  const known = hashes.get(entry)
  if (known !== undefined) return known
  const made = mathHashOf(entry.game, (text) => createHash('sha256').update(text).digest('hex'))
  hashes.set(entry, made)
  return made
}
