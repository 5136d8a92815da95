import type { PlayAnswer, PlayBody } from '#contract/play-api.ts'
import { addedStake, step } from '#domain/games/blackjack/round.ts'
import { blackjackHashOf, blackjackStakeFits } from '#domain/games/blackjack/game.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { seatGameByCode, type CatalogueSeatGame } from '#domain/games/seat-games.ts'
import { isMaintained } from '#domain/maintenance.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { PlayContext } from '#server/auth/context.ts'
import { isUsedKey } from '#server/auth/request-key.ts'
import type { LedgerOutcome } from '#server/ledger/events.ts'
import { loadSeatGames } from '#server/ledger/seat-draw.ts'
import { beginSeatRound, decideSeatRound } from '#server/ledger/seats.ts'
import {
  EarlierRoundsError,
  forgetSeed,
  keepNumberUsed,
  refuseWhileUndecided,
  roundQueue,
  seedInUse,
} from '#server/modules/slot/store.ts'
import { readMoney } from '#server/modules/table/store.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { endDue } from './ending.ts'
import { readLimits, type SeatLimits } from './limits.ts'
import { drawnOf, readPairOf } from './pairs.ts'
import { readSeatRound, readSeatRounds, type SeatRoundRow } from './rows.ts'
import { playStored, wireSeatRound } from './store.ts'

/** Beginning a round and taking its decisions. */

/** How often a round is begun anew, because another process used its number. */
const mostTries = 8

/** Runs a task after the member's earlier rounds and steps of this process; throws where too many wait. */
async function inQueue<Result>(memberId: bigint, task: () => Promise<Result>): Promise<Result> {
  const queued = roundQueue.run(memberId, task)
  if (queued === null) throw new EarlierRoundsError('too many rounds of the member wait')
  return queued
}

export async function beginSeatRoundCall(
  context: PlayContext,
  body: PlayBody<'begin-seat-round'>,
): Promise<PlayAnswer<'begin-seat-round'>> {
  const { deps, caller, brand, play } = context
  const entry = seatGameByCode(play.gameCode)
  if (!entry) return { status: 'used' }
  // Read before the round: a twin that begins between the two reads is then found as a round, and is no conflict.
  const isUsed = await isUsedKey(deps.db, caller.memberId, body.requestId)
  const known = await answerOfKey(context, body)
  if (known !== null) return known
  if (isUsed) return { status: 'conflict' }
  if (play.isEnded) return { status: 'elsewhere' }
  const limits = await readLimits(deps.db, brand.id, entry)
  const isOpen = limits?.offered === true && blackjackHashOf(entry.game) === play.mathHash
  if (!isOpen || isMaintained(brand.maintenance, brand.databaseNow())) return { status: 'used' }
  const { stake } = body
  const isInLimits = stake >= limits.least && stake <= limits.most && stake % limits.step === 0n
  if (!isInLimits || !blackjackStakeFits(entry.game, stake)) return { status: 'stake' }
  return inQueue(caller.memberId, () => begin(context, { ...body, entry, limits }))
}

/** The answer to a request that began a round before; null for a new key. */
async function answerOfKey(
  context: PlayContext,
  { requestId, stake }: PlayBody<'begin-seat-round'>,
): Promise<PlayAnswer<'begin-seat-round'> | null> {
  const { deps, caller, play } = context
  const [round] = await readSeatRounds(
    deps.db,
    sql`q.member_id = ${caller.memberId} AND q.request_id = ${requestId}::uuid`,
  )
  if (!round) return null
  if (round.stake !== stake || round.gameCode !== play.gameCode) return { status: 'conflict' }
  return { status: 'success', ...(await playedAnswer(context, round)) }
}

type Begun = PlayBody<'begin-seat-round'> & { entry: CatalogueSeatGame; limits: SeatLimits }

async function begin(context: PlayContext, begun: Begun): Promise<PlayAnswer<'begin-seat-round'>> {
  const { deps, caller, brand, play } = context
  const { memberId } = caller
  const { requestId, stake, entry, limits } = begun
  refuseWhileUndecided(deps, memberId)
  const open = await readOpenRound(context)
  if (open?.state === 'open') {
    // Its own where this call was sent before, by a process that has ended since.
    const status = open.requestId === requestId && open.stake === stake ? 'success' : 'open-round'
    return { status, ...(await playedAnswer(context, open)) }
  }
  const contraId = await deps.ledger.accountId(brand.id, 'gaming', entry.company)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seed = await seedInUse(deps, memberId)
    if (seed === null) return { status: 'seed' }
    const { seedId, serverSeedHash, clientSeed, nonce } = seed
    const roundId = uuid()
    const outcome = await beginSeatRound(deps.db, deps.config.secret, {
      memberId,
      key: requestId,
      sessionId: caller.sessionId,
      playSessionId: play.playSessionId,
      roundId,
      gameCode: entry.game.code,
      stake,
      contraId,
      gameKind: 'casino',
      drawn: { seedId, serverSeedHash, clientSeed, nonce, gameVersionId: play.gameVersionId },
      decideMs: limits.decisionSeconds * 1_000,
    }).finally(() => forgetSeed(deps, memberId))
    if (outcome.outcome === 'nonce') continue
    if (outcome.outcome === 'done') keepNumberUsed(deps, seed)
    return beginAnswer(context, begun, { roundId, outcome })
  }
  return { status: 'pace', retryAfterMs: 250 }
}

/** The member's open round, after everything that is due. */
async function readOpenRound({ deps, caller }: PlayContext): Promise<SeatRoundRow | null> {
  const [open] = await readSeatRounds(deps.db, sql`q.member_id = ${caller.memberId} AND q.state = 'open'`)
  return open ? endDue(deps, open) : null
}

async function beginAnswer(
  context: PlayContext,
  body: PlayBody<'begin-seat-round'>,
  { roundId, outcome }: { roundId: string; outcome: LedgerOutcome },
): Promise<PlayAnswer<'begin-seat-round'>> {
  const { deps, caller, brand } = context
  switch (outcome.outcome) {
    case 'done': {
      deps.events.publish({ kind: 'balance', memberId: caller.memberId })
      const round = await readSeatRound(deps.db, caller.memberId, roundId)
      if (round === null) throw new Error(`round ${roundId} has begun and is not there`)
      return { status: 'success', ...(await playedAnswer(context, round)) }
    }
    case 'open_round': {
      const open = await readOpenRound(context)
      if (open === null) return { status: 'pace', retryAfterMs: brand.minSpinMs }
      return { status: 'open-round', ...(await playedAnswer(context, open)) }
    }
    case 'replay':
    case 'conflict':
      return (await answerOfKey(context, body)) ?? { status: 'conflict' }
    case 'pace':
      return { status: 'pace', retryAfterMs: outcome.waitMs ?? brand.minSpinMs }
    case 'unfit':
      return { status: 'stake' }
    case 'closed':
    case 'used':
    case 'elsewhere':
    case 'excluded':
      return { status: outcome.outcome }
    // The session ended, or the member was blocked, since the call was admitted.
    case 'unauthenticated':
    case 'blocked':
      return { status: 'elsewhere' }
    default:
      return refusalOf(outcome)
  }
}

/** The refusals that a first stake and a decision have alike. */
function refusalOf(outcome: LedgerOutcome) {
  switch (outcome.outcome) {
    case 'short':
      return { status: 'balance' as const }
    case 'limit': {
      const { limit } = outcome
      if (limit === null || limit.kind === 'deposit') throw new Error('the limit does not apply to stakes')
      const remaining = limit.kind === 'session_time' ? '0' : amountToWire(limit.left)
      return { status: 'limit' as const, which: limit.kind, period: limit.period, remaining }
    }
    case 'excluded':
      return { status: 'excluded' as const }
    case 'conflict':
    case 'rolled_back':
      return { status: 'conflict' as const }
    default:
      throw new Error(`unexpected outcome of a stake: ${outcome.outcome}`)
  }
}

/** The round after everything that is due, with the member's balance. */
async function playedAnswer(context: PlayContext, round: SeatRoundRow) {
  const { deps, caller } = context
  const ended = await endDue(deps, round)
  const wire = await wireSeatRound(deps, ended)
  const { balance, now } = await readMoney(deps.db, caller.memberId)
  return { now: now.toISOString(), balance: amountToWire(balance), round: wire }
}

export async function decideSeatRoundCall(
  context: PlayContext,
  body: PlayBody<'decide-seat-round'>,
): Promise<PlayAnswer<'decide-seat-round'>> {
  const { deps, caller, play } = context
  const isUsed = await isUsedKey(deps.db, caller.memberId, body.requestId)
  const round = await readSeatRound(deps.db, caller.memberId, body.roundId)
  const known = round && (await answerOfDecision(context, round, body))
  if (known) return known
  if (isUsed) return { status: 'conflict' }
  if (play.isEnded) return { status: 'elsewhere' }
  if (round?.gameCode !== play.gameCode) return { status: 'none' }
  return inQueue(caller.memberId, () => decide(context, body))
}

/** The answer to a request that took its decision before; null for a new key. */
async function answerOfDecision(
  context: PlayContext,
  round: SeatRoundRow,
  { requestId, number, action }: PlayBody<'decide-seat-round'>,
): Promise<PlayAnswer<'decide-seat-round'> | null> {
  const place = round.decisions.findIndex((decision) => decision.requestId === requestId)
  if (place < 0) return null
  const isSame = place + 1 === number && round.decisions[place]?.action === action
  return isSame ? { status: 'success', ...(await playedAnswer(context, round)) } : { status: 'conflict' }
}

async function decide(
  context: PlayContext,
  body: PlayBody<'decide-seat-round'>,
): Promise<PlayAnswer<'decide-seat-round'>> {
  const { deps, caller, brand } = context
  const { requestId, roundId, number, action } = body
  const read = await readSeatRound(deps.db, caller.memberId, roundId)
  if (read === null) return { status: 'none' }
  const round = await endDue(deps, read)
  // Taken meanwhile by the same call, which was sent before by a process that has ended since.
  const known = await answerOfDecision(context, round, body)
  if (known) return known
  const added =
    round.state === 'open' && round.decisions.length === number - 1 ? await addedBy(context, round, action) : 'late'
  if (added === 'late') return { status: 'late', ...(await playedAnswer(context, round)) }
  if (added === 'action') return { status: 'action' }
  const entry = seatGameByCode(round.gameCode)
  const limits = entry ? await readLimits(deps.db, brand.id, entry) : null
  if (!entry || limits === null) return { status: 'none' }
  const outcome = await decideSeatRound(deps.db, deps.config.secret, {
    memberId: caller.memberId,
    key: requestId,
    sessionId: caller.sessionId,
    roundId,
    gameCode: round.gameCode,
    stake: added,
    contraId: await deps.ledger.accountId(brand.id, 'gaming', entry.company),
    gameKind: 'casino',
    drawn: drawnOf(round, await readPairOf(deps, round)),
    number,
    action,
    decideMs: limits.decisionSeconds * 1_000,
  })
  if (outcome.outcome !== 'done' && outcome.outcome !== 'replay' && outcome.outcome !== 'late')
    return refusalOf(outcome)
  if (outcome.outcome === 'done' && added > 0n) deps.events.publish({ kind: 'balance', memberId: caller.memberId })
  const after = await readSeatRound(deps.db, caller.memberId, roundId)
  if (after === null) throw new Error(`round ${roundId} is gone`)
  return { status: outcome.outcome === 'late' ? 'late' : 'success', ...(await playedAnswer(context, after)) }
}

/** What an action adds to the stake of an open round, 0 for most; why it cannot be taken. */
async function addedBy(
  { deps }: PlayContext,
  round: SeatRoundRow,
  action: PlayBody<'decide-seat-round'>['action'],
): Promise<Amount | 'late' | 'action'> {
  const game = (await loadSeatGames()).get(round.mathHash)
  const played = await playStored(deps, round)
  if (!game || played.kind !== 'open' || round.defaulted) return 'late'
  if (step(game, played.state, action).kind === 'refused') return 'action'
  return amountOfUnits(addedStake(game, action), round.stake, game.unitsPerStake)
}
