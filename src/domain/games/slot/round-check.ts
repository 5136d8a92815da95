import { capOf, featureOf, type Game, type JackpotTier } from '#domain/games/game.ts'
import type { RoundEvent } from '#domain/games/round.ts'

/**
 * The check of a result before it is booked, from the events alone and without the engine: `units` and every number are
 * whole, pays add up event by event to the total and to `units`, nothing is above the cap, a capped round ends, and each
 * feature that began has ended. Returns in words what is wrong, or null when the round may be booked.
 */
export function roundFault(game: Game, units: number, events: readonly RoundEvent[]): string | null {
  const cap = capOf(game)
  const open: string[] = []
  let total = 0
  let isCapped = false
  for (const [index, event] of events.entries()) {
    const where = `event ${index} (${event.type})`
    const number = unfitNumber(event)
    if (number !== null) return `${where} has the number ${number}`
    switch (event.type) {
      case 'wins':
      case 'scatter':
      case 'prize': {
        if (isCapped) return `${where} pays after the cap`
        total += event.pay
        if (!Number.isSafeInteger(total)) return `${where} makes the sum ${total}, beyond exact numbers`
        const sum = event.type === 'wins' ? event.wins.reduce((pays, { pay }) => pays + pay, 0) : event.pay
        if (sum !== event.pay) return `${where} pays ${event.pay}, its wins ${sum}`
        if (event.total !== Math.min(total, cap)) return `${where} has the total ${event.total} instead of ${total}`
        if (total >= cap && events[index + 1]?.type !== 'maxWin') return `${where} reaches the cap and nothing says so`
        break
      }
      case 'maxWin':
        if (total < cap || event.total !== cap || event.cut !== total - cap) return `${where} does not cut to the cap`
        total = cap
        isCapped = true
        break
      case 'reveal':
      case 'tumble':
        if (isCapped) return `${where} follows the cap`
        break
      case 'featureStart':
        open.push(event.feature)
        break
      case 'featureStep':
        if (open.at(-1) !== event.feature) return `${where} is outside its feature`
        break
      case 'featureEnd':
        if (open.pop() !== event.feature) return `${where} ends what did not begin`
        if (event.total !== total) return `${where} has the total ${event.total} instead of ${total}`
        break
      case 'jackpotHit':
        if (!isLinkedTo(game, event.tier)) return `${where} is of a jackpot that the game does not have`
        if (index !== events.length - 2) return `${where} is not the event before the last`
        break
      case 'void':
        return `${where} is no event of a result`
      default:
    }
  }
  const last = events.at(-1)
  if (last?.type !== 'totalWin' || events.filter(({ type }) => type === 'totalWin').length > 1) return 'no last total'
  if (open.length > 0) return `${open.join()} did not end`
  if (last.pay !== total || units !== total) return `pays ${units}, its total is ${last.pay}, its events pay ${total}`
  return null
}

function isLinkedTo(game: Game, tier: JackpotTier): boolean {
  return featureOf(game, 'jackpot-link')?.tiers.some((linked) => linked.tier === tier) ?? false
}

/** The first number in a value that is not whole from 0; null when there is none. */
function unfitNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? null : value
  if (typeof value !== 'object' || value === null) return null
  for (const item of Object.values(value)) {
    const found = unfitNumber(item)
    if (found !== null) return found
  }
  return null
}
