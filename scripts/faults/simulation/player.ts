import { play } from '#domain/games/slot/play.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import type { LimitKind } from '#domain/limit.ts'
import type { Amount } from '#domain/money.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { isLive, touch, usedOf, type Model, type ModelMember } from '#test/ledger-model.ts'
import { callMember, type Ids } from './calls.ts'
import type { SimProcess, SimApp, SimMember, Signed } from './sim-app.ts'
import { anySlot } from '#test/any-slot.ts'
import type { SimTable } from './sim-table.ts'

/** Players, commands, and the random values of commands. */

/** One call or event, sent to the app and to the model, which return the response in the same format. */
export type Command = {
  kind: string
  memberId: bigint
  description: string
  /** Several such commands of a member may be in flight at once, in their order. */
  streams: boolean
  real: (process: SimProcess) => Promise<string>
  model: () => string
}

export type Player = SimMember & {
  draw: () => number
  signed: Signed | null
  /** The clock has just reached the end of something of this member's, who then does not sign in again first. */
  isWatched: boolean
  /** A window that has not been used yet, so that the play API has to look up its session. */
  window: string | null
  /** The window at the table, and the session that opened it. */
  seat: { session: Signed; windowId: string } | null
  /** Bets that can be rolled back, sent again, or paid. */
  bets: LedgerEvent[]
  /** Events sent before, to be sent again days later. */
  sent: LedgerEvent[]
  /** Bets whose rollback was sent first. */
  late: LedgerEvent[]
}

export type Stage = {
  app: SimApp
  model: Model
  ids: Ids
  table: SimTable
  /** `gameVersionId` of a window: that of the slot when left out. */
  needs: { signIn: Set<Player>; windows: Map<string, { session: Signed; gameVersionId?: number }> }
  /** Ids of decisions that took effect in earlier steps, to be sent for another request, and all ids of this step. */
  decisionIds: { earlier: string[]; now: string[] }
}

export const uuidOf = (draw: () => number): string => {
  const part = (digits: number): string =>
    Math.floor(draw() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${part(8)}-${part(4)}-7${part(3)}-8${part(3)}-${part(6)}${part(6)}`
}

export const pick = <Item>(draw: () => number, items: readonly Item[]): Item | undefined =>
  items[Math.floor(draw() * items.length)]
export const upTo = (draw: () => number, most: number): number => Math.floor(draw() * most)

export const chanceOf = (draw: () => number, share: number): boolean => draw() < share

export function memberOf(stage: Stage, player: Player): ModelMember {
  const member = stage.model.members.get(player.id)
  if (member === undefined) throw new Error('every player is in the model')
  return member
}

/** Now and then one of these amounts exactly, or one unit more. */
export function edgeOf(player: Player, edges: readonly Amount[]): Amount | null {
  const edge = chanceOf(player.draw, 0.1) ? pick(player.draw, edges) : undefined
  return edge === undefined || edge < 1n ? null : edge + (chanceOf(player.draw, 0.5) ? 1n : 0n)
}

/** What the member's limits of these kinds still allow. */
export function sparesOf(stage: Stage, member: ModelMember, kinds: readonly LimitKind[]): Amount[] {
  const counted = [...member.limits.values()].filter(({ kind }) => kinds.includes(kind))
  return counted.map((rule) => rule.most - usedOf(stage.model, member, rule))
}

/** The member's session, made before this step's commands begin if needed; sometimes one that has ended. */
export function signed(stage: Stage, player: Player, member: ModelMember): Signed {
  const hasEnded = player.signed === null || !isLive(stage.model, member, player.signed.sessionId)
  if (player.signed === null || (hasEnded && !chanceOf(player.draw, player.isWatched ? 0.8 : 0.05))) {
    const session = stage.needs.signIn
    // The session's id is not known yet: `signAllIn` sets the database's id here and in the model.
    player.signed = {
      memberId: player.id,
      token: '',
      sessionId: -BigInt(session.size) - 1n,
      windowId: uuidOf(player.draw),
    }
    session.add(player)
    const { now } = stage.model
    // A monthly limit on signed-in time looks back no further.
    member.sessions = member.sessions.filter((one) => one.created > now - 40 * 86_400_000)
    member.sessions.push({ id: player.signed.sessionId, created: now, lastAct: now, ends: now + 8 * 3_600_000 })
    player.window = player.signed.windowId
  }
  return player.signed
}

export const stakes = [200, 400, 1000, 2000, 4000, 10_000, 20_000] as const

export function roundOf(player: Player, nonce: bigint, stake: Amount): { pay: Amount; units: number; events: string } {
  const draw = seededDraw(hmacSha256, { ...player, gameCode: anySlot.code, nonce })
  const { pay, units, events } = play(anySlot.game, draw, { stake })
  return { pay, units, events: JSON.stringify(events) }
}

/** A call of the member API. It counts as activity of the session whatever its outcome. */
export function memberCall(
  stage: Stage,
  player: Player,
  call: {
    kind: string
    description: string
    name: string
    body: Record<string, unknown>
    model: () => string
    idKey?: string
  },
): Command {
  const member = memberOf(stage, player)
  const session = signed(stage, player, member)
  return {
    kind: call.kind,
    memberId: player.id,
    description: call.description,
    streams: false,
    real: (process) => callMember(process, session, call.name, call.body, { ids: stage.ids, key: call.idKey ?? null }),
    model: () => {
      if (!isLive(stage.model, member, session.sessionId)) return '401'
      touch(stage.model, member, session.sessionId)
      return call.model()
    },
  }
}

/** Mostly a new key; sometimes one that was used for something else. */
export function keyOf(player: Player): string {
  const used = chanceOf(player.draw, 0.05) ? pick(player.draw, player.sent) : undefined
  return used?.source === 'own' ? used.key : uuidOf(player.draw)
}
