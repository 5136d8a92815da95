import * as app from '#test/app-model.ts'
import { v7 as uuidv7 } from 'uuid'
import { amountToWire, oneUnit, type Amount } from '#domain/money.ts'
import { openRequest, type ModelMember, type ModelRequest } from '#test/ledger-model.ts'
import { callOffice, startTransfer, finishTransfer } from './calls.ts'
import { turnoverPpm, type SimOperator } from './sim-app.ts'
import {
  uuidOf,
  pick,
  chanceOf,
  edgeOf,
  sparesOf,
  memberCall,
  keyOf,
  type Command,
  type Player,
  type Stage,
  upTo,
} from './player.ts'
import { deposit } from './member-commands.ts'

/** Operators' decisions on money requests, and transfers to providers. */

const noId = '00000000-0000-7000-8000-000000000000'

/** An operator claims, releases or decides a request of the member; sometimes the member cancels it. */
export function officeCommand(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw } = player
  const open = openRequest(member)
  const request = open && chanceOf(draw, 0.9) ? open : pick(draw, member.requests.slice(-3))
  const operator = pick(draw, stage.app.operators)
  if (request === undefined || operator === undefined) return deposit(stage, player)
  const what = draw()
  if (what < 0.08) {
    return memberCall(stage, player, {
      kind: 'cancel',
      description: `cancels request ${request.key.slice(0, 8)}`,
      name: 'cancel-money-request',
      body: { id: request.key },
      model: () => app.cancelDeposit(request),
    })
  }
  const takeOver = chanceOf(draw, 0.3)
  const takesOver = takeOver && operator.isManager
  if (request.claimedBy === null ? what < 0.75 : what < 0.2) {
    return officeCall(stage, player, request, {
      kind: 'claim',
      operator,
      name: 'claim-request',
      body: { takeOver },
      model: () => app.claim(stage.model, request, operator.id, takesOver),
    })
  }
  if (what < 0.25) {
    return officeCall(stage, player, request, {
      kind: 'release',
      operator,
      name: 'release-request',
      body: { takeOver },
      model: () => app.release(stage.model, request, operator.id, takesOver),
    })
  }
  const claimer = stage.app.operators.find((one) => one.id === request.claimedBy)
  return decision(stage, player, request, chanceOf(draw, 0.7) ? (claimer ?? operator) : operator)
}

type OfficeCall = {
  kind: string
  operator: SimOperator
  name: string
  body: Record<string, unknown>
  model: () => string
}

function officeCall(stage: Stage, player: Player, request: ModelRequest, call: OfficeCall): Command {
  const { kind, operator, name, body, model } = call
  return {
    kind,
    memberId: player.id,
    description: `operator ${operator.id} calls ${name} for request ${request.key.slice(0, 8)} ${JSON.stringify(body)}`,
    streams: false,
    real: (process) => callOffice(process, operator, name, { id: stage.ids.get(request.key) ?? noId, ...body }),
    model,
  }
}

/** Mostly an act that fits the request; sometimes one of another type, or the id of an earlier decision. */
function decision(stage: Stage, player: Player, request: ModelRequest, operator: SimOperator): Command {
  const { draw, id: memberId } = player
  const earlier = decisionIdOf(stage, player, request)
  const id = earlier ?? uuidOf(draw)
  stage.decisionIds.now.push(id)
  const call = (name: string, body: Record<string, unknown>, made: app.Decision): Command =>
    officeCall(stage, player, request, {
      kind: made.act,
      operator,
      name,
      body: { requestId: id, ...body },
      model: () => app.decide(stage.model, memberId, request, made, BigInt(turnoverPpm)),
    })
  const common = { id, by: operator.id }
  if (chanceOf(draw, 0.2)) {
    const reason = pick(draw, ['unknown sender', 'account differs']) ?? ''
    return call('reject-request', { reason }, { ...common, act: 'reject', reason })
  }
  const { model } = stage
  if ((request.type === 'deposit') === chanceOf(draw, 0.95)) {
    const { credited, reason } = creditOf(player, request, earlier !== null)
    const takesTwo = app.takesTwo(model, memberId, request, { by: operator.id, credited })
    const act = chanceOf(draw, 0.85) === takesTwo ? 'propose' : 'approve'
    const body = { credited: amountToWire(credited), ...(reason === '' ? {} : { reason }) }
    return call(act === 'propose' ? 'propose-deposit' : 'approve-deposit', body, { ...common, act, credited, reason })
  }
  const takesTwo =
    request.proposal === null && app.takesTwo(model, memberId, request, { by: operator.id, credited: request.amount })
  if (takesTwo === chanceOf(draw, 0.8)) return call('approve-withdrawal', {}, { ...common, act: 'approve-first' })
  return call('pay-withdrawal', {}, { ...common, act: 'pay' })
}

/** Mostly the open proposal or the requested amount; sometimes another amount, mostly with a reason. */
function creditOf({ draw }: Player, request: ModelRequest, again: boolean): { credited: Amount; reason: string } {
  const [act, credited, reason] = request.proposal?.act.split(' ') ?? []
  if (act === 'credit' && credited !== undefined && chanceOf(draw, 0.7))
    return { credited: BigInt(credited), reason: reason ?? '' }
  const other = BigInt(upTo(draw, 100_000)) * 5_000n
  const amount = (again ? request.credited : null) ?? (chanceOf(draw, 0.7) ? request.amount : other)
  return { credited: amount, reason: amount !== request.amount && chanceOf(draw, 0.8) ? 'fee' : '' }
}

/** Sometimes the id of this request's proposal or decision, rarely the id of another request's; else null. */
function decisionIdOf(stage: Stage, { draw }: Player, request: ModelRequest): string | null {
  const own = pick(draw, request.actIds)
  if (own !== undefined && chanceOf(draw, 0.5)) return own
  return chanceOf(draw, 0.02) ? (pick(draw, stage.decisionIds.earlier) ?? null) : null
}

/** Money to a transfer-wallet provider and back: started, and later concluded by the provider's response. */
export function transfer(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id: memberId } = player
  const underway = member.transfers.find((one) => one.state === 'asked')
  const old = pick(draw, member.transfers.slice(-3))
  const concluded = underway && chanceOf(draw, 0.8) ? underway : old && chanceOf(draw, 0.2) ? old : undefined
  if (concluded !== undefined) {
    const there = member.atProviders.get(concluded.provider) ?? 0n
    const most = concluded.direction === 'out' ? there - (there % oneUnit) : (concluded.amount ?? 0n)
    const amount = concluded.amount ?? most
    const played = BigInt(upTo(draw, 4_000_000)) - 2_000_000n
    const left = there + played - (concluded.direction === 'out' ? amount : 0n)
    const isDone = amount > 0n && left >= 0n && chanceOf(draw, 0.8)
    const response = isDone ? { amount, balance: left } : null
    return {
      kind: 'transfer-done',
      memberId,
      description: `provider ${concluded.provider} answers ${response === null ? 'refused' : `done ${amount}, there ${left}`} to ${concluded.key.slice(0, 8)}`,
      streams: false,
      real: (process) => finishTransfer(process, stage.ids.get(concluded.key) ?? '', response),
      model: () => app.concludeTransfer(stage.model, memberId, concluded, response),
    }
  }
  const direction = chanceOf(draw, 0.6) ? ('in' as const) : ('out' as const)
  const provider = pick(draw, stage.app.providers) ?? 100
  const there = direction === 'in' ? member.wallet.cash : (member.atProviders.get(provider) ?? 0n)
  const isAll = chanceOf(draw, 0.3)
  const edge = direction === 'in' ? edgeOf(player, [there, ...sparesOf(stage, member, ['loss'])]) : null
  const amount = isAll ? null : (edge ?? 1n + BigInt(upTo(draw, Math.max(1, Number(there)))))
  const key = isAll ? uuidOf(draw) : keyOf(player)
  const wanted = { key, direction, provider, amount }
  return {
    kind: 'transfer',
    memberId,
    description: `transfers ${amount ?? 'all'} ${direction} at ${provider} under ${key.slice(0, 8)}`,
    streams: false,
    real: (process) => startTransfer(process, { ...wanted, memberId, id: uuidv7() }, stage.ids),
    model: () => app.startTransfer(stage.model, memberId, wanted),
  }
}
