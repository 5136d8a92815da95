import { wholeUnits, type Amount } from '#domain/money.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'

/** A provider’s callbacks about its rounds; `disturb` repeats, reorders and delays them as a bad connection does. */
export type Callback = {
  event: LedgerEvent
  /** How many copies are sent at the same moment. */
  copies: number
  /** By how many quarters of a day it is delayed. */
  quartersLate: number
}

type Place = { source: number; contraId: number; draw: () => number; newKey: () => string }

/**
 * Makes rounds until there are this many callbacks: a bet and mostly a win; sometimes the bet is rolled back, rolled
 * back before it was sent, or its id is sent again with another amount or as another kind.
 */
export function makeRounds(memberIds: readonly bigint[], wanted: number, place: Place): LedgerEvent[] {
  const events: LedgerEvent[] = []
  while (events.length < wanted) {
    const memberId = memberIds[Math.floor(place.draw() * memberIds.length)]
    if (memberId !== undefined) events.push(...makeRound(memberId, place))
  }
  return events.slice(0, wanted)
}

function makeRound(memberId: bigint, place: Place): LedgerEvent[] {
  const { draw, newKey, source, contraId } = place
  const stake = wholeUnits(1 + Math.floor(draw() * 900)) + BigInt(Math.floor(draw() * 10_000))
  const base = { memberId, source, contraId }
  const bet = { ...base, kind: 'bet', key: newKey(), request: ['bet', stake], stake, gameKind: 'slot' } as const
  // Some rounds are decided later: their stakes are in play meanwhile.
  const inPlay: Amount = draw() < 0.2 ? stake : 0n
  const pay = draw() < 0.5 ? 0n : (stake * BigInt(Math.floor(draw() * 250))) / 100n
  const win = {
    ...base,
    kind: 'win',
    key: newKey(),
    request: ['win', pay],
    pay,
    inPlay: -inPlay,
    ref: bet.key,
  } as const
  const undo = { ...base, kind: 'rollback', key: bet.key, request: ['rollback'] } as const
  const taken = { ...bet, inPlay }
  const fate = draw()
  if (fate < 0.7) return [taken, win]
  if (fate < 0.8) return [{ ...taken, inPlay: 0n }, undo]
  // Rolled back before it was sent: the late bet is refused for ever.
  if (fate < 0.86) return [undo, taken]
  // The win comes after its bet was rolled back: it is paid nevertheless, and the provider may take it back.
  if (fate < 0.9) return [{ ...taken, inPlay: 0n }, undo, { ...win, inPlay: 0n }]
  const other = stake + wholeUnits(1)
  const otherInPlay = inPlay === 0n ? 0n : other
  if (fate < 0.95) return [taken, win, { ...bet, request: ['bet', other], stake: other, inPlay: otherInPlay }]
  // The win takes the id of its bet: when it comes first, the bet is refused. So it belongs to another bet.
  const first = { ...bet, key: newKey(), request: ['bet', 0n], stake: 0n } as const
  return [first, taken, { ...win, key: bet.key, ref: first.key, inPlay: 0n }, { ...undo, key: win.key }]
}

/** A fifth is sent two to five times at once, 15 % swap places with a later one, 5 % are delayed by up to a day. */
export function disturb(events: readonly LedgerEvent[], draw: () => number): Callback[] {
  const callbacks = events.map((event): Callback => ({
    event,
    copies: draw() < 0.2 ? 2 + Math.floor(draw() * 4) : 1,
    quartersLate: draw() < 0.05 ? 1 + Math.floor(draw() * 4) : 0,
  }))
  for (let index = 0; index < callbacks.length; index += 1) {
    if (draw() >= 0.15) continue
    const other = Math.min(callbacks.length - 1, index + 1 + Math.floor(draw() * 40))
    const [here, there] = [callbacks[index], callbacks[other]]
    if (here === undefined || there === undefined) continue
    callbacks[index] = there
    callbacks[other] = here
  }
  return callbacks
}
