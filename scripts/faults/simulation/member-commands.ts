import * as app from '#test/app-model.ts'
import { breakHours, exclusionMonths, limitKinds, limitPeriods } from '#domain/limit.ts'
import { amountToWire, oneUnit, wholeUnits, type Amount } from '#domain/money.ts'
import { isLive, postToModel, touch, type ModelMember } from '#test/ledger-model.ts'
import { callPlay } from './calls.ts'
import { pin, password } from './sim-app.ts'
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
  memberCall,
  keyOf,
  type Command,
  type Player,
  type Stage,
  upTo,
} from './player.ts'
import { anySlot } from '#test/any-slot.ts'

/** A spin through the play API, which draws the round from the seeds it holds. */
export function spinByCall(stage: Stage, player: Player): Command {
  const { draw, id: memberId } = player
  const member = memberOf(stage, player)
  const session = signed(stage, player, member)
  player.window ??= uuidOf(draw)
  const windowId = player.window
  if (windowId !== session.windowId) stage.needs.windows.set(windowId, { session })
  const [stake, key] = [wholeUnits(pick(draw, stakes) ?? 200), uuidOf(draw)]
  return {
    kind: 'spin-call',
    memberId,
    description: `spin of ${amountToWire(stake)} by a call under ${key.slice(0, 8)}`,
    streams: false,
    real: (process) =>
      callPlay(process, session, { memberId, windowId }, { requestId: key, stake: amountToWire(stake) }),
    model: () => {
      if (!isLive(stage.model, member, session.sessionId)) return 'unauthenticated'
      touch(stage.model, member, session.sessionId)
      const { nonce } = member.wallet
      const { pay } = roundOf(player, nonce, stake)
      const event = { memberId, key, request: ['spin', anySlot.code, stake], stake, pay, gameKind: 'slot' as const }
      const posted = postToModel(stage.model, {
        ...event,
        kind: 'spin',
        source: 'own',
        nonce,
        sessionId: session.sessionId,
      })
      if (posted.outcome === 'done' || posted.outcome === 'replay') return `success ${posted.pay} ${posted.cash}`
      if (posted.limit)
        return `limit ${posted.limit.kind} ${posted.limit.period} ${posted.limit.kind === 'session_time' ? 0n : posted.limit.left}`
      return posted.outcome === 'short' ? 'balance' : posted.outcome
    },
  }
}

export function deposit(stage: Stage, player: Player): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const [spare] = sparesOf(stage, memberOf(stage, player), ['deposit'])
  const usual = wholeUnits(10_000 + 1_000 * upTo(draw, 500))
  const last = spare !== undefined && spare > wholeUnits(10_000) && chanceOf(draw, 0.3)
  // The largest deposit that the limit allows, or one step more.
  const fitting = last ? spare - (spare % wholeUnits(1_000)) + wholeUnits(chanceOf(draw, 0.5) ? 1_000 : 0) : usual
  const amount = chanceOf(draw, 0.1) ? BigInt(upTo(draw, 1e9)) : fitting
  return memberCall(stage, player, {
    kind: 'deposit',
    description: `files a deposit of ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-deposit',
    body: { requestId: key, balance: amountToWire(amount) },
    model: () => app.fileDeposit(stage.model, id, key, amount),
    idKey: key,
  })
}

export function withdrawal(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const there = Number(member.wallet.cash / wholeUnits(1_000))
  const amount = wholeUnits(1_000 * (10 + upTo(draw, Math.max(20, there))))
  return memberCall(stage, player, {
    kind: 'withdraw',
    description: `requests a withdrawal of ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-withdraw',
    body: { requestId: key, balance: amountToWire(amount), pass: pin },
    model: () => app.fileWithdrawal(stage.model, id, key, amount),
    idKey: key,
  })
}

export function convert(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const some = BigInt(upTo(draw, Number(member.wallet.comp) + 20_000))
  const point = chanceOf(draw, 0.5) ? null : (edgeOf(player, [member.wallet.comp]) ?? some)
  return memberCall(stage, player, {
    kind: 'comp',
    description: `converts ${point === null ? 'all' : amountToWire(point)} comp under ${key.slice(0, 8)}`,
    name: 'roll-to-balance',
    body: { requestId: key, ...(point === null ? {} : { point: amountToWire(point) }) },
    model: () => app.convertComp(stage.model, id, key, point),
  })
}

export function limit(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  // More than half of the time a pending raise, so that raises get confirmed.
  const pending = chanceOf(draw, 0.6) ? pick(draw, [...member.raises]) : undefined
  const [kind = 'wager', period = 'day'] = (pending?.[0].split('/') ?? [
    pick(draw, limitKinds),
    pick(draw, limitPeriods),
  ]) as [(typeof limitKinds)[number], (typeof limitPeriods)[number]]
  const times = period === 'day' ? 1 : period === 'week' ? 4 : 12
  const aDay = { deposit: 0, loss: 80_000, wager: 120_000, session_time: 150 }[kind]
  const units =
    kind === 'deposit'
      ? 1_000 * upTo(draw, 1_500 * times)
      : kind === 'session_time'
        ? 1 + upTo(draw, aDay * times)
        : upTo(draw, aDay) * times
  const fresh = chanceOf(draw, 0.5) ? null : units
  const most = pending === undefined ? fresh : pending[1].most === null ? null : unitsOf(kind, pending[1].most)
  const confirm = chanceOf(draw, 0.6)
  const wanted = {
    kind,
    period,
    most: most === null ? null : BigInt(most) * (kind === 'session_time' ? 60_000n : oneUnit),
    confirm,
  }
  return memberCall(stage, player, {
    kind: 'limit',
    description: `sets a limit of ${most ?? 'nothing'} on ${kind} a ${period}${confirm ? ', confirmed' : ''}`,
    name: 'set-limit',
    body: { kind, period, most: most === null ? null : String(most), confirm },
    model: () => app.setLimit(stage.model, id, wanted),
  })
}

function unitsOf(kind: string, most: Amount): number {
  return Number(most / (kind === 'session_time' ? 60_000n : oneUnit))
}

export function breakOrExclusion(stage: Stage, player: Player): Command {
  const { draw, id } = player
  if (chanceOf(draw, 0.94)) {
    const lasts = pick(draw, ['24h', '24h', '24h', '24h', '24h', '24h', '7d', '30d', '90d'] as const) ?? '24h'
    return memberCall(stage, player, {
      kind: 'break',
      description: `takes a break of ${lasts}`,
      name: 'take-a-break',
      body: { lasts },
      model: () => app.exclude(stage.model, id, { hours: breakHours[lasts] }),
    })
  }
  const lasts = pick(draw, ['6m', '1y', 'ever'] as const) ?? '6m'
  return memberCall(stage, player, {
    kind: 'exclude',
    description: `excludes themselves for ${lasts}`,
    name: 'exclude-me',
    body: { lasts, pw: password },
    model: () => app.exclude(stage.model, id, { months: exclusionMonths[lasts] }),
  })
}
