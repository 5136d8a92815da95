import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { mostPlacements, spotsText, type SpotStake } from '#domain/games/table/table-limits.ts'
import type { Amount } from '#domain/money.ts'
import { plainReturn, plainStake } from '../scripts/math/tables/plain-pays.ts'
import { isExcluded, ownEntry, postToModel, type Model, type ModelMember } from './ledger-model.ts'

/**
 * Rounds of a table in the ledger's model: placements, undoing, results and voids, one member and one event after the other. Calls return the status
 * of the response, with what the member has staked in the round. The limits of the table are not in it.
 */

type Placement = { memberId: bigint; key: string; stakes: readonly SpotStake[]; isUndone: boolean }
export type ModelRound = {
  id: string
  game: string
  /** Whether it takes placements and their undoing. */
  isOpen: boolean
  placements: Placement[]
  results: Map<bigint, Amount>
}

const stakeOf = (stakes: readonly SpotStake[]): Amount => stakes.reduce((sum, { stake }) => sum + stake, 0n)

export function newRound(id: string, game: string): ModelRound {
  return { id, game, isOpen: true, placements: [], results: new Map() }
}

/** Stakes leave the cash and are in play. The stakes are by spot, in the order of the spots' codes. */
export function placeInModel(
  model: Model,
  round: ModelRound,
  { memberId, key, stakes, sessionId }: Omit<Placement, 'isUndone'> & { sessionId?: bigint },
): string {
  const member = memberOf(model, memberId)
  if (isExcluded(model, member)) return 'excluded'
  const stake = stakeOf(stakes)
  const request = ['place-bet', round.id, spotsText(stakes)]
  const earlier = ownEntry(member, key, request)
  if (earlier !== 'new') return earlier === 'same' ? successIn(round, memberId) : earlier
  if (!round.isOpen) return 'late'
  if (round.placements.filter((one) => one.memberId === memberId).length >= mostPlacements) return 'many'
  const money = { stake, inPlay: stake, gameKind: 'casino' as const }
  const session = sessionId === undefined ? {} : { sessionId }
  const event = { memberId, kind: 'bet', source: 'own' as const, key, request, ...money, ...session }
  const { outcome, limit } = postToModel(model, event)
  if (limit) return `limit ${limit.kind} ${limit.period} ${limit.kind === 'session_time' ? 0n : limit.left}`
  if (outcome !== 'done') return outcome === 'short' ? 'balance' : 'conflict'
  round.placements.push({ memberId, key, stakes, isUndone: false })
  placed.set(member, [...(placed.get(member) ?? []), key])
  return successIn(round, memberId)
}

/** The keys of all placements of a member. */
const placed = new WeakMap<ModelMember, string[]>()

/** What a member's stakes in rounds without an end gave: neither is used before the round has ended. */
export function openStakesOf(member: ModelMember): { comp: Amount; turnover: Amount } {
  const { entries } = member
  const open = (placed.get(member) ?? []).flatMap((key) => {
    const entry = entries.has(`undo/own/${key}`) ? undefined : entries.get(`do/own/${key}`)
    return entry !== undefined && entry.inPlay > 0n ? [entry] : []
  })
  return {
    comp: open.reduce((sum, { comp }) => sum + comp, 0n),
    turnover: open.reduce((sum, { turnover }) => sum - turnover, 0n),
  }
}

/** Takes back one placement of a member, or all that are not undone; none where their comp was converted, or a withdrawal was filed or paid since. */
export function undoInModel(model: Model, round: ModelRound, memberId: bigint, key?: string): string {
  const placed = round.placements.filter((one) => one.memberId === memberId && (key === undefined || one.key === key))
  if (placed.length === 0) return 'none'
  const undone = placed.filter(({ isUndone }) => !isUndone)
  if (undone.length === 0) return successIn(round, memberId)
  if (!round.isOpen) return 'late'
  if (isSpent(memberOf(model, memberId), undone)) return 'spent'
  for (const one of undone) {
    rollBack(model, round, one)
    one.isUndone = true
  }
  return successIn(round, memberId)
}

/** Whether the member has used what placements gave: their comp, or that their stakes count for a withdrawal. */
function isSpent({ wallet, entries }: ModelMember, placements: readonly Placement[]): boolean {
  const names = new Set(placements.map(({ key }) => `do/own/${key}`))
  const events = [...entries]
  const comp = events.reduce((sum, [name, entry]) => (names.has(name) ? sum + entry.comp : sum), 0n)
  const since = events.slice(events.findIndex(([name]) => names.has(name)))
  return comp > wallet.comp || since.some(([, { kind }]) => kind === 'withdraw_filed' || kind === 'withdraw_paid')
}

/** What each member staked leaves play, and what it returns by the rules in words comes to the cash. */
export function settleInModel(model: Model, round: ModelRound, outcome: TableOutcome): void {
  round.isOpen = false
  for (const memberId of new Set(live(round).map((one) => one.memberId))) {
    const own = live(round).filter((one) => one.memberId === memberId)
    const returned = own
      .flatMap(({ stakes }) => stakes)
      .reduce(
        (sum, { spot, stake }) => sum + (stake * BigInt(plainReturn(round.game, spot, outcome))) / BigInt(plainStake),
        0n,
      )
    const event = { memberId, source: 'system' as const, key: round.id, request: ['table-result', round.id] }
    postToModel(model, { ...event, kind: 'table_result', inPlay: -stakedIn(round, memberId), pay: returned })
    round.results.set(memberId, returned)
    // The result has emptied what was in play: a rollback takes nothing out of it any more.
    for (const { key } of own) inPlayOf(model, memberId, key)
  }
}

/** Gives every stake back; of a settled round what it returned is taken back, as far as the cash goes. What is missing, by member. */
export function voidInModel(model: Model, round: ModelRound): Map<bigint, Amount> {
  const owed = new Map<bigint, Amount>()
  round.isOpen = false
  for (const one of live(round)) rollBack(model, round, one)
  for (const [memberId, returned] of round.results) {
    const { wallet, entries } = memberOf(model, memberId)
    const taken = returned < wallet.cash ? returned : wallet.cash
    // What was won counts as lost in the period of the result, also what is owed.
    const at = entries.get(`do/system/${round.id}`)?.at ?? model.now
    const event = { memberId, source: 'system' as const, key: `void ${round.id}`, request: ['void-round', round.id] }
    postToModel(model, { ...event, kind: 'table_void', cash: -taken, pay: -returned, at })
    if (taken < returned) owed.set(memberId, returned - taken)
  }
  return owed
}

function live(round: ModelRound): Placement[] {
  return round.placements.filter(({ isUndone }) => !isUndone)
}

function stakedIn(round: ModelRound, memberId: bigint): Amount {
  return live(round).reduce((sum, one) => (one.memberId === memberId ? sum + stakeOf(one.stakes) : sum), 0n)
}

function successIn(round: ModelRound, memberId: bigint): string {
  return `success ${stakedIn(round, memberId)}`
}

function rollBack(model: Model, round: ModelRound, { memberId, key }: Placement): void {
  postToModel(model, { memberId, kind: 'rollback', source: 'own', key, request: ['undo-bet', round.id] })
}

function inPlayOf(model: Model, memberId: bigint, key: string): void {
  const bet = model.members.get(memberId)?.entries.get(`do/own/${key}`)
  if (bet) bet.inPlay = 0n
}

function memberOf(model: Model, memberId: bigint): ModelMember {
  const member = model.members.get(memberId)
  if (member === undefined) throw new Error(`member ${memberId} is not in the model`)
  return member
}
