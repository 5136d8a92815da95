import type { Deps } from '#server/deps.ts'
import { defaultSeatRound, settleSeatRound, voidSeatRound, type EndedSeatRound } from '#server/ledger/seats.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import { refuseAlteredTime, refuseEarlyDefault } from './decision-time.ts'
import { isPairSecret } from './open-pair.ts'
import { refuseTakenBack } from './taken-back.ts'
import { drawnOf, readPairOf } from './pairs.ts'
import { lastTakenAt } from './proven.ts'
import { readSeatRound, stakeKeysOf, type SeatRoundRow } from './rows.ts'
import { playStored } from './store.ts'

/**
 * Ends rounds with decisions. What a round comes to follows from its seeds and decisions alone, so any process may end any round, at any moment and
 * more than once: the ledger takes one result of it, while the round is as it was read.
 */
export type EndingDeps = Pick<Deps, 'db' | 'config' | 'ledger' | 'events' | 'log' | 'moneyOut'>

/** Rows change between two readings by calls of the member only, a few at a time. */
const mostReadings = 10

/**
 * The round as it is after everything that is due: one that is over is settled or, where its result failed its check, void; one whose time is over takes
 * the default first. Resolves with the newest state.
 */
export async function endDue(deps: EndingDeps, round: SeatRoundRow): Promise<SeatRoundRow> {
  let row = round
  await refuseTakenBack(deps, row)
  for (let readings = 0; readings < mostReadings && row.state === 'open'; readings += 1) {
    const isChanged = await endOnce(deps, row)
    if (!isChanged) return row
    const again = await readSeatRound(deps.db, row.memberId, row.id)
    if (again === null) throw new Error(`round ${row.id} is gone`)
    await refuseTakenBack(deps, again)
    row = again
  }
  return row
}

/** Whether an open round was ended or changed, here or elsewhere, so that it is to be read again. */
async function endOnce(deps: EndingDeps, row: SeatRoundRow): Promise<boolean> {
  if (deps.config.secret.lost?.has(row.keyId) === true)
    return voidRound(deps, row, { reason: 'lost-key', detail: row.keyId })
  if (!row.defaulted && !(await isPairSecret(deps, row))) return true
  refuseAlteredTime(row, await lastTakenAt(deps, row))
  await refuseEarlyDefault(deps, row)
  const played = await playStored(deps, row)
  if (played.kind === 'void') return voidRound(deps, row, played)
  if (played.kind === 'over') return settle(deps, row, played)
  if (row.decideBy > row.now) return false
  await defaultSeatRound(deps.db, row.id)
  return true
}

async function settle(
  deps: EndingDeps,
  row: SeatRoundRow,
  result: { staked: bigint; returned: bigint },
): Promise<boolean> {
  const drawn = drawnOf(row, await readPairOf(deps, row))
  const ended = { ...(await endedOf(deps, row)), drawn }
  if (await settleSeatRound(deps.db, deps.config.secret, ended, result))
    deps.events.publish({ kind: 'balance', memberId: row.memberId })
  return true
}

async function voidRound(
  deps: EndingDeps,
  row: SeatRoundRow,
  { reason, detail }: { reason: string; detail: string },
): Promise<boolean> {
  const keys = stakeKeysOf(row)
  const ended = await endedOf(deps, row)
  // A version that is closed by it is a recorded row: the transaction is signed.
  const isVoid = await deps.db
    .transaction()
    .execute((tx) => voidSeatRound(tx, deps.config.secret, ended, { keys, reason, detail }))
  if (isVoid) {
    deps.log.error({ round: row.id, reason, detail }, 'a round with decisions is void: its stakes are given back')
    deps.events.publish({ kind: 'balance', memberId: row.memberId })
  }
  return true
}

async function endedOf(deps: EndingDeps, row: SeatRoundRow): Promise<Omit<EndedSeatRound, 'drawn'>> {
  const company = seatGameByCode(row.gameCode)?.company
  if (company === undefined) throw new Error(`there is no game ${row.gameCode} with decisions`)
  return {
    roundId: row.id,
    memberId: row.memberId,
    contraId: await deps.ledger.accountId(row.brandId, 'gaming', company),
    decisions: row.decisions.map(({ action }) => action),
    defaulted: row.defaulted,
  }
}
