import { catalogue } from '#domain/games/catalogue.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { createPool } from '#server/db/pool.ts'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMetrics } from '#server/metrics.ts'
import { startRedrawing } from '#server/modules/books/redrawing.ts'
import { scaledMs } from '#test/machine.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppSecret } from '#server/config.ts'
import type { KeptAnchor, LostLimits } from './anchor.ts'
import { readBooksState } from './book-runs.ts'
import { createCheckScope, runCheck } from './books.ts'
import { redrawChecks } from './checks/redraw.ts'
import { redrawCorruptions } from './corruptions/redraw.ts'
import {
  beforeAllRounds,
  loadPublishedGames,
  readListed,
  readMisdated,
  readNewest,
  readNext,
  readRandom,
  redrawRound,
} from './redraw.ts'
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

type Look = { secret?: AppSecret; anchor?: KeptAnchor }

/** What the check reports after a change, which is undone. */
function faultsAfter(sql: string, look: Look = {}): Promise<unknown> {
  return whileAltered(sql, async () => {
    const options = { endsAt: performance.now() + 60_000, secret: app.deps.config.secret, ...look }
    const [check] = redrawChecks
    return check === undefined ? null : await runCheck(check, createCheckScope(client, options))
  })
}

async function whileAltered<T>(sql: string, what: () => Promise<T>): Promise<T> {
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}`)
    return await what()
  } finally {
    await client.query('ROLLBACK')
  }
}

const readAltered = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await client.query<Row>(text, [...values])).rows

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
    const { rows } = await app.pool.query<{ is_last: boolean }>('SELECT max(at) = $1 AS is_last FROM round', [
      first.newest,
    ])
    expect(rows).toEqual([{ is_last: true }])
    expect(first.tally.redrawn).toBeGreaterThan(3)
    expect(first.tally.redrawn).toBeLessThanOrEqual(6)
    const second = await redrawSample(source(), 40, first.newest)
    expect(second.newest).toBe(first.newest)
    expect(second.tally.redrawn).toBeGreaterThan(6)
    expect(second.tally.different).toEqual([])
  })

  test('chooses by position: a round meets the sample whatever its id', async () => {
    for (const id of [
      `(SELECT (overlay(id::text placing 'fff' from 34))::uuid FROM round ORDER BY id LIMIT 1)`,
      `'00000000-0000-0000-0000-000000000000'`,
      `'ffffffff-ffff-7fff-bfff-ffffffffffff'`,
      'gen_random_uuid()',
    ]) {
      const altered = `UPDATE round SET id = ${id} WHERE nonce = 6`
      await whileAltered(altered, async () => {
        const all = await readRandom(readAltered, 12)
        expect(all.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual(rounds.map((_, nonce) => nonce))
        const some = new Set<bigint>()
        for (let turn = 0; turn < 60; turn += 1)
          for (const { nonce } of await readRandom(readAltered, 3)) some.add(nonce)
        expect(some.size).toBe(12)
        expect((await readNewest(readAltered, beforeAllRounds, 6)).map(({ nonce }) => nonce)).toContain(6n)
      })
      expect(await faultsAfter(`${altered}; UPDATE round SET units = units + 1 WHERE nonce = 6`)).toHaveLength(1)
    }
    const [nil] = await whileAltered(
      `UPDATE round SET id = '00000000-0000-0000-0000-000000000000' WHERE nonce = 6`,
      () => readNext(readAltered, null, 1),
    )
    expect(nil?.nonce).toBe(6n)
  })

  test('reads pages without an index and without reading the whole table', async () => {
    const many = `INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
      SELECT -1, n, gen_random_uuid(), now(), 1, 1, 0, 0, 1, '[]' FROM generate_series(1, 5000) n`
    const plan: string[] = []
    const explain = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> => {
      if (text.includes('ctid'))
        plan.push(
          ...(await readAltered<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)).map((row) => row['QUERY PLAN']),
        )
      return readAltered<Row>(text, values)
    }
    const found = await whileAltered(many, () => readRandom(explain, 30))
    expect(found).toHaveLength(30)
    expect(plan.join('\n')).toContain('Tid Scan on round')
    expect(plan.join('\n')).not.toMatch(/Seq Scan on round\b|Index/)
  })

  test('finds rounds among the empty pages that undone ones left', async () => {
    for (let turn = 0; turn < 10; turn += 1) expect(await readRandom(readAltered, 2)).toHaveLength(2)
  })

  test('redraws every round whose id is of another time, however old', async () => {
    const misdated = await whileAltered(
      `UPDATE round SET id = '00000000-0000-7000-8000-000000000001' WHERE nonce = 3; UPDATE round SET id = gen_random_uuid() WHERE nonce = 0`,
      () => readMisdated(readAltered, 100),
    )
    expect(misdated.map(({ nonce }) => nonce).toSorted()).toEqual([0n, 3n])
    expect(await readMisdated(readAltered, 100)).toEqual([])
  })

  test('a round of the future does not hide the newest ones', async () => {
    await client.query(`SET session_replication_role = replica; UPDATE round SET at = at + interval '1 year' WHERE nonce = 2;
      SET session_replication_role = origin`)
    const { newest, tally } = await redrawSample(source(), 40)
    expect(tally.different).toEqual([])
    expect(Date.parse(newest)).toBeLessThanOrEqual(Date.now())
    await client.query(`SET session_replication_role = replica; UPDATE round SET at = at - interval '1 year' WHERE nonce = 2;
      SET session_replication_role = origin`)
  })

  test('tells nothing of what the seeds give for rows of numbers to come, which no event books', async () => {
    const planted = `INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, game_version_id, shown, events, units)
      SELECT w.member_id, w.nonce + n, gen_random_uuid(), now(), w.seed_id, 10000000, 0, (SELECT min(id) FROM game_version), 0, '[]', u.units
        FROM wallet w, generate_series(0, 9) n, (VALUES (NULL::bigint), (0), (20)) u (units) WHERE w.seed_id IS NOT NULL AND (u.units IS NULL) = (n < 5)
          AND coalesce(u.units, 0) = CASE WHEN n < 8 THEN 0 ELSE 20 END`
    const withEvents = `${planted}; INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, stake, pay, request_hash, key, ref, contra_id, kind, source)
      SELECT j.member_id, j.seq + 1 + r.nonce, r.at, 0, 0, 0, 0, j.cash, j.held, j.in_play, j.comp, j.stake, r.pay, j.request_hash, gen_random_uuid(), r.id, j.contra_id, j.kind, j.source
        FROM wallet w JOIN journal j ON j.member_id = w.member_id AND j.seq = w.seq JOIN round r ON r.member_id = w.member_id AND r.nonce >= w.nonce`
    for (const sql of [planted, withEvents]) {
      const faults = (await faultsAfter(sql)) as { detail: string }[]
      expect(faults.map(({ detail }) => detail)).toEqual(
        Array.from({ length: 10 }, () => 'has no event that proves it'),
      )
    }
  })

  test('redraws rounds from before spins had proofs, and tells nothing of what the seeds give', async () => {
    const earlier = `INSERT INTO spin_unproven SELECT member_id, seq FROM wallet WHERE seq > 0; UPDATE journal SET request_hash = request_hash # 1 WHERE kind = 3`
    expect(await faultsAfter(earlier)).toEqual([])
    expect(await faultsAfter(`${earlier}; UPDATE round SET units = units + 1 WHERE nonce = 6`)).toEqual([
      { subject: rounds[6], detail: expect.stringMatching(/^has \d+ units, its seeds give others$/) },
    ])
  })

  test('goes on in the background, at the rate that is set', async () => {
    const { metrics } = app.listeners
    const before = (await readRedrawState(app.db)).redrawn
    const deps = { ...app.deps, config: { ...app.deps.config, redrawsAnHour: 360_000 } }
    const work = startRedrawing(deps, metrics, { everyMs: 20, recordedEveryMs: 100 })
    await expect
      .poll(async () => (await readRedrawState(app.db)).redrawn, { timeout: scaledMs(10_000) })
      .toBeGreaterThan(before + 4)
    await work.stop()
    expect(await metrics.text()).toContain('baize_redraw_differences 0')
    const none = startRedrawing({ ...deps, config: { ...deps.config, redrawsAnHour: 0 } }, createMetrics(), {
      everyMs: 20,
    })
    const after = (await readRedrawState(app.db)).redrawn
    await pause(100)
    await none.stop()
    expect((await readRedrawState(app.db)).redrawn).toBe(after)
  })

  test('redraws without the lease where its holder records nothing for too long', async () => {
    await app.ownerPool.query(
      `INSERT INTO lease (name, holder, until) VALUES ('redraw', gen_random_uuid(), now() + interval '30 seconds')
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
    )
    const before = (await readRedrawState(app.db)).redrawn
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const deps = { ...app.deps, log, config: { ...app.deps.config, redrawsAnHour: 360_000 } }
    const waiting = startRedrawing(deps, createMetrics(), { everyMs: 20, overdueMs: 60_000 })
    await pause(300)
    await waiting.stop()
    expect((await readRedrawState(app.db)).redrawn).toBe(before)
    const work = startRedrawing(deps, createMetrics(), { everyMs: 20, recordedEveryMs: 100, overdueMs: 50 })
    await expect
      .poll(async () => (await readRedrawState(app.db)).redrawn, { timeout: scaledMs(10_000) })
      .toBeGreaterThan(before)
    await work.stop()
    expect(lines[0]).toContain('this process does it without the lease')
    await app.ownerPool.query(`DELETE FROM lease WHERE name = 'redraw'`)
  })

  test('records counts without a difference in few signed acts, all of them at the stop', async () => {
    const acts = async () =>
      (
        await app.ownerPool.query<{ count: number }>(
          `SELECT count(*)::int FROM state_change WHERE relation = 'redraw_state'`,
        )
      ).rows[0]?.count ?? 0
    const [actsBefore, before] = [await acts(), (await readRedrawState(app.db)).redrawn]
    const deps = { ...app.deps, config: { ...app.deps.config, redrawsAnHour: 360_000 } }
    const samples = vi.spyOn(app.pool, 'query')
    const work = startRedrawing(deps, createMetrics(), { everyMs: 20 })
    // Each sample reads the newest rounds once.
    await expect
      .poll(() => samples.mock.calls.filter(([text]: unknown[]) => String(text).includes('last_spin_at > $1')).length, {
        timeout: scaledMs(10_000),
      })
      .toBeGreaterThan(4)
    await work.stop()
    samples.mockRestore()
    expect((await readRedrawState(app.db)).redrawn).toBeGreaterThan(before)
    expect((await acts()) - actsBefore).toBe(2)
  })

  test.each(redrawCorruptions)('finds $name', async ({ sql }) => {
    const found = await faultsAfter(sql)
    expect(found).toEqual(expect.arrayContaining([{ subject: expect.any(String), detail: expect.any(String) }]))
  })

  test('knows the published slots, and no game of a table, whose data are published beside them', async () => {
    const games = [...(await loadPublishedGames()).values()]
    expect(new Set(games.map(({ code }) => code))).toEqual(new Set(catalogue.map(({ game }) => game.code)))
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
      different: `paid ${round.pay + 1n}, its seeds give another pay`,
      due: String(round.pay),
    })
    // Where a key is lost, its event may have been proven under that key; without an event it is nobody's.
    const unproven = { ...round, nonce: round.nonce + 1n }
    const other = { ...secret, lost: new Set(['gone']) }
    expect(redrawRound(unproven, secret, games)).toEqual({ different: 'has no event that proves it' })
    expect(redrawRound(unproven, other, games)).toBe('lost-key')
    expect(redrawRound({ ...unproven, event: null }, other, games)).toEqual({
      different: 'has no event that proves it',
    })
    const options = { endsAt: performance.now() + 60_000 }
    await client.query('BEGIN')
    expect(
      await runCheck(redrawChecks[0] as (typeof redrawChecks)[0], createCheckScope(client, options)),
    ).toHaveProperty('notRun')
    await client.query('ROLLBACK')
  })

  test('a pair that names a lost key is a fault when it is newer than the loss, or than a pair of a known key', async () => {
    const lost: AppSecret = { ...app.deps.config.secret, lost: new Set(['gone']) }
    const { rows } = await app.pool.query<{ id: bigint }>('SELECT seed_id AS id FROM round ORDER BY at DESC LIMIT 1')
    const pair = rows[0]?.id ?? 0n
    const rename = `UPDATE member_seed SET key_id = 'gone' WHERE id = ${pair};
      UPDATE round SET units = units + 1 WHERE seed_id = ${pair}`
    const anchorOf = (limits: [string, LostLimits][]): KeptAnchor => ({
      status: 'present',
      dir: '',
      isOfNewestKey: true,
      anchor: {
        began: '',
        id: 0n,
        hash: Buffer.alloc(0),
        keyId: '',
        acceptedAt: '',
        acceptedId: 0n,
        database: null,
        lost: new Map(limits),
      },
    })
    const named = [{ subject: expect.any(String), detail: expect.stringContaining('has the lost key gone') }]
    // Accepted, it cannot be redrawn.
    const accepted = anchorOf([['gone', { head: 0n, pair, digest: Buffer.alloc(0), acts: null }]])
    expect(await faultsAfter(rename, { secret: lost, anchor: accepted })).toEqual([])
    expect(await faultsAfter(rename, { secret: lost, anchor: anchorOf([]) })).toEqual(named)
    const before = anchorOf([['gone', { head: 0n, pair: pair - 1n, digest: Buffer.alloc(0), acts: null }]])
    expect(await faultsAfter(rename, { secret: lost, anchor: before })).toEqual(named)
    // Nothing is kept: it follows a pair under a known key.
    const older = `INSERT INTO member_seed (id, member_id, ordinal, server_seed_sealed, key_id, server_seed_hash)
      OVERRIDING SYSTEM VALUE VALUES (${pair} - 1, 999, 1, '', '${app.deps.config.secret.keyId}', 'x');`
    expect(await faultsAfter(older + rename, { secret: lost })).toEqual(named)
    expect(await faultsAfter('SELECT 1', { secret: lost })).toEqual([])
  })

  test('a difference makes the books due at once, and counts until the round is what it was', async () => {
    const change = (units: string): Promise<unknown> =>
      client.query(
        `BEGIN; SET LOCAL session_replication_role = replica; UPDATE round SET units = ${units} WHERE nonce = 5; COMMIT`,
      )
    expect((await readBooksState(app.db)).hasNewDifference).toBe(false)
    await change('units + 1')
    const tally = await redrawAll(source())
    expect(tally.different).toEqual([{ id: rounds[5], detail: 'has no event that proves it' }])
    expect((await readBooksState(app.db)).hasNewDifference).toBe(true)
    expect(await faultsAfter('SELECT 1')).toMatchObject([{ subject: rounds[5] }])
    await change('units - 1')
    expect(await faultsAfter('SELECT 1')).toEqual([])
    expect((await readRedrawState(app.db)).different).toBe(1)
  })
})
