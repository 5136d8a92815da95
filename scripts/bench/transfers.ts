import { createPool } from '#server/db/pool.ts'
import { asSuperuser, type BenchDatabase } from './database.ts'
import { closedLoop } from './measure.ts'

/**
 * Double entry as a library in the database does it, for comparison only: a transfer between two accounts is one call of
 * one SQL function, which locks both accounts, writes the transfer and an entry per account with the balance before and
 * after, and updates both balances. A bet of ours does more: an idempotency key, comp at a dated rate, turnover.
 */
export type Transfers = {
  /** Transfers per second: from 2 000 members to one shared account, or from member to member. */
  load: (callers: number, seconds: number, to: 'shared' | 'members') => Promise<number>
  /** Checks that every balance agrees with the entries: a peer must be right to be a measure. */
  close: () => Promise<void>
}

const database = 'transfers'
const members = 2_000
const sharedAccount = members + 1
/** More connections do not help: transfers to the shared account wait for its row. */
const connections = 32

const schema = `
  CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL, version bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50);
  CREATE TABLE transfer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, from_id bigint NOT NULL REFERENCES account,
    to_id bigint NOT NULL REFERENCES account, amount bigint NOT NULL CHECK (amount > 0),
    at timestamptz NOT NULL DEFAULT clock_timestamp(), CHECK (from_id <> to_id));
  CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint NOT NULL REFERENCES account,
    transfer_id bigint NOT NULL REFERENCES transfer, amount bigint NOT NULL, balance_before bigint NOT NULL,
    balance_after bigint NOT NULL, version bigint NOT NULL, CHECK (balance_after = balance_before + amount));
  CREATE INDEX ON entry (account_id, version);
  CREATE INDEX ON entry (transfer_id);
  INSERT INTO account (id, balance) SELECT n, 1000000000000000 FROM generate_series(1, ${sharedAccount}) n;

  CREATE FUNCTION make_transfer(p_from bigint, p_to bigint, p_amount bigint) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    v_transfer bigint;
    v_from account;
    v_to account;
  BEGIN
    -- In the order of the accounts, so that two transfers never deadlock.
    PERFORM 1 FROM account WHERE id IN (p_from, p_to) ORDER BY id FOR UPDATE;
    UPDATE account SET balance = balance - p_amount, version = version + 1 WHERE id = p_from AND balance >= p_amount RETURNING * INTO v_from;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'account % is short of funds', p_from;
    END IF;
    UPDATE account SET balance = balance + p_amount, version = version + 1 WHERE id = p_to RETURNING * INTO STRICT v_to;
    INSERT INTO transfer (from_id, to_id, amount) VALUES (p_from, p_to, p_amount) RETURNING id INTO v_transfer;
    INSERT INTO entry (account_id, transfer_id, amount, balance_before, balance_after, version) VALUES
      (p_from, v_transfer, -p_amount, v_from.balance + p_amount, v_from.balance, v_from.version),
      (p_to, v_transfer, p_amount, v_to.balance - p_amount, v_to.balance, v_to.version);
    RETURN v_transfer;
  END
  $$;
  ANALYZE`

/** Opens the peer in a database of its own on the bench's server. */
export async function openTransfers(bench: BenchDatabase): Promise<Transfers> {
  await asSuperuser(bench, (client) => client.query(`CREATE DATABASE ${database}`))
  await asSuperuser(bench, (client) => client.query(schema), database)
  const url = bench.database.superUrl.replace(/[^/?]*(\?|$)/, `${database}$1`)
  const statement = { name: 'make_transfer', text: 'SELECT make_transfer($1, $2, 10000)' }
  let turn = 0
  return {
    load: async (callers, seconds, to) => {
      // Closed afterwards: the other rivals need the server's connections.
      const pool = createPool(url, { max: Math.min(callers, connections), connectionTimeoutMs: 60_000 })
      const loaded = await closedLoop(callers, seconds, async () => {
        turn += 1
        const from = 1 + ((turn * 7919) % members)
        const other = to === 'shared' ? sharedAccount : 1 + ((from + (turn % (members - 1))) % members)
        await pool.query({ ...statement, values: [from, other] })
      })
      await pool.end()
      return loaded.perSecond
    },
    close: () => expectBalanced(bench),
  }
}

async function expectBalanced(bench: BenchDatabase): Promise<void> {
  const wrong = await asSuperuser(
    bench,
    (client) =>
      client.query<{ accounts: number }>(
        `SELECT count(*)::int AS accounts FROM account a LEFT JOIN (SELECT account_id, sum(amount) AS moved, max(version) AS version
           FROM entry GROUP BY account_id) e ON e.account_id = a.id
         WHERE a.balance <> 1000000000000000 + coalesce(e.moved, 0) OR a.version <> coalesce(e.version, 0)`,
      ),
    database,
  )
  if (wrong.rows[0]?.accounts !== 0) throw new Error('the accounts of the peer differ from its entries')
}
