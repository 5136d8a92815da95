import type { PlayAnswer, PlayBody } from '#contract/play.ts'
import type { DoorRefusal } from '#contract/route.ts'
import { gameByCode, type CatalogueGame } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { stakeAllowed } from '#domain/games/game.ts'
import { play } from '#domain/games/play.ts'
import { isMaintained } from '#domain/maintenance.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { SpinContext } from '#server/auth/context.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { LedgerOutcome } from '#server/ledger/events.ts'
import { v7 as uuid } from 'uuid'
import { isKnownKey } from '#server/auth/request-key.ts'
import { currentMathHash } from './math-hash.ts'
import { readRound } from './rounds.ts'
import { forgetSeed, seedInUse, type SeedInUse } from './store.ts'

type SpinAnswer = PlayAnswer<'spin'> | DoorRefusal

/** How often a round is drawn anew because another process used its number first. */
const mostDraws = 3
/** How many spins of one member may wait for each other in this process; more is hammering. */
const mostWaiting = 4

/** A number no round has: an ask with it is judged in full, and answered `nonce` where it would have been booked. */
const noNonce = -1n
/** How many spins are judged first after one was drawn and came to nothing, as when an old key is asked again. */
const waryAfterSurprise = 100

const turns = new Map<bigint, { waiting: number; last: Promise<unknown> }>()

/**
 * One spin: the round is drawn first, from nothing but the game's mathematics, the committed seeds and the round's
 * number; then one statement checks everything and books stake, win and round. What is refused reveals nothing and
 * leaves the number unused: not even by the time it takes, for a round with free spins takes longer to draw. Where a
 * refusal is to be expected, the ask is judged first, and drawn only when it would be booked.
 */
export async function spin(context: SpinContext, body: PlayBody<'spin'>): Promise<SpinAnswer> {
  const entry = gameByCode(context.play.gameCode)
  // A window opened before the game's mathematics changed plays no more: its player is told to open it again.
  if (!entry || currentMathHash(entry) !== context.play.mathHash) return { status: 'used' }
  if (!stakeAllowed(entry.game, body.stake)) return { status: 'stake' }
  // No round begins during maintenance; one that was booked before is still answered to whoever asks again.
  const isNew = async (): Promise<boolean> =>
    !(await isKnownKey(context.deps.db, context.caller.memberId, body.requestId.toLowerCase()))
  if (isMaintained(context.brand.maintenance, context.brand.databaseNow()) && (await isNew())) return { status: 'used' }
  return inTurn(context.caller.memberId, context.brand.minSpinMs, () => drawAndBook(context, entry, body))
}

/** One spin of a member at a time in this process, so that each is drawn with the number it will be booked under. */
async function inTurn(memberId: bigint, minSpinMs: number, act: () => Promise<SpinAnswer>): Promise<SpinAnswer> {
  const turn = turns.get(memberId) ?? { waiting: 0, last: Promise.resolve() }
  if (turn.waiting >= mostWaiting) return { status: 'pace', retryAfterMs: Math.max(minSpinMs, 100) }
  turns.set(memberId, turn)
  turn.waiting += 1
  const mine = turn.last.then(act)
  turn.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    turn.waiting -= 1
    if (turn.waiting === 0) turns.delete(memberId)
  }
}

async function drawAndBook(context: SpinContext, entry: CatalogueGame, body: PlayBody<'spin'>): Promise<SpinAnswer> {
  const { deps, caller, brand } = context
  const contraId = await deps.ledger.accountId(brand.id, 'gaming', entry.company)
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const seed = await seedInUse(deps, caller.memberId)
    const roundId = uuid()
    const book = (round: { nonce: bigint; pay: Amount; events: string }): Promise<LedgerOutcome> =>
      deps.ledger.spin({
        memberId: caller.memberId,
        key: body.requestId,
        ask: ['spin', entry.game.code, body.stake],
        stake: body.stake,
        contraId,
        roundId,
        gameKind: 'slot',
        sessionId: caller.sessionId,
        playSessionId: context.play.playSessionId,
        gameVersionId: context.play.gameVersionId,
        seedId: seed.seedId,
        ...round,
      })
    if (isDoubtful(seed, body.stake)) {
      const judged = await book({ nonce: noNonce, pay: 0n, events: '[]' })
      seed.cash = judged.cash
      if (judged.outcome !== 'nonce') return refusalOrReplay(context, judged)
      resume(context, seed, judged)
      if (judged.seedId !== seed.seedId) continue
    }
    const drawn = drawRound(entry, seed, body.stake)
    const outcome = await book({ nonce: seed.nonce, pay: drawn.pay, events: JSON.stringify(drawn.events) })
    if (outcome.outcome === 'nonce') {
      resume(context, seed, outcome)
      continue
    }
    if (outcome.outcome === 'done') {
      crashPoint('spin.booked')
      const nonce = Number(seed.nonce)
      seed.nonce = outcome.nonce ?? seed.nonce + 1n
      seed.wary = Math.max(0, seed.wary - 1)
      seed.cash = outcome.cash
      seed.stakeLeft = outcome.stakeLeft
      seed.paceEndsMs = performance.now() + brand.minSpinMs
      deps.events.publish({ kind: 'balance', memberId: caller.memberId })
      return bookedAnswer({ roundId, nonce, ...drawn, stake: body.stake }, outcome.cash)
    }
    seed.wary = waryAfterSurprise
    return refusalOrReplay(context, outcome)
  }
  return { status: 'pace', retryAfterMs: 250 }
}

/** Whether the ask is likely to come to nothing, so that its round must not be drawn before it has been judged. */
function isDoubtful(seed: SeedInUse, stake: Amount): boolean {
  if (seed.wary > 0 || stake > seed.cash || performance.now() < seed.paceEndsMs) return true
  return seed.stakeLeft !== null && stake > seed.stakeLeft
}

function drawRound(entry: CatalogueGame, seed: SeedInUse, stake: Amount): ReturnType<typeof play> {
  const draw = seededDraw(hmacSha256, {
    serverSeed: seed.serverSeed,
    clientSeed: seed.clientSeed,
    gameCode: entry.game.code,
    nonce: seed.nonce,
  })
  return play(entry.game, draw, { stake })
}

/** Another process has gone on: take the number it left, or read the seed again when that has changed too. */
function resume(context: SpinContext, seed: SeedInUse, outcome: LedgerOutcome): void {
  if (outcome.seedId === seed.seedId && outcome.nonce !== null) seed.nonce = outcome.nonce
  else forgetSeed(context.deps, context.caller.memberId)
}

type Booked = { roundId: string; nonce: number; stake: Amount; pay: Amount; events: ReturnType<typeof play>['events'] }

function bookedAnswer(round: Booked, cash: Amount): PlayAnswer<'spin'> {
  return {
    status: 'success',
    round: {
      roundId: round.roundId,
      nonce: round.nonce,
      stake: amountToWire(round.stake),
      pay: amountToWire(round.pay),
      events: round.events,
    },
    balance: amountToWire(cash),
    balanceAfterStake: amountToWire(cash - round.pay),
  }
}

async function refusalOrReplay(context: SpinContext, outcome: LedgerOutcome): Promise<SpinAnswer> {
  switch (outcome.outcome) {
    case 'replay': {
      const round = outcome.ref === null ? null : await readRound(context.deps, context.caller.memberId, outcome.ref)
      if (!round) return { status: 'conflict' }
      return bookedAnswer({ ...round, roundId: round.id, nonce: Number(round.nonce) }, outcome.cash)
    }
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
    case 'conflict':
      return { status: 'conflict' }
    case 'unauthenticated':
      return { status: 'unauthenticated' }
    case 'blocked':
      return { status: 'forbidden' }
    default:
      throw new Error(`a spin cannot end as ${outcome.outcome}`)
  }
}

/** A limit of the member's own: which, and what it still lets them stake. */
function limitAnswer({ limit }: LedgerOutcome): PlayAnswer<'spin'> {
  if (limit === null || limit.kind === 'deposit') throw new Error('a stake is refused by a limit on stakes')
  const remaining = limit.kind === 'session_time' ? '0' : amountToWire(limit.left)
  return { status: 'limit', which: limit.kind, period: limit.period, remaining }
}
