import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import type { ApiRefusal } from '#contract/route.ts'
import { gameByCode, type CatalogueGame } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { stakeAllowed } from '#domain/games/game.ts'
import { jackpotOf, voidEvents, voidReasonOf, type RoundEvent } from '#domain/games/round.ts'
import { playChecked, type CheckedRound } from '#domain/games/slot/checked-play.ts'
import { isMaintained } from '#domain/maintenance.ts'
import { shownBalance } from '#domain/member.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { SpinContext } from '#server/auth/context.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { Deps } from '#server/deps.ts'
import type { LedgerOutcome, RequestParts, SpinEvent } from '#server/ledger/events.ts'
import { voidSpinIn } from '#server/ledger/ledger.ts'
import { v7 as uuid } from 'uuid'
import { isUsedKey, recall } from '#server/auth/request-key.ts'
import { bookAsDrawn, dryRunsAfterVainDraw, mostAheadMs } from './drawn-rounds.ts'
import { mostInRoundQueue, refuseWhileUndecided, roundQueue } from './round-queue.ts'
import { currentMathHash, forgetSeed, readHiddenBefore, seedInUse, type SeedInUse } from './store.ts'
import { refuseLowerNumber } from './used-numbers.ts'
import { readRound } from './rounds.ts'

type SpinAnswer = PlayAnswer<'spin'> | ApiRefusal

/**
 * How often a round is drawn at most, when other processes use its nonce first: as often as two of them can that have
 * all their places taken.
 */
const mostDraws = 2 * mostInRoundQueue + 1

/** A nonce that no round has: a spin with it is fully checked, and gets the outcome `nonce` instead of being posted. */
const noNonce = -1n
/** The seed of a member without one: no pair has it. */
const noSeed = 0n
/** The spins that run or wait in this process, so that a repetition gets the answer of the one that came first. */
const running = new Map<string, Promise<SpinAnswer>>()

/**
 * One spin: the round is drawn first, only from the game's mathematics, the committed seeds and the nonce; then one
 * statement checks everything and posts stake, win and round. A refusal reveals nothing about the round and leaves the
 * nonce unused. The duration must reveal nothing either, and a round with free spins takes longer to draw: when a
 * refusal is likely, a dry run checks the spin first, and the round is drawn only if it would be posted.
 */
export async function spin(context: SpinContext, body: PlayBody<'spin'>): Promise<SpinAnswer> {
  const entry = gameByCode(context.play.gameCode)
  // A window that was opened before the game's mathematics changed must be opened again; a repeated request still gets
  // the answer of its round.
  if (!entry || currentMathHash(entry) !== context.play.mathHash)
    return (await answeredBefore(context, body)) ?? { status: 'used' }
  if (!stakeAllowed(entry.game, body.stake)) return { status: 'stake' }
  // No round begins during maintenance; a repeated request still gets the answer of its round.
  const isNew = async (): Promise<boolean> =>
    !(await isUsedKey(context.deps.db, context.caller.memberId, body.requestId))
  if (isMaintained(context.brand.maintenance, context.brand.databaseNow()) && (await isNew())) return { status: 'used' }
  const { caller, play: window } = context
  const twin = [caller.sessionId, window.playSessionId, body.requestId, body.stake].join(' ')
  const first = running.get(twin)
  if (first) return first
  const booked = roundQueue.run(caller.memberId, () => drawAndBook(context, entry, body))
  if (booked === null) return floodAnswer(context, body)
  running.set(twin, booked)
  try {
    return await booked
  } finally {
    running.delete(twin)
  }
}

/** The answer to a spin too many: that of its round, if its key took effect before. */
async function floodAnswer(context: SpinContext, body: PlayBody<'spin'>): Promise<SpinAnswer> {
  const pace = { status: 'pace', retryAfterMs: Math.max(context.brand.minSpinMs, 100) } as const
  return (await answeredBefore(context, body)) ?? pace
}

/** The answer to a request whose key took effect before; null for a new key. */
async function answeredBefore(context: SpinContext, body: PlayBody<'spin'>): Promise<SpinAnswer | null> {
  const { deps, caller, play } = context
  const known = await recall(deps.db, {
    memberId: caller.memberId,
    kind: 'spin',
    key: body.requestId,
    request: requestOf(play.gameCode, body),
  })
  if (known === null) return null
  return known === 'conflict' ? { status: known } : replayAnswer(context, known)
}

/** What the key of a spin stands for. */
function requestOf(gameCode: string, body: PlayBody<'spin'>): RequestParts {
  return ['spin', gameCode, body.stake]
}

async function drawAndBook(context: SpinContext, entry: CatalogueGame, body: PlayBody<'spin'>): Promise<SpinAnswer> {
  const { deps, caller, brand } = context
  refuseWhileUndecided(deps, caller.memberId)
  const contraId = await deps.ledger.accountId(brand.id, 'gaming', entry.company)
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const seed = await seedInUse(deps, caller.memberId)
    const event = {
      memberId: caller.memberId,
      key: body.requestId,
      request: requestOf(entry.game.code, body),
      stake: body.stake,
      contraId,
      roundId: uuid(),
      gameKind: 'slot' as const,
      sessionId: caller.sessionId,
      playSessionId: context.play.playSessionId,
      gameVersionId: context.play.gameVersionId,
      seedId: seed?.seedId ?? noSeed,
      serverSeedHash: seed?.serverSeedHash ?? '',
      clientSeed: seed?.clientSeed ?? '',
    }
    const check = (): Promise<LedgerOutcome> =>
      deps.ledger.spin({ ...event, nonce: noNonce, pay: 0n, units: 0, events: '[]', jackpot: null })
    if (seed === null) {
      const checked = await check()
      if (checked.outcome !== 'nonce') return refusalOrReplay(context, checked)
      if (checked.seedId === null) return { status: 'seed' }
      continue
    }
    if (isDoubtful(seed, context, body)) {
      const checked = await check()
      seed.cash = checked.cash
      if (checked.outcome !== 'nonce') return refusalOrReplay(context, checked)
      resume(context, seed, checked)
      if (checked.seedId !== seed.seedId) continue
    }
    const drawn = drawRound(context, entry, seed, body.stake)
    const sent = { ...event, nonce: seed.nonce }
    const { units, jackpot } =
      drawn.kind === 'result'
        ? { units: drawn.round.units, jackpot: jackpotOf(drawn.round.events) }
        : { units: null, jackpot: null }
    const round = {
      ...sent,
      publicId: caller.memberPublicId,
      brandId: brand.id,
      minSpinMs: brand.minSpinMs,
      units,
      jackpot,
    }
    const outcome = await bookAsDrawn(deps, round, () => bookDrawn(deps, sent, drawn))
    if (outcome.outcome === 'nonce') {
      resume(context, seed, outcome)
      continue
    }
    if (outcome.outcome === 'done') return afterBooking(context, seed, { ...body, drawn }, outcome)
    seed.dryRunsLeft = dryRunsAfterVainDraw
    return refusalOrReplay(context, outcome)
  }
  return { status: 'pace', retryAfterMs: 250 }
}

/** Books a round that fits; any other is booked as void and closes its version of the game. */
async function bookDrawn(
  deps: Deps,
  event: Omit<SpinEvent, 'pay' | 'units' | 'events' | 'jackpot'>,
  drawn: CheckedRound,
): Promise<LedgerOutcome> {
  if (drawn.kind === 'result') {
    const { pay, units, events } = drawn.round
    return deps.ledger.spin({ ...event, pay, units, events: drawn.text, jackpot: jackpotOf(events) })
  }
  const { reason, detail } = drawn
  const spin = { ...event, events: JSON.stringify(voidEvents(reason)), reason, detail }
  const outcome = await deps.db.transaction().execute((tx) => voidSpinIn(tx, deps.config.secret, spin))
  const { roundId: round, seedId, nonce, gameVersionId } = event
  const facts = { outcome: outcome.outcome, round, seedId, nonce, gameVersionId, reason, detail }
  deps.log.error(facts, 'the result of a round failed its check: the round is void and its game is closed')
  return outcome
}

/** Takes what the next spin of the pair needs from the outcome, and answers the round. */
async function afterBooking(
  { deps, caller, brand, play }: SpinContext,
  seed: SeedInUse,
  { requestId, stake, drawn }: PlayBody<'spin'> & { drawn: CheckedRound },
  outcome: LedgerOutcome,
): Promise<SpinAnswer> {
  crashPoint('spin.booked')
  const nonce = Number(seed.nonce)
  seed.nonce = outcome.nonce ?? seed.nonce + 1n
  seed.lastKey = requestId.toLowerCase()
  seed.dryRunsLeft = Math.max(0, seed.dryRunsLeft - 1)
  seed.cash = outcome.cash
  seed.stakeLeft = outcome.stakeLeft
  seed.paceEndsMs = performance.now() + brand.minSpinMs
  seed.spunAtMs = brand.databaseNow().getTime()
  deps.events.publish({ kind: 'balance', memberId: caller.memberId })
  const { jackpot } = outcome
  if (jackpot !== null) deps.events.publish({ kind: 'jackpot', brandId: null })
  const { pay, events } = drawn.kind === 'result' ? drawn.round : { pay: 0n, events: voidEvents(drawn.reason) }
  const roundId = outcome.ref
  if (roundId === null) throw new Error('a booked round has no id')
  // A window begins a round once its last one was shown: only a round of another window may be hidden.
  const isAlone = seed.loneWindow === play.playSessionId
  const hidden = isAlone ? 0n : await readHiddenBefore(deps.db, caller.memberId, BigInt(nonce))
  seed.loneWindow = hidden === 0n ? play.playSessionId : ''
  return bookedAnswer({ roundId, nonce, pair: seed.pair, pay, jackpot, events, stake }, outcome.cash, hidden)
}

/** Whether a refusal or a repetition is likely, so that the round must not be drawn before the spin was checked. */
function isDoubtful(seed: SeedInUse, { brand, play }: SpinContext, { requestId, stake }: PlayBody<'spin'>): boolean {
  // A window that another one of the member has ended since is refused.
  if (requestId.toLowerCase() === seed.lastKey || seed.loneWindow !== play.playSessionId) return true
  if (seed.dryRunsLeft > 0 || stake > seed.cash || performance.now() < seed.paceEndsMs) return true
  if (seed.spunAtMs - brand.databaseNow().getTime() > mostAheadMs) return true
  return seed.stakeLeft !== null && stake > seed.stakeLeft
}

function drawRound({ deps }: SpinContext, entry: CatalogueGame, seed: SeedInUse, stake: Amount): CheckedRound {
  const draw = seededDraw(hmacSha256, {
    serverSeed: seed.serverSeed,
    clientSeed: seed.clientSeed,
    gameCode: entry.game.code,
    nonce: seed.nonce,
  })
  return playChecked(entry.game, draw, stake, deps.engine)
}

/**
 * Another process has used the nonce: takes the next one from the outcome, or reads the seed again when it has changed. A lower
 * nonce is that of a round whose result is known: somebody removed the round, and it is not drawn once more.
 */
function resume(context: SpinContext, seed: SeedInUse, outcome: LedgerOutcome): void {
  if (outcome.seedId === seed.seedId && outcome.nonce !== null) {
    refuseLowerNumber(context.deps, context.caller.memberId, { next: outcome.nonce, known: seed.nonce })
    if (outcome.nonce > seed.nonce) seed.loneWindow = ''
    seed.nonce = outcome.nonce
  } else forgetSeed(context.deps, context.caller.memberId)
}

type Booked = {
  roundId: string
  nonce: number
  pair: number
  stake: Amount
  pay: Amount
  jackpot: Amount | null
  events: RoundEvent[]
}

/** `hidden`: what other windows have not shown yet of `cash`, the balance after the round. */
function bookedAnswer({ pair, ...booked }: Booked, cash: Amount, hidden: Amount): PlayAnswer<'spin'> {
  const round = {
    roundId: booked.roundId,
    nonce: booked.nonce,
    stake: amountToWire(booked.stake),
    pay: amountToWire(booked.pay),
    jackpot: booked.jackpot === null ? null : amountToWire(booked.jackpot),
    events: booked.events,
  }
  const balance = amountToWire(shownBalance(cash, hidden))
  if (voidReasonOf(booked.events) !== null) return { status: 'void', round, pair, balance }
  return {
    status: 'success',
    round,
    pair,
    balance,
    balanceAfterStake: amountToWire(shownBalance(cash, hidden + booked.pay + (booked.jackpot ?? 0n))),
  }
}

/** The answer of a round that was booked before. */
async function replayAnswer(
  { deps, caller }: SpinContext,
  { ref, cash }: Pick<LedgerOutcome, 'ref' | 'cash'>,
): Promise<SpinAnswer> {
  const round = ref === null ? null : await readRound(deps, caller.memberId, ref)
  if (!round) return { status: 'conflict' }
  const hidden = await readHiddenBefore(deps.db, caller.memberId, round.nonce)
  // The jackpot was paid by an event of its own, after that of the round.
  return bookedAnswer({ ...round, roundId: round.id, nonce: Number(round.nonce) }, cash + (round.jackpot ?? 0n), hidden)
}

async function refusalOrReplay(context: SpinContext, outcome: LedgerOutcome): Promise<SpinAnswer> {
  switch (outcome.outcome) {
    case 'replay':
      return replayAnswer(context, outcome)
    case 'short':
      return { status: 'balance' }
    case 'limit':
      return limitAnswer(outcome)
    case 'pace':
      return { status: 'pace', retryAfterMs: outcome.waitMs ?? context.brand.minSpinMs }
    case 'excluded':
      return { status: 'excluded' }
    case 'used':
      return { status: 'used' }
    case 'closed':
      return { status: 'closed' }
    case 'elsewhere':
      return { status: 'elsewhere' }
    case 'conflict':
      return { status: 'conflict' }
    case 'unauthenticated':
      return { status: 'unauthenticated' }
    case 'blocked':
      return { status: 'forbidden' }
    default:
      throw new Error(`unexpected outcome of a spin: ${outcome.outcome}`)
  }
}

/** The member's limit that refuses the stake, and the stake that it still allows. */
function limitAnswer({ limit }: LedgerOutcome): PlayAnswer<'spin'> {
  if (limit === null || limit.kind === 'deposit') throw new Error('the limit does not apply to stakes')
  const remaining = limit.kind === 'session_time' ? '0' : amountToWire(limit.left)
  return { status: 'limit', which: limit.kind, period: limit.period, remaining }
}
