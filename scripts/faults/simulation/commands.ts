import { gameByCode } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { play } from '#domain/games/play.ts'
import { breakHours, exclusionMonths, limitKinds, limitPeriods } from '#domain/limit.ts'
import { amountToWire, oneUnit, wholeUnits, type Amount } from '#domain/money.ts'
import { hmacSha256 } from '#server/keyed-hash.ts'
import type { LedgerEvent, SpinEvent } from '#server/ledger/events.ts'
import { v7 as uuidv7 } from 'uuid'
import * as desk from '#testing/house-model.ts'
import { isLive, openRequest, postToModel, touch, type Model, type ModelMember } from '#testing/ledger-model.ts'
import {
  askOffice,
  askPlay,
  askSite,
  postEvent,
  postSpin,
  toldOf,
  transferAsked,
  transferConcluded,
  type Ids,
} from './asks.ts'
import { pin, password, turnoverPpm, type Life, type SimHouse, type SimMember, type Signed } from './house.ts'

/** One thing somebody does: the same said to the house and to the model, whose answer comes in the same words. */
export type Command = {
  kind: string
  memberId: bigint
  says: string
  /** Several of a member's may be underway at once, in their order. */
  streams: boolean
  real: (life: Life) => Promise<string>
  model: () => string
}

export type Player = SimMember & {
  draw: () => number
  signed: Signed | null
  /** A window nobody has looked at yet, so that the door looks its session up. */
  window: string | null
  /** Bets sent so far that can be rolled back, sent again, or paid. */
  bets: LedgerEvent[]
  /** Anything sent before, to be sent again days later. */
  sent: LedgerEvent[]
  /** Bets whose rollback went first. */
  late: LedgerEvent[]
}

export type Stage = {
  house: SimHouse
  model: Model
  ids: Ids
  needs: { signIn: Set<Player>; windows: Map<string, Signed> }
}

const noId = '00000000-0000-7000-8000-000000000000'
const tiger = gameByCode('golden-tiger')

/** What a player does next, chosen by their own chance and by how they stand; the model has not seen it yet. */
export function nextCommand(stage: Stage, player: Player): Command {
  const at = player.draw()
  const member = memberOf(stage, player)
  if (member.wallet.seq === 0n || at < 0.02) return issue(stage, player)
  for (const [until, make] of shares) if (at < until) return make(stage, player, member)
  return bet(stage, player)
}

type Maker = (stage: Stage, player: Player, member: ModelMember) => Command

/** Up to which draw each is made; the rest are bets. Calls through the doors cost ten times an event. */
const shares: readonly (readonly [number, Maker])[] = [
  [0.026, (stage, player) => deposit(stage, player)],
  [0.032, (stage, player, member) => withdrawal(stage, player, member)],
  [0.054, (stage, player, member) => officeAct(stage, player, member)],
  [0.06, (stage, player, member) => convert(stage, player, member)],
  [0.07, (stage, player, member) => limit(stage, player, member)],
  [0.0706, (stage, player) => breakOrExclusion(stage, player)],
  [0.082, (stage, player, member) => transfer(stage, player, member)],
  [0.09, (stage, player) => doorSpin(stage, player)],
  [0.25, (stage, player, member) => spin(stage, player, member)],
  [0.42, (stage, player, member) => win(stage, player, member)],
  [0.5, (stage, player) => rollback(stage, player)],
  [0.56, (stage, player) => again(stage, player)],
  [0.6, (stage, player) => lateBet(stage, player)],
  [0.61, (stage, player) => adjustment(stage, player)],
]

export const uuidOf = (draw: () => number): string => {
  const part = (digits: number): string =>
    Math.floor(draw() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${part(8)}-${part(4)}-7${part(3)}-8${part(3)}-${part(6)}${part(6)}`
}
const pick = <Item>(draw: () => number, items: readonly Item[]): Item | undefined =>
  items[Math.floor(draw() * items.length)]
const upTo = (draw: () => number, most: number): number => Math.floor(draw() * most)
const chanceOf = (draw: () => number, share: number): boolean => draw() < share

function memberOf(stage: Stage, player: Player): ModelMember {
  const member = stage.model.members.get(player.id)
  if (member === undefined) throw new Error('a player is in the model')
  return member
}

function posting(stage: Stage, player: Player, event: LedgerEvent): Command {
  const { memberId, kind, key } = event
  const money = event.stake ?? event.pay ?? event.cash ?? 0n
  player.sent.push(event)
  if (player.sent.length > 40) player.sent.shift()
  return {
    kind,
    memberId,
    says: `${kind} ${money} under ${key.slice(0, 8)}`,
    streams: true,
    real: (life) => postEvent(life, event),
    model: () => toldOf(postToModel(stage.model, event)),
  }
}

function issue(stage: Stage, player: Player): Command {
  const units = 20_000 + upTo(player.draw, 400_000)
  return posting(stage, player, {
    ...base(player, stage.house.accounts.issue),
    kind: 'issue',
    source: 'system',
    ask: ['issue', units],
    cash: wholeUnits(units),
    comp: chanceOf(player.draw, 0.2) ? BigInt(upTo(player.draw, 300_000)) : 0n,
  })
}

function base(player: Player, contraId: number): { memberId: bigint; key: string; contraId: number } {
  return { memberId: player.id, key: uuidOf(player.draw), contraId }
}

/** Odd amounts, so that what is floored is seen. Some rounds are decided later: their stakes are in play meanwhile. */
function newBet(stage: Stage, player: Player): LedgerEvent {
  const { draw } = player
  const stake = BigInt(1 + upTo(draw, 10) ** 2 * upTo(draw, 800_000))
  return {
    ...base(player, stage.house.accounts.gaming),
    kind: 'bet',
    source: pick(draw, ['own', 100, 101] as const) ?? 'own',
    ask: ['bet', stake],
    stake,
    inPlay: chanceOf(draw, 0.2) ? stake : 0n,
    ...(chanceOf(draw, 0.9) ? { gameKind: pick(draw, ['slot', 'casino', 'sport'] as const) ?? 'slot' } : {}),
  }
}

function bet(stage: Stage, player: Player): Command {
  const event = newBet(stage, player)
  player.bets.push(event)
  if (player.bets.length > 30) player.bets.shift()
  return posting(stage, player, event)
}

/** A round decided elsewhere pays; a stake that was in play meanwhile is so no longer, once. */
function win(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw } = player
  const paid = pick(draw, player.bets)
  const stake = paid?.stake ?? 10_000n
  const pay = chanceOf(draw, 0.5) ? BigInt(upTo(draw, Number(stake) * 3)) : 0n
  const booked = paid && member.entries.get(`do/${String(paid.source)}/${paid.key}`)
  const ends = booked?.kind === 'bet' && chanceOf(draw, 0.7)
  if (ends) player.bets = player.bets.filter((one) => one !== paid)
  return posting(stage, player, {
    ...base(player, stage.house.accounts.gaming),
    kind: 'win',
    source: paid?.source ?? 'own',
    ask: ['win', pay],
    pay,
    inPlay: ends ? -booked.inPlay : 0n,
  })
}

/** A bet undone, once or twice; or one nobody has seen, which then comes late. Now and then something that is no bet. */
function rollback(stage: Stage, player: Player): Command {
  const { draw } = player
  const any = pick(draw, player.sent)
  const known = chanceOf(draw, 0.1) && any?.inPlay === 0n ? any : pick(draw, player.bets)
  const event = known && chanceOf(draw, 0.7) ? known : newBet(stage, player)
  if (event !== known) player.late.push(event)
  player.bets = player.bets.filter((one) => one !== event)
  const { memberId, key, source, contraId } = event
  return posting(stage, player, { memberId, key, source, contraId, kind: 'rollback', ask: ['rollback'] })
}

/** Something sent before, perhaps days ago; sometimes under the same key with another amount. */
function again(stage: Stage, player: Player): Command {
  const event = pick(player.draw, player.sent)
  if (event === undefined) return bet(stage, player)
  if (!chanceOf(player.draw, 0.25)) return posting(stage, player, event)
  const ask = [...event.ask, 'other']
  if (event.kind !== 'bet') return posting(stage, player, { ...event, ask })
  const stake = (event.stake ?? 0n) + 1n
  return posting(stage, player, { ...event, ask, stake, inPlay: (event.inPlay ?? 0n) > 0n ? stake : 0n })
}

function lateBet(stage: Stage, player: Player): Command {
  const event = player.late.shift()
  return event === undefined ? bet(stage, player) : posting(stage, player, event)
}

function adjustment(stage: Stage, player: Player): Command {
  const amount = BigInt(upTo(player.draw, 2_000_000)) - 1_000_000n
  return posting(stage, player, {
    ...base(player, stage.house.accounts.adjustment),
    kind: 'adjustment',
    source: 'office',
    ask: ['adjustment', amount],
    cash: amount,
    turnover: amount > 0n ? amount / 3n : 0n,
  })
}

/** Signed in, or to be signed in before this step's commands begin; now and then somebody has not noticed that it ended. */
function signed(stage: Stage, player: Player, member: ModelMember): Signed {
  const hasEnded = player.signed === null || !isLive(stage.model, member, player.signed.sessionId)
  if (player.signed === null || (hasEnded && !chanceOf(player.draw, 0.05))) {
    const session = stage.needs.signIn
    // The number of the session is not known yet; the model gets it with the database's, see `signInAll`.
    player.signed = {
      memberId: player.id,
      token: '',
      sessionId: -BigInt(session.size) - 1n,
      windowId: uuidOf(player.draw),
    }
    session.add(player)
    const { now } = stage.model
    // A month's limit on signed-in time looks back no further.
    member.sessions = member.sessions.filter((one) => one.created > now - 40 * 86_400_000)
    member.sessions.push({ id: player.signed.sessionId, created: now, lastAct: now, ends: now + 8 * 3_600_000 })
    player.window = player.signed.windowId
  }
  return player.signed
}

const stakes = [200, 400, 1000, 2000, 4000, 10_000, 20_000] as const

function roundOf(player: Player, nonce: bigint, stake: Amount): { pay: Amount; events: string } {
  if (tiger === undefined) throw new Error('the studio has its first game')
  const draw = seededDraw(hmacSha256, { ...player, gameCode: tiger.game.code, nonce })
  const { pay, events } = play(tiger.game, draw, { stake })
  return { pay, events: JSON.stringify(events) }
}

/** A round of our own game as the ledger books it, drawn here; now and then under a number that is not the next. */
function spin(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id: memberId } = player
  const session = signed(stage, player, member)
  const stake = wholeUnits(pick(draw, stakes) ?? 200)
  const nonce = member.wallet.nonce + (chanceOf(draw, 0.03) ? 1n : 0n)
  const key = uuidOf(draw)
  const event: Omit<SpinEvent, 'sessionId' | 'playSessionId'> = {
    memberId,
    key,
    ask: ['spin', 'golden-tiger', stake],
    stake,
    contraId: stage.house.accounts.gaming,
    roundId: uuidOf(draw),
    gameKind: 'slot',
    gameVersionId: stage.house.gameVersionId,
    nonce,
    seedId: player.seedId,
    ...roundOf(player, nonce, stake),
  }
  return {
    kind: 'spin',
    memberId,
    says: `spin ${stake} number ${nonce} under ${key.slice(0, 8)}`,
    streams: true,
    // Whose session it is has been settled when the step begins.
    real: (life) => postSpin(life, { ...event, sessionId: session.sessionId, playSessionId: session.windowId }),
    model: () =>
      toldOf(postToModel(stage.model, { ...event, kind: 'spin', source: 'own', sessionId: session.sessionId })),
  }
}

/** A spin through the door: drawn by the house from the seeds it holds. */
function doorSpin(stage: Stage, player: Player): Command {
  const { draw, id: memberId } = player
  const member = memberOf(stage, player)
  const session = signed(stage, player, member)
  player.window ??= uuidOf(draw)
  const windowId = player.window
  if (windowId !== session.windowId) stage.needs.windows.set(windowId, session)
  const [stake, key] = [wholeUnits(pick(draw, stakes) ?? 200), uuidOf(draw)]
  return {
    kind: 'door-spin',
    memberId,
    says: `spin of ${amountToWire(stake)} through the door under ${key.slice(0, 8)}`,
    streams: false,
    real: (life) => askPlay(life, session, windowId, { requestId: key, stake: amountToWire(stake) }),
    model: () => {
      if (!isLive(stage.model, member, session.sessionId)) return 'unauthenticated'
      touch(stage.model, member, session.sessionId)
      const { nonce } = member.wallet
      const { pay } = roundOf(player, nonce, stake)
      const event = { memberId, key, ask: ['spin', 'golden-tiger', stake], stake, pay, gameKind: 'slot' as const }
      const told = postToModel(stage.model, {
        ...event,
        kind: 'spin',
        source: 'own',
        nonce,
        sessionId: session.sessionId,
      })
      if (told.outcome === 'done' || told.outcome === 'replay') return `success ${told.pay} ${told.cash}`
      if (told.limit)
        return `limit ${told.limit.kind} ${told.limit.period} ${told.limit.kind === 'session_time' ? 0n : told.limit.left}`
      return told.outcome === 'short' ? 'balance' : told.outcome
    },
  }
}

/** A call of the member's: an act, whatever comes of it. */
function siteCall(
  stage: Stage,
  player: Player,
  ask: { kind: string; says: string; name: string; body: Record<string, unknown>; model: () => string; idKey?: string },
): Command {
  const member = memberOf(stage, player)
  const session = signed(stage, player, member)
  return {
    kind: ask.kind,
    memberId: player.id,
    says: ask.says,
    streams: false,
    real: (life) => askSite(life, session, ask.name, ask.body, { ids: stage.ids, key: ask.idKey ?? null }),
    model: () => {
      if (!isLive(stage.model, member, session.sessionId)) return '401'
      touch(stage.model, member, session.sessionId)
      return ask.model()
    },
  }
}

function deposit(stage: Stage, player: Player): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const amount = chanceOf(draw, 0.1) ? BigInt(upTo(draw, 1e9)) : wholeUnits(10_000 + 1_000 * upTo(draw, 500))
  return siteCall(stage, player, {
    kind: 'deposit',
    says: `files a deposit of ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-deposit',
    body: { requestId: key, balance: amountToWire(amount) },
    model: () => desk.fileDeposit(stage.model, id, key, amount),
    idKey: key,
  })
}

/** Mostly a new one; sometimes one that something else was done under. */
function keyOf(player: Player): string {
  const used = chanceOf(player.draw, 0.05) ? pick(player.draw, player.sent) : undefined
  return used?.source === 'own' ? used.key : uuidOf(player.draw)
}

function withdrawal(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const there = Number(member.wallet.cash / wholeUnits(1_000))
  const amount = wholeUnits(1_000 * (10 + upTo(draw, Math.max(20, there))))
  return siteCall(stage, player, {
    kind: 'withdraw',
    says: `asks for ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-withdraw',
    body: { requestId: key, balance: amountToWire(amount), pass: pin },
    model: () => desk.fileWithdrawal(stage.model, id, key, amount),
    idKey: key,
  })
}

function convert(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const point = chanceOf(draw, 0.5) ? null : BigInt(upTo(draw, Number(member.wallet.comp) + 20_000))
  return siteCall(stage, player, {
    kind: 'comp',
    says: `converts ${point === null ? 'all' : amountToWire(point)} comp under ${key.slice(0, 8)}`,
    name: 'roll-to-balance',
    body: { requestId: key, ...(point === null ? {} : { point: amountToWire(point) }) },
    model: () => desk.convertComp(stage.model, id, key, point),
  })
}

function limit(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  // Half of the time what waits or holds already, so that raises come to their second yes.
  const known = chanceOf(draw, 0.6) ? pick(draw, [...member.raises]) : undefined
  const [kind = 'wager', period = 'day'] = (known?.[0].split('/') ?? [
    pick(draw, limitKinds),
    pick(draw, limitPeriods),
  ]) as [(typeof limitKinds)[number], (typeof limitPeriods)[number]]
  const times = period === 'day' ? 1 : period === 'week' ? 4 : 12
  const aDay = { deposit: 1_500_000, loss: 80_000, wager: 120_000, session_time: 150 }[kind]
  const units = kind === 'session_time' ? 1 + upTo(draw, aDay * times) : upTo(draw, aDay) * times
  const fresh = chanceOf(draw, 0.5) ? null : units
  const most = known === undefined ? fresh : known[1].most === null ? null : unitsOf(kind, known[1].most)
  const confirm = chanceOf(draw, 0.6)
  const wish = {
    kind,
    period,
    most: most === null ? null : BigInt(most) * (kind === 'session_time' ? 60_000n : oneUnit),
    confirm,
  }
  return siteCall(stage, player, {
    kind: 'limit',
    says: `wishes ${kind} a ${period} at most ${most ?? 'anything'}${confirm ? ', says yes' : ''}`,
    name: 'set-limit',
    body: { kind, period, most: most === null ? null : String(most), confirm },
    model: () => desk.setLimit(stage.model, id, wish),
  })
}

function unitsOf(kind: string, most: Amount): number {
  return Number(most / (kind === 'session_time' ? 60_000n : oneUnit))
}

function breakOrExclusion(stage: Stage, player: Player): Command {
  const { draw, id } = player
  if (chanceOf(draw, 0.94)) {
    const lasts = pick(draw, ['24h', '24h', '24h', '24h', '24h', '24h', '7d', '30d', '90d'] as const) ?? '24h'
    return siteCall(stage, player, {
      kind: 'break',
      says: `takes a break of ${lasts}`,
      name: 'take-a-break',
      body: { lasts },
      model: () => desk.exclude(stage.model, id, { hours: breakHours[lasts] }),
    })
  }
  const lasts = pick(draw, ['6m', '1y', 'ever'] as const) ?? '6m'
  return siteCall(stage, player, {
    kind: 'exclude',
    says: `is excluded for ${lasts}`,
    name: 'exclude-me',
    body: { lasts, pw: password },
    model: () => desk.exclude(stage.model, id, { months: exclusionMonths[lasts] }),
  })
}

/** The office takes on, gives back or decides a request of the member's; the member takes one back. */
function officeAct(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const open = openRequest(member)
  const request = open && chanceOf(draw, 0.9) ? open : pick(draw, member.requests.slice(-3))
  const operator = pick(draw, stage.house.operators)
  if (request === undefined || operator === undefined) return deposit(stage, player)
  const what = draw()
  if (what < 0.08) {
    return siteCall(stage, player, {
      kind: 'cancel',
      says: `takes request ${request.key.slice(0, 8)} back`,
      name: 'cancel-money-request',
      body: { id: request.key },
      model: () => desk.cancelDeposit(request),
    })
  }
  const call = (kind: string, name: string, body: Record<string, unknown>, model: () => string): Command => ({
    kind,
    memberId: id,
    says: `operator ${operator.id} asks to ${kind} request ${request.key.slice(0, 8)} ${JSON.stringify(body)}`,
    streams: false,
    real: (life) => askOffice(life, operator, name, { id: stage.ids.get(request.key) ?? noId, ...body }),
    model,
  })
  if (request.claimedBy === null ? what < 0.75 : what < 0.2) {
    const takeOver = chanceOf(draw, 0.3)
    return call('claim', 'claim-request', { takeOver }, () =>
      desk.claim(request, operator.id, takeOver && operator.isManager),
    )
  }
  if (what < 0.25) return call('release', 'release-request', {}, () => desk.release(request, operator.id))
  const asked = request.decision?.split(' ')[0]
  const decision = asked !== undefined && chanceOf(draw, 0.5) ? asked : uuidOf(draw)
  const decide = (verdict: desk.Verdict) => (): string =>
    desk.decide(stage.model, id, request, verdict, BigInt(turnoverPpm))
  const by = chanceOf(draw, 0.7) ? stage.house.operators.find((one) => one.id === request.claimedBy) : undefined
  const decider = by ?? operator
  const deciding = (kind: string, name: string, body: Record<string, unknown>, verdict: desk.Verdict): Command => ({
    ...call(kind, name, body, decide(verdict)),
    says: `operator ${decider.id} decides request ${request.key.slice(0, 8)}: ${name} ${JSON.stringify(body)}`,
    real: (life) =>
      askOffice(life, decider, name, { id: stage.ids.get(request.key) ?? noId, requestId: decision, ...body }),
  })
  const common = { id: decision, by: decider.id }
  if (what > 0.85) {
    const reason = pick(draw, ['unknown sender', 'account differs']) ?? ''
    return deciding('reject', 'reject-request', { reason }, { ...common, act: 'reject', reason })
  }
  if ((request.type === 'deposit') === what > 0.28) {
    const other = BigInt(upTo(draw, 100_000)) * 5_000n
    const credited =
      request.credited !== null && decision === asked ? request.credited : chanceOf(draw, 0.8) ? request.amount : other
    const body = { credited: amountToWire(credited) }
    return deciding('approve', 'approve-deposit', body, { ...common, act: 'approve', credited })
  }
  return deciding('pay', 'pay-withdrawal', {}, { ...common, act: 'pay' })
}

/** Money to a transfer-wallet provider and back: taken up, and later concluded by what the provider says. */
function transfer(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id: memberId } = player
  const underway = member.transfers.find((one) => one.state === 'asked')
  const old = pick(draw, member.transfers.slice(-3))
  const concluded = underway && chanceOf(draw, 0.8) ? underway : old && chanceOf(draw, 0.2) ? old : undefined
  if (concluded !== undefined) {
    const there = member.there.get(concluded.provider) ?? 0n
    const most = concluded.direction === 'out' ? there - (there % oneUnit) : (concluded.amount ?? 0n)
    const amount = concluded.amount ?? most
    const played = BigInt(upTo(draw, 4_000_000)) - 2_000_000n
    const left = there + played - (concluded.direction === 'out' ? amount : 0n)
    const isDone = amount > 0n && left >= 0n && chanceOf(draw, 0.8)
    const said = isDone ? { amount, balance: left } : null
    return {
      kind: 'transfer-done',
      memberId,
      says: `provider ${concluded.provider} says ${said === null ? 'refused' : `done ${amount}, there ${left}`} of ${concluded.key.slice(0, 8)}`,
      streams: false,
      real: (life) => transferConcluded(life, stage.ids.get(concluded.key) ?? '', said),
      model: () => desk.concludeTransfer(stage.model, memberId, concluded, said),
    }
  }
  const direction = chanceOf(draw, 0.6) ? ('in' as const) : ('out' as const)
  const provider = pick(draw, stage.house.providers) ?? 100
  const there = direction === 'in' ? member.wallet.cash : (member.there.get(provider) ?? 0n)
  const isAll = chanceOf(draw, 0.3)
  const amount = isAll ? null : 1n + BigInt(upTo(draw, Math.max(1, Number(there))))
  const key = isAll ? uuidOf(draw) : keyOf(player)
  const wanted = { key, direction, provider, amount }
  return {
    kind: 'transfer',
    memberId,
    says: `transfers ${amount ?? 'all'} ${direction} at ${provider} under ${key.slice(0, 8)}`,
    streams: false,
    real: (life) => transferAsked(life, { ...wanted, memberId, id: uuidv7() }, stage.ids),
    model: () => desk.askTransfer(stage.model, memberId, wanted),
  }
}
