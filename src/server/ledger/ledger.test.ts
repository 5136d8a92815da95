import { wholeUnits } from '#domain/money.ts'
import { postProvenIn, type Ledger } from '#server/ledger/ledger.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { requestColumns, eventRow, type LedgerEvent, type LedgerOutcome } from '#server/ledger/events.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { expectCleanBooks, type Acknowledged } from '#test/books.ts'
import { createLedgerModel, postToModel, usedOf, type ModelMember, type ModelOutcome } from '#test/ledger-model.ts'
import { createLedgerWorld, createSecondLedger, takeMember as memberOf, type LedgerWorld } from '#test/ledger-world.ts'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { repetitions } from '#test/length.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'

/** Credits with turnover are posted as wins of no bet here: what may be credited is tested elsewhere. */
const asDrawn = ['wins', 'turnover-rates'] as const

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld({ members: 40 })
})
afterEach(async () => {
  await auditLimits(world.ownerPool)
  await expectCleanBooks(world.pool, [], asDrawn)
})
afterAll(() => world.close())

const freshMember = (units: number): Promise<bigint> => memberOf(world, units)

function bet(memberId: bigint, units: number, key: string = randomUUID()): LedgerEvent {
  return {
    memberId,
    kind: 'bet',
    source: 'own',
    key,
    request: ['bet', units],
    stake: wholeUnits(units),
    contraId: world.gamingId,
    gameKind: 'slot',
  }
}

describe('one event', () => {
  test('a bet is taken from cash, earns comp at the rate in force, and returns the balances after', async () => {
    const member = await freshMember(1_000)
    const outcome = await world.ledger.post(bet(member, 100))
    expect(outcome).toMatchObject({
      outcome: 'done',
      cash: wholeUnits(900),
      comp: 7_000n,
      compDelta: 7_000n,
      seq: 2n,
    })
  })

  test('the same key and request is a replay, another request a conflict; neither moves anything', async () => {
    const member = await freshMember(1_000)
    const first = await world.ledger.post(bet(member, 100, '0198a000-0000-7000-8000-000000000001'))
    await world.ledger.post(bet(member, 50))
    const again = await world.ledger.post(bet(member, 100, '0198a000-0000-7000-8000-000000000001'))
    expect(again).toMatchObject({ outcome: 'replay', seq: first.seq, cash: first.cash })
    const other = await world.ledger.post(bet(member, 101, '0198a000-0000-7000-8000-000000000001'))
    expect(other).toMatchObject({ outcome: 'conflict', cash: wholeUnits(850) })
  })

  test('funds are checked against the stake, never the net', async () => {
    const member = await freshMember(100)
    const outcome = await world.ledger.post({ ...bet(member, 101), pay: wholeUnits(500) })
    expect(outcome).toMatchObject({ outcome: 'short', cash: wholeUnits(100) })
  })

  test('a refusal is not stored: the same request is decided again', async () => {
    const member = await freshMember(10)
    const [first, request] = [bet(member, 0), bet(member, 20)]
    await world.ledger.post(first)
    expect((await world.ledger.post(request)).outcome).toBe('short')
    await world.ledger.post({ ...bet(member, 0), kind: 'win', stake: 0n, pay: wholeUnits(15), ref: first.key })
    expect((await world.ledger.post(request)).outcome).toBe('done')
  })

  test('a rollback returns the stake and takes back comp as far as the balance allows', async () => {
    const member = await freshMember(1_000)
    const taken = bet(member, 500)
    await world.ledger.post(taken)
    await world.ledger.post({
      memberId: member,
      kind: 'comp_converted',
      source: 'own',
      key: randomUUID(),
      request: ['roll', 3],
      comp: -wholeUnits(3),
      cash: wholeUnits(3),
      contraId: await world.ledger.accountId(world.brandId, 'comp_cost'),
    })
    const rollback: LedgerEvent = { ...taken, kind: 'rollback', request: ['rollback'] }
    const undone = await world.ledger.post(rollback)
    expect(undone).toMatchObject({ outcome: 'done', cash: wholeUnits(1_003), comp: 0n, compDelta: -5_000n })
    expect((await world.ledger.post(rollback)).outcome).toBe('replay')
  })

  test('a rollback before its bet leaves a tombstone, and the late bet is refused for ever', async () => {
    const member = await freshMember(100)
    const late = bet(member, 50)
    expect((await world.ledger.post({ ...late, kind: 'rollback', request: ['rollback'] })).outcome).toBe('tombstone')
    expect(await world.ledger.post(late)).toMatchObject({ outcome: 'rolled_back', cash: wholeUnits(100) })
    expect((await world.ledger.post({ ...late, kind: 'rollback', request: ['rollback'] })).outcome).toBe('replay')
  })

  test('only bets can be rolled back', async () => {
    const member = await freshMember(0)
    const first = bet(member, 0)
    await world.ledger.post(first)
    const win: LedgerEvent = { ...bet(member, 0), kind: 'win', stake: 0n, pay: wholeUnits(5), ref: first.key }
    await world.ledger.post(win)
    expect((await world.ledger.post({ ...win, kind: 'rollback', request: ['rollback'] })).outcome).toBe('not_a_bet')
  })

  test('a rolled-back bet earns no turnover: its reduction is due again', async () => {
    const member = await freshMember(1_000)
    for (const one of wonBets(member)) await world.ledger.post(one)
    await world.ledger.post({
      memberId: member,
      kind: 'win',
      source: 'office',
      key: randomUUID(),
      ref: wonKey,
      request: ['paid', 100],
      pay: wholeUnits(100),
      turnover: wholeUnits(100),
      contraId: world.gamingId,
    })
    const taken = bet(member, 300)
    await world.ledger.post(bet(member, 30))
    await world.ledger.post(taken)
    expect(await turnoverOf(member)).toBe(0n)
    await world.ledger.post({ ...taken, kind: 'rollback', request: ['rollback'] })
    expect(await turnoverOf(member)).toBe(wholeUnits(70))
  })

  test('a rolled-back bet of an undecided round leaves nothing in play', async () => {
    const member = await freshMember(100)
    const taken = { ...bet(member, 100), inPlay: wholeUnits(100) }
    expect(await world.ledger.post(taken)).toMatchObject({ cash: 0n, inPlay: wholeUnits(100) })
    const undone = await world.ledger.post({ ...taken, kind: 'rollback', request: ['rollback'] })
    expect(undone).toMatchObject({ outcome: 'done', cash: wholeUnits(100), inPlay: 0n })
  })

  test('an unknown member has an outcome of its own', async () => {
    expect((await world.ledger.post(bet(9_999_999n, 1))).outcome).toBe('unknown_member')
  })

  test('an event inside a transaction commits or rolls back with it', async () => {
    const member = await freshMember(100)
    const event = bet(member, 30)
    const abandoned = world.db.transaction().execute(async (tx) => {
      expect((await postProvenIn(tx, testSecret, event)).outcome).toBe('done')
      throw new Error('the rest failed')
    })
    await expect(abandoned).rejects.toThrow('the rest failed')
    const posted = await world.db.transaction().execute((tx) => postProvenIn(tx, testSecret, event))
    expect(posted).toMatchObject({ outcome: 'done', cash: wholeUnits(70) })
  })

  test('turnover falls by stakes, never below zero, and rises with a deposit', async () => {
    const member = await freshMember(1_000)
    for (const one of wonBets(member)) await world.ledger.post(one)
    await world.ledger.post({
      memberId: member,
      kind: 'win',
      source: 'office',
      key: randomUUID(),
      ref: wonKey,
      request: ['paid', 100],
      pay: wholeUnits(100),
      turnover: wholeUnits(100),
      contraId: world.gamingId,
    })
    await world.ledger.post(bet(member, 30))
    expect(await turnoverOf(member)).toBe(wholeUnits(70))
    await world.ledger.post(bet(member, 200))
    expect(await turnoverOf(member)).toBe(0n)
  })
})

async function turnoverOf(member: bigint): Promise<bigint> {
  const row = await world.db
    .selectFrom('wallet')
    .select('turnover_due')
    .where('member_id', '=', member)
    .executeTakeFirstOrThrow()
  return row.turnover_due
}

describe('a batch', () => {
  test('a row that fails the statement fails alone', async () => {
    const member = await freshMember(1_000)
    const good = Array.from({ length: 10 }, () => bet(member, 1))
    const bad = { ...bet(member, 1), contraId: 2_000_000_000 }
    const settled = await Promise.allSettled([...good, bad, ...good].map((event) => world.ledger.post(event)))
    expect(settled.filter((one) => one.status === 'rejected')).toHaveLength(1)
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.outcome] : []))
    expect(outcomes.filter((name) => name === 'done')).toHaveLength(10)
    expect(outcomes.filter((name) => name === 'replay')).toHaveLength(10)
  })

  test('a key that comes twice in it is posted once and replayed once', async () => {
    const member = await freshMember(100)
    const twice = bet(member, 5)
    const outcomes = await postAsBatch([
      bet(member, 1),
      twice,
      twice,
      { ...twice, request: ['bet', 9n] },
      bet(member, 2),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'replay', 'conflict', 'done'])
    expect(outcomes.map(({ cash }) => cash)).toEqual([99, 94, 94, 94, 92].map((units) => wholeUnits(units)))
  })

  test('concurrent callers that request more than the balance in all get exactly the balance', async () => {
    const member = await freshMember(50)
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => world.ledger.post(bet(member, 1))))
    expect(outcomes.filter((one) => one.outcome === 'done')).toHaveLength(50)
    expect(outcomes.filter((one) => one.outcome === 'short')).toHaveLength(150)
  })
})

/** A random request: few members and few keys, so that duplicates, conflicts and shortages are common. */
const requestOf = (tag: string, size: { members: number; keys: number }): fc.Arbitrary<ModelRequest> =>
  fc.record({
    member: fc.nat({ max: size.members - 1 }),
    key: fc.nat({ max: size.keys - 1 }).map((n) => `0198a000-${tag}-7000-8000-${n.toString().padStart(12, '0')}`),
    kind: fc.constantFrom('bet', 'win', 'rollback', 'deposit_paid', 'comp_converted', 'into_play', 'out_of_play'),
    units: fc.nat({ max: 60 }),
  })
type ModelRequest = {
  member: number
  key: string
  kind: 'bet' | 'win' | 'rollback' | 'deposit_paid' | 'comp_converted' | 'into_play' | 'out_of_play'
  units: number
}

/** The key of each member's bet that all their wins belong to. */
const wonKey = '0198a000-0000-7000-8000-00000000000b'

/** The bets of that key, of both sources that win. */
function wonBets(memberId: bigint): LedgerEvent[] {
  return [bet(memberId, 0, wonKey), { ...bet(memberId, 0, wonKey), source: 'office' }]
}

function eventOf(drawn: ModelRequest, members: readonly bigint[]): LedgerEvent {
  const memberId = members[drawn.member] ?? 0n
  const money = wholeUnits(drawn.units) + BigInt(drawn.units * 37)
  const base = { memberId, source: 'own' as const, key: drawn.key, contraId: world.gamingId }
  const request = [drawn.kind, money]
  switch (drawn.kind) {
    case 'bet':
      // Some rounds are decided later: their stakes are in play meanwhile.
      return {
        ...base,
        kind: 'bet',
        request,
        stake: money,
        inPlay: drawn.units % 3 === 0 ? money : 0n,
        gameKind: 'slot',
      }
    case 'win':
      return { ...base, kind: 'win', request, pay: money, ref: wonKey }
    case 'rollback':
      return { ...base, kind: 'rollback', request: ['rollback'] }
    case 'deposit_paid':
      // Another source: a deposit and a bet may share a key without a conflict.
      return { ...base, kind: 'win', source: 'office', request, pay: money, ref: wonKey, turnover: money / 2n }
    case 'comp_converted':
      return {
        ...base,
        kind: 'comp_converted',
        request,
        comp: -money / 50n,
        cash: money / 50n,
        contraId: world.compCostId,
      }
    case 'into_play':
      return { ...base, kind: 'bet', request, stake: money, inPlay: money }
    case 'out_of_play':
      return { ...base, kind: 'win', request, pay: money, inPlay: -money }
  }
}

type ModelLimit = 'wager' | 'loss'

/** In the model it is as if everything happened in one month. */
function limitInModel(member: ModelMember | undefined, kind: ModelLimit, most: bigint | null): void {
  if (most === null) member?.limits.delete(kind)
  else member?.limits.set(kind, { kind, period: 'month', most })
}

function figures(outcome: LedgerOutcome | ModelOutcome): ModelOutcome {
  const { outcome: name, cash, held, inPlay, comp } = outcome
  return { outcome: name, cash, held, inPlay, comp }
}

/**
 * Sends events as one batch statement, whatever their number; the batcher would post a single one by the one-row
 * function.
 */
async function postAsBatch(events: readonly LedgerEvent[]): Promise<{ outcome: string; cash: bigint }[]> {
  const rows = events.map(eventRow)
  const types = requestColumns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
  const columns = requestColumns.map((_, column) => rows.map((row) => row[column] ?? null))
  const answer = await world.pool.query<{ outcome: string; cash: bigint; held: bigint; in_play: bigint; comp: bigint }>(
    `SELECT * FROM ledger_post_batch(${types})`,
    columns,
  )
  return answer.rows.map((row) => ({
    outcome: row.outcome,
    cash: row.cash,
    held: row.held,
    inPlay: row.in_play,
    comp: row.comp,
  }))
}

/** A random limit: low enough to be reached, removed now and then. */
const limitOf = fc.record({
  member: fc.nat({ max: 2 }),
  kind: fc.constantFrom<ModelLimit>('wager', 'loss'),
  units: fc.option(fc.nat({ max: 4_000 }), { freq: 4 }),
})

/** Sets a limit as if a raise had waited its day. */
async function setLimit(memberId: bigint, kind: ModelLimit, most: bigint | null): Promise<void> {
  await world.ownerPool.query(
    `INSERT INTO limit_raise (member_id, kind, period, most, effective_from) VALUES ($1, $2, 'month', $3, now())
     ON CONFLICT (member_id, kind, period) DO UPDATE SET most = excluded.most, effective_from = excluded.effective_from`,
    [String(memberId), kind, most === null ? null : String(most)],
  )
  await world.db.transaction().execute((tx) => putLimit(tx, memberId, { kind, period: 'month', most }))
}

describe('agreement', () => {
  test(
    'the one-row form, the ledger, the batch and a model in memory agree on random requests',
    { timeout: scaledMs(120_000) },
    async () => {
      const alone = await Promise.all([freshMember(0), freshMember(0), freshMember(0), freshMember(0)])
      const together = await Promise.all([freshMember(0), freshMember(0), freshMember(0), freshMember(0)])
      // Through the ledger, which posts a plain bet by a function of its own.
      const posted = await Promise.all([freshMember(0), freshMember(0), freshMember(0), freshMember(0)])
      const modelAlone = createLedgerModel(alone, 7_000)
      for (const memberId of alone) for (const one of wonBets(memberId)) postToModel(modelAlone, one)
      for (const memberId of [...alone, ...together, ...posted])
        for (const one of wonBets(memberId)) await world.ledger.post(one)
      const many = repetitions(1_500, 6_000)
      const size = { members: 4, keys: many / 4 }
      const requests = fc.sample(requestOf('0001', size), { numRuns: many, seed: 20_261_120 })
      const limits = fc.sample(limitOf, { numRuns: Math.ceil(many / 24), seed: 20_261_121 })
      const seen = new Map<string, number>()
      for (let start = 0; start < requests.length; start += 24) {
        const slice = requests.slice(start, start + 24)
        // Three of the four members get limits, which are later removed.
        const limit = limits[start / 24]
        if (limit) {
          const most = limit.units === null ? null : wholeUnits(limit.units)
          limitInModel(modelAlone.members.get(alone[limit.member] ?? 0n), limit.kind, most)
          for (const side of [alone, together, posted]) await setLimit(side[limit.member] ?? 0n, limit.kind, most)
        }
        const expected = slice.map((request) => figures(postToModel(modelAlone, eventOf(request, alone))))
        const oneByOne: ModelOutcome[] = []
        for (const request of slice) {
          oneByOne.push(
            figures(
              await world.db.transaction().execute((tx) => postProvenIn(tx, testSecret, eventOf(request, alone))),
            ),
          )
        }
        const byLedger: ModelOutcome[] = []
        for (const request of slice) byLedger.push(figures(await world.ledger.post(eventOf(request, posted))))
        const batch = await postAsBatch(slice.map((request) => eventOf(request, together)))
        expect(oneByOne).toEqual(expected)
        expect(byLedger).toEqual(expected)
        expect(batch).toEqual(expected)
        for (const one of expected) seen.set(one.outcome, (seen.get(one.outcome) ?? 0) + 1)
      }
      // The requests produced every outcome that is possible here.
      for (const name of ['done', 'replay', 'conflict', 'short', 'rolled_back', 'tombstone', 'not_a_bet', 'limit']) {
        expect({ name, often: (seen.get(name) ?? 0) > many / 300 }).toEqual({ name, often: true })
      }
      const wallets = await world.db
        .selectFrom('wallet')
        .select(['member_id', 'turnover_due', 'seq'])
        .where('member_id', 'in', [...alone, ...posted])
        .execute()
      for (const row of wallets) {
        const model = modelAlone.members.get(alone[posted.indexOf(row.member_id)] ?? row.member_id)
        expect(row).toMatchObject({ turnover_due: model?.wallet.turnoverDue, seq: model?.wallet.seq })
      }
      for (const [index, memberId] of alone.entries()) {
        const member = modelAlone.members.get(memberId)
        if (member === undefined) throw new Error('the model has every member')
        for (const side of [memberId, together[index] ?? 0n, posted[index] ?? 0n]) {
          const counted = await world.ownerPool.query<{ kind: ModelLimit; used: bigint }>(
            'SELECT kind, used FROM limit_state($1, now(), NULL)',
            [String(side)],
          )
          for (const row of counted.rows)
            expect(row.used).toBe(usedOf(modelAlone, member, { kind: row.kind, period: 'month' }))
        }
      }
    },
  )

  test('thousands of concurrent duplicate calls do each key once', { timeout: scaledMs(120_000) }, async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => freshMember(1_000_000)))
    const keys = Array.from({ length: repetitions(1_000, 5_000) }, () => randomUUID())
    const steps = repetitions(160, 800)
    const second = createSecondLedger(world)
    let calls = 0
    const acknowledged: Acknowledged[] = []
    async function caller(index: number, ledger: Ledger): Promise<void> {
      for (let step = 0; step < steps; step += 1) {
        const place = (index * 131 + step * 17) % keys.length
        const memberId = members[place % members.length] ?? 0n
        const key = keys[place] ?? ''
        const outcome = await ledger.post(bet(memberId, 1 + (place % 7), key))
        calls += 1
        expect(['done', 'replay']).toContain(outcome.outcome)
        if (outcome.outcome === 'done') acknowledged.push({ memberId, key, outcome: 'effect' })
      }
    }
    await Promise.all(Array.from({ length: 64 }, (_, index) => caller(index, index % 2 ? world.ledger : second.ledger)))
    expect(calls).toBe(64 * steps)
    expect(new Set(acknowledged.map((one) => one.key)).size).toBe(acknowledged.length)
    await second.close()
    await expectCleanBooks(world.pool, acknowledged, asDrawn)
  })
})
