import type pg from 'pg'
import { beginStates } from '#server/db/begin-states.ts'
import { testSecret } from '#test/test-secret.ts'

/**
 * Begins the recording of states anew, after a test has altered recorded rows on purpose. `client` is a superuser's; the
 * audit is not chained yet.
 */
export async function beginStatesAgain(client: pg.ClientBase): Promise<void> {
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM state_change;
    DELETE FROM act_signature;
    DELETE FROM audit WHERE act IN ('state.begin', 'state.begin-xids');
    UPDATE audit SET act_group = NULL;
    COMMIT`)
  await beginStates(client, testSecret)
}
