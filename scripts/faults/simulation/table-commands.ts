import { mergedStakes, type SpotStake } from '#domain/games/table/table-limits.ts'
import { amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { isLive, touch, type ModelMember } from '#test/ledger-model.ts'
import { placeInModel, undoInModel } from '#test/table-model.ts'
import { callTable } from './calls.ts'
import {
  chanceOf,
  keyOf,
  pick,
  signed,
  sparesOf,
  upTo,
  uuidOf,
  type Command,
  type Player,
  type Stage,
} from './player.ts'
import { bet } from './event-commands.ts'
import type { SimRound } from './sim-table.ts'

/** A member's calls at the table: placements in its rounds, and undoing them. */

const spots = ['banker', 'player', 'tie', 'banker-pair', 'player-pair'] as const
/** The least chip of a new table. */
const chip = wholeUnits(1_000)

/** Mostly a placement in the newest round, sometimes in an earlier one; else one that was sent before, or its undoing. */
export function tableCommand(stage: Stage, player: Player, member: ModelMember): Command {
  const { draw } = player
  const { rounds } = stage.table
  const round = chanceOf(draw, 0.9) ? rounds.at(-1) : pick(draw, rounds.slice(-4))
  if (round === undefined) return bet(stage, player)
  const own = round.placements.filter(({ memberId }) => memberId === player.id)
  const what = draw()
  if (what < (own.length > 0 ? 0.35 : 0.05)) {
    const key = chanceOf(draw, 0.5) ? pick(draw, own)?.key : undefined
    return tableCall(stage, player, round, {
      kind: 'undo',
      description: `takes back ${key === undefined ? 'all placements' : key.slice(0, 8)}`,
      name: 'undo-bets',
      body: key === undefined ? {} : { placement: key },
      model: () => undoInModel(stage.model, round, player.id, key),
    })
  }
  const before = what < 0.45 ? pick(draw, own) : undefined
  const isAltered = before !== undefined && chanceOf(draw, 0.3)
  const key = before?.key ?? keyOf(player)
  const stakes = before === undefined || isAltered ? newStakes(stage, player, member) : before.stakes
  const sessionId = () => player.signed?.sessionId ?? 0n
  return tableCall(stage, player, round, {
    kind: 'place',
    description: `places ${stakes.map(({ spot, stake }) => `${amountToWire(stake)} on ${spot}`).join(', ')} under ${key.slice(0, 8)}`,
    name: 'place-bet',
    body: { requestId: key, spots: stakes.map(({ spot, stake }) => ({ spot, stake: amountToWire(stake) })) },
    model: () => placeInModel(stage.model, round, { memberId: player.id, key, stakes, sessionId: sessionId() }),
  })
}

/** Whether the member has placements in a round that still takes them. */
export function isInRound({ table }: Stage, { id }: Player): boolean {
  const round = table.rounds.at(-1)
  return round?.isOpen === true && round.placements.some(({ memberId }) => memberId === id)
}

/** One to three spots; now and then as much as cash and limits allow, or a chip more. */
function newStakes(stage: Stage, { draw }: Player, member: ModelMember): SpotStake[] {
  const made = Array.from({ length: 1 + upTo(draw, 3) }, () => ({
    spot: pick(draw, spots) ?? 'tie',
    stake: chip * BigInt(1 + upTo(draw, 3)),
  }))
  const edge = pick(draw, [member.wallet.cash, ...sparesOf(stage, member, ['wager', 'loss'])]) ?? 0n
  const isLast = chanceOf(draw, 0.15)
  const most: Amount = edge - (edge % chip) + (chanceOf(draw, 0.5) ? chip : 0n)
  return mergedStakes(isLast && most > 0n ? [{ spot: made[0]?.spot ?? 'tie', stake: most }] : made)
}

/** A call of the member's window at the table, which a session opens once. */
function tableCall(
  stage: Stage,
  player: Player,
  round: SimRound,
  call: { kind: string; description: string; name: string; body: Record<string, unknown>; model: () => string },
): Command {
  const { model } = stage
  const member = model.members.get(player.id)
  if (member === undefined) throw new Error('every player is in the model')
  const session = signed(stage, player, member)
  if (player.seat?.session !== session) {
    player.seat = { session, windowId: uuidOf(player.draw) }
    stage.needs.windows.set(player.seat.windowId, { session, gameVersionId: stage.table.gameVersionId })
  }
  const { windowId } = player.seat
  const body = { roundId: round.id, ...call.body }
  return {
    kind: call.kind,
    memberId: player.id,
    description: `${call.description} in round ${round.number}`,
    streams: false,
    real: (process) => callTable(process, session, { windowId, name: call.name, body }),
    model: () => {
      if (!isLive(model, member, session.sessionId)) return 'unauthenticated'
      touch(model, member, session.sessionId)
      return call.model()
    },
  }
}
