/**
 * The symbols of a reel by position, always taken from the strips of the game. While the reel runs, the strip of the
 * last rest passes by; above the opening, out of sight, it is joined to the strip around the drawn stop.
 */
export type Tape = {
  before: StripAtStop
  /** Null until the stop is known. */
  after: (StripAtStop & { restAt: number; joinedFrom: number }) | null
}

/** A strip of symbol indices, and the index on it that is (or will be) in the top row. */
export type StripAtStop = {
  strip: readonly number[]
  stop: number
  /** What the opening shows at rest, from the top, where it is not the strip: cells fell or were covered. */
  cells?: readonly number[]
}

/** The tape of a reel at rest. */
export function restingTape(at: StripAtStop): Tape {
  return { before: at, after: null }
}

/**
 * Joins the strip of the next rest to a moving tape: it fills the opening after `restAt` symbols. `position` is the
 * current position of the reel; its visible symbols do not change.
 */
export function joinTape(tape: Tape, next: StripAtStop, position: number, restAt: number): Tape {
  return { before: tape.before, after: { ...next, restAt, joinedFrom: Math.floor(position) + 2 } }
}

/** Minimum distance past the current position (rounded up) so that no visible symbol changes: rows plus one. */
export function minTravel(rows: number): number {
  return rows + 1
}

/** The symbol in `row` (from the top; -1 is just above the opening) after `travelled` whole symbols. */
export function symbolAt(tape: Tape, travelled: number, row: number): number {
  const place = travelled - row
  const { before, after } = tape
  if (after && place >= after.joinedFrom) return around(after.strip, after.stop + after.restAt - place)
  return before.cells?.[-place] ?? around(before.strip, before.stop - place)
}

function around(strip: readonly number[], index: number): number {
  const length = strip.length
  return strip[((index % length) + length) % length] ?? 0
}
