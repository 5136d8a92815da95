import type pg from 'pg'
import { acceptStates } from '#server/db/accept-states.ts'
import { testSecret } from '#test/test-secret.ts'

/** Accepts the recorded rows as they are, after a test has altered some past the triggers and put them back. `owner` is the owner's pool. */
export async function acceptAllStates(owner: pg.Pool): Promise<void> {
  const { code } = await acceptStates(owner, testSecret, null)
  if (code !== '') await acceptStates(owner, testSecret, { code, reason: 'put back by the test' })
}
