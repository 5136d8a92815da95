import { isShoeGame, linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from 'kysely'
import { suspectBooks, type MoneyOutHold } from './book-runs.ts'
import {
  createTableProofKeys,
  openingOf,
  proofColumns,
  type DealtPlace,
  type RoundFacts,
  type StoredProof,
} from './table-proofs.ts'

/**
 * Up to which round the betting at each table has ended, as far as this process knows: by what it dealt itself and by the signed proofs of
 * others. No such round takes placements again, becomes void or is dealt again, whatever the rows say
 * (docs/decisions/043-shared-rounds.md).
 */

/** The hold on payments stands for the process. */
export type EndedDeps = Pick<Deps, 'moneyOut' | 'log'>

type Ended = DealtPlace & Pick<StoredProof, 'number' | 'mac'>

/** The newest ended round of each table, and the alarm that was raised there since. */
type Known = { ended: Map<number, Ended>; alarms: Map<number, string> }

const known = new WeakMap<MoneyOutHold, Known>()

function knownOf({ moneyOut }: EndedDeps): Known {
  const found = known.get(moneyOut) ?? { ended: new Map(), alarms: new Map() }
  known.set(moneyOut, found)
  return found
}

/** Keeps that the betting of a round has ended; call it after the commit. */
export function keepEnded(deps: EndedDeps, { tableId, number, chainId, link, place, mac }: StoredProof): void {
  const { ended, alarms } = knownOf(deps)
  if (number <= (ended.get(tableId)?.number ?? 0)) return
  ended.set(tableId, { number, chainId, link, place, mac })
  alarms.delete(tableId)
}

/** Logs once that something known of a table was taken back, and holds the payments of this process until a run of the books has ended. */
export function alarmAtTable(deps: EndedDeps, tableId: number, problem: string): Error {
  const { alarms } = knownOf(deps)
  if (alarms.get(tableId) !== problem) {
    alarms.set(tableId, problem)
    suspectBooks(deps.moneyOut)
    deps.log.error({ tableId }, `the rows of a table were altered: ${problem}`)
  }
  return new Error(problem)
}

/**
 * Whether a round is from before rounds were signed, up to number `unproven` of its table. Once a signed end of the table is known none is,
 * whatever the rows say: those from before came first.
 */
export function isFromBefore(
  deps: EndedDeps,
  { tableId, number, unproven }: { tableId: number; number: number; unproven: number | null },
): boolean {
  return number <= (unproven ?? 0) && !knownOf(deps).ended.has(tableId)
}

/** Whether the place, the opening and the close of a round are those that the program signed before it took placements. */
export function isAsOpened({ config }: Pick<Deps, 'config'>, round: RoundFacts): boolean {
  return createTableProofKeys(config.secret).verifies(openingOf(round), round.opening)
}

/**
 * Whether a round takes placements and their undoing now: its times are those of its opening, and its betting has not ended. An alarm where the
 * row says otherwise; none of a round from before openings were signed, which its next dealer makes void.
 */
export function takesChanges(deps: EndedDeps & Pick<Deps, 'config'>, round: RoundFacts): boolean {
  const { tableId, number, roundId } = round
  if (round.state !== 'open' || round.opening === null) return false
  if (round.isProven || number <= (knownOf(deps).ended.get(tableId)?.number ?? 0))
    alarmAtTable(deps, tableId, `round ${roundId} has ended and is open again`)
  else if (!isAsOpened(deps, round)) alarmAtTable(deps, tableId, `round ${roundId} is not as it was opened`)
  else return round.isOpen
  return false
}

/** Throws, with an alarm, where a round is to be opened, dealt or void that has ended, or that comes at its place or an earlier one. */
export function refuseEnded(
  deps: EndedDeps,
  game: TableGame,
  round: Pick<RoundFacts, 'tableId' | 'number' | 'chainId' | 'link' | 'place'> & { isProven?: boolean },
): void {
  const { tableId, number, isProven } = round
  const ended = knownOf(deps).ended.get(tableId)
  if (isProven === true || (ended && number <= ended.number))
    throw alarmAtTable(deps, tableId, `round ${number} has ended and is underway again`)
  if (ended && !isBehind(game, ended, round))
    throw alarmAtTable(deps, tableId, `round ${number} is at a place whose outcome was known: link ${round.link}`)
}

/** Whether a round comes behind another one of its table in the chains. */
function isBehind(game: TableGame, ended: DealtPlace, next: DealtPlace): boolean {
  if (next.chainId !== ended.chainId) return next.chainId > ended.chainId
  return next.link > ended.link || (isShoeGame(game) && next.link === ended.link && next.place > ended.place)
}

/**
 * Throws, with an alarm, where a series would not begin behind the whole series of the newest ended round: that of this process and, as `newest`,
 * that of the stored proofs.
 */
export function refuseUsedLink(
  deps: EndedDeps,
  { tableId, game, chainId, firstLink }: { tableId: number; game: TableGame; chainId: number; firstLink: number },
  newest: DealtPlace | null,
): void {
  for (const used of [knownOf(deps).ended.get(tableId), newest]) {
    if (!used) continue
    const lastLink = isShoeGame(game) ? used.link : used.link - used.place + linksOfSeries(game) - 1
    if (chainId < used.chainId || (chainId === used.chainId && firstLink <= lastLink))
      throw alarmAtTable(
        deps,
        tableId,
        `a series would begin at link ${firstLink}, and those up to ${lastLink} are used`,
      )
  }
}

type NewestProof = { [Column in keyof StoredProof]: StoredProof[Column] | null } & {
  id: number
  knownMac: Buffer | null
}

/** Learns from the proofs of these tables which rounds have ended; an alarm where one that this process knows is gone or is another one. */
export async function learnEnded(
  deps: EndedDeps & Pick<Deps, 'db' | 'config'>,
  tableIds: readonly number[],
): Promise<void> {
  const { ended } = knownOf(deps)
  const numbers = tableIds.map((id) => ended.get(id)?.number ?? 0)
  const macs = new Map(tableIds.map((id) => [id, ended.get(id)?.mac]))
  const { rows } = await sql<NewestProof>`
    SELECT k.id, (SELECT o.mac FROM table_proof o WHERE o.table_id = k.id AND o.number = k.number) AS "knownMac", ${sql.raw(proofColumns)}
      FROM unnest(${tableIds}::smallint[], ${numbers}::int[]) k (id, number)
      LEFT JOIN LATERAL (SELECT * FROM table_proof x WHERE x.table_id = k.id ORDER BY x.number DESC LIMIT 1) p ON true`.execute(
    deps.db,
  )
  const keys = createTableProofKeys(deps.config.secret)
  for (const { id, knownMac, ...newest } of rows) {
    const mac = macs.get(id)
    if (mac !== undefined && knownMac?.equals(mac) !== true)
      alarmAtTable(
        deps,
        id,
        `the proof of round ${ended.get(id)?.number}, which this process knows, is gone or another one`,
      )
    if (newest.mac === null || (newest.number ?? 0) <= (ended.get(id)?.number ?? 0)) continue
    const proof = newest as StoredProof
    // One of a lost key cannot be verified; at worst it refuses too much.
    if (keys.verifies(proof, proof.mac) || deps.config.secret.lost !== undefined) keepEnded(deps, proof)
    else alarmAtTable(deps, id, `the proof of round ${proof.number} is not the program's`)
  }
}
