import * as desk from '#testing/app-model.ts'
import { breakHours, exclusionMonths, limitKinds, limitPeriods } from '#domain/limit.ts'
import { amountToWire, oneUnit, wholeUnits, type Amount } from '#domain/money.ts'
import { isLive, postToModel, touch, type ModelMember } from '#testing/ledger-model.ts'
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
  siteCall,
  keyOf,
  type Command,
  type Player,
  type Stage,
  upTo,
} from './player.ts'

/** A spin through the door: drawn by the house from the seeds it holds. */
export function spinByCall(stage: Stage, player: Player): Command {
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
    description: `spin of ${amountToWire(stake)} through the door under ${key.slice(0, 8)}`,
    streams: false,
    real: (process) => callPlay(process, session, windowId, { requestId: key, stake: amountToWire(stake) }),
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

export function deposit(stage: Stage, player: Player): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const [spare] = sparesOf(stage, memberOf(stage, player), ['deposit'])
  const usual = wholeUnits(10_000 + 1_000 * upTo(draw, 500))
  const last = spare !== undefined && spare > wholeUnits(10_000) && chanceOf(draw, 0.3)
  // The last thousand that fits into the limit, or one thousand more.
  const fitting = last ? spare - (spare % wholeUnits(1_000)) + wholeUnits(chanceOf(draw, 0.5) ? 1_000 : 0) : usual
  const amount = chanceOf(draw, 0.1) ? BigInt(upTo(draw, 1e9)) : fitting
  return siteCall(stage, player, {
    kind: 'deposit',
    description: `files a deposit of ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-deposit',
    body: { requestId: key, balance: amountToWire(amount) },
    model: () => desk.fileDeposit(stage.model, id, key, amount),
    idKey: key,
  })
}

export function withdrawal(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const there = Number(member.wallet.cash / wholeUnits(1_000))
  const amount = wholeUnits(1_000 * (10 + upTo(draw, Math.max(20, there))))
  return siteCall(stage, player, {
    kind: 'withdraw',
    description: `asks for ${amountToWire(amount)} under ${key.slice(0, 8)}`,
    name: 'apply-user-withdraw',
    body: { requestId: key, balance: amountToWire(amount), pass: pin },
    model: () => desk.fileWithdrawal(stage.model, id, key, amount),
    idKey: key,
  })
}

export function convert(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  const key = keyOf(player)
  const some = BigInt(upTo(draw, Number(member.wallet.comp) + 20_000))
  const point = chanceOf(draw, 0.5) ? null : (edgeOf(player, [member.wallet.comp]) ?? some)
  return siteCall(stage, player, {
    kind: 'comp',
    description: `converts ${point === null ? 'all' : amountToWire(point)} comp under ${key.slice(0, 8)}`,
    name: 'roll-to-balance',
    body: { requestId: key, ...(point === null ? {} : { point: amountToWire(point) }) },
    model: () => desk.convertComp(stage.model, id, key, point),
  })
}

export function limit(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw, id } = player
  // Half of the time what waits or holds already, so that raises come to their second yes.
  const known = chanceOf(draw, 0.6) ? pick(draw, [...member.raises]) : undefined
  const [kind = 'wager', period = 'day'] = (known?.[0].split('/') ?? [
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
    description: `wishes ${kind} a ${period} at most ${most ?? 'anything'}${confirm ? ', says yes' : ''}`,
    name: 'set-limit',
    body: { kind, period, most: most === null ? null : String(most), confirm },
    model: () => desk.setLimit(stage.model, id, wish),
  })
}

function unitsOf(kind: string, most: Amount): number {
  return Number(most / (kind === 'session_time' ? 60_000n : oneUnit))
}

export function breakOrExclusion(stage: Stage, player: Player): Command {
  const { draw, id } = player
  if (chanceOf(draw, 0.94)) {
    const lasts = pick(draw, ['24h', '24h', '24h', '24h', '24h', '24h', '7d', '30d', '90d'] as const) ?? '24h'
    return siteCall(stage, player, {
      kind: 'break',
      description: `takes a break of ${lasts}`,
      name: 'take-a-break',
      body: { lasts },
      model: () => desk.exclude(stage.model, id, { hours: breakHours[lasts] }),
    })
  }
  const lasts = pick(draw, ['6m', '1y', 'ever'] as const) ?? '6m'
  return siteCall(stage, player, {
    kind: 'exclude',
    description: `is excluded for ${lasts}`,
    name: 'exclude-me',
    body: { lasts, pw: password },
    model: () => desk.exclude(stage.model, id, { months: exclusionMonths[lasts] }),
  })
}
