/**
 * How a pool's figure rolls: from what is on screen to what the house said last, at the pace the pool really grows, and
 * never beyond it. Figures are whole units; times are the page's clock in ms.
 */
export type Roll = { readonly from: number; readonly to: number; readonly beginsAt: number; readonly endsAt: number }

/** The house says its figures about this far apart; rolling is done by then. */
const longestMs = 8_000
const shortestMs = 600

/** A figure that stands. */
export function standing(figure: number): Roll {
  return { from: figure, to: figure, beginsAt: 0, endsAt: 0 }
}

/** What is on screen at a moment; between two whole units while it rolls. */
export function shownAt(roll: Roll, now: number): number {
  if (now >= roll.endsAt) return roll.to
  const share = Math.max(0, (now - roll.beginsAt) / (roll.endsAt - roll.beginsAt))
  return roll.from + (roll.to - roll.from) * share
}

/** The roll towards a new figure. A pool that was paid out stands at once at what is left; nothing ever rolls back. */
export function rollTo(before: Roll, figure: number, ratePerSecond: number, now: number): Roll {
  const from = shownAt(before, now)
  if (figure <= from) return standing(figure)
  const paceMs = ratePerSecond > 0 ? ((figure - from) / ratePerSecond) * 1_000 : longestMs
  const lastsMs = Math.min(longestMs, Math.max(shortestMs, paceMs))
  return { from, to: figure, beginsAt: now, endsAt: now + lastsMs }
}

/**
 * Where each wheel stands, the lowest place last: 3.25 is a quarter of the way from 3 to 4. A wheel turns with the last
 * tenth of the one below it, as in a counter of brass.
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
