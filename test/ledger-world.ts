import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { createLedger, issueIn, ledgerSettings, type Ledger } from '#server/ledger/ledger.ts'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A world with a bench brand (pace 0), members with empty wallets, and a ledger, for tests of the ledger alone. */
export type LedgerWorld = World & {
  ledger: Ledger
  ledgerPool: pg.Pool
  brandId: number
  memberIds: bigint[]
  gamingId: number
  cashierId: number
  compCostId: number
}

/** `ratePpm`: the comp rate of slots at every level, in force for a year. */
export async function createLedgerWorld(options: { members: number; ratePpm?: number }): Promise<LedgerWorld> {
  const world = await createWorld()
  const brand = await world.ownerPool.query<{ id: number }>(
    `INSERT INTO brand (code, name, purpose, min_spin_ms) VALUES ('bench', 'Bench', 'bench', 0) RETURNING id`,
  )
  const brandId = brand.rows[0]?.id ?? 0
  await world.ownerPool.query(
    `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
     SELECT $1, 'slot', level, $2, date_trunc('minute', now()) - interval '1 year' FROM generate_series(1, 10) level`,
    [brandId, options.ratePpm ?? 7_000],
  )
  const memberIds = await addMembers(world.ownerPool, brandId, options.members)
  const ledgerPool = createPool(world.appUrl, { max: 2, name: 'ledger', settings: ledgerSettings })
  const ledger = createLedger({ pool: ledgerPool, secret: testSecret, lanes: 2 })
  return {
    ...world,
    ledger,
    ledgerPool,
    brandId,
    memberIds,
    gamingId: await ledger.accountId(brandId, 'gaming', 'baize'),
    cashierId: await ledger.accountId(brandId, 'cashier_clearing'),
    compCostId: await ledger.accountId(brandId, 'comp_cost'),
    close: async () => {
      await ledger.drain()
      await ledgerPool.end()
      await world.close()
    },
  }
}

/** Takes a member that no other test of the world uses and issues this many whole units of cash. */
export async function takeMember(world: LedgerWorld, units: number): Promise<bigint> {
  const id = world.memberIds.pop()
  if (id === undefined) throw new Error('the world has too few members')
  if (units > 0) {
    await issueUnits(world, id, units)
  }
  return id
}

/** Issues whole units of play money to a member. */
export async function issueUnits(world: LedgerWorld, memberId: bigint, units: number): Promise<void> {
  const contraId = await world.ledger.accountId(world.brandId, 'play_money_issue')
  const issue = { memberId, kind: 'issue', source: 'system', key: randomUUID(), request: ['issue', units] } as const
  const done = await world.ownerDb
    .transaction()
    .execute((tx) => issueIn(tx, { ...issue, cash: wholeUnits(units), contraId }))
  if (done.outcome !== 'done') throw new Error(`play money was not issued: ${done.outcome}`)
}

/** A ledger with its own pool and batcher, like that of a second process. */
export function createSecondLedger(world: LedgerWorld): { ledger: Ledger; close: () => Promise<void> } {
  const pool = createPool(world.appUrl, { max: 2 })
  return { ledger: createLedger({ pool, secret: testSecret }), close: () => pool.end() }
}

/** Adds active members with wallets; returns their ids. */
export async function addMembers(pool: pg.Pool, brandId: number, count: number): Promise<bigint[]> {
  const made = await pool.query<{ id: bigint }>(
    `WITH made AS (
       INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, reference_code)
       SELECT gen_random_uuid(), $1, 'bench' || n || x, 'bench' || n || x, 'bench' || n || x, 'bench' || n || x, '-', '-', 'active', n || x
       FROM generate_series(1, $2) n, (SELECT substr(gen_random_uuid()::text, 1, 8) AS x) salt RETURNING id
     ), opened AS (INSERT INTO wallet (member_id, brand_id) SELECT id, $1 FROM made)
     SELECT id FROM made ORDER BY id`,
    [brandId, count],
  )
  return made.rows.map((row) => row.id)
}
