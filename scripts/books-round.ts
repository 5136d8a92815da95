import { mendedVersions } from '#domain/games/mended.ts'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import type { AppSecret } from '#server/config.ts'
import { createDb, type Database } from '#server/db/pool.ts'
import {
  loadPublishedGames,
  readListed,
  redrawRound,
  type ReadRows,
  type Redrawn,
  type StoredRound,
} from '#server/ledger/redraw.ts'
import { loadSeatGames } from '#server/ledger/seat-draw.ts'
import { readListedSeats, redrawSeatRound } from '#server/ledger/seat-redraw.ts'
import { createRecounting, recountRound } from '#server/ledger/table-recounts.ts'
import { readSeatRounds, readShown } from '#server/modules/seat-round/store.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/**
 * One round of a slot, with decisions or of a table, played again, as lines: what is stored, what its seeds give now, and where the engine failed. Of a round
 * that the journal does not prove, nothing is printed that its seeds give, and of an open round nothing that its member cannot see.
 * Null where there is no round with this id.
 */
export async function replayedRound(
  pool: pg.Pool,
  secret: AppSecret,
  id: string,
  playedBy: Engine = play,
): Promise<string[] | null> {
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows
  const [round] = await readListed(read, [id])
  if (round === undefined)
    return (await replayedSeat(pool, read, secret, id)) ?? (await recountedTable(pool, secret, id))
  const failures: string[] = []
  const engine: Engine = (...played) => {
    try {
      return playedBy(...played)
    } catch (error) {
      failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      throw error
    }
  }
  const found = redrawRound(round, secret, await loadPublishedGames(), { engine, mended: mendedVersions })
  return [
    ...storedLines(round),
    foundLine(found),
    ...failures.flatMap((failure) => ['The engine failed:', ...failure.split('\n')]),
  ]
}

function storedLines({ id, nonce, stake, pay, units, math_hash: mathHash, ...round }: StoredRound): string[] {
  return [
    `Round ${id}, number ${nonce}, of ${round.seen_at}: ${units === null ? 'VOID' : `${units} units`}, stake ${stake}, pay ${pay} (1/10000)`,
    `Mathematics ${mathHash}, server seed hash ${round.server_seed_hash?.toString('hex')}, client seed ${round.client_seed}`,
    `Events ${round.events}`,
  ]
}

function foundLine(found: Redrawn): string {
  if (typeof found === 'object')
    return `Played again: DIFFERENT, ${found.different}${found.due === undefined ? '' : `: ${found.due}`}`
  return found === 'same' ? 'Played again: the same.' : `Not played again: ${found}.`
}

/** A round with decisions; null where there is none with this id. Its cards are those that the office shows. */
async function replayedSeat(pool: pg.Pool, read: ReadRows, secret: AppSecret, id: string): Promise<string[] | null> {
  const [round] = await readListedSeats(read, [id])
  if (round === undefined) return null
  const { nonce, at, stake, staked, returned, decisions, client_seed: clientSeed } = round
  return [
    `Round ${id} with decisions, number ${nonce}, of ${at.toISOString()}: ${stateText(round.state, round.void_reason)}, stake ${stake}, all stakes ${staked}, returned ${returned ?? 'nothing yet'} (1/10000)`,
    `Mathematics ${round.math_hash}, server seed hash ${round.server_seed_hash?.toString('hex')}, client seed ${clientSeed}`,
    `Decisions ${decisions.map(({ action }) => action).join(', ') || 'none'}${round.defaulted ? ', then the default' : ''}`,
    foundLine(redrawSeatRound(round, secret, await loadSeatGames())),
    await eventsLine(createDb(pool, secret), secret, id),
  ]
}

/** The events that the member of a round with decisions saw; of a round that the journal does not prove, none. */
async function eventsLine(db: Database, secret: AppSecret, id: string): Promise<string> {
  try {
    const [row] = await readSeatRounds(db, sql`q.id = ${id}::uuid`)
    const shown = row && (await readShown({ db, config: { secret } }, row))
    return shown ? `Events ${JSON.stringify(shown.view.events)}` : 'Events none'
  } catch (error) {
    return `Events not shown: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** A round of a table; null where there is none with this id. */
async function recountedTable(pool: pg.Pool, secret: AppSecret, id: string): Promise<string[] | null> {
  const found = await recountRound(createRecounting({ db: createDb(pool, secret), pool, secret }), id)
  if (found === null) return null
  const { table, number, openedAt, state, voidReason, members, staked, outcome, isEnded, different } = found
  return [
    `Round ${id} of table ${table}, number ${number}, of ${openedAt.toISOString()}: ${stateText(state, voidReason)}, ${members} members staked ${staked} (1/10000)`,
    `Outcome ${outcome === null ? 'none' : JSON.stringify(outcome)}`,
    ...(!isEnded ? ['Not recounted: it has not ended.'] : different.map((detail) => `Recounted: DIFFERENT, ${detail}`)),
    ...(isEnded && different.length === 0 ? ['Recounted: the same.'] : []),
  ]
}

function stateText(state: string, voidReason: string | null): string {
  return voidReason === null ? state : `VOID (${voidReason})`
}
