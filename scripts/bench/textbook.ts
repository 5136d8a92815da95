import { createPool } from '#server/db/pool.ts'
import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type Generated, type Transaction } from 'kysely'
import { asSuperuser, type BenchDatabase } from './database.ts'
import { closedLoop } from './measure.ts'

/**
 * A bet as textbooks and most open platforms book it, for comparison only: a transaction of the query builder with one
 * statement per step, an operation with a unique key, four postings (stake from cash to gaming, comp from comp cost to
 * the member), and a balance on every account they touch, including the platform's.
 */
export type Textbook = {
  /**
   * Bets per second. `platformRows`: whether platform balances are kept in rows, as in the textbook, or only summed.
   */
  load: (callers: number, seconds: number, platformRows: boolean) => Promise<number>
  close: () => Promise<void>
}

type Tables = {
  account: { id: Generated<bigint>; owner: bigint; kind: string; balance: bigint }
  operation: { id: Generated<bigint>; key: string; at: Generated<Date> }
  entry: { id: Generated<bigint>; operation_id: bigint; account_id: bigint; amount: bigint; balance: bigint | null }
}

const database = 'textbook'
const members = 2_000
/** More connections do not help, because every bet waits for the platform's rows. */
const connections = 32

export async function openTextbook(bench: BenchDatabase): Promise<Textbook> {
  await asSuperuser(bench, (client) => client.query(`CREATE DATABASE ${database}`))
  await asSuperuser(
    bench,
    async (client) => {
      await client.query(`
        CREATE TABLE account (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner bigint NOT NULL, kind text NOT NULL,
          balance bigint NOT NULL, UNIQUE (owner, kind));
        CREATE TABLE operation (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key uuid NOT NULL UNIQUE, at timestamptz NOT NULL DEFAULT now());
        CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, operation_id bigint NOT NULL REFERENCES operation,
          account_id bigint NOT NULL REFERENCES account, amount bigint NOT NULL, balance bigint);
        CREATE INDEX ON entry (operation_id);
        CREATE INDEX ON entry (account_id, id);
        INSERT INTO account (owner, kind, balance) SELECT 0, kind, 0 FROM unnest(ARRAY['gaming', 'comp_cost']) kind;
        INSERT INTO account (owner, kind, balance)
          SELECT n, kind, 1000000000000000 FROM generate_series(1, ${members}) n, unnest(ARRAY['cash', 'comp']) kind;
        ANALYZE`)
    },
    database,
  )
  const pool = createPool(bench.database.superUrl.replace(/[^/?]*(\?|$)/, `${database}$1`), {
    max: connections,
    connectionTimeoutMs: 60_000,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let turn = 0
  return {
    load: async (callers, seconds, platformRows) => {
      const loaded = await closedLoop(callers, seconds, async () => {
        turn += 1
        const member = BigInt(1 + ((turn * 7919) % members))
        await db.transaction().execute((tx) => bet(tx, member, platformRows))
      })
      return loaded.perSecond
    },
    close: () => pool.end(),
  }
}

const stake = 10_000n
const comp = 70n

async function bet(tx: Transaction<Tables>, member: bigint, platformRows: boolean): Promise<void> {
  const operation = await tx.insertInto('operation').values({ key: randomUUID() }).returning('id').executeTakeFirst()
  if (operation === undefined) throw new Error('an operation was not inserted')
  const cash = await account(tx, member, 'cash', true)
  if (cash.balance < stake) throw new Error('the textbook’s member is short of funds')
  const earned = await account(tx, member, 'comp', true)
  // The platform's rows last and always in the same order, so that two bets never deadlock.
  const gaming = await account(tx, 0n, 'gaming', platformRows)
  const cost = await account(tx, 0n, 'comp_cost', platformRows)
  await post(tx, operation.id, cash, -stake, true)
  await post(tx, operation.id, gaming, stake, platformRows)
  await post(tx, operation.id, cost, -comp, platformRows)
  await post(tx, operation.id, earned, comp, true)
}

type Account = { id: bigint; balance: bigint }

async function account(tx: Transaction<Tables>, owner: bigint, kind: string, locked: boolean): Promise<Account> {
  const query = tx.selectFrom('account').select(['id', 'balance']).where('owner', '=', owner).where('kind', '=', kind)
  return await (locked ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

async function post(
  tx: Transaction<Tables>,
  operationId: bigint,
  to: Account,
  amount: bigint,
  kept: boolean,
): Promise<void> {
  const balance = to.balance + amount
  await tx
    .insertInto('entry')
    .values({ operation_id: operationId, account_id: to.id, amount, balance: kept ? balance : null })
    .execute()
  if (kept) await tx.updateTable('account').set({ balance }).where('id', '=', to.id).execute()
}
