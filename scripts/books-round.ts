import { mendedVersions } from '#domain/games/mended.ts'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import type { AppSecret } from '#server/config.ts'
import { loadPublishedGames, readListed, redrawRound, type StoredRound } from '#server/ledger/redraw.ts'
import type pg from 'pg'

/** One round played again from its seeds, as lines: what is stored, what the engine gives now, and where it failed. */
export async function replayedRound(
  pool: pg.Pool,
  secret: AppSecret,
  id: string,
  playedBy: Engine = play,
): Promise<string[]> {
  const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows
  const [round] = await readListed(read, [id])
  if (round === undefined) return [`There is no round ${id}.`]
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
    typeof found === 'object'
      ? `Played again: DIFFERENT, ${found.different}`
      : found === 'same'
        ? 'Played again: the same.'
        : `Not played again: ${found}.`,
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
