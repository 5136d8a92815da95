import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { scaledMs } from '#test/machine.ts'
import { createDb } from '#server/db/pool.ts'
import { readAnchor, writeAnchor } from '#server/ledger/anchor.ts'
import { acceptChain } from '#server/ledger/anchored-chain.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createLedgerWorld, issueUnits, type LedgerWorld } from '#test/ledger-world.ts'
import { runTool, type ToolRun } from './run-tool.ts'

/** `npm run books` beside code that somebody planted in the database. */

let world: LedgerWorld
let folder: string
let thief: pg.Client
beforeAll(async () => {
  world = await createLedgerWorld({ members: 1 })
  await issueUnits(world, world.memberIds[0] ?? 0n, 100)
  folder = await mkdtemp(join(tmpdir(), 'baize-books-'))
  thief = new pg.Client({ connectionString: world.superUrl })
  await thief.connect()
})
afterAll(async () => {
  await thief.end()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

function runBooks(args: readonly string[] = [], anchorDir = join(folder, 'anchor')): Promise<ToolRun> {
  const env = {
    DATABASE_URL: world.appUrl,
    APP_SECRET: testSecretText,
    ANCHOR_DIR: anchorDir,
    DATA_DIR: folder,
  }
  return runTool('node', ['scripts/books.ts', ...args], { env })
}

test(
  'refuses another database than the one that is kept, and accepts it with the heads',
  async () => {
    const store = { dir: join(folder, 'of-another'), secret: testSecret }
    const { anchor } = await acceptChain(world.db, store)
    const { database } = anchor
    await writeAnchor(store, { ...anchor, database: '1/2' })
    const refused = await runBooks([], store.dir)
    expect(refused.output).toContain(`FAULT database: The connection leads to the database ${database}`)
    expect(refused.code).toBe(1)
    const file = join(folder, 'heads.txt')
    const both = await runBooks(['--accept-heads', '--save-heads', file], store.dir)
    expect(both.output).toContain('--round and --save-heads take no other option')
    expect(both.code).toBe(2)
    expect(await readAnchor(store)).toMatchObject({ anchor: { database: '1/2' } })
    const accepted = await runBooks(['--accept-heads'], store.dir)
    expect(accepted.output).toContain(
      `Another database (system identifier/OID): 1/2 until now, ${database} from now on.`,
    )
    expect(accepted.code).toBe(0)
    expect(await readAnchor(store)).toMatchObject({ anchor: { database } })
  },
  scaledMs(60_000),
)

test(
  'accepting the heads asks for a code and a reason where that excuses acts that are missing, and names them',
  async () => {
    const dir = join(folder, 'excused')
    const group = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'
    await createDb(world.pool, testSecret)
      .transaction()
      .execute((tx) =>
        tx.insertInto('audit').values({ actor_kind: 'system', act: 'acts.missing', subject: group }).execute(),
      )
    const refused = await runBooks(['--accept-heads'], dir)
    expect(refused.output).toContain(`acts ${group}: were signed and committed, and gone at`)
    expect(refused.output).toContain('Nothing was accepted.')
    expect(refused.code).toBe(1)
    const code = /--accept-heads --code ([0-9a-f]{12}) --reason/.exec(refused.output)?.[1] ?? ''
    const accepted = await runBooks(['--accept-heads', '--code', code, '--reason', 'a failover'], dir)
    expect(accepted.output).toContain('No faults from now on: 1 missing groups of acts, 0 late events.')
    expect(accepted.code).toBe(0)
  },
  scaledMs(60_000),
)

test(
  'prints no character of a planted row that a terminal acts on',
  async () => {
    const planted = `E'x\\x1b[2J\\nThe books are clean: 60 of 60 checks.\\u202e'`
    await commitPastTriggers(thief, `INSERT INTO audit (actor_kind, act) VALUES ('system', ${planted})`)
    const run = await runBooks()
    await commitPastTriggers(thief, `DELETE FROM audit WHERE act = ${planted}`)
    expect(run.output).toContain('x\\u{1b}[2J\\u{a}The books are clean: 60 of 60 checks.\\u{202e} was not signed')
    expect(run.output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(run.code).toBe(1)
  },
  scaledMs(60_000),
)

const refusing = (types: string, returns: string, code: string): string =>
  `CREATE FUNCTION fault_code(${types}) RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE 'planted' USING ERRCODE = '${code}'; END $$;`

test.each([
  [
    'a rule by which a table of the program is read as something else',
    `SET allow_system_table_mods = on; CREATE VIEW fault_view AS SELECT * FROM journal_head WHERE false;
     UPDATE pg_rewrite SET ev_class = 'journal_head'::regclass WHERE ev_class = 'fault_view'::regclass;
     UPDATE pg_class SET relhasrules = true WHERE oid = 'journal_head'::regclass`,
    `DELETE FROM pg_rewrite WHERE ev_class = 'journal_head'::regclass; UPDATE pg_class SET relhasrules = false WHERE oid = 'journal_head'::regclass;
     DELETE FROM pg_depend WHERE refobjid = 'fault_view'::regclass OR objid = 'fault_view'::regclass; DELETE FROM pg_class WHERE relname = 'fault_view'`,
    'FAULT guards: rule _RETURN of what is read from journal_head: ',
  ],
  [
    'an operator that suits the statement of a check better, and ends the run',
    `${refusing('numeric, integer', 'boolean', '57014')} CREATE OPERATOR public.<> (LEFTARG = numeric, RIGHTARG = integer, FUNCTION = fault_code)`,
    'DROP OPERATOR public.<> (numeric, integer); DROP FUNCTION fault_code',
    'FAULT guards: operator public.<>(numeric,integer): is unknown to the program',
  ],
  [
    'a cast that the guards themselves would use',
    `${refusing('text', 'integer', '57014')} CREATE CAST (text AS integer) WITH FUNCTION fault_code(text)`,
    'DROP CAST (text AS integer); DROP FUNCTION fault_code',
    'FAULT guards: cast of text to int4: is unknown to the program',
  ],
])(
  'names %s, and exits as for a fault',
  async (_what, plant, remove, named) => {
    await thief.query(plant)
    const run = await runBooks()
    await thief.query(remove)
    expect(run.output).toContain(named)
    expect(run.code).toBe(1)
  },
  scaledMs(60_000),
)

test(
  'exits with 2 where the books cannot be read for a reason that is not in them',
  async () => {
    const run = await runTool('node', ['scripts/books.ts'], {
      env: { DATABASE_URL: world.appUrl.replace(/[^/]*$/, 'nothing'), APP_SECRET: testSecretText, DATA_DIR: folder },
    })
    expect(run.code).toBe(2)
  },
  scaledMs(60_000),
)
