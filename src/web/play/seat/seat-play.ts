import type { WireSeatRound } from '#contract/seat-round.ts'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { CallEnd, PlayCall, WindowAnswers, WindowBodies } from '#web/play/kit/calls.ts'
import type { TotalsKeeper } from '#web/play/kit/play-totals.ts'
import type { SeedSessionCall } from '#web/play/kit/play-session.ts'
import { requestAnswer, type RequestEnd } from '#web/play/kit/request-answer.ts'
import { seatPlan } from './seat-plan.ts'
import type { SeatSession } from './seat-session.ts'
import {
  amountOf,
  amountOfUnits,
  resultOf,
  stakeFault,
  stakeOf,
  type SeatNotice,
  type SeatState,
} from './seat-state.ts'

export type SeatPlayDeps = {
  session: SeatSession
  call: PlayCall
  /** Begins the member's first seed pair, if there was none. */
  beginFirstPair: () => Promise<void>
  /** Whether the member must first decide about the pair in use, or about one that ended: no round is begun. */
  isPairInQuestion: () => boolean
  readSession: () => Promise<CallEnd<SeedSessionCall>>
  /** The owned money as the site shows it; `signedOut` when the session is over, null without a response. */
  readBalance: () => Promise<Amount | 'signedOut' | null>
  /** `performance.now()`. */
  now: () => number
  wait: (ms: number) => Promise<void>
  newRequestId: () => string
  sound: (name: 'chip' | 'chipsBack' | 'tableWin', step?: number) => void
  totals: TotalsKeeper
  lastStake: string | null
  rememberStake: (stake: string) => void
}

/** The controller of one window of a game with a seat of one's own. */
export type SeatPlay = {
  state: Store<SeatState>
  chooseChip: (chip: Amount) => void
  /** Puts the chosen chip on the stake. */
  place: () => void
  undo: () => void
  clear: () => void
  double: () => void
  /** Begins a round with the stake. */
  begin: () => Promise<void>
  decide: (action: BlackjackAction) => Promise<void>
  /** Repeats the call whose outcome is unknown, with the same request id. */
  checkAgain: () => Promise<void>
  dismissNotice: () => void
  onOtherEnded: () => void
  /** The balance may have changed elsewhere: it is read once no round runs. */
  onBalanceChanged: () => void
  /** Called twice a second: follows the totals, the reality check and a decision whose time is over. */
  tick: () => void
  passRealityCheck: () => void
}

/** `added`: what it puts in play. */
type Request = { added: Amount } & (
  | { name: 'begin-seat-round'; body: WindowBodies['begin-seat-round'] }
  | { name: 'decide-seat-round'; body: WindowBodies['decide-seat-round'] }
)

type Table = {
  deps: SeatPlayDeps
  state: Store<SeatState>
  set: (change: Partial<SeatState>) => void
  /** The call without a response. */
  pending: Request | null
  pressedAt: number
  isReading: boolean
}

type Played = { now: string; balance: string; round: WireSeatRound }

/** Latency added to the pace, so that the next call never arrives too early. */
const maxPaceMarginMs = 250
/** So long after a round none begins: a press meant for the cards must not stake on the next one. */
const afterRoundMs = 400
/** So long after its time a decision has been taken by default. */
const defaultAfterMs = 1_200
/** What lies on the table when the window opens was dealt before. */
const longAgoMs = 10_000

export function createSeatPlay(deps: SeatPlayDeps): SeatPlay {
  const state = createStore(openingState(deps))
  const set = (change: Partial<SeatState>) => state.set({ ...state.get(), ...change })
  const table: Table = { deps, state, set, pending: null, pressedAt: 0, isReading: false }
  const stakeBy = (placed: readonly Amount[], sound: 'chip' | 'chipsBack') => {
    if (state.get().phase !== 'betting') return
    const stake = stakeOf({ placed })
    const fault = stakeFault(deps.session, stake, state.get().balance)
    // A stake in the making may be below the least one.
    if (fault && fault.kind !== 'least' && fault.kind !== 'stake' && sound === 'chip') return set({ notice: fault })
    deps.sound(sound)
    set({ placed, kept: null, notice: null })
  }
  return {
    state,
    chooseChip: (chip) => set({ chip }),
    place: () => stakeBy([...state.get().placed, state.get().chip], 'chip'),
    undo: () => stakeBy(state.get().placed.slice(0, -1), 'chipsBack'),
    clear: () => stakeBy([], 'chipsBack'),
    double: () => stakeBy([...state.get().placed, stakeOf(state.get())], 'chip'),
    begin: () => begin(table),
    decide: (action) => decide(table, action),
    async checkAgain() {
      if (state.get().phase === 'checking' && table.pending) await send(table, table.pending)
    },
    dismissNotice: () => set({ notice: null }),
    onOtherEnded() {
      if (state.get().notice === null) set({ notice: { kind: 'otherEnded' } })
    },
    onBalanceChanged: () => void reloadBalance(table),
    tick: () => tick(table),
    passRealityCheck() {
      deps.totals.passRealityCheck()
      set({ realityCheck: false })
    },
  }
}

async function begin(table: Table): Promise<void> {
  const { deps, state, set } = table
  const { phase, balance, readyAt, realityCheck, closed } = state.get()
  if (phase !== 'betting' || realityCheck || deps.isPairInQuestion() || deps.now() < readyAt) return
  if (closed) return set({ notice: { kind: 'closed' } })
  const stake = stakeOf(state.get())
  const fault = stakeFault(deps.session, stake, balance)
  if (fault) return set({ notice: fault })
  table.pressedAt = deps.now()
  deps.rememberStake(amountToWire(stake))
  set({
    phase: 'waiting',
    kept: null,
    balance: balance - stake,
    round: null,
    parts: [],
    plan: null,
    notice: null,
    readyAt: table.pressedAt + deps.session.minRoundMs,
  })
  const body = { requestId: deps.newRequestId(), stake: amountToWire(stake) }
  await send(table, { name: 'begin-seat-round', body, added: stake })
}

async function decide(table: Table, action: BlackjackAction): Promise<void> {
  const { deps, state, set } = table
  const { phase, round, balance } = state.get()
  const possible = round?.view?.actions.find((one) => one.action === action)
  if (phase !== 'deciding' || !round?.decision || !possible) return
  const added = amountOfUnits(round, possible.stake)
  if (added > balance) return set({ notice: { kind: 'balance' } })
  if (added > 0n) deps.sound('chip')
  set({ phase: 'waiting', balance: balance - added, notice: null })
  const { roundId, decision } = round
  const body = { requestId: deps.newRequestId(), roundId, number: decision.number, action }
  await send(table, { name: 'decide-seat-round', body, added })
}

async function send(table: Table, request: Request): Promise<void> {
  const { deps } = table
  table.pending = request
  let end = await ask(table, request)
  if (end.kind === 'answer' && end.answer.status === 'seed') {
    await deps.beginFirstPair()
    if (!deps.isPairInQuestion()) end = await ask(table, request)
  }
  if (end.kind === 'unknown') return table.set({ phase: 'checking' })
  table.pending = null
  if (end.kind === 'answer' && 'round' in end.answer) {
    if (end.answer.status === 'late') table.set({ notice: { kind: 'late' } })
    return show(table, end.answer)
  }
  await refuse(table, end, request)
}

type End = RequestEnd<'begin-seat-round'> | RequestEnd<'decide-seat-round'>

function ask({ deps: { call, wait } }: Table, request: Request): Promise<End> {
  return request.name === 'begin-seat-round'
    ? requestAnswer(call, request.name, request.body, wait)
    : requestAnswer(call, request.name, request.body, wait)
}

/** Shows the events of an answer that were not shown yet; then the next decision is due, or the result stands there. */
async function show(table: Table, { now: serverNow, balance, round }: Played): Promise<void> {
  const { deps, state, set } = table
  const before = state.get()
  const result = resultOf(round)
  if (round.view === null) {
    return set({
      phase: 'betting',
      kept: 'round',
      round: null,
      parts: [],
      plan: null,
      balance: amountOf(balance),
      // A failed result closed the game; operators who made the round void did not.
      closed: before.closed || round.voidReason !== 'office',
      notice: { kind: 'void' },
    })
  }
  const isSame = before.round?.roundId === round.roundId && before.plan !== null
  const shownFrom = isSame ? before.shownFrom : deps.now()
  const shown = isSame ? before.parts : []
  const count = shown.reduce((sum, { events }) => sum + events.length, 0)
  const atMs = isSame ? Math.max(before.plan?.endMs ?? 0, deps.now() - shownFrom) : 0
  const parts = [...shown, { events: round.view.events.slice(count), atMs }]
  const plan = seatPlan(parts)
  const until = round.decision ? deps.now() + Date.parse(round.decision.until) - Date.parse(serverNow) : null
  const shownBalance = amountOf(balance) - (result?.returned ?? 0n)
  set({ phase: 'showing', round, parts, plan, shownFrom, until, balance: shownBalance })
  await deps.wait(Math.max(0, shownFrom + plan.endMs - deps.now()))
  if (state.get().parts !== parts) return
  if (!result) return set({ phase: 'deciding' })
  finish(table, round.roundId, { ...result, balance: amountOf(balance) })
}

function finish(
  { deps, state, set, pressedAt }: Table,
  roundId: string,
  { staked, returned, balance }: { staked: Amount; returned: Amount; balance: Amount },
): void {
  deps.totals.count(roundId, returned - staked)
  const { net } = deps.totals.read()
  if (returned > staked) deps.sound('tableWin')
  const margin = Math.min(maxPaceMarginMs, Math.max(0, deps.now() - pressedAt))
  const readyAt = Math.max(state.get().readyAt + margin, deps.now() + afterRoundMs)
  set({ phase: 'betting', kept: 'round', balance, net, readyAt, until: null })
}

/** A refusal moved nothing: the stake comes back on screen, and the same can be decided otherwise. */
async function refuse(table: Table, end: Exclude<End, { kind: 'unknown' }>, request: Request): Promise<void> {
  const { deps, state, set } = table
  const isBegin = request.name === 'begin-seat-round'
  const back: Partial<SeatState> = {
    balance: state.get().balance + request.added,
    phase: isBegin ? 'betting' : 'deciding',
  }
  if (isBegin) back.readyAt = 0
  if (end.kind === 'signedOut') return set({ ...back, phase: 'signedOut' })
  if (end.kind !== 'answer') return set({ ...back, notice: { kind: end.kind === 'busy' ? 'busy' : 'failed' } })
  const { answer } = end
  switch (answer.status) {
    case 'pace':
      return set({ ...back, readyAt: deps.now() + answer.retryAfterMs })
    case 'limit':
      return set({ ...back, notice: { kind: 'limit', which: answer.which, remaining: answer.remaining } })
    case 'elsewhere':
      return set({ ...back, phase: 'elsewhere' })
    case 'closed':
      return set({ ...back, closed: true, notice: { kind: 'closed' } })
    case 'seed':
      return set({ ...back, notice: deps.isPairInQuestion() ? null : { kind: 'failed' } })
    case 'none':
      set(back)
      return readRound(table)
    case 'action':
    case 'conflict':
      set({ ...back, notice: { kind: answer.status } })
      return readRound(table)
    case 'balance':
    case 'stake':
    case 'excluded':
    case 'used':
      return set({ ...back, notice: { kind: answer.status } satisfies SeatNotice })
    case 'success':
    case 'open-round':
    case 'late':
      return set(back)
  }
}

/** Reads where the round stands: its decision may have been taken by default, or in another window. */
async function readRound(table: Table): Promise<void> {
  const { deps, state } = table
  if (table.isReading) return
  table.isReading = true
  try {
    const end = await deps.readSession()
    if (end.kind === 'signedOut') return table.set({ phase: 'signedOut' })
    if (end.kind !== 'answer') return
    const answer: object = end.answer
    const session = answer as WindowAnswers['get-seat-session']
    if (session.status === 'elsewhere') return table.set({ phase: 'elsewhere' })
    const { round } = session
    const known = state.get().round
    if (round === null || state.get().phase !== 'deciding') return
    if (round.roundId === known?.roundId && round.decisions.length === known.decisions.length) return
    await show(table, { now: session.now, balance: session.balance, round })
  } finally {
    table.isReading = false
  }
}

function tick(table: Table): void {
  const { deps, state, set } = table
  const { net, realityFrom } = deps.totals.read()
  const { phase, realityCheck, until, ...before } = state.get()
  if (net !== before.net) set({ net })
  const { realityCheckMs } = deps.session
  const due = realityCheckMs > 0 && deps.now() - realityFrom >= realityCheckMs
  if (phase === 'betting' && due !== realityCheck) set({ realityCheck: due })
  if (phase === 'deciding' && until !== null && deps.now() > until + defaultAfterMs) void readRound(table)
}

/** The balance is loaded only after this pause, because a next round would report it too. */
const pauseMs = 700

async function reloadBalance(table: Table): Promise<void> {
  const { deps, state, set } = table
  if (state.get().phase !== 'betting') return
  await deps.wait(pauseMs)
  const { pressedAt } = table
  if (state.get().phase !== 'betting') return
  const balance = await deps.readBalance()
  if (state.get().phase !== 'betting' || table.pressedAt !== pressedAt) return
  if (balance === 'signedOut') return set({ phase: 'signedOut' })
  if (balance !== null) set({ balance })
}

function openingState({ session, totals, lastStake, now }: SeatPlayDeps): SeatState {
  const chips = session.limits.chips.map(amountOf)
  const { net, startedAt } = totals.read()
  const balance = amountOf(session.balance)
  const last = lastStake === null ? 0n : amountOf(lastStake)
  const { round } = session
  const isOpen = round?.state === 'open'
  const parts = round?.view ? [{ events: round.view.events, atMs: 0 }] : []
  const plan = parts.length > 0 ? seatPlan(parts) : null
  const untilMs = round?.decision ? Date.parse(round.decision.until) - Date.parse(session.now) : null
  return {
    phase: isOpen ? 'deciding' : 'betting',
    balance,
    chips,
    chip: chips[0] ?? 0n,
    placed: last > 0n && stakeFault(session, last, balance) === null ? [last] : [],
    kept: isOpen ? null : 'earlier',
    round: plan ? round : null,
    parts,
    plan,
    shownFrom: now() - (plan?.endMs ?? 0) - longAgoMs,
    until: untilMs === null ? null : now() + untilMs,
    readyAt: 0,
    notice: session.closed ? { kind: 'closed' } : isOpen ? { kind: 'resumed' } : null,
    closed: session.closed,
    net,
    startedAt,
    realityCheck: false,
  }
}
