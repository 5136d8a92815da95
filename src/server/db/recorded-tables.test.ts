import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSecret } from '#test/test-secret.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { createActKeys } from './act-signing.ts'
import { beginStates } from './begin-states.ts'
import { recordedParts, recordedTables } from './recorded-tables.ts'

let world: World
let source: string

beforeAll(async () => {
  world = await createWorld()
  source = await readFile(new URL('../../../db/functions/audit/states.sql', import.meta.url), 'utf8')
})
afterAll(() => world.close())

describe('a recorded table', () => {
  test.each(recordedTables)('%s covers every column in its newest state', async (table) => {
    const { rows } = await world.ownerPool.query<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [table],
    )
    const body = new RegExp(String.raw`FUNCTION ${table}_state\(.*?\$\$(.*?)\$\$`, 's').exec(source)?.[1] ?? ''
    const newest = body.slice(body.lastIndexOf('sha256('))
    const missing = rows.map(({ name }) => name).filter((name) => !new RegExp(String.raw`\br\.${name}\b`).test(newest))
    expect(missing).toEqual([])
  })

  test('has a trigger, and every such trigger a table of the list', async () => {
    const { rows } = await world.ownerPool.query<{ name: string }>(
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgfoid = 'state_recorded'::regproc ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...recordedTables, ...Object.values(recordedParts)].toSorted())
  })
})

describe('a change of a recorded row', () => {
  const changes = async (): Promise<{ key: string; gone: boolean }[]> =>
    (
      await world.ownerPool.query<{ key: string; gone: boolean }>(
        `SELECT row_key AS key, digest IS NULL AS gone FROM state_change WHERE relation = 'company' ORDER BY id`,
      )
    ).rows

  test('is recorded once, by the row’s key; another key is another row; an update that leaves it as it was is one, too', async () => {
    const run = (sql: string): Promise<unknown> => world.ownerPool.query(sql)
    await run(`INSERT INTO company (code, kind, names, image) VALUES ('north', 'slot', '{}', '')`)
    await run(`UPDATE company SET sort = 0`)
    await run(`UPDATE company SET sort = 1`)
    await run(`UPDATE company SET code = 'south'`)
    await run(`DELETE FROM company WHERE code = 'south'`)
    expect(await changes()).toEqual([
      { key: 'north', gone: false },
      { key: 'north', gone: false },
      { key: 'north', gone: false },
      { key: 'north', gone: true },
      { key: 'south', gone: false },
      { key: 'south', gone: true },
    ])
  })

  test('without a signature is refused at the commit, like an act', async () => {
    await expect(world.programPool.query(`INSERT INTO audit (actor_kind, act) VALUES ('system', 'x')`)).rejects.toThrow(
      /audit_signed_by_program_or_npm_run_change/,
    )
    const client = await world.ownerPool.connect()
    await client.query(`BEGIN; INSERT INTO company (code, kind, names, image) VALUES ('east', 'slot', '{}', '')`)
    await expect(client.query('COMMIT')).rejects.toThrow(/change_signed_by_program_or_npm_run_change/)
    client.release()
    expect((await changes()).at(-1)).toEqual({ key: 'south', gone: true })
  })

  test('that is rolled back to a savepoint leaves nothing to sign; nothing follows a signature', async () => {
    await world.ownerDb.transaction().execute(async (tx) => {
      await sql`SAVEPOINT one`.execute(tx)
      await tx.insertInto('company').values({ code: 'east', kind: 'slot', names: '{}', image: '' }).execute()
      await sql`ROLLBACK TO SAVEPOINT one`.execute(tx)
    })
    expect((await changes()).at(-1)).toEqual({ key: 'south', gone: true })
    const late = world.ownerDb.transaction().execute(async (tx) => {
      await tx.insertInto('audit').values({ actor_kind: 'system', act: 'x' }).execute()
      await sql`SELECT act_sign(act_group::uuid, at, acts, changes, 'test', '') FROM act_pending()`.execute(tx)
      await tx.insertInto('audit').values({ actor_kind: 'system', act: 'x' }).execute()
    })
    await expect(late).rejects.toThrow('nothing can follow')
  })

  test('is not signed with rows that another transaction recorded in its group, whose number it learned', async () => {
    const superuser = new pg.Client({ connectionString: world.superUrl })
    await superuser.connect()
    const plant = async (group: string | undefined, text: string): Promise<void> => {
      await superuser.query(`BEGIN; SET LOCAL session_replication_role = replica`)
      await superuser.query(text, [group])
      await superuser.query('COMMIT')
    }
    for (const text of [
      `INSERT INTO audit (actor_kind, act, act_group) VALUES ('system', 'planted', $1)`,
      `INSERT INTO state_change (act_group, relation, row_key, form) VALUES ($1, 'company', 'planted', 1)`,
    ]) {
      const signed = world.ownerDb.transaction().execute(async (tx) => {
        await tx.insertInto('company').values({ code: 'up', kind: 'slot', names: '{}', image: '' }).execute()
        await sql`SAVEPOINT one`.execute(tx)
        await tx.insertInto('audit').values({ actor_kind: 'system', act: 'x' }).execute()
        const { rows } = await sql<{ group: string }>`SELECT current_setting('baize.act_group') AS group`.execute(tx)
        await plant(rows[0]?.group, text)
      })
      await expect(signed).rejects.toThrow('another transaction recorded rows in the group of this one')
    }
    await plant('planted', `DELETE FROM audit WHERE act = $1`)
    await plant('planted', `DELETE FROM state_change WHERE row_key = $1`)
    await superuser.end()
  })

  test('is not signed with rows that are committed between the statements of its digest', async () => {
    const superuser = new pg.Client({ connectionString: world.superUrl })
    // A connection that has no plans yet: the computation of the digest waits for the lock on aggregates while it is planned.
    const signer = new pg.Client({ connectionString: world.ownerUrl })
    await Promise.all([superuser.connect(), signer.connect()])
    try {
      await signer.query(`BEGIN; INSERT INTO audit (actor_kind, act) VALUES ('system', 'x')`)
      const { rows } = await signer.query<{ group: string }>(`SELECT current_setting('baize.act_group') AS group`)
      await superuser.query(`BEGIN; SET LOCAL session_replication_role = replica; LOCK TABLE pg_catalog.pg_aggregate`)
      await superuser.query(
        `INSERT INTO state_change (act_group, relation, row_key, form) VALUES ($1, 'company', 'planted', 1)`,
        [rows[0]?.group],
      )
      const outcome = signer.query('SELECT digest FROM act_pending()').then(
        () => 'signed',
        (error: Error) => error.message,
      )
      const waits =
        'SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())'
      await until(async () => (await superuser.query(waits)).rowCount === 1)
      await superuser.query('COMMIT')
      expect(await outcome).toBe('another transaction recorded rows in the group of this one')
    } finally {
      await signer.end()
      await superuser.query(
        `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM state_change WHERE row_key = 'planted'; COMMIT`,
      )
      await superuser.end()
    }
  })

  test('with a number from long before it is a fault, although it is signed', async () => {
    const faults = async (): Promise<string[]> =>
      (await checkKnownBooks(world.pool, { secret: testSecret })).faults.map(
        ({ check, detail }) => `${check}: ${detail}`,
      )
    /** Adds a company whose change has the next number after `number`, signed that many minutes ago. */
    const add = async (code: string, number: number, minutesAgo: number): Promise<void> => {
      const client = await world.ownerPool.connect()
      await client.query(`SELECT setval('state_change_id_seq', $1)`, [number])
      await client.query('BEGIN')
      await client.query(`INSERT INTO company (code, kind, names, image) VALUES ($1, 'slot', '{}', '')`, [code])
      const { rows } = await client.query(
        `SELECT act_group AS group, to_char(now() AT TIME ZONE 'UTC' - $1 * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
           acts, changes, digest FROM act_pending()`,
        [minutesAgo],
      )
      const group = { ...rows[0], keyId: testSecret.keyId }
      const values = [
        group.group,
        group.at,
        group.acts,
        group.changes,
        group.keyId,
        createActKeys(testSecret).hashOf(group),
      ]
      await client.query('SELECT act_sign($1::uuid, $2, $3, $4, $5, $6)', values)
      await client.query('COMMIT')
      client.release()
    }
    const { rows } = await world.ownerPool.query<{ newest: bigint }>('SELECT max(id) AS newest FROM state_change')
    const newest = Number(rows[0]?.newest)
    await add('west', newest + 100, 30)
    // Concurrent transactions may number and sign in any order.
    await add('east', newest + 50, 25)
    const before = await faults()
    await add('far', newest + 10, 0)
    const ofActs = (await faults()).filter((fault) => fault.startsWith('acts-signed'))
    expect(ofActs.filter((fault) => !before.includes(fault))).toEqual([
      'acts-signed: its changes of rows (company far) have numbers of long before it',
    ])
    expect(before.filter((fault) => fault.includes('numbers'))).toEqual([])
  })
})

test('a form that covers more rows begins anew: rows are recorded that had no state, and an altered one is a fault', async () => {
  const superuser = new pg.Client({ connectionString: world.superUrl })
  await superuser.connect()
  const states = async (): Promise<string[]> =>
    (await checkKnownBooks(world.pool, { secret: testSecret })).faults
      .filter(({ check, subject }) => check === 'states' && subject.startsWith('help_item'))
      .map(({ detail }) => detail)
  // As the release before left it: two inquiries, one of them answered with an account, which alone was recorded.
  await superuser.query(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO help_item (id, brand_id, member_id, kind, title, contents) VALUES (gen_random_uuid(), 1, 1, 'general', 't', 'c');
    INSERT INTO help_item (id, brand_id, member_id, kind, title, contents, state, reply, replied_at, replied_by, account_reply)
      VALUES (gen_random_uuid(), 1, 1, 'account', 't', 'c', 'answered', '', now(), 1, '{"depositAccount": "one", "referenceCode": "x", "mode": "play"}');
    INSERT INTO state_change (act_group, relation, row_key, form, digest, before)
      SELECT gen_random_uuid(), 'help_item', s.row_key, 1, s.digests[1], '{}' FROM help_item h, help_item_state(h) s WHERE h.account_reply IS NOT NULL;
    UPDATE audit SET subject = replace(subject, ' help_item/2', '') WHERE act = 'state.begin';
    COMMIT`)
  expect(await states()).toContain('was never recorded')
  await superuser.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE help_item SET account_reply = account_reply || '{"depositAccount": "two"}' WHERE kind = 'account'; COMMIT`)
  await beginStates(superuser, testSecret)
  // Beginning anew does not make the alteration a recorded state.
  expect(await states()).toEqual([expect.stringMatching(/^was not as it was last recorded/)])
  await superuser.end()
})
