/**
 * What a reel shows at each place: its strip as the game's data has it, nothing invented. While it runs, the strip of
 * the last rest goes by; out of sight above the opening it is joined to the strip around the stop that was drawn.
 */
export type Tape = {
  before: StripAtStop
  /** Null until the stop is known. */
  after: (StripAtStop & { restAt: number; joinedFrom: number }) | null
}

/** A strip of symbol indices, and the place on it that stands (or will stand) in the top row. */
export type StripAtStop = { strip: readonly number[]; stop: number }

/** A reel at rest, ready to be pressed. */
export function restingTape(at: StripAtStop): Tape {
  return { before: at, after: null }
}

/**
 * Joins the strip of the next rest to a moving tape: it will stand in the opening when `restAt` symbols have gone by.
 * `position` is where the reel is now; what is in sight there stays as it is.
 */
export function joinTape(tape: Tape, next: StripAtStop, position: number, restAt: number): Tape {
  return { before: tape.before, after: { ...next, restAt, joinedFrom: Math.floor(position) + 2 } }
}

/** How far past its present place (rounded up) a reel must run so that nothing in sight changes: rows and one more. */
export function leastTravel(rows: number): number {
  return rows + 1
}

/** The symbol in `row` (from the top; -1 is just above the opening) when `travelled` whole symbols have gone by. */
export function symbolAt(tape: Tape, travelled: number, row: number): number {
  const place = travelled - row
  const { before, after } = tape
  if (after && place >= after.joinedFrom) return around(after.strip, after.stop + after.restAt - place)
  return around(before.strip, before.stop - place)
}

function around(strip: readonly number[], index: number): number {
  const length = strip.length
  return strip[((index % length) + length) % length] ?? 0
}
