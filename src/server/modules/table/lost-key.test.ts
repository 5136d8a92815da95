import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import type { WireSeries, WireTableRound } from '#contract/table.ts'
import { seriesVerdict, verifySeries, type SeriesRecord } from '#domain/games/table/verify-series.ts'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { acceptChain, followChain } from '#server/ledger/anchored-chain.ts'
import { checkBooks, createCheckScope, runCheck } from '#server/ledger/books.ts'
import { tableSeries } from '#server/ledger/checks/table-series.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { wholeUnits } from '#domain/money.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { catalogueChecks } from '#test/known-books.ts'
import { scaledMs } from '#test/machine.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, startUnits, type TableApp } from '#test/table-app.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createDealer, type Dealer } from './dealer.ts'
import { entryOf } from './store.ts'

/** Tables after the loss of the key of their chains (docs/operations.md, "When the secret is lost"). */

let apps: TestApp[] = []
afterEach(async () => {
  for (const one of apps.toReversed()) await one.close()
  apps = []
})

async function start(gameCode: string): Promise<TableApp> {
  const table = await createTableApp({}, gameCode)
  apps.push(table)
  return table
}

function secretOf(text: string): AppSecret {
  const secret = parseSecret(text)
  if (secret === null) throw new Error('not a secret')
  return secret
}
const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`
const lost = secretOf(`${newKey},test:lost`)
/** The lost key is there after all. */
const found = secretOf(`${newKey},${testSecretText}`)

const storeOf = ({ deps }: TableApp) => ({ dir: deps.config.anchorDir, secret: lost })

/**
 * The key is lost: a process under a new one goes on in place of the one before, once an operator has accepted what was made. Returns its dealer.
 */
async function loseKey(table: TableApp): Promise<Dealer> {
  await table.dealer.release()
  await chainAudit(table.deps.db, 10_000)
  await sealAll(table.deps.db, createSealKeys(testSecret))
  const next = await createTestApp({
    handlers: appHandlers,
    beside: table,
    env: { APP_SECRET: `${newKey},test:lost` },
  })
  apps.push(next)
  const ownerDb = createDb(table.ownerPool, lost)
  Object.assign(table.deps, next.deps, { ownerDb })
  Object.assign(table, { office: next.office, member: next.member })
  await rm(table.deps.config.anchorDir, { recursive: true })
  await acceptChain(ownerDb, storeOf(table))
  return createDealer(table.deps, { pace: table.pace })
}

/** The faults of the books with the keys of the process, once everything is sealed. */
async function faultsOf(given: TableApp): Promise<string[]> {
  const { db } = given.deps
  await chainAudit(db, 10_000)
  await sealAll(db, createSealKeys(lost))
  const anchor = storeOf(given)
  await followChain(db, anchor).look()
  const { faults } = await checkBooks(given.ownerPool, { secret: lost, anchor, without: catalogueChecks })
  return faults.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
}

async function recordsOf({ ownerPool, tableId }: TableApp) {
  const { rows } = await ownerPool.query(
    `SELECT p.kind, p.rounds, c.key_id AS key FROM series_proof p JOIN table_chain c ON c.id = p.chain_id WHERE p.table_id = $1 ORDER BY p.number`,
    [tableId],
  )
  return rows as { kind: string; rounds: number | null; key: string }[]
}

/** The verdict of everybody on the first series of the table. */
async function verdictOn({ member, ownerPool, tableId }: TableApp): Promise<string> {
  const { rows } = await ownerPool.query<{ table: string; firstLink: number; chainEnd: string }>(
    `SELECT t.name AS table, q.first_link AS "firstLink", encode(c.end_hash, 'hex') AS "chainEnd"
       FROM table_series q JOIN game_table t ON t.id = q.table_id JOIN table_chain c ON c.id = q.chain_id WHERE t.id = $1 ORDER BY q.id LIMIT 1`,
    [tableId],
  )
  const answer = (await member('get-series', { body: rows[0] ?? {} })).body as unknown as {
    series: WireSeries
    rounds: WireTableRound[]
  }
  const { links, phase, chainEnd, ...salts } = answer.series
  expect(phase).toBe('ended')
  const record = { salts, links, rounds: answer.rounds.map(({ outcome }) => outcome) } as SeriesRecord
  const report = verifySeries(entryOf({ gameCode: salts.game }).game, record, { end: chainEnd, kept: null })
  expect(report.faults).toEqual([])
  return seriesVerdict(record, report)
}

/** What the check of series finds with these keys after a statement, which is undone. */
async function judge({ superUrl }: TableApp, secret: AppSecret, statement = 'SELECT 1'): Promise<string[]> {
  const pool = createPool(superUrl, { max: 1 })
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}`)
    const scope = createCheckScope(client, { secret, endsAt: performance.now() + scaledMs(60_000) })
    const faults = await runCheck(tableSeries, scope)
    return 'notRun' in faults ? [] : faults.map(({ detail }) => detail)
  } finally {
    client.release(true)
    await pool.end()
  }
}

test.each([
  { gameCode: 'baccarat', spot: 'banker', verdict: 'not-revealed' },
  { gameCode: 'roulette', spot: 'red', verdict: 'proven' },
])('a table of $gameCode deals on from a new chain after its key is lost', async ({ gameCode, spot, verdict }) => {
  const table = await start(gameCode)
  const player = await table.sit()
  await table.dealUntil('open')
  expect((await player.bet({ [spot]: 10_000 })).body.status).toBe('success')
  await table.endBetting()
  await table.dealUntil('settled')
  const before = await player.wallet()
  const open = await table.dealUntil('open')
  expect((await player.bet({ [spot]: 10_000 })).body.status).toBe('success')

  const dealer = await loseKey(table)
  expect(await table.dealUntil('void', dealer)).toMatchObject({ id: open.id, void_reason: 'interrupted' })
  expect(await player.wallet()).toMatchObject({ cash: before.cash, in_play: 0n })
  const next = await table.dealUntil('open', dealer)
  expect(next).toMatchObject({ number: open.number + 1, place: 0 })
  // Tokens of sessions are under the key, too.
  const after = await table.sit()
  expect((await after.bet({ [spot]: 10_000 })).body.status).toBe('success')
  await table.endBetting()
  expect(await table.dealUntil('settled', dealer)).toMatchObject({ id: next.id })
  expect(await recordsOf(table)).toEqual([
    { kind: 'begun', rounds: null, key: 'test' },
    { kind: 'listed', rounds: null, key: 'test' },
    { kind: 'abandoned', rounds: 2, key: 'test' },
    { kind: 'begun', rounds: null, key: 'k2' },
    { kind: 'listed', rounds: null, key: 'k2' },
  ])
  expect(await verdictOn(table)).toBe(verdict)
  expect(table.deps.moneyOut.heldSince).toBeNull()
  expect(await faultsOf(table)).toEqual([])
  expect(apps.flatMap(({ errors }) => errors)).toEqual([])
  await expectNoErrorsAndCleanBooks(table)
})

/** Two operators make a round void. */
async function voidByOffice(table: TableApp, id: string): Promise<void> {
  const callAs = async (role: 'cashier' | 'manager', name: string, body: object) => {
    const operator = await makeOperator(table.deps, { roles: [role] })
    const token = await makeOperatorSession(table, operator, 'proven', lost)
    return (await table.office(name, { token, body: { requestId: newRequestId(), ...body } })).body
  }
  const proposed = (await callAs('cashier', 'propose-round-void', { id, reason: '키 분실' })) as unknown as {
    roundVoid: { proposal: { id: string } }
  }
  const approval = { id: proposed.roundVoid.proposal.id }
  expect(await callAs('manager', 'approve-round-void', approval)).toMatchObject({ status: 'success' })
}

test.each(['closed', 'dealt'])(
  'a round that was %s under the lost key waits for two operators, and then its table deals on',
  async (state) => {
    const table = await start('baccarat')
    const player = await table.sit()
    await table.dealUntil('open')
    expect((await player.bet({ tie: 10_000 })).body.status).toBe('success')
    await table.endBetting()
    const { id } = await table.dealUntil(state)

    const dealer = await loseKey(table)
    Object.assign(table.pace, { closeMs: 0, dealMs: 0 })
    for (let looks = 0; looks < 3; looks += 1) await dealer.look()
    expect(await table.round()).toMatchObject({ id, state })
    expect(table.deps.moneyOut.heldSince).toBeNull()
    await voidByOffice(table, id)
    expect(await player.wallet()).toMatchObject({ cash: wholeUnits(startUnits), in_play: 0n })
    expect(await table.dealUntil('open', dealer)).toMatchObject({ place: 0 })
    expect(await recordsOf(table)).toMatchObject([
      {},
      {},
      { kind: 'abandoned', rounds: 1 },
      {},
      { kind: 'listed', key: 'k2' },
    ])
    expect(await faultsOf(table)).toEqual([])
    expect(apps.flatMap(({ errors }) => errors)).toEqual([])
  },
)

test('a series without a round is abandoned as well, and the books name one whose key is not lost', async () => {
  const table = await start('baccarat')
  table.pace.hashesMs = 600_000
  await table.pool.query('SELECT table_watch($1::smallint)', [table.tableId])
  await table.dealer.look()
  const dealer = await loseKey(table)
  await table.asSuper(`UPDATE table_series SET phase_ends_at = clock_timestamp() WHERE phase_ends_at IS NOT NULL`)
  table.pace.hashesMs = 0
  expect(await table.dealUntil('open', dealer)).toMatchObject({ number: 1, place: 0 })
  expect(await recordsOf(table)).toMatchObject([{}, {}, { kind: 'abandoned', rounds: 0 }, {}, { key: 'k2' }])
  expect(await verdictOn(table)).toBe('not-revealed')
  expect(await faultsOf(table)).toEqual([])

  expect(await judge(table, lost)).toEqual([])
  expect(await judge(table, found)).toEqual([
    'the series at link 1 was abandoned after 0 rounds, and its key test is not declared lost',
  ])
  const first = `id = (SELECT min(id) FROM table_series)`
  expect(await judge(table, lost, `UPDATE table_series SET revealed = ARRAY[sha256('')] WHERE ${first}`)).toEqual([
    expect.stringContaining('ended with 0 rounds, 0 of them proven, and 1 links revealed'),
  ])
  // Nor is one abandoned by a record of no known key, or one that was played to its end by its row.
  const forged = `UPDATE series_proof SET mac = sha256(mac) WHERE kind = 'abandoned'`
  expect(await judge(table, lost, forged)).toEqual([expect.stringContaining("is not the program's: abandoned")])
  expect(
    await judge(table, lost, `UPDATE series_proof SET kind = 'ended', rounds = 1 WHERE kind = 'abandoned'`),
  ).toEqual([
    expect.stringContaining('by its records listed: t, ended: t, abandoned: f, after 1 rounds'),
    expect.stringContaining("is not the program's: ended"),
  ])
  expect(apps.flatMap(({ errors }) => errors)).toEqual([])
})
