import type pg from 'pg'
import { beginStatesAgain } from '#test/begin-states-again.ts'

/**
 * Moves every dated setting and comp rate an hour back, with its audit row, so that what is booked next lies outside the
 * time in which the books accept a setting's value of before. `client` is a superuser's; the audit is not chained yet.
 */
export async function ageSettings(client: pg.ClientBase): Promise<void> {
  const older = (value: string): string => `to_jsonb((${value})::timestamptz - interval '1 hour')`
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE migration SET applied_at = applied_at - interval '2 hours';
    UPDATE dated_setting SET effective_from = effective_from - interval '1 hour';
    UPDATE audit SET detail = detail || jsonb_build_object('effective_from', ${older(`detail ->> 'effective_from'`)}) WHERE act = 'setting.dated';
    UPDATE comp_rate SET created_at = created_at - interval '1 hour', effective_from = effective_from - interval '1 hour';
    UPDATE audit SET detail = jsonb_build_object('rates', (
        SELECT jsonb_agg(r || jsonb_build_object('created_at', ${older(`r ->> 'created_at'`)}, 'effective_from', ${older(`r ->> 'effective_from'`)}))
        FROM jsonb_array_elements(detail -> 'rates') r))
      WHERE act = 'comp-rate.set';
    COMMIT`)
  await beginStatesAgain(client)
}
