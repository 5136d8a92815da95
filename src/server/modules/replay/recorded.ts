import { readRecorded } from '#server/db/recorded-row.ts'
import type { Database } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/ledger/ledger.ts'

/**
 * Whether a share is as the program recorded and signed it (docs/decisions/047-public-replays.md), and as `wanted`: one that somebody made,
 * altered or put back in the database shows nothing and is no agreement. Call it after the row was read: what is as it was recorded then was so
 * before, because every alteration leaves another transaction in the row. One that is not is logged.
 */
export async function isRecordedShare(
  { db, config, log }: Pick<Deps, 'config' | 'log'> & { db: Database | Tx },
  id: string,
  wanted: 'made' | 'shown' | 'listed',
): Promise<boolean> {
  const row = await readRecorded(db, config.secret, 'public_replay', id)
  if (row === null) {
    log.error({ replay: id }, 'a shared round is not as it was recorded')
    return false
  }
  if (wanted === 'made') return true
  return row['taken_back_at'] === null && (wanted === 'shown' || row['listed'] === true)
}
