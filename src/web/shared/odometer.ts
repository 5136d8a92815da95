/**
 * The rolling figure of a pool: from the figure on screen to the latest one of the server, at the growth rate of the
 * pool, never beyond it. Figures are whole units; times are `performance.now()` in ms.
 */
export type Roll = { readonly from: number; readonly to: number; readonly beginsAt: number; readonly endsAt: number }

/** New figures arrive about this often; a roll ends by then. */
const maxMs = 8_000
const minMs = 600

/** A figure that does not move. */
export function still(figure: number): Roll {
  return { from: figure, to: figure, beginsAt: 0, endsAt: 0 }
}

/** The figure shown at a time; fractional while rolling. */
export function shownAt(roll: Roll, now: number): number {
  if (now >= roll.endsAt) return roll.to
  const share = Math.max(0, (now - roll.beginsAt) / (roll.endsAt - roll.beginsAt))
  return roll.from + (roll.to - roll.from) * share
}

/** The roll towards a new figure. A lower figure (a paid-out pool) is shown at once; nothing rolls backwards. */
export function rollTo(before: Roll, figure: number, ratePerSecond: number, now: number): Roll {
  const from = shownAt(before, now)
  if (figure <= from) return still(figure)
  const paceMs = ratePerSecond > 0 ? ((figure - from) / ratePerSecond) * 1_000 : maxMs
  const durationMs = Math.min(maxMs, Math.max(minMs, paceMs))
  return { from, to: figure, beginsAt: now, endsAt: now + durationMs }
}

/**
 * The position of each wheel, lowest digit last: 3.25 is a quarter of the way from 3 to 4. A wheel turns during the
 * last tenth of the one below it, like a mechanical counter.
 */
export function wheelsOf(figure: number, places: number): number[] {
  const wheels: number[] = []
  let carry = figure - Math.floor(figure)
  let rest = Math.floor(figure)
  for (let place = 0; place < places; place += 1) {
    const digit = rest % 10
    wheels.unshift(digit + carry)
    carry = digit === 9 ? carry : 0
    rest = Math.floor(rest / 10)
  }
  return wheels
}
