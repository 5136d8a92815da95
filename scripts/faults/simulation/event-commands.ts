import { hash } from 'node:crypto'
import { wholeUnits } from '#domain/money.ts'
import type { LedgerEvent, SpinEvent } from '#server/ledger/events.ts'
import { postToModel, type ModelMember } from '#test/ledger-model.ts'
import { postEvent, postSpin, outcomeText } from './calls.ts'
import {
  uuidOf,
  pick,
  chanceOf,
  memberOf,
  edgeOf,
  sparesOf,
  signed,
  stakes,
  roundOf,
  type Command,
  type Player,
  type Stage,
  upTo,
} from './player.ts'
import { anySlot } from '#test/any-slot.ts'

/** Commands sent to the ledger directly: bets, wins, rollbacks, issue, adjustments and rounds. */

function posting(stage: Stage, player: Player, event: LedgerEvent): Command {
  const { memberId, kind, key } = event
  const money = event.stake ?? event.pay ?? event.cash ?? 0n
  player.sent.push(event)
  if (player.sent.length > 40) player.sent.shift()
  return {
    kind,
    memberId,
    description: `${kind} ${money} under ${key.slice(0, 8)}`,
    // Issues and corrections are transactions of their own.
    streams: event.kind !== 'issue' && event.kind !== 'adjustment',
    real: (process) => postEvent(process, event),
    model: () => outcomeText(postToModel(stage.model, event)),
  }
}

export function issue(stage: Stage, player: Player): Command {
  const units = 20_000 + upTo(player.draw, 400_000)
  return posting(stage, player, {
    ...base(player, stage.app.accounts.issue),
    kind: 'issue',
    source: 'system',
    request: ['issue', units],
    cash: wholeUnits(units),
    comp: chanceOf(player.draw, 0.2) ? BigInt(upTo(player.draw, 300_000)) : 0n,
  })
}

function base(player: Player, contraId: number): { memberId: bigint; key: string; contraId: number } {
  return { memberId: player.id, key: uuidOf(player.draw), contraId }
}

/**
 * Odd amounts, so that wrong rounding is detected. Some rounds are decided later: their stakes are in play meanwhile.
 */
function newBet(stage: Stage, player: Player): LedgerEvent {
  const { draw } = player
  const stake = BigInt(1 + upTo(draw, 10) ** 2 * upTo(draw, 800_000))
  const { at, gaming } = stage.app.accounts
  const fields = base(player, gaming)
  const source = pick(draw, ['own', 100, 101] as const) ?? 'own'
  return {
    ...fields,
    contraId: source === 'own' ? gaming : (at.get(source) ?? gaming),
    kind: 'bet',
    source,
    request: ['bet', stake],
    stake,
    inPlay: chanceOf(draw, 0.2) ? stake : 0n,
    ...(chanceOf(draw, 0.9) ? { gameKind: pick(draw, ['slot', 'casino', 'sport'] as const) ?? 'slot' } : {}),
  }
}

export function bet(stage: Stage, player: Player): Command {
  const member = memberOf(stage, player)
  const edge = edgeOf(player, [member.wallet.cash, ...sparesOf(stage, member, ['wager', 'loss', 'loss'])])
  const made = newBet(stage, player)
  const inPlay = (made.inPlay ?? 0n) > 0n ? edge : 0n
  const event = edge === null ? made : { ...made, stake: edge, inPlay: inPlay ?? 0n, request: ['bet', edge] }
  player.bets.push(event)
  if (player.bets.length > 30) player.bets.shift()
  return posting(stage, player, event)
}

/** A win of a bet that was booked. It takes the bet's stake out of play, once. */
export function win(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw } = player
  const paid = pick(draw, player.bets)
  const booked = paid && member.entries.get(`do/${String(paid.source)}/${paid.key}`)
  if (paid === undefined || booked?.kind !== 'bet') return bet(stage, player)
  const { contraId, key: ref, source, stake = 0n } = paid
  const pay = chanceOf(draw, 0.5) ? BigInt(upTo(draw, Number(stake) * 3)) : 0n
  const ends = chanceOf(draw, 0.7)
  if (ends) player.bets = player.bets.filter((one) => one !== paid)
  return posting(stage, player, {
    ...base(player, contraId),
    kind: 'win',
    source,
    ref,
    request: ['win', pay],
    pay,
    inPlay: ends ? -booked.inPlay : 0n,
  })
}

/** Rolls back a bet, once or twice, or a bet that is sent later; sometimes the key of an event that is not a bet. */
export function rollback(stage: Stage, player: Player): Command {
  const { draw } = player
  const any = pick(draw, player.sent)
  const sent = chanceOf(draw, 0.1) && any?.inPlay === 0n ? any : pick(draw, player.bets)
  const event = sent && chanceOf(draw, 0.7) ? sent : newBet(stage, player)
  if (event !== sent) player.late.push(event)
  player.bets = player.bets.filter((one) => one !== event)
  const { memberId, key, source, contraId } = event
  return posting(stage, player, { memberId, key, source, contraId, kind: 'rollback', request: ['rollback'] })
}

/** An event sent before, perhaps days ago; sometimes with another amount under the same key. */
export function again(stage: Stage, player: Player): Command {
  const event = pick(player.draw, player.sent)
  if (event === undefined) return bet(stage, player)
  if (!chanceOf(player.draw, 0.25)) return posting(stage, player, event)
  const request = [...event.request, 'other']
  if (event.kind !== 'bet') return posting(stage, player, { ...event, request })
  const stake = (event.stake ?? 0n) + 1n
  return posting(stage, player, { ...event, request, stake, inPlay: (event.inPlay ?? 0n) > 0n ? stake : 0n })
}

export function lateBet(stage: Stage, player: Player): Command {
  const event = player.late.shift()
  return event === undefined ? bet(stage, player) : posting(stage, player, event)
}

export function adjustment(stage: Stage, player: Player): Command {
  const drawn = BigInt(upTo(player.draw, 2_000_000)) - 1_000_000n
  const amount = drawn === 0n ? 1n : drawn
  return posting(stage, player, {
    ...base(player, stage.app.accounts.adjustment),
    kind: 'adjustment',
    source: 'office',
    request: ['adjustment', amount],
    cash: amount,
  })
}

/** A round of our own game, drawn here and posted to the ledger; sometimes with a nonce that is not the next. */
export function spin(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id: memberId } = player
  const session = signed(stage, player, member)
  const stake = wholeUnits(pick(draw, stakes) ?? 200)
  const nonce = member.wallet.nonce + (chanceOf(draw, 0.03) ? 1n : 0n)
  const key = uuidOf(draw)
  const event: Omit<SpinEvent, 'sessionId' | 'playSessionId'> = {
    memberId,
    key,
    request: ['spin', anySlot.code, stake],
    stake,
    contraId: stage.app.accounts.gaming,
    roundId: uuidOf(draw),
    gameKind: 'slot',
    gameVersionId: stage.app.gameVersionId,
    nonce,
    seedId: player.seedId,
    serverSeedHash: hash('sha256', player.serverSeed),
    clientSeed: player.clientSeed,
    ...roundOf(player, nonce, stake),
    jackpot: null,
  }
  return {
    kind: 'spin',
    memberId,
    description: `spin ${stake} nonce ${nonce} under ${key.slice(0, 8)}`,
    streams: true,
    // The session is known only when the step begins.
    real: (process) => postSpin(process, { ...event, sessionId: session.sessionId, playSessionId: session.windowId }),
    model: () =>
      outcomeText(postToModel(stage.model, { ...event, kind: 'spin', source: 'own', sessionId: session.sessionId })),
  }
}
