import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { spotsText, type SpotStake } from '#domain/games/table/table-limits.ts'
import type { Amount } from '#domain/money.ts'
import { plainReturn, plainStake } from '../scripts/math/tables/plain-pays.ts'
import { postToModel, type Model, type ModelOutcome } from './ledger-model.ts'

/**
 * Rounds of a table in the ledger's model: placements, undoing, results and voids, one member and one event after the other. What counts towards
 * limits is not in it (`src/server/modules/shared-round/voids.test.ts`).
 */

type Placement = { memberId: bigint; key: string; stakes: readonly SpotStake[]; isUndone: boolean }
export type ModelRound = { id: string; game: string; placements: Placement[]; results: Map<bigint, Amount> }

const stakeOf = (stakes: readonly SpotStake[]): Amount => stakes.reduce((sum, { stake }) => sum + stake, 0n)

export function newRound(id: string, game: string): ModelRound {
  return { id, game, placements: [], results: new Map() }
}

/** Stakes leave the cash and are in play. The stakes are by spot, in the order of the spots' codes. */
export function placeInModel(
  model: Model,
  round: ModelRound,
  { memberId, key, stakes }: Omit<Placement, 'isUndone'>,
): ModelOutcome {
  const stake = stakeOf(stakes)
  const request = ['place-bet', round.id, spotsText(stakes)]
  const money = { stake, inPlay: stake, gameKind: 'casino' as const }
  const posted = postToModel(model, { memberId, kind: 'bet', source: 'own', key, request, ...money })
  if (posted.outcome === 'done') round.placements.push({ memberId, key, stakes, isUndone: false })
  return posted
}

/** Takes back one placement of a member, or all that are not undone. */
export function undoInModel(model: Model, round: ModelRound, memberId: bigint, key?: string): void {
  for (const one of round.placements)
    if (one.memberId === memberId && !one.isUndone && (key === undefined || one.key === key)) {
      rollBack(model, round, one)
      one.isUndone = true
    }
}

/** What each member staked leaves play, and what it returns by the rules in words comes to the cash. */
export function settleInModel(model: Model, round: ModelRound, outcome: TableOutcome): void {
  for (const memberId of new Set(live(round).map((one) => one.memberId))) {
    const own = live(round).filter((one) => one.memberId === memberId)
    const returned = own
      .flatMap(({ stakes }) => stakes)
      .reduce(
        (sum, { spot, stake }) => sum + (stake * BigInt(plainReturn(round.game, spot, outcome))) / BigInt(plainStake),
        0n,
      )
    const staked = own.reduce((sum, { stakes }) => sum + stakeOf(stakes), 0n)
    const event = { memberId, source: 'system' as const, key: round.id, request: ['table-result', round.id] }
    postToModel(model, { ...event, kind: 'table_result', inPlay: -staked, pay: returned })
    round.results.set(memberId, returned)
    // The result has emptied what was in play: a rollback takes nothing out of it any more.
    for (const { key } of own) inPlayOf(model, memberId, key)
  }
}

/** Gives every stake back; of a settled round what it returned is taken back, as far as the cash goes. What is missing, by member. */
export function voidInModel(model: Model, round: ModelRound): Map<bigint, Amount> {
  const owed = new Map<bigint, Amount>()
  for (const one of live(round)) rollBack(model, round, one)
  for (const [memberId, returned] of round.results) {
    const cash = model.members.get(memberId)?.wallet.cash ?? 0n
    const taken = returned < cash ? returned : cash
    const event = { memberId, source: 'system' as const, key: `void ${round.id}`, request: ['void-round', round.id] }
    postToModel(model, { ...event, kind: 'table_void', cash: -taken })
    if (taken < returned) owed.set(memberId, returned - taken)
  }
  return owed
}

function live(round: ModelRound): Placement[] {
  return round.placements.filter(({ isUndone }) => !isUndone)
}

function rollBack(model: Model, round: ModelRound, { memberId, key }: Placement): void {
  postToModel(model, { memberId, kind: 'rollback', source: 'own', key, request: ['undo-bet', round.id] })
}

function inPlayOf(model: Model, memberId: bigint, key: string): void {
  const bet = model.members.get(memberId)?.entries.get(`do/own/${key}`)
  if (bet) bet.inPlay = 0n
}
