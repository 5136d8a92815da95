import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { createPool } from '#server/db/pool.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '#server/metrics.ts'
import { startRedrawing } from '#server/modules/books/redrawing.ts'
import { scaledMs } from '#test/machine.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { readBooksState } from './book-runs.ts'
import { createCheckScope, runCheck } from './books.ts'
import { redrawChecks } from './checks/redraw.ts'
import { redrawCorruptions } from './corruptions/redraw.ts'
import { loadPublishedGames, readListed, redrawRound } from './redraw.ts'
import { readRedrawState, redrawAll, redrawSample } from './redraws.ts'

let app: TestApp
let superPool: pg.Pool
let client: pg.PoolClient
const rounds: string[] = []

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  superPool = createPool(app.superUrl, { max: 1 })
  client = await superPool.connect()
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  for (let round = 0; round < 12; round += 1) {
    const body = { requestId: newRequestId(), stake: '1000' }
    const answer = (await app.play('spin', { token: session.token, window, body })).body
    rounds.push((answer['round'] as { roundId: string }).roundId)
  }
  // The oldest round is in the archive, with its event and the one before.
  await client.query(`SET session_replication_role = replica;
    INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE seq <= 2; DELETE FROM ONLY journal WHERE seq <= 2;
    UPDATE wallet SET archived_seq = 2 WHERE seq > 2;
    INSERT INTO round_archive SELECT * FROM ONLY round WHERE nonce = 0; DELETE FROM ONLY round WHERE nonce = 0;
    SET session_replication_role = origin`)
})
afterAll(async () => {
  client.release()
  await superPool.end()
  await app.close()
})

/** What the check reports after a change, which is undone. */
async function faultsAfter(sql: string): Promise<unknown> {
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}`)
    const options = { endsAt: performance.now() + 60_000, secret: app.deps.config.secret }
    const scope = createCheckScope(client, options)
    const [check] = redrawChecks
    return check === undefined ? null : await runCheck(check, scope)
  } finally {
    await client.query('ROLLBACK')
  }
}

const source = () => ({ db: app.db, pool: app.pool, secret: app.deps.config.secret })

describe('redrawing', () => {
  test('gives every round again, archived ones too, and counts them', async () => {
    const progress: number[] = []
    const tally = await redrawAll(source(), (done) => progress.push(done))
    expect(tally).toEqual({ redrawn: 12, oldScheme: 0, lostKey: 0, different: [] })
    expect(progress).toEqual([12])
    expect(await readRedrawState(app.db)).toMatchObject({ redrawn: 12, different: 0, at: expect.any(Date) })
    expect(await faultsAfter('SELECT 1')).toEqual([])
    await expectCleanBooks(app.ownerPool)
  })

  test('takes the newest rounds once and random ones otherwise', async () => {
    const first = await redrawSample(source(), 6)
    expect(first.newest).toBe(rounds.at(-1))
    expect(first.tally.redrawn).toBeGreaterThan(3)
    expect(first.tally.redrawn).toBeLessThanOrEqual(6)
    const second = await redrawSample(source(), 40, first.newest)
    expect(second.newest).toBe(first.newest)
    expect(second.tally.redrawn).toBeGreaterThan(6)
    expect(second.tally.different).toEqual([])
  })

  test('goes on in the background, at the rate that is set', async () => {
    const { metrics } = app.listeners
    const before = (await readRedrawState(app.db)).redrawn
    const deps = { ...app.deps, config: { ...app.deps.config, redrawsAnHour: 360_000 } }
    const work = startRedrawing(deps, metrics, 20)
    await expect
      .poll(async () => (await readRedrawState(app.db)).redrawn, { timeout: scaledMs(10_000) })
      .toBeGreaterThan(before + 4)
    await work.stop()
    expect(await metrics.text()).toContain('baize_redraw_differences 0')
    const none = startRedrawing({ ...deps, config: { ...deps.config, redrawsAnHour: 0 } }, createMetrics(), 20)
    const after = (await readRedrawState(app.db)).redrawn
    await pause(100)
    await none.stop()
    expect((await readRedrawState(app.db)).redrawn).toBe(after)
  })

  test.each(redrawCorruptions)('finds $name', async ({ sql }) => {
    const found = await faultsAfter(sql)
    expect(found).toEqual(expect.arrayContaining([{ subject: expect.any(String), detail: expect.any(String) }]))
  })

  test('cannot redraw rounds of the old scheme and of lost keys, and says so', async () => {
    const read = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
      (await app.pool.query<Row>(text, [...values])).rows
    const [round] = await readListed(read, rounds.slice(-1))
    if (round === undefined) throw new Error('the last round is missing')
    const games = await loadPublishedGames()
    const { secret } = app.deps.config
    const lost = { ...secret, lost: new Set([round.key_id ?? '']) }
    expect(redrawRound(round, secret, games)).toBe('same')
    expect(redrawRound(round, lost, games)).toBe('lost-key')
    expect(redrawRound({ ...round, scheme: 'old' }, secret, games)).toBe('old-scheme')
    expect(redrawRound({ ...round, pay: round.pay + 1n }, secret, games)).toEqual({
      different: `paid ${round.pay + 1n}, its seeds give ${round.pay}`,
    })
    const options = { endsAt: performance.now() + 60_000 }
    await client.query('BEGIN')
    expect(
      await runCheck(redrawChecks[0] as (typeof redrawChecks)[0], createCheckScope(client, options)),
    ).toHaveProperty('notRun')
    await client.query('ROLLBACK')
  })

  test('a difference makes the books due at once, and counts until the round is what it was', async () => {
    const change = (units: string): Promise<unknown> =>
      client.query(
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE round SET units = ${units} WHERE nonce = 5; COMMIT`,
      )
    expect((await readBooksState(app.db)).hasNewDifference).toBe(false)
    await change('units + 1')
    const tally = await redrawAll(source())
    expect(tally.different).toEqual([
      { id: rounds[5], detail: expect.stringMatching(/^has \d+ units, its seeds give \d+$/) },
    ])
    expect((await readBooksState(app.db)).hasNewDifference).toBe(true)
    expect(await faultsAfter('SELECT 1')).toMatchObject([{ subject: rounds[5] }])
    await change('units - 1')
    expect(await faultsAfter('SELECT 1')).toEqual([])
    expect((await readRedrawState(app.db)).different).toBe(1)
  })
})
