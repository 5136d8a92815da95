import { isOpen } from '#domain/money-request-decision.ts'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import type { RequestState, RequestType } from '#domain/money-request.ts'
import { oneUnit, scaleByPpmFloor, type Amount } from '#domain/money.ts'
import type { LedgerEvent, OutcomeName, RequestParts, SpinEvent } from '#server/ledger/events.ts'
import { requestHash } from '#server/ledger/events.ts'

/** A model in memory that the database must agree with: one member and one event at a time, no sets or locks. */
export type Model = {
  /** Epoch milliseconds. */
  now: number
  members: Map<bigint, ModelMember>
  /** Comp rates: the latest one in force of a game kind and level applies. */
  rates: { gameKind: string; level: number; ppm: number; from: number }[]
  /** The open jackpots, with the contents of their pool and reserve. */
  tiers: Map<string, { sharePpm: number; reservePpm: number; pool: Amount; reserve: Amount }>
  /** From these sums of 24 hours on, deposits and withdrawals take two operators; null: none. */
  secondFrom: Record<RequestType, Amount | null>
  isMoneyOutStopped: boolean
  decisionIds: Map<string, { request: ModelRequest; text: string }>
}
export type ModelWallet = { [Name in 'cash' | 'held' | 'inPlay' | 'comp' | 'turnoverDue' | 'seq' | 'nonce']: bigint }
export type ModelRequest = {
  key: string
  type: RequestType
  state: RequestState
  amount: Amount
  /** An open proposal, until an operator acts after it expired; `paid.by` includes the proposer. */
  proposal: { by: bigint; act: string; expires: number } | null
  paid: { at: number; by: bigint[] } | null
  actIds: string[]
} & Record<'credited' | 'claimedBy', bigint | null>
export type ModelTransfer = {
  key: string
  requestHash: bigint
  provider: number
  direction: 'in' | 'out'
  state: 'asked' | 'done' | 'refused'
  amount: Amount | null
}
export type ModelMember = {
  level: number
  wallet: ModelWallet
  /** By `do` or `undo`, source and key. */
  entries: Map<string, Entry>
  /** By limit kind, period and its first day: what counts towards a limit, also where none is set. */
  used: Map<string, Amount>
  limits: Map<string, { kind: LimitKind; period: LimitPeriod; most: Amount }>
  raises: Map<string, { most: Amount | null; from: number }>
  excludedUntil: number
  sessions: { id: bigint; created: number; lastAct: number; ends: number }[]
  requests: ModelRequest[]
  transfers: ModelTransfer[]
  atProviders: Map<number, Amount>
}
type Moves = { cash: Amount; inPlay: Amount; stake: Amount; pay: Amount; turnover: Amount }
type Entry = Moves & { requestHash: bigint; kind: string; at: number; comp: Amount; after: Figures }
type Figures = { cash: Amount; held: Amount; inPlay: Amount; comp: Amount }
export type ModelLimit = { kind: LimitKind; period: LimitPeriod; left: Amount }
export type ModelOutcome = Figures & { outcome: OutcomeName; limit?: ModelLimit; pay?: Amount }
/** An event, a spin, or a step. `requested`: the amount of a filed deposit; `at`: when it counts towards limits, if not now. */
export type ModelEvent = Omit<LedgerEvent, 'kind' | 'contraId'> &
  Partial<Pick<SpinEvent, 'nonce' | 'sessionId'>> & { kind: string; requested?: Amount; at?: number }

export function createLedgerModel(memberIds: readonly bigint[], ratePpm: number, now = 0): Model {
  const rates = memberIds.map((_, index) => ({ gameKind: 'slot', level: index + 1, ppm: ratePpm, from: -Infinity }))
  const office = { secondFrom: { deposit: null, withdraw: null }, isMoneyOutStopped: false, decisionIds: new Map() }
  return { now, members: new Map(memberIds.map((id) => [id, newMember(1)])), rates, tiers: new Map(), ...office }
}

export function newMember(level: number): ModelMember {
  const wallet = { cash: 0n, held: 0n, inPlay: 0n, comp: 0n, turnoverDue: 0n, seq: 0n, nonce: 0n }
  const lists = { sessions: [], requests: [], transfers: [], atProviders: new Map<number, Amount>() }
  const limits = { used: new Map<string, Amount>(), limits: new Map(), raises: new Map(), excludedUntil: -Infinity }
  return { level, wallet, entries: new Map(), ...limits, ...lists }
}

/** Posts an event: key lookup first, then the rules, then the money. */
export function postToModel(model: Model, event: ModelEvent): ModelOutcome {
  const member = model.members.get(event.memberId)
  if (!member) return { outcome: 'unknown_member', cash: 0n, held: 0n, inPlay: 0n, comp: 0n }
  const { wallet } = member
  const answer = (outcome: OutcomeName): ModelOutcome => ({ outcome, ...shown(wallet) })
  const name = `${String(event.source)}/${event.key}`
  const side = event.kind === 'rollback' ? 'undo' : 'do'
  const earlier = member.entries.get(`${side}/${name}`)
  if (earlier)
    return earlier.requestHash === requestHash(event.request)
      ? { outcome: 'replay', ...earlier.after, pay: earlier.pay }
      : answer('conflict')
  if (event.kind === 'bet' && member.entries.has(`undo/${name}`)) return answer('rolled_back')
  const bet = side === 'undo' ? member.entries.get(`do/${name}`) : undefined
  if (bet && bet.kind !== 'bet') return answer('not_a_bet')
  if (event.kind === 'spin' && !isLive(model, member, event.sessionId)) return answer('unauthenticated')
  if (event.kind === 'spin' && isExcluded(model, member)) return answer('excluded')

  // A rollback returns the stake, takes back as much comp as is left, and restores the turnover of the bet.
  const undone: Moves = bet ? { ...bet, cash: bet.stake, inPlay: -bet.inPlay, turnover: -bet.turnover } : nothing
  const moves = side === 'do' ? movesOf(event) : { ...undone, stake: 0n }
  const comp = side === 'do' ? (event.comp ?? 0n) : -smaller(bet?.comp ?? 0n, wallet.comp)
  const held = event.held ?? 0n
  if (wallet.cash < moves.stake || wallet.cash + moves.cash < 0n || wallet.held + held < 0n) return answer('short')
  if (wallet.inPlay + moves.inPlay < 0n || wallet.comp + comp < 0n) return answer('short')
  const stakes = ['bet', 'deposit_filed', 'transfer_in'].includes(event.kind)
  if (stakes && isExcluded(model, member)) return answer('excluded')
  const limit = stakes || event.kind === 'spin' ? refusingLimit(model, member, event, moves) : undefined
  if (limit) return { ...answer('limit'), limit }
  if (event.kind === 'spin' && event.nonce !== wallet.nonce) return answer('nonce')

  const earned = event.gameKind && moves.stake > 0n ? earns(model, member.level, event.gameKind, moves.stake) : 0n
  const due = larger(0n, wallet.turnoverDue + moves.turnover - moves.stake)
  wallet.cash += moves.cash
  wallet.held += held
  wallet.inPlay += moves.inPlay
  wallet.comp += comp + earned
  wallet.seq += 1n
  const turnover = due - wallet.turnoverDue
  wallet.turnoverDue = due
  const base = { requestHash: requestHash(event.request), kind: event.kind, at: event.at ?? model.now }
  const entry: Entry = { ...moves, ...base, comp: comp + earned, turnover, after: shown(wallet) }
  member.entries.set(`${side}/${name}`, entry)
  count(member, entry, bet)
  if (event.kind === 'spin') finishSpin(model, member, event.sessionId, moves.stake)
  return { ...answer(side === 'undo' && !bet ? 'tombstone' : 'done'), pay: entry.pay }
}

const nothing: Moves = { cash: 0n, inPlay: 0n, stake: 0n, pay: 0n, turnover: 0n }

function movesOf(event: ModelEvent): Moves {
  const { stake = 0n, pay = 0n, inPlay = 0n, turnover = 0n } = event
  return { cash: event.cash ?? pay - stake, inPlay, stake, pay, turnover }
}

function finishSpin(model: Model, member: ModelMember, sessionId: bigint | undefined, stake: Amount): void {
  member.wallet.nonce += 1n
  touch(model, member, sessionId)
  for (const tier of model.tiers.values()) {
    const share = scaleByPpmFloor(stake, tier.sharePpm)
    const reserved = scaleByPpmFloor(share, tier.reservePpm)
    tier.pool += share - reserved
    tier.reserve += reserved
  }
}

function earns(model: Model, level: number, gameKind: string, stake: Amount): Amount {
  const begun = model.rates.filter(
    (rate) => rate.gameKind === gameKind && rate.level === level && rate.from <= model.now,
  )
  const latest = begun.toSorted((a, b) => b.from - a.from)[0]
  return scaleByPpmFloor(stake, latest?.ppm ?? 0)
}

/** Adds to the limit counters of the periods in which the event took place; a rolled-back bet no longer counts. */
function count(member: ModelMember, entry: Entry, undone: Entry | undefined): void {
  const { kind, stake, pay } = entry
  const add = (what: LimitKind, at: number, amount: Amount): void => {
    for (const period of ['day', 'week', 'month'] as const) {
      const place = `${what}/${period}/${firstDay(period, at)}`
      if (amount !== 0n) member.used.set(place, (member.used.get(place) ?? 0n) + amount)
    }
  }
  if (kind === 'deposit_paid') add('deposit', entry.at, entry.cash)
  if (kind === 'bet' || kind === 'spin') add('wager', entry.at, stake)
  if (['bet', 'win', 'spin', 'table_result', 'table_void'].includes(kind)) add('loss', entry.at, stake - pay)
  if (kind === 'provider_result') add('loss', entry.at, -entry.inPlay)
  for (const what of undone ? (['wager', 'loss'] as const) : []) add(what, undone?.at ?? 0, -(undone?.stake ?? 0n))
}

/** The limit an event would exceed: signed-in time first, then the tightest. Money at providers may be lost. */
function refusingLimit(model: Model, member: ModelMember, event: ModelEvent, moves: Moves): ModelLimit | undefined {
  const leaves = larger(moves.stake, -moves.cash)
  const spares = [...member.limits.values()].map((rule) => {
    return { ...rule, spare: rule.most - usedOf(model, member, rule, event.sessionId) }
  })
  const passed = spares.filter(({ kind, spare }) => {
    if (event.kind === 'deposit_filed') return kind === 'deposit' && (event.requested ?? 0n) > spare
    if (kind === 'deposit' || leaves <= 0n || (kind === 'wager' && event.kind === 'transfer_in')) return false
    return kind === 'session_time' ? spare <= 0n : leaves > spare
  })
  const named = passed.toSorted((a, b) => (`${a.kind}/${a.period}` < `${b.kind}/${b.period}` ? -1 : 1))
  const tightest = named.toSorted((a, b) => Number(a.spare - b.spare))
  const first = tightest.find((one) => one.kind === 'session_time') ?? tightest[0]
  return first && { kind: first.kind, period: first.period, left: larger(0n, first.spare) }
}

/** What is used up of a limit in its period, including money at risk at providers; milliseconds for signed-in time. */
export function usedOf(model: Model, member: ModelMember, rule: Omit<ModelLimit, 'left'>, session?: bigint): bigint {
  const { kind, period } = rule
  if (kind === 'session_time') return signedInMs(model, member, firstDay(period, model.now) - zoneMs, session)
  const atRisk = kind === 'loss' ? [...member.atProviders.values()].reduce((sum, amount) => sum + amount, 0n) : 0n
  return (member.used.get(`${kind}/${period}/${firstDay(period, model.now)}`) ?? 0n) + atRisk
}

function signedInMs(model: Model, member: ModelMember, since: number, acting: bigint | undefined): bigint {
  let [sum, until] = [0, since]
  for (const session of member.sessions.toSorted((a, b) => a.created - b.created)) {
    if (session.created <= since - 8 * hourMs || session.created >= model.now) continue
    const ends = session.id === acting ? model.now : Math.min(session.ends, session.lastAct + minuteMs, model.now)
    sum += Math.max(0, ends - Math.max(until, session.created))
    until = Math.max(until, ends)
  }
  return BigInt(sum)
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** The brand's time zone: Asia/Seoul has no daylight saving time. */
const zoneMs = 9 * hourMs

/** The first day of a period, as UTC midnight of that date. */
export function firstDay(period: LimitPeriod, at: number): number {
  const local = new Date(at + zoneMs)
  const day = Math.floor((at + zoneMs) / dayMs) * dayMs
  if (period === 'day') return day
  return period === 'week' ? day - ((local.getUTCDay() + 6) % 7) * dayMs : day - (local.getUTCDate() - 1) * dayMs
}

export function isExcluded(model: Model, member: ModelMember): boolean {
  return member.excludedUntil > model.now
}

export function openRequest(member: ModelMember, type?: ModelRequest['type']): ModelRequest | undefined {
  return member.requests.find((one) => isOpen(one.state) && (type === undefined || one.type === type))
}

/** A session ends after 8 h, or after 30 min without a call: 2 h while a money request is open. */
export function isLive(model: Model, member: ModelMember, sessionId: bigint | undefined): boolean {
  const session = member.sessions.find((one) => one.id === sessionId)
  if (!session || model.now >= session.ends) return false
  return model.now < session.lastAct + (openRequest(member) ? 2 * hourMs : hourMs / 2)
}

/** Records a call of the member. The clock moves by more than a minute at a time, or not at all. */
export function touch(model: Model, member: ModelMember, sessionId: bigint | undefined): void {
  const session = member.sessions.find((one) => one.id === sessionId)
  if (session) session.lastAct = model.now
}

/** Whether a member's own key is new, has taken effect with the same request, or with another one. */
export function ownEntry(member: ModelMember, key: string, request: RequestParts): 'new' | 'same' | 'conflict' {
  const earlier = member.entries.get(`do/own/${key}`)
  return earlier === undefined ? 'new' : earlier.requestHash === requestHash(request) ? 'same' : 'conflict'
}

export function shown({ cash, held, inPlay, comp }: ModelWallet): Figures {
  return { cash, held, inPlay, comp }
}

export const wholeOf = (amount: Amount): Amount => amount - (amount % oneUnit)
const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b)
const larger = (a: Amount, b: Amount): Amount => (a > b ? a : b)
