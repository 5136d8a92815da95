import { wholeUnits } from '#domain/money.ts'
import { archiveOldRows, countOldRows, readSizes } from '#server/ledger/archive.ts'
import { eventRow, requestColumns, type LedgerEvent } from '#server/ledger/events.ts'
import { postProvenIn } from '#server/ledger/ledger.ts'
import { expectCleanBooks, type Acknowledged } from '#test/books.ts'
import { createLedgerModel, postToModel } from '#test/ledger-model.ts'
import { createLedgerWorld, createSecondLedger, takeMember as memberOf, type LedgerWorld } from '#test/ledger-world.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld({ members: 60 })
})
/** Credits with turnover are posted as wins of no bet here: what may be credited is tested elsewhere. */
const asDrawn = ['wins', 'turnover-rates'] as const
afterEach(() => expectCleanBooks(world.pool, [], asDrawn))
afterAll(() => world.close())

const freshMember = (units: number): Promise<bigint> => memberOf(world, units)
const owner = (sql: string, ...values: unknown[]) => world.ownerPool.query(sql, values)

function bet(memberId: bigint, units: number, key: string = randomUUID()): LedgerEvent {
  const event = {
    memberId,
    kind: 'bet',
    source: 'own',
    key,
    request: ['bet', units],
    contraId: world.gamingId,
  } as const
  return { ...event, stake: wholeUnits(units), gameKind: 'slot' }
}
const undo = (taken: LedgerEvent): LedgerEvent => ({ ...taken, kind: 'rollback', request: ['rollback'] })

/** A member with this many bets of one unit, all three years old. */
async function oldMember(bets: number, units = 1_000): Promise<{ memberId: bigint; bets: LedgerEvent[] }> {
  const memberId = await freshMember(units)
  const events = Array.from({ length: bets }, () => bet(memberId, 1))
  for (const event of events) expect((await world.ledger.post(event)).outcome).toBe('done')
  await ageRows(world.ownerPool, [memberId], { days: 1_100 })
  return { memberId, bets: events }
}

const archive = (mostTogether?: number) =>
  archiveOldRows(world.ownerPool, { before: daysAgo(400), ...(mostTogether && { mostTogether }) })

/** The numbers of a member's rows in the journal alone (`hot`) and in the archive. */
async function placesOf(memberId: bigint): Promise<{ hot: bigint[]; old: bigint[]; archived: bigint }> {
  const { rows } = await owner(
    `SELECT ARRAY(SELECT seq FROM ONLY journal WHERE member_id = $1 ORDER BY seq) AS hot,
       ARRAY(SELECT seq FROM journal_archive WHERE member_id = $1 ORDER BY seq) AS old,
       (SELECT archived_seq FROM wallet WHERE member_id = $1) AS archived`,
    String(memberId),
  )
  return rows[0] as { hot: bigint[]; old: bigint[]; archived: bigint }
}

async function everything(): Promise<unknown> {
  const tables = ['journal', 'round', 'posting'].map(async (table) => {
    const { rows } = await owner(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)
    return rows
  })
  return Promise.all(tables)
}

describe('archiving', () => {
  test('moves old events in order; the newest stays, and reading the journal still returns all', async () => {
    const { memberId } = await oldMember(5)
    await world.ledger.post(bet(memberId, 7))
    const other = await oldMember(4)
    const before = await everything()
    const counted = await countOldRows(world.pool, daysAgo(400))
    const moved = await archive(2)
    expect(moved).toEqual({ members: 2, events: 10, rounds: 0 })
    expect(counted).toEqual(moved)
    expect(await placesOf(memberId)).toEqual({ hot: [7n], old: [1n, 2n, 3n, 4n, 5n, 6n], archived: 6n })
    expect(await placesOf(other.memberId)).toEqual({ hot: [5n], old: [1n, 2n, 3n, 4n], archived: 4n })
    expect(await everything()).toEqual(before)
    expect(await readSizes(world.pool)).toMatchObject({ journalRows: 2n, archiveRows: 10n })
    expect(await archive()).toEqual({ members: 0, events: 0, rounds: 0 })
  })

  test('moves events before a time, to the microsecond', async () => {
    const { memberId } = await oldMember(3)
    const { rows } = await owner('SELECT at FROM journal WHERE member_id = $1 AND seq = 3', String(memberId))
    const at = (rows[0] as { at: Date }).at.toISOString()
    const moved = await owner(
      `SELECT events FROM ledger_archive($1, (SELECT at FROM journal WHERE member_id = $1 AND seq = 3), 100)`,
      String(memberId),
    )
    expect([at < daysAgo(1_000).toISOString(), moved.rows]).toEqual([true, [{ events: 2 }]])
    expect((await placesOf(memberId)).hot).toEqual([3n, 4n])
  })

  test('stops at the first recent event, whatever follows it', async () => {
    const memberId = await freshMember(10)
    for (let round = 0; round < 3; round += 1) await world.ledger.post(bet(memberId, 1))
    await ageRows(world.ownerPool, [memberId], { days: 1_100, keep: 2 })
    // As if the clock had been set back: an old time after a recent one.
    await owner('ALTER TABLE journal DISABLE TRIGGER USER')
    await owner(`UPDATE journal SET at = at - interval '4 years' WHERE member_id = $1 AND seq = 4`, String(memberId))
    await owner('ALTER TABLE journal ENABLE TRIGGER USER')
    await world.ledger.post(bet(memberId, 1))
    await archive()
    expect(await placesOf(memberId)).toEqual({ hot: [3n, 4n, 5n], old: [1n, 2n], archived: 2n })
  })

  test('never moves events of the last 62 days, and the application’s role may not archive', async () => {
    const { memberId } = await oldMember(2)
    const parameters = (before: Date) => [String(memberId), before, 10]
    await expect(owner('SELECT ledger_archive($1, $2, $3)', ...parameters(daysAgo(61.9)))).rejects.toThrow(/62 days/)
    await expect(archiveOldRows(world.ownerPool, { before: daysAgo(1) })).rejects.toThrow(/62 days/)
    await expect(world.pool.query('SELECT ledger_archive($1, $2, $3)', parameters(daysAgo(400)))).rejects.toThrow(
      /permission/,
    )
    expect((await placesOf(memberId)).old).toEqual([])
    expect((await archiveOldRows(world.ownerPool, { before: daysAgo(62.1) })).events).toBe(2)
  })
})

/** Posts one event by the one-row function, or in a batch with an event of another member. */
const forms = {
  'the one-row function': (event: LedgerEvent) =>
    world.db.transaction().execute((tx) => postProvenIn(tx, testSecret, event)),
  // Posts a plain bet by a function of its own.
  'the ledger': (event: LedgerEvent) => world.ledger.post(event),
  'the batch': async (event: LedgerEvent) => {
    const stranger = bet(world.memberIds[0] ?? 0n, 0)
    const rows = [eventRow(stranger), eventRow(event)]
    const types = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
    const answer = await world.pool.query<{ outcome: string; seq: bigint; cash: bigint; comp: bigint }>(
      `SELECT * FROM ledger_post_batch(${types})`,
      requestColumns.map((_, column) => rows.map((row) => row[column] ?? null)),
    )
    return answer.rows[1]
  },
}

describe.each(Object.entries(forms))('keys in the archive, through %s', (_name, post) => {
  test('the same request is a replay, another is a conflict, and neither moves anything', async () => {
    const { memberId, bets } = await oldMember(4)
    const [first] = bets
    if (first === undefined) throw new Error('there are bets')
    const then = await post(first)
    await archive()
    expect((await placesOf(memberId)).old).toContain(2n)
    expect(await post(first)).toEqual(then)
    expect(then).toMatchObject({ outcome: 'replay', seq: 2n, cash: wholeUnits(999) })
    expect(await post({ ...first, request: ['bet', 5] })).toMatchObject({ outcome: 'conflict', cash: wholeUnits(996) })
    expect(await post(bet(memberId, 1))).toMatchObject({ outcome: 'done', seq: 6n })
  })

  test('an archived bet is rolled back once, with its comp, and the archived rollback is known', async () => {
    const { memberId, bets } = await oldMember(3)
    const [first, second] = bets
    if (first === undefined || second === undefined) throw new Error('there are bets')
    await archive()
    expect(await post(undo(first))).toMatchObject({ outcome: 'done', cash: wholeUnits(998), seq: 5n })
    expect((await post(undo(first)))?.outcome).toBe('replay')
    await world.ledger.post(bet(memberId, 1))
    await ageRows(world.ownerPool, [memberId], { days: 900 })
    await archive()
    expect((await placesOf(memberId)).hot).toEqual([6n])
    expect(await post(undo(first))).toMatchObject({ outcome: 'replay', seq: 5n })
    expect((await post(first))?.outcome).toBe('replay')
    expect((await post(undo(second)))?.outcome).toBe('done')
  })

  test('a late bet after an archived tombstone is refused, and only a bet can be rolled back', async () => {
    const memberId = await freshMember(100)
    const late = bet(memberId, 5)
    const win: LedgerEvent = { ...bet(memberId, 0), kind: 'win', stake: 0n, pay: wholeUnits(5), ref: late.key }
    expect((await post(undo(late)))?.outcome).toBe('tombstone')
    await post(win)
    await post(bet(memberId, 1))
    await ageRows(world.ownerPool, [memberId], { days: 500 })
    await archive()
    expect(await placesOf(memberId)).toMatchObject({ hot: [4n] })
    expect(await post(late)).toMatchObject({ outcome: 'rolled_back', cash: wholeUnits(104) })
    expect((await post(undo(late)))?.outcome).toBe('replay')
    expect((await post(undo(win)))?.outcome).toBe('not_a_bet')
  })
})

describe('the triggers of the journal', () => {
  test('allow a deletion only when an equal row is in the archive and archived_seq covers it', async () => {
    const { memberId } = await oldMember(3)
    const id = String(memberId)
    const leave = () => owner('DELETE FROM ONLY journal WHERE member_id = $1 AND seq = 1', id)
    await expect(leave()).rejects.toThrow(/written once/)
    // A copy that differs in one column.
    await owner(
      `CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT * FROM ONLY journal WHERE member_id = ${id} AND seq = 1;
       UPDATE copy SET ref = gen_random_uuid(); INSERT INTO journal_archive SELECT * FROM copy;`,
    )
    await owner('UPDATE wallet SET archived_seq = 1 WHERE member_id = $1', id)
    await expect(leave()).rejects.toThrow(/written once/)
    await owner('ALTER TABLE journal_archive DISABLE TRIGGER USER')
    await owner('DELETE FROM journal_archive WHERE member_id = $1', id)
    await owner('ALTER TABLE journal_archive ENABLE TRIGGER USER')
    await owner('UPDATE wallet SET archived_seq = 0 WHERE member_id = $1', id)
    // The same row, but where the ledger would not search for its key.
    await owner('INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE member_id = $1 AND seq = 1', id)
    await expect(leave()).rejects.toThrow(/written once/)
    await owner('UPDATE wallet SET archived_seq = 1 WHERE member_id = $1', id)
    expect((await leave()).rowCount).toBe(1)
    expect(await placesOf(memberId)).toEqual({ hot: [2n, 3n, 4n], old: [1n], archived: 1n })
  })

  test('never allow the deletion of the newest row', async () => {
    const { memberId } = await oldMember(1)
    await archive()
    const copied = owner(
      'INSERT INTO journal_archive SELECT * FROM ONLY journal WHERE member_id = $1',
      String(memberId),
    )
    expect((await copied).rowCount).toBe(1)
    await owner('UPDATE wallet SET archived_seq = seq WHERE member_id = $1', String(memberId))
    await expect(owner('DELETE FROM ONLY journal WHERE member_id = $1', String(memberId))).rejects.toThrow(
      /written once/,
    )
    await owner('ALTER TABLE journal_archive DISABLE TRIGGER USER')
    await owner('DELETE FROM journal_archive WHERE member_id = $1 AND seq = 2', String(memberId))
    await owner('ALTER TABLE journal_archive ENABLE TRIGGER USER')
    await owner('UPDATE wallet SET archived_seq = 1 WHERE member_id = $1', String(memberId))
  })

  test('keep archive and journal final, also for the owner', async () => {
    const { memberId } = await oldMember(2)
    await archive()
    for (const sql of [
      'UPDATE journal_archive SET cash = 0',
      'UPDATE journal SET cash = 0 WHERE seq = 1',
      'DELETE FROM journal_archive',
      'DELETE FROM journal WHERE seq = 1',
      'DELETE FROM ONLY journal',
      'TRUNCATE journal_archive',
      'TRUNCATE ONLY journal',
      'TRUNCATE round_archive',
    ]) {
      await expect(owner(sql)).rejects.toThrow(/written once/)
      await expect(world.pool.query(sql)).rejects.toThrow(/permission denied/)
    }
    expect((await placesOf(memberId)).old).toEqual([1n, 2n])
  })
})

/** Archives to the end although its connection is ended or the work stopped again and again; returns how often. */
async function archiveInPieces(): Promise<number> {
  let ended = 0
  for (let round = 0; round < 20; round += 1) {
    const stop = new AbortController()
    let isSettled = false
    const work = archiveOldRows(world.ownerPool, {
      before: daysAgo(400),
      mostTogether: 10,
      signal: stop.signal,
      onProgress: (moved) => (moved.events >= 40 && round % 4 === 0 ? stop.abort() : undefined),
    })
      .catch(() => (ended += 1))
      .finally(() => (isSettled = true))
    while (round % 4 !== 0 && !isSettled) {
      await sleep(round)
      await owner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%ledger_archive(%'`)
    }
    await work
  }
  await archive(50)
  return ended
}

describe('archiving beside a running program', () => {
  test('loses nothing and finishes when it is interrupted repeatedly under live bets', async () => {
    const old = await Promise.all(Array.from({ length: 6 }, () => freshMember(100_000)))
    const acknowledged: Acknowledged[] = []
    const place = async (memberId: bigint, key: string = randomUUID()): Promise<void> => {
      const { outcome } = await world.ledger.post(bet(memberId, 1, key))
      if (outcome === 'done') acknowledged.push({ memberId, key, outcome: 'effect' })
    }
    await Promise.all(Array.from({ length: 1_800 }, (_, index) => place(old[index % 6] ?? 0n)))
    await ageRows(world.ownerPool, old, { days: 1_100 })
    const archivedKeys = acknowledged.map((one) => one)
    const second = createSecondLedger(world)
    let isOver = false
    const replays = new Set<string>()
    async function caller(index: number): Promise<void> {
      for (let round = index; !isOver; round += 7) {
        await place(old[round % 6] ?? 0n)
        const archived = archivedKeys[round % archivedKeys.length]
        if (archived) replays.add((await second.ledger.post(bet(archived.memberId, 1, archived.key))).outcome)
      }
    }
    const callers = Array.from({ length: 4 }, (_, index) => caller(index))
    const ended = await archiveInPieces().finally(() => (isOver = true))
    await Promise.all(callers)
    await second.close()
    expect(ended).toBeGreaterThan(5)
    expect([...replays]).toEqual(['replay'])
    for (const memberId of old) expect((await placesOf(memberId)).archived).toBe(301n)
    await expectCleanBooks(world.pool, acknowledged, asDrawn)
  })
})

type RandomRequest = { member: number; key: number; kind: 'bet' | 'win' | 'rollback' | 'cash'; units: number }
const randomRequest: fc.Arbitrary<RandomRequest> = fc.record({
  member: fc.nat({ max: 2 }),
  key: fc.nat({ max: 180 }),
  kind: fc.constantFrom('bet', 'bet', 'win', 'rollback', 'cash'),
  units: fc.nat({ max: 40 }),
})

/** The key of each member's bet that all their wins belong to. */
const wonKey = '0198a000-0000-7000-8000-00000000000b'

/** The bets of that key, of both sources that win. */
function wonBets(memberId: bigint): LedgerEvent[] {
  return [bet(memberId, 0, wonKey), { ...bet(memberId, 0, wonKey), source: 'office' }]
}

function eventOf({ member, key, kind, units }: RandomRequest, members: readonly bigint[]): LedgerEvent {
  const money = wholeUnits(units) + BigInt(units * 37)
  const memberId = members[member] ?? 0n
  const named = `0198a000-0002-7000-8000-${key.toString().padStart(12, '0')}`
  const base = { memberId, source: 'own', key: named, contraId: world.gamingId, request: [kind, units] } as const
  if (kind === 'bet') return { ...base, kind, stake: money, inPlay: units % 3 === 0 ? money : 0n, gameKind: 'slot' }
  if (kind === 'win') return { ...base, kind, pay: money, ref: wonKey }
  if (kind === 'rollback') return { ...base, kind, request: ['rollback'] }
  return { ...base, kind: 'win', source: 'office', pay: money / 4n, ref: wonKey, turnover: money / 2n }
}

test(
  'both forms and the model agree on 1 000 random requests with archiving in between',
  { timeout: scaledMs(120_000) },
  async () => {
    const alone = await Promise.all([freshMember(0), freshMember(0), freshMember(0)])
    const together = await Promise.all([freshMember(0), freshMember(0), freshMember(0)])
    const model = createLedgerModel(alone, 7_000)
    for (const memberId of alone) for (const one of wonBets(memberId)) postToModel(model, one)
    for (const memberId of [...alone, ...together]) for (const one of wonBets(memberId)) await world.ledger.post(one)
    const requests = fc.sample(randomRequest, { numRuns: 1_000, seed: 20_261_121 })
    const keeps = fc.sample(fc.nat({ max: 12 }), { numRuns: 100, seed: 20_261_122 })
    const seen = new Map<string, number>()
    for (let start = 0; start < requests.length; start += 50) {
      const slice = requests.slice(start, start + 50)
      const expected = slice.map((one) => figures(postToModel(model, eventOf(one, alone))))
      const oneByOne = []
      for (const one of slice) oneByOne.push(figures(await forms['the one-row function'](eventOf(one, alone))))
      const rows = slice.map((one) => eventRow(eventOf(one, together)))
      const types = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
      const batch = await world.pool.query<Figures>(
        `SELECT outcome, cash, held, in_play AS "inPlay", comp FROM ledger_post_batch(${types})`,
        requestColumns.map((_, column) => rows.map((row) => row[column] ?? null)),
      )
      expect(oneByOne).toEqual(expected)
      expect(batch.rows).toEqual(expected)
      for (const { outcome } of expected) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      // All but some of the newest become old, and are archived.
      await ageRows(world.ownerPool, [...alone, ...together], { days: 500, keep: keeps[start / 50] ?? 0 })
      await archive(1 + (start % 17))
    }
    for (const name of ['done', 'replay', 'conflict', 'short', 'rolled_back', 'tombstone', 'not_a_bet']) {
      expect({ name, often: (seen.get(name) ?? 0) > 10 }).toEqual({ name, often: true })
    }
    for (const memberId of alone) expect((await placesOf(memberId)).old.length).toBeGreaterThan(100)
  },
)

type Figures = { outcome: string; cash: bigint; held: bigint; inPlay: bigint; comp: bigint }
function figures({ outcome, cash, held, inPlay, comp }: Figures): Figures {
  return { outcome, cash, held, inPlay, comp }
}
