import type { TableStep, WireOwnRound, TableSeat, WireSeries, TableSpotTotal, WireTableRound } from '#contract/table.ts'
import { usualPace } from '#domain/games/table/dealing.ts'
import { addRace, type RunnerForm } from '#domain/games/table/race/form.ts'
import { isShoeGame, type TableGame } from '#domain/games/table/table-game.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import {
  amountOf,
  confirmedStakes,
  returnedOf,
  shownStakes,
  sumOf,
  type KnownPlacements,
  type PendingPlacement,
} from './stakes.ts'
import type { TableNews, TableSession } from './table-session.ts'

/**
 * The state of a table as its window knows it: the session's answer, then each step, and the answers to bets. Every
 * function returns the next state; none has a clock of its own.
 */
export type TableState = {
  series: WireSeries
  /** The round in progress, or the last one until the next opens. */
  round: WireTableRound | null
  own: WireOwnRound | null
  pending: readonly PendingPlacement[]
  /** The request ids of placements that are being taken back: they are no longer shown. */
  undoing: readonly string[]
  totals: readonly TableSpotTotal[]
  seats: readonly TableSeat[]
  /** The ended rounds of the shoe, or the newest ones of a table without one; void ones too, oldest first. */
  rounds: readonly WireTableRound[]
  /** Of each runner in past races, those of this window's time included; null of other games. */
  form: readonly RunnerForm[] | null
  /** What the server said last; the stakes of `pending` are not taken off. */
  balance: Amount
  /** When the outcome of the round began to be shown, by the server's clock; null when the window came after its end. */
  dealtAt: string | null
  /** The number of the last step. */
  step: number
  isResting: boolean
  /** A step is missing: `get-table` has it. */
  isBehind: boolean
  /** The server's clock less the window's, in ms, from the quickest answer. */
  offsetMs: number
  quickestMs: number
  /** When the last answer about the own bets came, by the window's clock: an older look at the table does not undo it. */
  ownMs: number
}

/**
 * `salts`: browsers send hashes and salts before a shoe · `waiting`: no round yet · `open`: bets are taken · `closed`: no
 * more bets · `dealt`: the cards are shown · `settled`: paid · `void`: stakes returned · `resting`: nobody watched.
 */
export type TablePhase = 'salts' | 'waiting' | 'open' | 'closed' | 'dealt' | 'settled' | 'void' | 'resting'

/** When an answer was asked for and when it came, by the window's clock in ms. */
export type Asked = { sentMs: number; receivedMs: number }

export function openingState(session: TableSession, asked: Asked): TableState {
  const { series, round, own, totals, seats, rounds, form, step } = session
  return {
    series,
    round,
    own,
    pending: [],
    undoing: [],
    totals,
    seats,
    rounds: rounds.filter(isEnded),
    form,
    balance: amountOf(session.balance),
    dealtAt: round?.state === 'dealt' ? usualDealOf(round) : null,
    step,
    isResting: false,
    isBehind: false,
    ownMs: 0,
    ...clockOf(session.now, asked),
  }
}

/** About when a round that is being shown was dealt: the usual time after its close. */
function usualDealOf({ closesAt }: WireTableRound): string {
  return new Date(Date.parse(closesAt) + usualPace.closeMs).toISOString()
}

/** The phase at a moment of the server's clock, in ms since 1970. */
export function phaseOf({ series, round, isResting }: TableState, serverMs: number): TablePhase {
  if (isResting) return 'resting'
  if (series.phase === 'hashes' || series.phase === 'salts') return 'salts'
  if (round === null) return 'waiting'
  return round.state === 'open' && serverMs >= Date.parse(round.closesAt) ? 'closed' : round.state
}

/** Applies one step. One that was known changes nothing; a gap before it is marked, and it is not applied. */
export function withStep(state: TableState, step: TableStep, game: TableGame): TableState {
  if (step.number <= state.step) return state
  if (step.number > state.step + 1) return { ...state, isBehind: true }
  return { ...applied(state, step, game), step: step.number }
}

function applied(state: TableState, step: TableStep, game: TableGame): TableState {
  switch (step.kind) {
    case 'series':
      return withSeries(state, step.series, game)
    case 'opened':
      return {
        ...state,
        round: step.round,
        dealtAt: null,
        own: null,
        pending: [],
        undoing: [],
        totals: [],
        seats: state.seats.map(({ name }) => ({ name, staked: '0' })),
        isResting: false,
      }
    case 'resting':
      return { ...state, isResting: true }
    case 'closed':
      return ofRound(state, step.roundId, (round) => ({ ...state, round: { ...round, state: 'closed' } }))
    case 'dealt':
      return ofRound(state, step.roundId, (round) => ({
        ...state,
        round: { ...round, state: 'dealt', outcome: step.outcome },
        dealtAt: step.at,
        series: { ...state.series, links: [...state.series.links, ...step.links] },
      }))
    case 'settled':
      return ofRound(state, step.roundId, (round) => settled(state, round, game))
    case 'void':
      return madeVoid(state, step.roundId, step.reason)
  }
}

/** A series with another first link is the next one. The results of a shoe begin anew; those of a wheel or of dice go on. */
function withSeries(state: TableState, series: WireSeries, game: TableGame): TableState {
  if (series.firstLink === state.series.firstLink && series.table === state.series.table)
    return { ...state, series, isResting: false }
  const rounds = isShoeGame(game) ? [] : state.rounds
  return { ...state, series, round: null, own: null, pending: [], totals: [], rounds, isResting: false }
}

function ofRound(state: TableState, roundId: string, next: (round: WireTableRound) => TableState): TableState {
  return state.round?.roundId === roundId ? next(state.round) : state
}

/** Also a round that was settled, and one before the round in progress, may become void. */
function madeVoid(state: TableState, roundId: string, voidReason: WireTableRound['voidReason']): TableState {
  const voided = (round: WireTableRound): WireTableRound => ({ ...round, state: 'void', outcome: null, voidReason })
  if (state.round?.roundId === roundId) return ended(state, voided(state.round))
  return { ...state, rounds: state.rounds.map((round) => (round.roundId === roundId ? voided(round) : round)) }
}

function settled(state: TableState, round: WireTableRound, game: TableGame): TableState {
  const form = state.form && round.outcome ? addRace(state.form, round.outcome) : state.form
  const next = { ...ended(state, { ...round, state: 'settled' }), form }
  if (next.own === null || round.outcome === null || next.own.returned !== null) return next
  const returned = returnedOf(game, confirmedStakes(next.own), round.outcome)
  return { ...next, own: { ...next.own, returned: amountToWire(returned) }, balance: next.balance + returned }
}

/** The results of so many rounds are kept; a shoe has fewer. */
const mostRounds = 200

/** The round is over: placements and undos without an answer were not taken, and a void round returns what was staked. */
function ended(state: TableState, round: WireTableRound): TableState {
  const { own } = state
  const rounds = [...state.rounds.filter(({ roundId }) => roundId !== round.roundId), round].slice(-mostRounds)
  const next = { ...state, round, rounds, pending: [], undoing: [] }
  if (round.state !== 'void' || own === null) return next
  const returned = own.returned === null ? 0n : amountOf(own.returned)
  // What a settled round returned is taken back.
  return { ...next, own: { ...own, returned: own.staked }, balance: state.balance + amountOf(own.staked) - returned }
}

/** Applies an answer of `get-table`: the steps that were missed, then the figures as they are now. */
export function withNews(state: TableState, news: TableNews, asked: Asked, game: TableGame): TableState {
  const after = news.steps.reduce((before, step) => withStep(before, step, game), { ...state, isBehind: false })
  const isOver = after.round !== null && isEnded(after.round)
  // After the round its own bets may be gone from the answer; they stand until the next one opens.
  const seen = news.own ?? (isOver ? after.own : null)
  const isOlder = asked.sentMs < state.ownMs && after.round?.roundId === state.round?.roundId
  const own = isOlder ? after.own : seen
  return {
    ...after,
    own,
    pending: after.pending.filter((one) => !isAnswered(one, own) && !(one.isUnknown && after.round?.state !== 'open')),
    // So do the bets of all members.
    ...(isOver && news.totals.length === 0 ? {} : { totals: news.totals, seats: news.seats }),
    balance: isOlder ? after.balance : amountOf(news.balance),
    ...quicker(state, clockOf(news.now, asked)),
  }
}

/** Applies a message of the socket about the bets of all members. */
export function withBets(
  state: TableState,
  { totals, seats }: { totals: readonly TableSpotTotal[]; seats: readonly TableSeat[] },
): TableState {
  return { ...state, totals, seats }
}

export function withPending(state: TableState, placement: PendingPlacement): TableState {
  return { ...state, pending: [...state.pending, placement] }
}

/** The own bets of a round after a change, and when the answer came. */
type OwnAnswer = { roundId: string; balance: string; own: WireOwnRound; receivedMs: number }

/** A placement was taken. An answer about an earlier round changes nothing but the balance. */
export function withPlaced(state: TableState, answer: OwnAnswer & { requestId: string }): TableState {
  const { requestId, roundId, balance, own, receivedMs } = answer
  const pending = state.pending.filter((one) => one.requestId !== requestId)
  if (state.round?.roundId !== roundId || isEnded(state.round)) return { ...state, pending }
  return { ...state, pending, own, balance: amountOf(balance), ownMs: receivedMs }
}

/** A placement was refused: its chips leave the table. */
export function withoutPending(state: TableState, requestId: string): TableState {
  return { ...state, pending: state.pending.filter((one) => one.requestId !== requestId) }
}

/** Every attempt was lost: whether the placement was taken is read from `get-table`. */
export function withUnknown(state: TableState, requestId: string): TableState {
  const pending = state.pending.map((one) => (one.requestId === requestId ? { ...one, isUnknown: true } : one))
  return { ...state, pending }
}

/** Placements are being taken back: their chips leave the table at once. */
export function withUndoing(state: TableState, requestIds: readonly string[]): TableState {
  return { ...state, undoing: [...state.undoing, ...requestIds] }
}

/** The request to take placements back has ended: what the server did not take back lies on the table again. */
export function withoutUndoing(state: TableState, requestIds: readonly string[]): TableState {
  return { ...state, undoing: state.undoing.filter((id) => !requestIds.includes(id)) }
}

/** Placements were taken back. */
export function withUndone(state: TableState, undone: OwnAnswer): TableState {
  if (state.round?.roundId !== undone.roundId || isEnded(state.round)) return state
  return { ...state, own: undone.own, balance: amountOf(undone.balance), ownMs: undone.receivedMs }
}

/** The balance on screen: as it is once the changes of the own bets that have no answer yet are taken. */
export function shownBalance(state: KnownPlacements & Pick<TableState, 'balance'>): Amount {
  return state.balance + sumOf(confirmedStakes(state.own)) - sumOf(shownStakes(state))
}

/** What the member staked and got back in the ended round; null without a stake in it. */
export function resultOf({
  round,
  own,
}: Pick<TableState, 'round' | 'own'>): { staked: Amount; returned: Amount } | null {
  if (round === null || own === null || own.returned === null || !isEnded(round)) return null
  const staked = amountOf(own.staked)
  return staked > 0n ? { staked, returned: amountOf(own.returned) } : null
}

/** A step is overdue so long after the moment that was announced for it. */
const overdueMs = 2500

/** Whether a step should have come by now: its message may have been lost. */
export function isOverdue({ series, round }: TableState, serverMs: number): boolean {
  const due = series.phaseEndsAt ?? (round?.state === 'open' ? round.closesAt : null)
  return due !== null && serverMs - Date.parse(due) > overdueMs
}

/** How long bets are open in a round, in ms. */
export function openMsOf({ opensAt, closesAt }: Pick<WireTableRound, 'opensAt' | 'closesAt'>): number {
  return Date.parse(closesAt) - Date.parse(opensAt)
}

export function isEnded({ state }: Pick<WireTableRound, 'state'>): boolean {
  return state === 'settled' || state === 'void'
}

function isAnswered({ requestId }: PendingPlacement, own: WireOwnRound | null): boolean {
  return own?.placements.some((one) => one.requestId === requestId) ?? false
}

type Clock = { offsetMs: number; quickestMs: number }

/** The answer was written about half way between request and response. */
function clockOf(now: string, { sentMs, receivedMs }: Asked): Clock {
  return { offsetMs: Date.parse(now) - (sentMs + receivedMs) / 2, quickestMs: receivedMs - sentMs }
}

function quicker(known: Clock, other: Clock): Clock {
  const { offsetMs, quickestMs } = other.quickestMs <= known.quickestMs ? other : known
  return { offsetMs, quickestMs }
}
