import type { Pool } from 'pg'
import { batcherOfEach, createBatcher } from '#server/ledger/batcher.ts'

/**
 * Records that members act, beside their calls: none waits for the log's disk, and those that come while a record is written share the next one.
 * What a crash loses is the activity of a moment; the next call records it again.
 */

const batchers = batcherOfEach((pool: Pool) =>
  createBatcher<bigint, true>({
    lanes: 1,
    mostTogether: 1_000,
    mostWaiting: 10_000,
    run: (sessionIds) => touch(pool, sessionIds),
  }),
)

/** Extends a session by an act; an error is left to the next act of the session. */
export function recordActivity(pool: Pool, sessionId: bigint): void {
  void batchers
    .of(pool)
    .add(0n, sessionId)
    .catch(() => {})
}

/** Resolves when the activity of all calls so far is recorded. */
export async function activityRecorded(pool: Pool): Promise<void> {
  await batchers.known(pool)?.drained()
}

/** Waits for no lock, so that it cannot deadlock with a batch of the ledger, which records activity too. */
async function touch(pool: Pool, sessionIds: readonly bigint[]): Promise<true[]> {
  await pool.query({
    name: 'record-activity',
    text: `
      UPDATE member_session SET last_act_at = now() WHERE id IN (
        SELECT id FROM member_session
         WHERE id = ANY ($1::bigint[]) AND ended_at IS NULL AND last_act_at < now() - interval '20 seconds'
           FOR NO KEY UPDATE SKIP LOCKED)`,
    values: [sessionIds],
  })
  return sessionIds.map(() => true)
}
