import { LRUCache } from 'lru-cache'
import type { SeatRoundState } from '#contract/seat-round.ts'
import type { Deps } from '#server/deps.ts'

/** The decisions of the rounds that this process answered: none is taken back and decided otherwise (docs/decisions/046-seat-rounds.md). */

/** What a process keeps of a round. The proof of a decision's event covers its action under its request id. */
export type KnownRound = {
  id: string
  state: SeatRoundState
  defaulted: boolean
  decisions: readonly { requestId: string }[]
}

type KnownDeps = Pick<Deps, 'config'>

/** Of how many rounds: far more than are played in the 15 s until their events are sealed. */
const mostKnown = 100_000
const known = new WeakMap<KnownDeps['config'], LRUCache<string, KnownRound>>()

/** Keeps a round as it is answered. One that this process knows further on stays so. */
export function keepAnswered({ config }: KnownDeps, { id, state, defaulted, decisions }: KnownRound): void {
  const rounds = known.get(config) ?? new LRUCache<string, KnownRound>({ max: mostKnown })
  known.set(config, rounds)
  const before = rounds.get(id)
  const now = { id, state, defaulted, decisions: decisions.map(({ requestId }) => ({ requestId })) }
  if (before === undefined || !isBehind(now, before)) rounds.set(id, now)
}

/** Whether a round as it was read lacks what this process answered of it: a decision, the default or the end. */
export function isTakenBack({ config }: KnownDeps, round: KnownRound): boolean {
  const answered = known.get(config)?.get(round.id)
  return answered !== undefined && isBehind(round, answered)
}

function isBehind(round: KnownRound, known: KnownRound): boolean {
  return (
    (round.state === 'open' && known.state !== 'open') ||
    (known.defaulted && !round.defaulted) ||
    known.decisions.some(({ requestId }, place) => round.decisions[place]?.requestId !== requestId)
  )
}
