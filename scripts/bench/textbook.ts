import { createPool } from '#server/db/pool.ts'
import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type Generated, type Transaction } from 'kysely'
import { asSuper, type BenchHouse } from './house.ts'
import { closedLoop } from './measure.ts'

/**
 * The bet as textbooks and most open platforms book it, written for comparison only: a transaction of the query builder with
 * one statement a step, an operation with a unique key, four postings (stake from cash to gaming, comp from comp cost to the
 * member), and a balance kept on every account they touch, the house's among them.
 */
export type Textbook = {
  /** Bets a second. `houseRows`: whether the house's balances are kept on rows, as the textbook has it, or only summed. */
  load: (callers: number, seconds: number, houseRows: boolean) => Promise<number>
  close: () => Promise<void>
}

type Tables = {
  account: { id: Generated<bigint>; owner: bigint; kind: string; balance: bigint }
  operation: { id: Generated<bigint>; key: string; at: Generated<Date> }
  entry: { id: Generated<bigint>; operation_id: bigint; account_id: bigint; amount: bigint; balance: bigint | null }
}

const database = 'textbook'
const members = 2_000
/** More connections do not make it quicker: it waits for the rows of the house. */
const connections = 32

export async function openTextbook(house: BenchHouse): Promise<Textbook> {
  await asSuper(house, (client) => client.query(`CREATE DATABASE ${database}`))
  await asSuper(
    house,
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
  const pool = createPool(house.database.superUrl.replace(/[^/?]*(\?|$)/, `${database}$1`), {
    max: connections,
    connectionTimeoutMs: 60_000,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let turn = 0
  return {
    load: async (callers, seconds, houseRows) => {
      const loaded = await closedLoop(callers, seconds, async () => {
        turn += 1
        const member = BigInt(1 + ((turn * 7919) % members))
        await db.transaction().execute((tx) => bet(tx, member, houseRows))
      })
      return loaded.perSecond
    },
    close: () => pool.end(),
  }
}

const stake = 10_000n
const comp = 70n

async function bet(tx: Transaction<Tables>, member: bigint, houseRows: boolean): Promise<void> {
  const operation = await tx.insertInto('operation').values({ key: randomUUID() }).returning('id').executeTakeFirst()
  if (operation === undefined) throw new Error('an operation was not inserted')
  const cash = await account(tx, member, 'cash', true)
  if (cash.balance < stake) throw new Error('the textbook’s member is short of funds')
  const earned = await account(tx, member, 'comp', true)
  // The house last and always in the same order, so that two bets never wait for each other in a circle.
  const gaming = await account(tx, 0n, 'gaming', houseRows)
  const cost = await account(tx, 0n, 'comp_cost', houseRows)
  await post(tx, operation.id, cash, -stake, true)
  await post(tx, operation.id, gaming, stake, houseRows)
  await post(tx, operation.id, cost, -comp, houseRows)
  await post(tx, operation.id, earned, comp, true)
}

type Account = { id: bigint; balance: bigint }

async function account(tx: Transaction<Tables>, owner: bigint, kind: string, locked: boolean): Promise<Account> {
  const asked = tx.selectFrom('account').select(['id', 'balance']).where('owner', '=', owner).where('kind', '=', kind)
  return await (locked ? asked.forUpdate() : asked).executeTakeFirstOrThrow()
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
