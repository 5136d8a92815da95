import type { TableStep, WireOwnRound } from '#contract/table.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { PlayCall, WindowAnswers } from '#web/play/kit/calls.ts'
import type { TotalsKeeper } from '#web/play/kit/play-totals.ts'
import { requestAnswer } from '#web/play/kit/request-answer.ts'
import type { SaltKeeper } from './salt-keeper.ts'
import { amountOf, placementFault, shownStakes, standingPlacements, sumOf, type SpotStake } from './stakes.ts'
import type { SpotCount } from './table-kind.ts'
import type { TableAnnouncement, TableNotice } from './table-notice.ts'
import type { TableSession } from './table-session.ts'
import type { TableMessage } from './table-source.ts'
import {
  isOverdue,
  openingState,
  openMsOf,
  phaseOf,
  resultOf,
  shownBalance,
  withBets,
  withNews,
  withPending,
  withPlaced,
  withStep,
  withUndoing,
  withUndone,
  withUnknown,
  withoutPending,
  withoutUndoing,
  type Asked,
  type TableState,
} from './table-state.ts'

export type TablePlayState = {
  table: TableState
  /** The chip that a press on a spot places. */
  chip: Amount
  chips: readonly Amount[]
  notice: TableNotice | null
  /** The session is over, or another window was opened since. */
  end: 'signedOut' | 'elsewhere' | null
  /** No answer came to the last call. */
  isLost: boolean
  net: Amount
  startedAt: number
  realityCheck: boolean
  announcement: TableAnnouncement | null
}

export type TablePlayDeps = {
  game: TableGame
  session: TableSession
  asked: Asked
  call: PlayCall
  salts: SaltKeeper
  /** `performance.now()`. */
  now: () => number
  wait: (ms: number) => Promise<void>
  newRequestId: () => string
  totals: TotalsKeeper
  sound: (name: 'chip' | 'chipsBack' | 'tableWin', step?: number) => void
  /** Whether steps arrive by the socket; without it the table is polled. */
  isLive: () => boolean
  /** A random share of 1, so that windows do not all call at once. */
  share: () => number
}

/** The controller of one table's window. */
export type TablePlay = {
  state: Store<TablePlayState>
  chooseChip: (chip: Amount) => void
  /** Places the chosen chip on spots, so many times on each, in one placement. */
  place: (spots: readonly SpotCount[]) => void
  /** Places once more what lies on the table. */
  double: () => void
  undo: () => void
  clear: () => void
  onMessage: (message: TableMessage) => void
  /** The socket is open, or may have missed steps. */
  catchUp: () => void
  /** The balance has changed, by a bet of this window or elsewhere: it is read soon. */
  onBalance: () => void
  /** The stage has shown something, in words. */
  onShown: (text: string) => void
  /** Called twice a second. */
  tick: () => void
  dismissNotice: () => void
  passRealityCheck: () => void
  /** The server's clock in ms since 1970. */
  serverMs: () => number
  /** Asks the server whether another window has ended this one. */
  askWhetherEnded: () => Promise<boolean>
  /** A copy of this window with the same session was opened since. */
  endWindow: () => void
  onOtherEnded: () => void
}

type Table = {
  deps: TablePlayDeps
  state: Store<TablePlayState>
  set: (change: Partial<TablePlayState>) => void
  /**
   * Placements and undos one after the other, in the order of the presses. What each changes is fixed by what the member saw when
   * pressing, which includes the changes of those before it.
   */
  queue: Promise<void>
  isAsking: boolean
  /** Whether to ask once more when the answer has come. */
  asksAgain: boolean
  /** A request is due within `confirmWithinMs`. */
  asksSoon: boolean
  askedMs: number
}

export const pollMs = 2000
/** Figures that have changed are read from the server within this time, spread over all windows. */
const confirmWithinMs = 900

export function createTablePlay(deps: TablePlayDeps): TablePlay {
  const { session, asked, totals, now } = deps
  const chips = session.limits.chips.map(amountOf)
  const { net, startedAt } = totals.read()
  const state = createStore<TablePlayState>({
    table: openingState(session, asked),
    chips,
    chip: chips[0] ?? 0n,
    notice: null,
    end: null,
    isLost: false,
    net,
    startedAt,
    realityCheck: false,
    announcement: null,
  })
  const set = (change: Partial<TablePlayState>) => state.set({ ...state.get(), ...change })
  const table: Table = {
    deps,
    state,
    set,
    queue: Promise.resolve(),
    isAsking: false,
    asksAgain: false,
    asksSoon: false,
    askedMs: now(),
  }
  deps.salts.follow(session.series)
  return {
    state,
    chooseChip: (chip) => chips.includes(chip) && set({ chip, notice: null }),
    place(spots) {
      const { chip } = state.get()
      place(
        table,
        spots.map(({ spot, count }) => ({ spot, stake: chip * BigInt(count) })),
      )
    },
    double: () =>
      place(
        table,
        [...stakesOf(table)].map(([spot, stake]) => ({ spot, stake })),
      ),
    undo: () => takeBack(table, 'last'),
    clear: () => takeBack(table, 'all'),
    onMessage: (message) =>
      message.kind === 'table' ? follow(table, message.step) : advance(table, withBets(state.get().table, message)),
    catchUp: () => void ask(table),
    onBalance: () => askSoon(table),
    onShown: (text) => set({ announcement: { kind: 'shown', text } }),
    tick: () => tick(table),
    dismissNotice: () => set({ notice: null }),
    passRealityCheck() {
      totals.passRealityCheck()
      set({ realityCheck: false })
    },
    serverMs: () => serverMsOf(table),
    askWhetherEnded: () => ask(table).then(() => state.get().end === 'elsewhere'),
    endWindow: () => set({ end: 'elsewhere' }),
    onOtherEnded: () => state.get().notice === null && set({ notice: { kind: 'otherEnded' } }),
  }
}

function serverMsOf({ deps, state }: Table): number {
  return deps.now() + state.get().table.offsetMs
}

function stakesOf({ state }: Table) {
  return shownStakes(state.get().table)
}

/** Takes over a next state of the table, and what follows from it: the salts, the totals, what is announced. */
function advance(table: Table, next: TableState): void {
  const { deps, state, set } = table
  const before = state.get().table
  if (next === before) return
  if (next.series !== before.series) deps.salts.follow(next.series)
  set({ table: next, ...announced(before, next) })
  const result = resultOf(next)
  if (result && next.round && (resultOf(before) === null || before.round?.roundId !== next.round.roundId)) {
    deps.totals.count(next.round.roundId, result.returned - result.staked)
    set({ net: deps.totals.read().net })
    if (next.round.state === 'settled' && result.returned > result.staked) deps.sound('tableWin')
    askSoon(table)
  }
  if (next.isBehind) void ask(table)
}

function announced(before: TableState, next: TableState): Partial<TablePlayState> {
  const { round } = next
  if (round === null || (round.roundId === before.round?.roundId && round.state === before.round.state)) return {}
  switch (round.state) {
    case 'open':
      return {
        announcement: { kind: 'opened', number: round.number, seconds: Math.round(openMsOf(round) / 1000) },
        notice: null,
      }
    case 'closed':
      return { announcement: { kind: 'closed' } }
    case 'dealt':
      return {}
    case 'settled':
      return round.outcome ? { announcement: { kind: 'result', outcome: round.outcome, money: resultOf(next) } } : {}
    case 'void':
      return { announcement: { kind: 'void', money: resultOf(next) } }
  }
}

function follow(table: Table, step: TableStep): void {
  advance(table, withStep(table.state.get().table, step, table.deps.game))
}

function place(table: Table, spots: readonly SpotStake[]): void {
  const { deps, state, set } = table
  const { table: shown, realityCheck, end } = state.get()
  const { round } = shown
  if (round === null || realityCheck || end !== null || spots.length === 0) return
  if (phaseOf(shown, serverMsOf(table)) !== 'open') return set({ notice: { kind: 'late' } })
  const placed = stakesOf(table)
  const placements = (shown.own?.placements.length ?? 0) + shown.pending.length
  const fault = placementFault(
    deps.game,
    deps.session.limits,
    { placed, placements, balance: shownBalance(shown) },
    spots,
  )
  if (fault) return set({ notice: fault })
  const requestId = deps.newRequestId()
  const { roundId } = round
  const [first] = spots
  deps.sound('chip', placements)
  set({
    table: withPending(shown, { requestId, roundId, spots, isUnknown: false }),
    notice: null,
    announcement: {
      kind: 'placed',
      spot: spots.length === 1 && first ? first.spot : null,
      stake: spots.reduce((sum, { stake }) => sum + stake, 0n),
      total: sumOf(placed) + spots.reduce((sum, { stake }) => sum + stake, 0n),
    },
  })
  const wire = spots.map(({ spot, stake }) => ({ spot, stake: amountToWire(stake) }))
  table.queue = table.queue.then(() => sendPlacement(table, { requestId, roundId, spots: wire }))
}

type Placement = { requestId: string; roundId: string; spots: { spot: string; stake: string }[] }

async function sendPlacement(table: Table, placement: Placement): Promise<void> {
  const { deps, state, set } = table
  const { requestId, roundId } = placement
  const end = await requestAnswer(deps.call, 'place-bet', placement, deps.wait)
  const now = () => state.get().table
  set({ isLost: end.kind === 'unknown' })
  if (end.kind === 'unknown') {
    set({ table: withUnknown(now(), requestId), notice: { kind: 'unknown' } })
    return ask(table)
  }
  if (end.kind === 'signedOut') return set({ end: 'signedOut' })
  const answer = end.kind === 'answer' ? end.answer : null
  if (answer?.status === 'success')
    return taken(table, { requestId, roundId, balance: answer.balance, own: answer.own })
  if (answer?.status === 'elsewhere') return set({ end: 'elsewhere' })
  const notice: TableNotice = answer ? refusal(answer) : { kind: end.kind === 'busy' ? 'busy' : 'failed' }
  set({ table: withoutPending(now(), requestId), notice })
  deps.sound('chipsBack')
  // What the window knows of balance or limits may be out of date.
  await ask(table)
}

function taken(table: Table, answer: { requestId: string; roundId: string; balance: string; own: WireOwnRound }): void {
  advance(table, withPlaced(table.state.get().table, { ...answer, receivedMs: table.deps.now() }))
}

type Refused = Exclude<WindowAnswers['place-bet'], { status: 'success' | 'elsewhere' }>

/** The notice of a refusal. */
function refusal(answer: Refused): TableNotice {
  switch (answer.status) {
    case 'table':
      return { kind: 'table', spot: answer.spot, room: amountOf(answer.room) }
    case 'limit':
      return { kind: 'limit', which: answer.which, remaining: answer.remaining }
    default:
      return { kind: answer.status }
  }
}

/** Takes back the last placement that is shown, or all of them: from the screen at once, at the server in its turn. */
function takeBack(table: Table, which: 'last' | 'all'): void {
  const { deps, state, set } = table
  const { table: shown } = state.get()
  const { round } = shown
  const standing = standingPlacements(shown)
  if (round === null || standing.length === 0) return
  if (phaseOf(shown, serverMsOf(table)) !== 'open') return set({ notice: { kind: 'lateUndo' } })
  const targets = which === 'all' ? standing : standing.slice(-1)
  const next = withUndoing(shown, targets)
  deps.sound('chipsBack')
  set({ table: next, notice: null, announcement: { kind: 'undone', total: sumOf(shownStakes(next)) } })
  table.queue = table.queue.then(() => sendUndo(table, { roundId: round.roundId, which, targets }))
}

type Undo = { roundId: string; which: 'last' | 'all'; targets: readonly string[] }

async function sendUndo(table: Table, { roundId, which, targets }: Undo): Promise<void> {
  const { deps, state, set } = table
  const now = () => state.get().table
  const settle = () => withoutUndoing(now(), targets)
  const { round, own, pending } = now()
  // A placement that was refused meanwhile has left the table already.
  const isThere = standingPlacements({ own, pending, undoing: [] }).some((id) => targets.includes(id))
  const [placement = ''] = targets
  if (round?.roundId !== roundId || !isThere) return set({ table: settle() })
  const end = await requestAnswer(
    deps.call,
    'undo-bets',
    which === 'all' ? { roundId } : { roundId, placement },
    deps.wait,
  )
  set({ isLost: end.kind === 'unknown' })
  if (end.kind === 'signedOut') return set({ end: 'signedOut' })
  if (end.kind === 'answer' && end.answer.status === 'success') {
    const { balance, own: after } = end.answer
    return advance(table, withUndone(settle(), { roundId, balance, own: after, receivedMs: deps.now() }))
  }
  const refused = end.kind === 'answer' && end.answer.status === 'spent' ? 'spentUndo' : 'lateUndo'
  set({ table: settle(), notice: { kind: end.kind === 'answer' ? refused : end.kind === 'busy' ? 'busy' : 'unknown' } })
  return ask(table)
}

/** Reads the table within a moment; what else asks for it until then is answered by the same request. */
function askSoon(table: Table): void {
  const { deps } = table
  if (table.asksSoon) return
  table.asksSoon = true
  void deps.wait(deps.share() * confirmWithinMs).then(() => {
    table.asksSoon = false
    return ask(table)
  })
}

/** Reads the steps that were missed, with balance, bets and seats as they are now. One request at a time. */
async function ask(table: Table): Promise<void> {
  const { deps, state, set } = table
  if (table.isAsking) {
    table.asksAgain = true
    return
  }
  table.isAsking = true
  const sentMs = deps.now()
  table.askedMs = sentMs
  const end = await deps.call('get-table', { after: state.get().table.step })
  table.isAsking = false
  set({ isLost: end.kind === 'lost' })
  if (end.kind === 'signedOut') set({ end: 'signedOut' })
  if (end.kind === 'answer') {
    const { answer } = end
    if (answer.status === 'elsewhere') set({ end: 'elsewhere' })
    if (answer.status === 'reload') await reload(table)
    if (answer.status === 'success')
      advance(table, withNews(state.get().table, answer, { sentMs, receivedMs: deps.now() }, deps.game))
  }
  if (!table.asksAgain) return
  table.asksAgain = false
  await ask(table)
}

/** So many steps were missed that the table is read anew. */
async function reload(table: Table): Promise<void> {
  const { deps, state, set } = table
  const sentMs = deps.now()
  const end = await deps.call('get-table-session', {})
  if (end.kind === 'signedOut') return set({ end: 'signedOut' })
  if (end.kind !== 'answer') return set({ isLost: true })
  if (end.answer.status === 'elsewhere') return set({ end: 'elsewhere' })
  const { pending, undoing, round } = state.get().table
  const fresh = openingState(end.answer, { sentMs, receivedMs: deps.now() })
  advance(table, {
    ...fresh,
    pending: pending.filter(({ roundId }) => roundId === fresh.round?.roundId),
    undoing: round?.roundId === fresh.round?.roundId ? undoing : [],
  })
}

function tick(table: Table): void {
  const { deps, state, set } = table
  const { table: shown, end } = state.get()
  if (end !== null) return
  const { net, startedAt, realityFrom } = deps.totals.read()
  const due = deps.session.realityCheckMs
  const realityCheck = due > 0 && deps.now() - realityFrom >= due
  const before = state.get()
  if (net !== before.net || startedAt !== before.startedAt || realityCheck !== before.realityCheck)
    set({ net, startedAt, realityCheck })
  const needsPoll = !deps.isLive() || shown.isResting || isOverdue(shown, serverMsOf(table)) || before.isLost
  if (needsPoll && deps.now() - table.askedMs >= pollMs) void ask(table)
}
