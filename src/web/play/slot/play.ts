import type { PlayAnswers } from '#contract/play-api.ts'
import type { PastRound, WireRound } from '#contract/slot.ts'
import type { Game } from '#domain/games/game.ts'
import { voidReasonOf } from '#domain/games/round.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import { createAcknowledger, type Acknowledger } from '#web/play/kit/acknowledge.ts'
import { requestSpin, type SpinEnd, type SpinRequest } from '#web/play/kit/request-spin.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { TotalsKeeper } from '#web/play/kit/play-totals.ts'
import { openingStage } from './timeline.ts'
import { neighbourStake, openingStake, resultAnnouncement, type PlayState } from './play-state.ts'
import { amountOf, createRoundPresenter, type RoundPresenter } from './show-round.ts'
import type { StagePort } from './showing.ts'

export type PlayDeps = {
  game: Game
  session: PlaySession
  call: PlayCall
  /** Begins the member's first seed pair, if there was none. */
  beginFirstPair: () => Promise<void>
  /** Whether the member must first decide about the pair in use, or about one that ended: no spin is requested. */
  isPairInQuestion: () => boolean
  /** Whether a jackpot that a round could hit is closed: the server would refuse the spin. */
  isJackpotClosed: () => boolean
  stage: StagePort
  /** The owned money as the site shows it; `signedOut` when the session is over, null without a response. */
  readBalance: () => Promise<Amount | 'signedOut' | null>
  /** `performance.now()`. */
  now: () => number
  wait: (ms: number) => Promise<void>
  newRequestId: () => string
  /** Sounds of the button and of scenes; the stage plays those of reels and wins. */
  sound: (name: 'press' | 'feature' | 'bigWin' | 'open', step?: number) => void
  rememberStake: (stake: string) => void
  lastStake: string | null
  /** Keeps the net result and the times over all windows of the sign-in. */
  totals: TotalsKeeper
}

/** The controller of one slot window. */
export type Play = {
  state: Store<PlayState>
  /** Resumes a round that the last window did not show to the end, if there is one. */
  open: () => Promise<void>
  /** Button and space bar: starts a spin, or presses away what is shown once the reels stand still. */
  press: () => Promise<void>
  /** Repeats the request whose outcome is unknown, with the same request id. */
  checkAgain: () => Promise<void>
  chooseStake: (stake: Amount) => void
  changeStake: (by: 1 | -1) => void
  dismissNotice: () => void
  /** Another window has ended because of this one: the member reads so. */
  onOtherEnded: () => void
  /** Opens a box of a pick. */
  pickBox: (box: number) => void
  replay: (round: PastRound) => Promise<void>
  endReplay: () => void
  /** The balance may have changed elsewhere: it is reloaded once no round runs. */
  onBalanceChanged: () => void
  /** Called periodically: follows the totals, and shows the reality check when it is due and no round runs. */
  tick: () => void
  passRealityCheck: () => void
}

type Table = {
  deps: PlayDeps
  state: Store<PlayState>
  set: (change: Partial<PlayState>) => void
  presenter: RoundPresenter
  acknowledger: Acknowledger
  /** The request without a response. */
  pending: SpinRequest | null
  pressedAt: number
  /** The balance may have changed since it was last loaded. */
  balanceIsStale: boolean
  reloadingBalance: boolean
}

/** Maximum latency added to the minimum time between spins, so that the next request never arrives too early. */
const maxPaceMarginMs = 250

/** So long after the end of a round no spin starts: a press meant to skip the round must not stake on the next one. */
const afterSkipMs = 400

export function createPlay(deps: PlayDeps): Play {
  const { game, stage, wait, sound } = deps
  const state = createStore(openingState(deps))
  const set = (change: Partial<PlayState>) => state.set({ ...state.get(), ...change })
  const presenter = createRoundPresenter({ game, stage, get: state.get, set, now: deps.now, wait, sound })
  const acknowledger = createAcknowledger(deps.call, wait)
  const table: Table = {
    deps,
    state,
    set,
    presenter,
    acknowledger,
    pending: null,
    pressedAt: 0,
    balanceIsStale: false,
    reloadingBalance: false,
  }
  const chooseStake = (stake: Amount) => {
    const { phase, stakes } = state.get()
    if (phase !== 'ready' || !stakes.includes(stake)) return
    deps.rememberStake(String(stake))
    set({ stake, notice: null })
  }
  return {
    state,
    open: () => resumeOpenRound(table),
    press: () => press(table),
    async checkAgain() {
      if (state.get().phase !== 'checking' || !table.pending) return
      await send(table, table.pending)
    },
    chooseStake,
    changeStake: (by) => chooseStake(neighbourStake(state.get().stakes, state.get().stake, by)),
    dismissNotice: () => set({ notice: null }),
    onOtherEnded() {
      // What stands there matters more.
      if (state.get().notice === null) set({ notice: { kind: 'otherEnded' } })
    },
    pickBox: presenter.pickBox,
    replay: (past) => replay(table, past),
    endReplay: () => endReplay(table),
    onBalanceChanged() {
      table.balanceIsStale = true
      void reloadBalance(table)
    },
    tick: () => followTotals(table),
    passRealityCheck() {
      deps.totals.passRealityCheck()
      set({ realityCheck: false })
    },
  }
}

async function press(table: Table): Promise<void> {
  const { deps, state, set } = table
  const { phase, stake, balance, readyAt, realityCheck } = state.get()
  if (phase === 'showing' || phase === 'replaying') return table.presenter.skip()
  if (phase !== 'ready' || realityCheck || deps.isPairInQuestion() || deps.now() < readyAt) return
  if (state.get().closed) return set({ notice: { kind: 'closed' } })
  // Without a notice the reason is on screen.
  if (deps.isJackpotClosed()) return set({ notice: null })
  if (stake > balance) return set({ notice: { kind: 'balance' } })
  table.pressedAt = deps.now()
  deps.sound('press')
  deps.stage.press()
  set({
    phase: 'waiting',
    balance: balance - stake,
    won: null,
    wonMs: 0,
    notice: null,
    waitFrom: table.pressedAt,
    readyAt: table.pressedAt + deps.session.minSpinMs,
    announcement: { kind: 'spinning', stake },
  })
  await send(table, { requestId: deps.newRequestId(), stake: amountToWire(stake) })
}

async function send(table: Table, request: SpinRequest): Promise<void> {
  table.pending = request
  const spin = () => requestSpin(table.deps.call, request, table.deps.wait)
  let end = await spin()
  if (end.kind === 'answer' && end.answer.status === 'seed') {
    await table.deps.beginFirstPair()
    if (!table.deps.isPairInQuestion()) end = await spin()
  }
  if (end.kind === 'answer' && end.answer.status === 'success') return settle(table, end.answer, request)
  await table.deps.stage.returnReels()
  refuse(table, end, request)
}

/** Shows a spin that was taken; the balance follows the reels. */
async function settle(
  table: Table,
  answer: Extract<PlayAnswers['spin'], { status: 'success' }>,
  request: SpinRequest,
): Promise<void> {
  const { deps, set, pressedAt } = table
  table.pending = null
  const { roundId } = answer.round
  const stake = amountOf(request.stake)
  const pay = wonOf(answer.round)
  const latency = Math.min(maxPaceMarginMs, deps.now() - pressedAt)
  const readyAt = pressedAt + deps.session.minSpinMs + latency
  set({ phase: 'showing', balance: amountOf(answer.balanceAfterStake), readyAt, notice: null })
  await table.presenter.show(answer.round, -1, (index) => table.acknowledger.shown(roundId, index))
  count(table, roundId, { stake, pay })
  set({
    ...readyAfterSkip(table),
    balance: amountOf(answer.balance),
    announcement: resultAnnouncement(pay, stake),
  })
  void reloadBalance(table)
}

/** All that a round paid: its pay, and the jackpot that it hit. */
function wonOf(round: Pick<WireRound, 'pay' | 'jackpot'>): Amount {
  return amountOf(round.pay) + amountOf(round.jackpot ?? '0')
}

/** Adds a round that has been shown to its end. */
function count(table: Table, roundId: string, { stake, pay }: { stake: Amount; pay: Amount }): void {
  table.deps.totals.count(roundId, pay - stake)
  const { net, rounds } = table.deps.totals.read()
  table.set({ net, rounds, lastRoundId: roundId })
}

/** Takes over what other windows have counted, and a reality check that is due or was read in one of them. */
function followTotals({ deps, state, set }: Table): void {
  const { realityCheckMs } = deps.session
  const { net, rounds, realityFrom } = deps.totals.read()
  const { phase, realityCheck, ...before } = state.get()
  if (net !== before.net || rounds !== before.rounds) set({ net, rounds })
  const due = realityCheckMs > 0 && deps.now() - realityFrom >= realityCheckMs
  if (phase === 'ready' && due !== realityCheck) set({ realityCheck: due })
}

/** The button has just offered to skip; the longer of the two waits holds. */
function readyAfterSkip({ deps, state }: Table): Pick<PlayState, 'phase' | 'waitFrom' | 'readyAt'> {
  const { waitFrom, readyAt } = state.get()
  const at = deps.now()
  return at + afterSkipMs > readyAt
    ? { phase: 'ready', waitFrom: at, readyAt: at + afterSkipMs }
    : { phase: 'ready', waitFrom, readyAt }
}

/** The balance is loaded only after this pause, because a next round would report it too. */
const pauseMs = 700

/**
 * Loads the balance after it changed elsewhere: a deposit, a comp conversion, another window. It never changes while a
 * round runs, and never before the events shown here were acknowledged.
 */
async function reloadBalance(table: Table): Promise<void> {
  const { deps, state, set } = table
  if (table.reloadingBalance) return
  table.reloadingBalance = true
  try {
    while (table.balanceIsStale && state.get().phase === 'ready') {
      await deps.wait(pauseMs)
      await table.acknowledger.settled()
      if (state.get().phase !== 'ready') return
      const { pressedAt } = table
      table.balanceIsStale = false
      const balance = await deps.readBalance()
      if (state.get().phase !== 'ready' || table.pressedAt !== pressedAt) {
        table.balanceIsStale = true
        return
      }
      if (balance === 'signedOut') return set({ phase: 'over' })
      if (balance !== null) set({ balance })
    }
  } finally {
    table.reloadingBalance = false
  }
}

/**
 * Handles a refused spin or one of unknown outcome: shows the reason, and restores the balance on screen when it is
 * certain.
 */
function refuse(table: Table, end: SpinEnd, request: SpinRequest): void {
  const { deps, state, set } = table
  if (end.kind === 'unknown') return set({ phase: 'checking' })
  table.pending = null
  const back = { balance: state.get().balance + amountOf(request.stake), phase: 'ready' as const, readyAt: 0 }
  if (end.kind === 'signedOut') return set({ ...back, phase: 'over' })
  if (end.kind !== 'answer') return set({ ...back, notice: { kind: end.kind === 'busy' ? 'busy' : 'failed' } })
  const { answer } = end
  switch (answer.status) {
    case 'pace': {
      const waitFrom = deps.now()
      return set({ ...back, waitFrom, readyAt: waitFrom + answer.retryAfterMs, notice: { kind: 'pace' } })
    }
    case 'limit':
      return set({ ...back, notice: { kind: 'limit', which: answer.which, remaining: answer.remaining } })
    case 'balance':
    case 'stake':
    case 'excluded':
    case 'used':
      return set({ ...back, notice: { kind: answer.status } })
    case 'closed':
      return set({ ...back, closed: true, notice: { kind: 'closed' } })
    case 'void':
      // The round was booked without its stake; the game takes no more.
      return set({
        ...back,
        balance: amountOf(answer.balance),
        closed: true,
        notice: { kind: 'void', nonce: answer.round.nonce },
      })
    case 'elsewhere':
      return set({ ...back, phase: 'elsewhere' })
    case 'seed':
      // A pair that ended is asked about.
      return set({ ...back, notice: deps.isPairInQuestion() ? null : { kind: 'failed' } })
    case 'conflict':
    case 'success':
      return set({ ...back, notice: { kind: 'failed' } })
  }
}

async function resumeOpenRound(table: Table): Promise<void> {
  const { deps, state, set } = table
  const open = deps.session.openRound
  if (!open) return
  set({ notice: { kind: 'resumed' } })
  await table.presenter.show(open, open.shown, (index) => table.acknowledger.shown(open.roundId, index))
  count(table, open.roundId, { stake: amountOf(open.stake), pay: wonOf(open) })
  const announcement = resultAnnouncement(wonOf(open), amountOf(open.stake))
  await table.acknowledger.settled()
  const fresh = await deps.call('get-session', {})
  const balance =
    fresh.kind === 'answer' && fresh.answer.status === 'success' ? amountOf(fresh.answer.balance) : state.get().balance
  set({ ...readyAfterSkip(table), balance, announcement, notice: null })
  void reloadBalance(table)
}

async function replay(table: Table, past: PastRound): Promise<void> {
  const { deps, state, set, presenter } = table
  if (state.get().phase !== 'ready' && !state.get().replay?.ended) return
  // The current mathematics cannot replay a round of another version.
  if (past.mathHash !== deps.session.game.mathHash) return set({ notice: { kind: 'older' } })
  if (voidReasonOf(past.events) !== null) return set({ notice: { kind: 'void', nonce: past.nonce } })
  const stake = amountOf(past.stake)
  const pay = wonOf(past)
  const shown = { round: past, stake, pay, ended: false }
  set({ phase: 'replaying', replay: shown, notice: null })
  const whole = await presenter.show(past, -1)
  if (whole) return set({ replay: { ...shown, ended: true }, announcement: resultAnnouncement(pay, stake) })
  leaveReplay(table)
}

function endReplay(table: Table): void {
  const { replay: replayed } = table.state.get()
  if (!replayed) return
  if (replayed.ended) leaveReplay(table)
  else table.presenter.stop()
}

function leaveReplay(table: Table): void {
  const { set, presenter } = table
  presenter.restore()
  set({ phase: 'ready', replay: null, won: null, wonMs: 0, feature: null, scene: null })
  void reloadBalance(table)
}

function openingState({ game, session, totals, lastStake }: PlayDeps): PlayState {
  const { net, rounds, startedAt } = totals.read()
  const balance = amountOf(session.balance)
  const stakes = session.game.stakes.map(amountOf)
  const notice = session.closed ? ({ kind: 'closed' } as const) : null
  return {
    phase: session.openRound ? 'showing' : 'ready',
    balance,
    stakes,
    stake: openingStake(stakes, balance, lastStake),
    won: null,
    wonMs: 0,
    amountsOnReels: false,
    feature: null,
    ladder: openingStage(game).ladder,
    pressable: false,
    scene: null,
    notice,
    readyAt: 0,
    waitFrom: 0,
    net,
    rounds,
    lastRoundId: null,
    startedAt,
    realityCheck: false,
    replay: null,
    announcement: null,
    closed: session.closed,
  }
}
