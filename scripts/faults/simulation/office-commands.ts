import * as desk from '#testing/app-model.ts'
import { v7 as uuidv7 } from 'uuid'
import { amountToWire, oneUnit } from '#domain/money.ts'
import { openRequest, type ModelMember } from '#testing/ledger-model.ts'
import { callOffice, startTransfer, finishTransfer } from './calls.ts'
import { turnoverPpm } from './sim-app.ts'
import {
  uuidOf,
  pick,
  chanceOf,
  edgeOf,
  sparesOf,
  siteCall,
  keyOf,
  type Command,
  type Player,
  type Stage,
  upTo,
} from './player.ts'
import { deposit } from './member-commands.ts'

/** The office’s acts on requests, and transfers to providers. */

const noId = '00000000-0000-7000-8000-000000000000'

/** The office takes on, gives back or decides a request of the member's; the member takes one back. */
export function officeAct(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const open = openRequest(member)
  const request = open && chanceOf(draw, 0.9) ? open : pick(draw, member.requests.slice(-3))
  const operator = pick(draw, stage.app.operators)
  if (request === undefined || operator === undefined) return deposit(stage, player)
  const what = draw()
  if (what < 0.08) {
    return siteCall(stage, player, {
      kind: 'cancel',
      description: `takes request ${request.key.slice(0, 8)} back`,
      name: 'cancel-money-request',
      body: { id: request.key },
      model: () => desk.cancelDeposit(request),
    })
  }
  const call = (kind: string, name: string, body: Record<string, unknown>, model: () => string): Command => ({
    kind,
    memberId: id,
    description: `operator ${operator.id} asks to ${kind} request ${request.key.slice(0, 8)} ${JSON.stringify(body)}`,
    streams: false,
    real: (process) => callOffice(process, operator, name, { id: stage.ids.get(request.key) ?? noId, ...body }),
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
  const by = chanceOf(draw, 0.7) ? stage.app.operators.find((one) => one.id === request.claimedBy) : undefined
  const decider = by ?? operator
  const deciding = (kind: string, name: string, body: Record<string, unknown>, verdict: desk.Verdict): Command => ({
    ...call(kind, name, body, decide(verdict)),
    description: `operator ${decider.id} decides request ${request.key.slice(0, 8)}: ${name} ${JSON.stringify(body)}`,
    real: (process) =>
      callOffice(process, decider, name, { id: stage.ids.get(request.key) ?? noId, requestId: decision, ...body }),
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
export function transfer(stage: Stage, player: Player, member: ModelMember): Command {
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
      description: `provider ${concluded.provider} says ${said === null ? 'refused' : `done ${amount}, there ${left}`} of ${concluded.key.slice(0, 8)}`,
      streams: false,
      real: (process) => finishTransfer(process, stage.ids.get(concluded.key) ?? '', said),
      model: () => desk.concludeTransfer(stage.model, memberId, concluded, said),
    }
  }
  const direction = chanceOf(draw, 0.6) ? ('in' as const) : ('out' as const)
  const provider = pick(draw, stage.app.providers) ?? 100
  const there = direction === 'in' ? member.wallet.cash : (member.there.get(provider) ?? 0n)
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
    model: () => desk.startTransfer(stage.model, memberId, wanted),
  }
}
