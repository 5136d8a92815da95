import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { changeByHand } from '#server/seed/hand-change.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createLedgerWorld, takeMember, type LedgerWorld } from '#test/ledger-world.ts'
import { scaledMs } from '#test/machine.ts'
import { sampleDraw } from '#test/random.ts'
import { testSecret } from '#test/test-secret.ts'
import { untilWaiting } from '#test/until.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld({ members: 20 })
})
afterEach(async () => {
  await auditLimits(world.ownerPool)
  await expectCleanBooks(world.ownerPool)
})
afterAll(() => world.close())

const plain = (memberId: bigint) =>
  ({ memberId, source: 'own', key: randomUUID(), contraId: world.gamingId, gameKind: 'slot' }) as const
const bet = (memberId: bigint, units: number): LedgerEvent => ({
  ...plain(memberId),
  kind: 'bet',
  request: ['bet', units],
  stake: wholeUnits(units),
})
const outcomeOf = async (event: LedgerEvent): Promise<string> => (await world.ledger.post(event)).outcome

const put = (memberId: bigint, kind: LimitKind, period: LimitPeriod, most: Amount): Promise<void> =>
  world.db.transaction().execute((tx) => putLimit(tx, memberId, { kind, period, most }))

type Used = { name: string; used: bigint; resets_at: Date }
async function limitsOf(memberId: bigint, at = 'now()'): Promise<Used[]> {
  const { rows } = await world.ownerPool.query<Used>(
    `SELECT kind || ' ' || period AS name, used, resets_at FROM limit_state($1, ${at}, NULL) ORDER BY 1`,
    [String(memberId)],
  )
  return rows
}
const usedOf = async (memberId: bigint, at?: string): Promise<bigint[]> =>
  (await limitsOf(memberId, at)).map(({ used }) => used)

/** The documented way (docs/operations.md, Changes by hand). */
const correctZone = (zone: string): Promise<object[][]> =>
  changeByHand(world.ownerPool, testSecret, {
    text: `UPDATE brand SET time_zone = '${zone}' WHERE id = ${world.brandId};`,
    reason: 'time zone of the brand was wrong',
  })

/** A zone in which it is another date than in Seoul now, so that its day begins and ends at other times. */
async function zoneOfAnotherDate(): Promise<string> {
  const { rows } = await world.ownerPool.query<{ zone: string }>(
    `SELECT zone FROM unnest(ARRAY['Pacific/Pago_Pago', 'Pacific/Kiritimati']) zone
     WHERE (now() AT TIME ZONE zone)::date <> (now() AT TIME ZONE 'Asia/Seoul')::date LIMIT 1`,
  )
  return rows[0]?.zone ?? ''
}

/** When the day, week and month of a zone end that contain the present. */
async function endsIn(zone: string): Promise<number[]> {
  const { rows } = await world.ownerPool.query<{ ends: Date }>(
    `SELECT (limit_starts(p, now(), $1) + ('1 ' || p)::interval) AT TIME ZONE $1 AS ends FROM unnest(ARRAY['day', 'month', 'week']) p`,
    [zone],
  )
  return rows.map(({ ends }) => ends.getTime())
}

describe('the corrected time zone of a brand', () => {
  let member: bigint
  beforeEach(async () => {
    member = await takeMember(world, 10_000)
  })

  test('frees no limit that is used up, and no period ends earlier than in either zone; nor when it is changed back', async () => {
    const zone = await zoneOfAnotherDate()
    for (const period of ['day', 'week', 'month'] as const) await put(member, 'wager', period, wholeUnits(400))
    await put(member, 'loss', 'day', wholeUnits(400))
    for (const units of [200, 200]) expect(await outcomeOf(bet(member, units))).toBe('done')
    expect(await outcomeOf(bet(member, 1))).toBe('limit')

    for (const wanted of [zone, 'Asia/Seoul', zone]) {
      await correctZone(wanted)
      expect(await usedOf(member)).toEqual([400, 400, 400, 400].map(wholeUnits))
      expect(await outcomeOf(bet(member, 1))).toBe('limit')
      const [day, month, week] = (await Promise.all(['Asia/Seoul', wanted].map(endsIn))).reduce((a, b) =>
        a.map((ends, index) => Math.max(ends, b[index] ?? 0)),
      )
      const resets = (await limitsOf(member)).map(({ resets_at }) => resets_at.getTime())
      for (const [index, ends] of [day, day, month, week].entries())
        expect(resets[index]).toBeGreaterThanOrEqual(ends ?? 0)
      await auditLimits(world.ownerPool)
      await expectCleanBooks(world.ownerPool)
    }
    await correctZone('Asia/Seoul')
  })

  test('frees no deposits and no time signed in', async () => {
    const zone = await zoneOfAnotherDate()
    const { rows } = await world.ownerPool.query<{ ms: string }>(
      `INSERT INTO member_session (token_hash, member_id, created_at, last_act_at, ends_at, ended_at)
       SELECT sha256(gen_random_uuid()::text::bytea), $1, begins, begins + interval '1 hour', begins + interval '8 hours', begins + interval '1 hour'
       FROM (SELECT now() - interval '2 hours' AS begins) s
       RETURNING (extract(epoch FROM least(interval '1 hour', greatest(interval '0',
         ended_at - limit_starts('day', now(), 'Asia/Seoul')::timestamp AT TIME ZONE 'Asia/Seoul'))) * 1000)::bigint::text AS ms`,
      [String(member)],
    )
    await put(member, 'session_time', 'day', 7_200_000n)
    await put(member, 'deposit', 'day', wholeUnits(400))
    await world.ownerPool.query(
      `INSERT INTO limit_counter (member_id, kind, period, starts, used)
       SELECT $1, 'deposit', 'day', p.starts, 4000000 FROM limit_period($2, 'day', now()) p
       ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = excluded.used`,
      [String(member), world.brandId],
    )
    const before = await usedOf(member)
    expect(before).toEqual([wholeUnits(400), BigInt(rows[0]?.ms ?? 0)])
    await correctZone(zone)
    expect(await usedOf(member)).toEqual(before)
    await correctZone('Asia/Seoul')
    expect(await usedOf(member)).toEqual(before)
    await world.ownerPool.query(`UPDATE limit_counter SET used = 0 WHERE member_id = $1`, [String(member)])
  })

  test('gives a stake that is rolled back to the period that it was staked in', async () => {
    await put(member, 'wager', 'day', wholeUnits(400))
    const taken = bet(member, 300)
    await world.ledger.post(taken)
    await correctZone(await zoneOfAnotherDate())
    expect(await outcomeOf({ ...taken, kind: 'rollback', request: ['rollback'] })).toBe('done')
    expect(await usedOf(member)).toEqual([0n])
    expect(await outcomeOf(bet(member, 400))).toBe('done')
    await correctZone('Asia/Seoul')
  })

  test('is that of the periods after the running one, and of a limit that is set later', async () => {
    await world.ledger.post(bet(member, 70))
    await correctZone(await zoneOfAnotherDate())
    await put(member, 'wager', 'day', wholeUnits(400))
    expect(await usedOf(member)).toEqual([wholeUnits(70)])
    const [running] = await limitsOf(member)
    const after = `'${running?.resets_at.toISOString() ?? ''}'::timestamptz`
    expect(await usedOf(member, after)).toEqual([0n])
    const { rows } = await world.ownerPool.query<{ ends: Date; midnight: Date }>(
      `SELECT p.ends, (limit_starts('day', ${after}, b.time_zone) + 1)::timestamp AT TIME ZONE b.time_zone AS midnight
       FROM brand b, limit_period(b.id, 'day', ${after}) p WHERE b.id = ${world.brandId}`,
    )
    expect(rows[0]?.ends).toEqual(rows[0]?.midnight)
    await correctZone('Asia/Seoul')
  })

  test('waits for events that are being booked, and these never count in a period that has ended', async () => {
    const booking = await world.programPool.connect()
    await booking.query(`BEGIN; SELECT ledger_lock(${member})`)
    const change = correctZone('Asia/Tokyo')
    await untilWaiting(world.ownerPool, 1)
    expect((await world.ownerPool.query('SELECT time_zone FROM brand')).rows).toEqual([{ time_zone: 'Asia/Seoul' }])
    await booking.query('COMMIT')
    booking.release()
    await change
    await correctZone('Asia/Seoul')
  })

  test('is one that PostgreSQL lists by name', async () => {
    for (const zone of ['KST', 'Asia/Soul', '+09', 'FOO+3'])
      await expect(correctZone(zone)).rejects.toThrow(/unknown|recognized/)
  })
})

test(
  'a day begins at the first of two midnights, and at the end of a gap over midnight, in every zone',
  { timeout: scaledMs(60_000) },
  async () => {
    const { rows } = await world.ownerPool.query<{ zone: string; day: string; why: string }>(`
      SELECT z.name AS zone, d.day::text AS day, CASE WHEN m.starts IS DISTINCT FROM f.first THEN 'begins at another moment' END AS why
      FROM pg_timezone_names z CROSS JOIN LATERAL (
        -- The days around each change of the zone's offset.
        SELECT DISTINCT (t AT TIME ZONE z.name)::date + n AS day
        FROM generate_series('2026-11-01'::timestamptz, '2027-12-01', '1 day') t, generate_series(0, 1) n
        WHERE t AT TIME ZONE z.name - (t AT TIME ZONE 'UTC') <> (t + interval '1 day') AT TIME ZONE z.name - ((t + interval '1 day') AT TIME ZONE 'UTC')) d
      CROSS JOIN LATERAL (SELECT local_midnight(d.day, z.name) AS starts) m
      CROSS JOIN LATERAL (SELECT min(q) AS first FROM generate_series(d.day::timestamp AT TIME ZONE 'UTC' - interval '15 hours',
        d.day::timestamp AT TIME ZONE 'UTC' + interval '15 hours', '15 minutes') q WHERE (q AT TIME ZONE z.name)::date = d.day) f
      WHERE z.name !~ '^(posix|right)/'`)
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ why }) => why !== null)).toEqual([])
  },
)

test(
  'periods are a partition of time after any changes, and none ends earlier than it did or than in the new zone',
  async () => {
    const zones = [
      'Asia/Seoul',
      'Pacific/Honolulu',
      'Pacific/Kiritimati',
      'Asia/Kathmandu',
      'Europe/Berlin',
      'America/Havana',
      'Atlantic/Azores',
      'UTC',
    ]
    const below = sampleDraw(20261123)
    const client = await world.ownerPool.connect()
    const ends = async (period: string, at: string): Promise<{ starts: string; ends: string }> => {
      const { rows } = await client.query<{ starts: string; ends: string }>(
        `SELECT extract(epoch FROM starts)::text AS starts, extract(epoch FROM ends)::text AS ends FROM limit_period($1, $2, $3)`,
        [world.brandId, period, at],
      )
      return rows[0] ?? { starts: '', ends: '' }
    }
    try {
      for (let history = 0; history < 12; history += 1) {
        await client.query('BEGIN')
        const began = await client.query<{ zone: string }>('SELECT time_zone AS zone FROM brand WHERE id = $1', [
          world.brandId,
        ])
        let zone = began.rows[0]?.zone ?? ''
        let at = Date.UTC(2027, 2, 20) + below(86_400) * 1_000
        const times: number[] = [at - 40 * 86_400_000]
        for (let change = 0; change < 6; change += 1) {
          const next = zones[below(zones.length)] ?? 'UTC'
          const moment = new Date(at).toISOString()
          const before = await Promise.all(['day', 'week', 'month'].map((period) => ends(period, moment)))
          await client.query('SELECT limit_zone_add($1, $2, $3, $4)', [world.brandId, zone, next, moment])
          for (const [index, period] of ['day', 'week', 'month'].entries()) {
            const after = await ends(period, moment)
            const { rows } = await client.query<{ ends: string }>(
              `SELECT extract(epoch FROM local_midnight((limit_starts($1, $2, $3) + ('1 ' || $1)::interval)::date, $3))::text AS ends`,
              [period, moment, next],
            )
            expect(after.starts).toBe(before[index]?.starts)
            expect(Number(after.ends)).toBe(Math.max(Number(before[index]?.ends), Number(rows[0]?.ends)))
          }
          zone = next
          times.push(at)
          at += below(2) === 0 ? below(40) * 3_600_000 : below(20) * 86_400_000
        }
        for (const period of ['day', 'week', 'month']) {
          // From one period to the next: each begins where the one before it ended.
          const { rows } = await client.query<{ gaps: string; count: string }>(
            `WITH RECURSIVE walk AS (
             SELECT p.starts, p.ends, 0 AS gap FROM limit_period($1, $2, $3) p
             UNION ALL SELECT p.starts, p.ends, CASE WHEN p.starts = w.ends THEN 0 ELSE 1 END FROM walk w, LATERAL limit_period($1, $2, w.ends) p
             WHERE w.ends < $4::timestamptz)
           SELECT sum(gap)::text AS gaps, count(*)::text AS count FROM walk`,
            [
              world.brandId,
              period,
              new Date(times[0] ?? 0).toISOString(),
              new Date(at + 70 * 86_400_000).toISOString(),
            ],
          )
          expect(rows[0]?.gaps).toBe('0')
          expect(Number(rows[0]?.count)).toBeGreaterThan(1)
          // Each time is in its period.
          const { rows: outside } = await client.query(
            `SELECT t FROM generate_series($3::timestamptz, $4::timestamptz, interval '47 minutes') t, LATERAL limit_period($1, $2, t) p
           WHERE t >= p.ends OR t < p.starts`,
            [
              world.brandId,
              period,
              new Date(times[0] ?? 0).toISOString(),
              new Date(at + 70 * 86_400_000).toISOString(),
            ],
          )
          expect(outside).toEqual([])
        }
        await client.query('ROLLBACK')
      }
    } finally {
      client.release()
    }
  },
  scaledMs(60_000),
)
