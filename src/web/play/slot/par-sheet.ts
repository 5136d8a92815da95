import { figures } from 'par:figures'
import type { ParFigures } from './par-figures.ts'

/** The figures of a game; null when there are none for the mathematics `mathHash`. */
export function parFiguresOf(code: string, mathHash: string): ParFigures | null {
  const own = figures[code]
  return own?.mathHash === mathHash ? own : null
}
