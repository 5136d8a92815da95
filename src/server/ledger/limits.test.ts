import type { LimitKind, LimitPeriod } from '#domain/limit.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { excludeMember, recordRaise, putLimit } from '#server/ledger/limits.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { expectCleanBooks, type Acknowledged } from '#test/books.ts'
import { createLedgerWorld, createSecondLedger, takeMember as memberOf, type LedgerWorld } from '#test/ledger-world.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scaledMs } from '#test/machine.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld({ members: 30 })
})
afterEach(async () => {
  await auditLimits(world.ownerPool)
  await expectCleanBooks(world.pool)
})
afterAll(() => world.close())

const freshMember = (units: number): Promise<bigint> => memberOf(world, units)

function bet(memberId: bigint, units: number, key: string = randomUUID()): LedgerEvent {
  return { ...plain(memberId, key), kind: 'bet', request: ['bet', units], stake: wholeUnits(units), gameKind: 'slot' }
}
function win(memberId: bigint, units: number, ref: string): LedgerEvent {
  return { ...plain(memberId, randomUUID()), kind: 'win', request: ['win', units], pay: wholeUnits(units), ref }
}
const plain = (memberId: bigint, key: string) => ({ memberId, source: 'own', key, contraId: world.gamingId }) as const

const put = (memberId: bigint, kind: LimitKind, units: number | null, period: LimitPeriod = 'month'): Promise<void> =>
  world.db
    .transaction()
    .execute((tx) => putLimit(tx, memberId, { kind, period, most: units === null ? null : wholeUnits(units) }))

/** What has been used of the limits in force, at the database's time or another. */
async function usedOf(memberId: bigint, at = 'now()'): Promise<Record<string, Amount>> {
  const { rows } = await world.ownerPool.query<{ name: string; used: bigint }>(
    `SELECT kind || ' ' || period AS name, used FROM limit_state($1, ${at}, NULL) ORDER BY 1`,
    [String(memberId)],
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.used]))
}

describe('a stake', () => {
  test('that would exceed the wager limit is refused as a whole, with the limit and what is left of it', async () => {
    const member = await freshMember(1_000)
    await put(member, 'wager', 100)
    expect(await world.ledger.post(bet(member, 60))).toMatchObject({ outcome: 'done', stakeLeft: wholeUnits(40) })
    expect(await world.ledger.post(bet(member, 41))).toMatchObject({
      outcome: 'limit',
      limit: { kind: 'wager', period: 'month', left: wholeUnits(40) },
      cash: wholeUnits(940),
    })
    expect(await world.ledger.post(bet(member, 40))).toMatchObject({ outcome: 'done', stakeLeft: 0n })
    expect(await world.ledger.post(bet(member, 1))).toMatchObject({ outcome: 'limit', limit: { left: 0n } })
  })

  test('counts as lost until its round wins: the limit on losses holds in the worst case', async () => {
    const member = await freshMember(1_000)
    await put(member, 'loss', 100, 'day')
    const taken = bet(member, 80)
    await world.ledger.post(taken)
    expect((await world.ledger.post(bet(member, 21))).outcome).toBe('limit')
    await world.ledger.post(win(member, 50, taken.key))
    expect(await usedOf(member)).toEqual({ 'loss day': wholeUnits(30) })
    expect((await world.ledger.post(bet(member, 70))).outcome).toBe('done')
    // A win is never refused, and what was won on balance may be lost again.
    await world.ledger.post(win(member, 500, taken.key))
    expect(await usedOf(member)).toEqual({ 'loss day': wholeUnits(-400) })
    expect((await world.ledger.post(bet(member, 501))).outcome).toBe('limit')
    expect((await world.ledger.post(bet(member, 500))).outcome).toBe('done')
  })

  test('of this month counts from the first limit on, also when the clock was set back in between', async () => {
    const member = await freshMember(1_000)
    for (const units of [10, 20, 40, 80]) await world.ledger.post(bet(member, units))
    // The clock was wrong by forty days while the second and third were booked.
    await world.ownerPool.query('ALTER TABLE journal DISABLE TRIGGER USER')
    await world.ownerPool.query(
      `UPDATE journal SET at = at - interval '40 days' WHERE member_id = $1 AND stake IN ($2, $3)`,
      [String(member), String(wholeUnits(20)), String(wholeUnits(40))],
    )
    await world.ownerPool.query('ALTER TABLE journal ENABLE TRIGGER USER')
    await put(member, 'wager', 100)
    expect(await usedOf(member)).toEqual({ 'wager month': wholeUnits(90) })
    expect((await world.ledger.post(bet(member, 11))).limit).toMatchObject({ left: wholeUnits(10) })
  })

  test('names the tightest of several limits', async () => {
    const member = await freshMember(1_000)
    await put(member, 'wager', 100, 'day')
    await put(member, 'wager', 90, 'week')
    await put(member, 'loss', 95, 'month')
    expect((await world.ledger.post(bet(member, 200))).limit).toEqual({
      kind: 'wager',
      period: 'week',
      left: wholeUnits(90),
    })
  })

  test('of zero is the only one allowed under a limit of zero', async () => {
    const member = await freshMember(10)
    await put(member, 'wager', 0)
    const free = bet(member, 0)
    expect((await world.ledger.post(bet(member, 1))).outcome).toBe('limit')
    expect((await world.ledger.post(free)).outcome).toBe('done')
    expect((await world.ledger.post(win(member, 3, free.key))).outcome).toBe('done')
  })

  test('that is rolled back is returned to its counter once, and a repeated rollback is a replay', async () => {
    const member = await freshMember(1_000)
    await put(member, 'wager', 100)
    await put(member, 'loss', 100)
    const taken = bet(member, 100)
    await world.ledger.post(taken)
    expect((await world.ledger.post(bet(member, 1))).outcome).toBe('limit')
    const undo: LedgerEvent = { ...taken, kind: 'rollback', request: ['rollback'] }
    expect((await world.ledger.post(undo)).outcome).toBe('done')
    expect((await world.ledger.post(undo)).outcome).toBe('replay')
    expect(await usedOf(member)).toEqual({ 'loss month': 0n, 'wager month': 0n })
    expect((await world.ledger.post(taken)).outcome).toBe('replay')
    // A rollback that came before its bet reduces no counter: nothing was counted.
    const never = bet(member, 5)
    expect((await world.ledger.post({ ...never, kind: 'rollback', request: ['rollback'] })).outcome).toBe('tombstone')
    expect(await usedOf(member)).toEqual({ 'loss month': 0n, 'wager month': 0n })
  })

  test('counts together with money at a transfer-wallet provider, all of which may be lost', async () => {
    const member = await freshMember(1_000)
    await put(member, 'loss', 100)
    await world.ownerPool.query(`INSERT INTO journal_source VALUES (199, 'elsewhere')`)
    await world.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES (199, 'elsewhere', 'transfer')`)
    async function transfer(direction: 'in' | 'out', units: number): Promise<{ outcome: string; id: string }> {
      const { rows } = await world.pool.query<{ outcome: string; id: string }>(
        'SELECT outcome, id FROM transfer_request($1, $2, 199::smallint, $3, $4, $5, 1, 1000)',
        [randomUUID(), String(member), direction, String(wholeUnits(units)), randomUUID()],
      )
      return rows[0] ?? { outcome: 'none', id: '' }
    }
    const conclude = async (id: string, units: number, thereAfter: number): Promise<unknown> =>
      (
        await world.pool.query(`SELECT outcome FROM transfer_conclude($1, true, $2, $3, '')`, [
          id,
          String(wholeUnits(units)),
          String(wholeUnits(thereAfter)),
        ])
      ).rows[0]?.outcome
    expect((await transfer('in', 101)).outcome).toBe('limit')
    expect(await conclude((await transfer('in', 60)).id, 60, 60)).toBe('concluded')
    // The money there counts as lost until it is back; what was lost there stays lost.
    expect((await world.ledger.post(bet(member, 41))).limit).toMatchObject({ kind: 'loss', left: wholeUnits(40) })
    expect((await transfer('in', 41)).outcome).toBe('limit')
    expect(await conclude((await transfer('out', 35)).id, 35, 0)).toBe('concluded')
    expect(await usedOf(member)).toEqual({ 'loss month': wholeUnits(25) })
    expect((await world.ledger.post(bet(member, 75))).outcome).toBe('done')
    expect((await world.ledger.post(bet(member, 1))).outcome).toBe('limit')
  })

  test('is refused from the moment its member is excluded; wins and rollbacks of earlier ones are not', async () => {
    const member = await freshMember(1_000)
    const taken = bet(member, 100)
    await world.ledger.post(taken)
    await world.db.transaction().execute((tx) => excludeMember(tx, member, { kind: 'break', lasts: '24h' }))
    expect(await world.ledger.post(bet(member, 1))).toMatchObject({ outcome: 'excluded', cash: wholeUnits(900) })
    expect((await world.ledger.post(win(member, 30, taken.key))).outcome).toBe('done')
    expect((await world.ledger.post({ ...taken, kind: 'rollback', request: ['rollback'] })).outcome).toBe('done')
  })
})

describe('a limit that is set', () => {
  test('counts what its period has used already', async () => {
    const member = await freshMember(1_000)
    const undone = bet(member, 200)
    for (const event of [bet(member, 100), bet(member, 50), undone, win(member, 30, undone.key)])
      await world.ledger.post(event)
    await world.ledger.post({ ...undone, kind: 'rollback', request: ['rollback'] })
    await put(member, 'wager', 160, 'day')
    await put(member, 'loss', 500, 'week')
    expect(await usedOf(member)).toEqual({ 'loss week': wholeUnits(120), 'wager day': wholeUnits(150) })
    expect((await world.ledger.post(bet(member, 11))).outcome).toBe('limit')
    // A limit below what is already used refuses every further stake and takes nothing back.
    await put(member, 'wager', 20, 'day')
    expect((await world.ledger.post(bet(member, 1))).limit).toMatchObject({ kind: 'wager', left: 0n })
  })

  test('cannot be raised or removed by any caller before its day has passed', async () => {
    const member = await freshMember(10)
    await put(member, 'loss', 100)
    await expect(put(member, 'loss', 101)).rejects.toThrow(/waiting time/)
    await expect(put(member, 'loss', null)).rejects.toThrow(/waiting time/)
    await world.db
      .transaction()
      .execute((tx) => recordRaise(tx, member, { kind: 'loss', period: 'month', most: wholeUnits(200) }))
    await expect(put(member, 'loss', 200)).rejects.toThrow(/waiting time/)
    await world.ownerPool.query(`UPDATE limit_raise SET effective_from = now() WHERE member_id = $1`, [String(member)])
    await expect(put(member, 'loss', 201)).rejects.toThrow(/waiting time/)
    await put(member, 'loss', 200)
    expect((await limitedOf(member)).limits).toEqual([wholeUnits(200)])
    // The application cannot shorten the wait, nor set a limit past the ledger, nor lift an exclusion.
    for (const statement of [
      `UPDATE limit_raise SET effective_from = now()`,
      `INSERT INTO limit_raise (member_id, kind, period, effective_from) VALUES (${member}, 'loss', 'day', now())`,
      `UPDATE member_limit SET ended_at = now()`,
      `UPDATE limit_counter SET used = 0`,
      `INSERT INTO member_exclusion (member_id, kind, until) VALUES (${member}, 'break', now() + interval '1 day')`,
      `UPDATE member SET excluded_until = NULL`,
      `UPDATE wallet SET limited = false`,
    ]) {
      await expect(world.pool.query(statement)).rejects.toThrow(/permission denied/)
    }
  })

  test('is no longer checked after its removal', async () => {
    const member = await freshMember(100)
    await put(member, 'wager', 10)
    expect(await limitedOf(member)).toEqual({ limited: true, limits: [wholeUnits(10)], counters: 1 })
    await world.ownerPool.query(
      `INSERT INTO limit_raise (member_id, kind, period, effective_from) VALUES ($1, 'wager', 'month', now())`,
      [String(member)],
    )
    await put(member, 'wager', null)
    expect(await limitedOf(member)).toEqual({ limited: false, limits: [], counters: 0 })
    expect(await world.ledger.post(bet(member, 100))).toMatchObject({ outcome: 'done', stakeLeft: null })
  })
})

async function limitedOf(memberId: bigint): Promise<{ limited: boolean; limits: Amount[]; counters: number }> {
  const { rows } = await world.ownerPool.query<{ limited: boolean; limits: bigint[]; counters: number }>(
    `SELECT w.limited, coalesce((SELECT array_agg(l.most ORDER BY l.id) FROM member_limit l
        WHERE l.member_id = w.member_id AND l.ended_at IS NULL), '{}') AS limits,
      (SELECT count(*)::int FROM limit_counter c WHERE c.member_id = w.member_id) AS counters
     FROM wallet w WHERE w.member_id = $1`,
    [String(memberId)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the member has a wallet')
  return { ...row, limits: row.limits.map(BigInt) }
}

describe('races', () => {
  test(
    '500 concurrent bets at two processes never exceed a limit, not even by one unit',
    { timeout: scaledMs(60_000) },
    async () => {
      const second = createSecondLedger(world)
      const member = await freshMember(100_000)
      await put(member, 'wager', 300, 'day')
      const acknowledged: Acknowledged[] = []
      let staked = 0
      let least = Infinity
      await Promise.all(
        Array.from({ length: 500 }, async (_, index) => {
          const units = 1 + (index % 7)
          const key = randomUUID()
          const ledger = index % 2 === 0 ? world.ledger : second.ledger
          const { outcome } = await ledger.post(bet(member, units, key))
          expect(['done', 'limit']).toContain(outcome)
          if (outcome === 'done') staked += units
          else least = Math.min(least, units)
          acknowledged.push({ memberId: member, key, outcome: outcome === 'done' ? 'effect' : 'refused' })
        }),
      )
      await second.close()
      expect(staked).toBeLessThanOrEqual(300)
      // And as near as the smallest refused stake allows.
      expect(300 - staked).toBeLessThan(least)
      expect(await usedOf(member)).toEqual({ 'wager day': wholeUnits(staked) })
      await auditLimits(world.ownerPool)
      await expectCleanBooks(world.pool, acknowledged)
    },
  )

  test(
    '500 concurrent bets and wins never lose more than the limit at any step',
    { timeout: scaledMs(60_000) },
    async () => {
      const second = createSecondLedger(world)
      const member = await freshMember(100_000)
      await put(member, 'loss', 100, 'week')
      const first = bet(member, 0)
      await world.ledger.post(first)
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          (index % 2 === 0 ? world.ledger : second.ledger).post(
            index % 4 === 3 ? win(member, 1 + (index % 5), first.key) : bet(member, 1 + (index % 7)),
          ),
        ),
      )
      await second.close()
      const { rows } = await world.ownerPool.query<{ worst: bigint; last: bigint }>(
        `SELECT max(lost) AS worst, (array_agg(lost ORDER BY seq DESC))[1] AS last FROM (
         SELECT seq, sum(stake - pay) OVER (ORDER BY seq) AS lost FROM journal WHERE member_id = $1 AND kind IN (1, 2)) step`,
        [String(member)],
      )
      expect(BigInt(rows[0]?.worst ?? 0)).toBeLessThanOrEqual(wholeUnits(100))
      expect(await usedOf(member)).toEqual({ 'loss week': BigInt(rows[0]?.last ?? 0) })
    },
  )

  test(
    'a limit lowered in the middle of 200 bets holds for every bet after it',
    { timeout: scaledMs(60_000) },
    async () => {
      const member = await freshMember(100_000)
      const bets = Array.from({ length: 200 }, () => world.ledger.post(bet(member, 1)))
      await put(member, 'wager', 50, 'day')
      const lateBets = Array.from({ length: 100 }, () => world.ledger.post(bet(member, 1)))
      const done = [...(await Promise.all(bets)), ...(await Promise.all(lateBets))].filter(
        (one) => one.outcome === 'done',
      )
      const setAt = await world.ownerPool.query<{ at: Date }>(
        `SELECT effective_from AS at FROM member_limit WHERE member_id = $1`,
        [String(member)],
      )
      const before = done.filter((one) => (one.at?.getTime() ?? 0) < (setAt.rows[0]?.at.getTime() ?? 0)).length
      expect(done.length).toBeLessThanOrEqual(Math.max(before + 1, 50))
    },
  )
})

describe('the periods', () => {
  test.each([
    ['day', '2026-11-20T14:59:59.999Z', '2026-11-20'],
    ['day', '2026-11-20T15:00:00Z', '2026-11-21'],
    ['week', '2026-11-22T14:59:59.999Z', '2026-11-16'],
    ['week', '2026-11-22T15:00:00Z', '2026-11-23'],
    ['week', '2026-12-31T15:00:00Z', '2026-12-28'],
    ['month', '2026-11-30T14:59:59.999Z', '2026-11-01'],
    ['month', '2026-11-30T15:00:00Z', '2026-12-01'],
    ['month', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['month', '2028-02-29T12:00:00Z', '2028-02-01'],
  ])('the %s of %s begins, in Seoul, on %s', async (period, at, starts) => {
    const { rows } = await world.ownerPool.query<{ starts: string }>(
      `SELECT limit_starts($1, $2, 'Asia/Seoul')::text AS starts`,
      [period, at],
    )
    expect(rows[0]?.starts).toBe(starts)
  })

  test('start at zero: a stake counts in its own period only', async () => {
    const member = await freshMember(1_000)
    for (const period of ['day', 'week', 'month'] as const) await put(member, 'wager', 500, period)
    await world.ledger.post(bet(member, 70))
    const used = { 'wager day': wholeUnits(70), 'wager month': wholeUnits(70), 'wager week': wholeUnits(70) }
    const startOf = (period: string): string =>
      `(limit_starts('${period}', now(), 'Asia/Seoul') + interval '1 ${period}') AT TIME ZONE 'Asia/Seoul'`
    expect(await usedOf(member)).toEqual(used)
    for (const period of ['day', 'week', 'month']) {
      const last = await usedOf(member, `${startOf(period)} - interval '1 microsecond'`)
      expect(last[`wager ${period}`]).toBe(wholeUnits(70))
      expect((await usedOf(member, startOf(period)))[`wager ${period}`]).toBe(0n)
    }
    const { rows } = await world.ownerPool.query<{ on_time: boolean }>(
      `SELECT bool_and(resets_at = (limit_starts(period, now(), 'Asia/Seoul') + ('1 ' || period)::interval) AT TIME ZONE 'Asia/Seoul')
         AS on_time FROM limit_state($1, now(), NULL)`,
      [String(member)],
    )
    expect(rows[0]?.on_time).toBe(true)
  })

  test('a stake of yesterday that is rolled back today reduces yesterday’s counter', async () => {
    const member = await freshMember(1_000)
    await put(member, 'wager', 500, 'day')
    await world.ledger.post(bet(member, 70))
    const counters = `SELECT starts, used FROM limit_counter WHERE member_id = $1 ORDER BY starts`
    const client = await world.ownerPool.connect()
    try {
      // In a transaction that is rolled back, because no bet of yesterday is in the books.
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO limit_counter (member_id, kind, period, starts, used)
         VALUES ($1, 'wager', 'day', limit_starts('day', now() - interval '1 day', 'Asia/Seoul')::timestamp AT TIME ZONE 'Asia/Seoul', 900000)`,
        [String(member)],
      )
      await client.query(`SELECT limit_give_back($1, now() - interval '1 day', 400000)`, [String(member)])
      const after = await client.query<{ used: bigint }>(counters, [String(member)])
      expect(after.rows.map((row) => row.used)).toEqual([500_000n, wholeUnits(70)])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})

describe('signed-in time', () => {
  const minutes = (count: number): string => `now() - interval '${count} minutes'`
  async function session(memberId: bigint, from: number, lastAct: number, ended: number | null): Promise<bigint> {
    const { rows } = await world.ownerPool.query<{ id: bigint }>(
      `INSERT INTO member_session (token_hash, member_id, created_at, last_act_at, ends_at, ended_at)
       VALUES (sha256(gen_random_uuid()::text::bytea), $1, ${minutes(from)}, ${minutes(lastAct)},
         ${minutes(from)} + interval '8 hours', ${ended === null ? 'NULL' : minutes(ended)}) RETURNING id`,
      [String(memberId)],
    )
    return rows[0]?.id ?? 0n
  }
  async function signedIn(memberId: bigint, since: number, acting: bigint | null = null): Promise<number> {
    const { rows } = await world.ownerPool.query<{ ms: bigint }>(
      `SELECT signed_in_ms($1, ${minutes(since)}, now(), $2) AS ms`,
      [String(memberId), acting === null ? null : String(acting)],
    )
    return Number(rows[0]?.ms) / 60_000
  }

  test('counts sessions up to their last activity or end, concurrent ones once', async () => {
    const member = await freshMember(0)
    expect(await signedIn(member, 600)).toBe(0)
    await session(member, 300, 280, null)
    expect(await signedIn(member, 600)).toBeCloseTo(21, 1)
    await session(member, 290, 270, 275)
    expect(await signedIn(member, 600)).toBeCloseTo(25, 1)
    await session(member, 100, 60, 40)
    expect(await signedIn(member, 600)).toBeCloseTo(66, 1)
    // Cut where the period begins.
    expect(await signedIn(member, 285)).toBeCloseTo(51, 1)
    const acting = await session(member, 30, 20, null)
    expect(await signedIn(member, 600)).toBeCloseTo(77, 1)
    expect(await signedIn(member, 600, acting)).toBeCloseTo(96, 1)
  })
})
