import type { PlayAnswers } from '#contract/play-api.ts'
import { createApp } from '#server/app.ts'
import type { SpinEvent } from '#server/ledger/events.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { amountFromWire, wholeUnits, type Amount } from '#domain/money.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
/** The events sent to the ledger, in order. */
let sent: SpinEvent[] = []
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const { ledger } = app.deps
  app.deps.ledger = {
    ...ledger,
    spin: (event) => {
      sent.push(event)
      return ledger.spin(event)
    },
  }
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

/** After each test: no handler failed, and the books balance. */
async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

type Player = {
  id: bigint
  sessionId: bigint
  token: string
  window: string
  call: (name: string, body?: object) => Promise<TestResponse>
}

async function player(cash: Amount): Promise<Player> {
  sent = []
  const member = await makeMember(app.deps, app.brand, { cash })
  const session = await makeSession(app.deps, member)
  const { token } = session
  const window = (await makePlaySession(app.deps, member, session)).id
  return {
    id: member.id,
    sessionId: session.id,
    token,
    window,
    call: (name, body = {}) => app.play(name, { token, window, body }),
  }
}

function spinOf(stake: string, requestId = newRequestId()): { requestId: string; stake: string } {
  return { requestId, stake }
}

describe('a refusal reveals nothing', () => {
  test('by its duration: without sufficient funds no round is drawn', async () => {
    const poor = await player(wholeUnits(999))
    for (let index = 0; index < 5; index += 1) {
      expect((await poor.call('spin', spinOf('1000'))).body).toEqual({ status: 'balance' })
    }
    expect(sent.map((event) => event.events)).toEqual(['[]', '[]', '[]', '[]', '[]'])
  })

  test('a repeated key draws the next round at most once', async () => {
    const rich = await player(someMoney)
    const first = spinOf('1000')
    const answer = await rich.call('spin', first)
    expect(answer.body.status).toBe('success')
    sent = []
    for (let index = 0; index < 20; index += 1) expect((await rich.call('spin', first)).body).toEqual(answer.body)
    const capitals = { ...first, requestId: first.requestId.toUpperCase() }
    expect((await rich.call('spin', capitals)).body).toEqual(answer.body)
    expect((await rich.call('spin', { ...first, stake: '2000' })).body).toEqual({ status: 'conflict' })
    expect(sent.slice(1).map((event) => event.events)).toEqual(Array.from({ length: 21 }, () => '[]'))
  })

  test('a key sent many times at once gets one answer, also beside a flood of other keys', async () => {
    const hasty = await player(someMoney)
    const one = spinOf('1000')
    const twins = await Promise.all(Array.from({ length: 10 }, () => hasty.call('spin', one)))
    expect(twins.map((twin) => twin.body)).toEqual(Array.from({ length: 10 }, () => twins[0]?.body))
    expect(twins[0]?.body.status).toBe('success')
    const flood = await Promise.all([
      ...Array.from({ length: 8 }, () => hasty.call('spin', spinOf('1000'))),
      ...Array.from({ length: 4 }, () => hasty.call('spin', one)),
      hasty.call('spin', { ...one, stake: '2000' }),
    ])
    expect(flood.slice(0, 8).map((spun) => spun.body.status)).toContain('pace')
    expect(flood.slice(8, 12).map((spun) => spun.body)).toEqual(Array.from({ length: 4 }, () => twins[0]?.body))
    expect(flood[12]?.body).toEqual({ status: 'conflict' })
  })

  test('too soon after a round, no round is drawn', async () => {
    const hasty = await player(someMoney)
    await app.ownerPool.query(`UPDATE brand SET min_spin_ms = 2500`)
    await app.listeners.brands.refresh()
    expect((await hasty.call('spin', spinOf('1000'))).body.status).toBe('success')
    sent = []
    for (let index = 0; index < 3; index += 1) {
      expect((await hasty.call('spin', spinOf('1000'))).body).toMatchObject({ status: 'pace' })
    }
    expect(sent.map((event) => event.events)).toEqual(['[]', '[]', '[]'])
    await app.ownerPool.query(`UPDATE brand SET min_spin_ms = 0`)
    await app.listeners.brands.refresh()
  })

  test('a spin of another window, which may have ended, is checked before its round is drawn', async () => {
    const twice = await player(someMoney)
    const other = await makePlaySession(app.deps, { id: twice.id }, { id: twice.sessionId }, { seedPair: false })
    expect((await twice.call('spin', spinOf('1000'))).body.status).toBe('success')
    sent = []
    const { token } = twice
    const body = spinOf('1000')
    expect((await app.play('spin', { token, window: other.id, body })).body.status).toBe('success')
    expect(sent.map((event) => event.events === '[]')).toEqual([true, false])
  })

  test('after a withdrawal was filed, a stake that it left no money for draws no round', async () => {
    const rich = await player(wholeUnits(60_000))
    expect((await rich.call('spin', spinOf('200'))).body.status).toBe('success')
    sent = []
    const body = { requestId: newRequestId(), balance: '50000', pass: '2580' }
    expect((await app.member('apply-user-withdraw', { token: rich.token, body })).body.status).toBe('success')
    expect((await rich.call('spin', spinOf('20000'))).body).toEqual({ status: 'balance' })
    expect(sent.map((event) => event.events)).toEqual(['[]'])
  })

  test('a spin that passes the dry run is drawn and posted', async () => {
    const saver = await player(wholeUnits(500))
    expect((await saver.call('spin', spinOf('1000'))).body).toEqual({ status: 'balance' })
    expect((await saver.call('spin', spinOf('9007199254740991'))).body).toEqual({ status: 'stake' })
    expect((await saver.call('spin', spinOf('400'))).body).toMatchObject({ status: 'success', round: { nonce: 0 } })
  })
})

test('a stake that is not offered begins no round, whatever its form', async () => {
  const { call } = await player(someMoney)
  const statusOf = async (stake: string) => (await call('spin', spinOf(stake))).body.status
  for (const stake of ['300', '1', '0.5', '199.9999', '40000', '0'])
    expect({ stake, status: await statusOf(stake) }).toEqual({ stake, status: 'stake' })
  for (const stake of ['-200', '200.00001', '1e3', ' 200', ''])
    expect({ stake, status: await statusOf(stake) }).toEqual({ stake, status: 'bad_request' })
  expect(sent).toEqual([])
})

describe('a window that closes in the middle of a round', () => {
  test('adds its win to the displayed balance, and the round can still be resumed', async () => {
    const one = await player(someMoney)
    let round = { roundId: '', pay: '0' }
    while (Number(round.pay) === 0) {
      const spun = await one.call('spin', spinOf('1000'))
      round = (spun.body as unknown as PlayAnswers['spin'] & { status: 'success' }).round
    }
    const unseen = async (): Promise<bigint | undefined> =>
      (
        await app.ownerPool.query<{ unseen: bigint }>(
          'SELECT unseen FROM wallet w WHERE EXISTS (SELECT 1 FROM round r WHERE r.member_id = w.member_id AND r.id = $1)',
          [round.roundId],
        )
      ).rows[0]?.unseen
    expect(await unseen()).toBeGreaterThan(0n)
    expect((await one.call('close-window')).body).toEqual({ status: 'success' })
    expect(await unseen()).toBe(0n)
    expect((await one.call('get-session')).body).toMatchObject({ openRound: { roundId: round.roundId, shown: -1 } })
  })
})

describe('the shown seed', () => {
  test('is the current one, also after another process began a pair', async () => {
    const one = await player(someMoney)
    await one.call('get-session')
    const other = await createApp({ ...app.deps }, { handlers: appHandlers })
    const begun = await other.member.inject({
      method: 'POST',
      url: '/api/play/set-client-seed',
      payload: { clientSeed: 'elsewhere' },
      headers: { host: 'localhost', authorization: `Bearer ${one.token}`, 'x-play-session': one.window },
    })
    await other.close()
    const { fairness } = begun.json<PlayAnswers['set-client-seed'] & { status: 'success' }>()
    expect((await one.call('get-session')).body).toMatchObject({ fairness })
    const spun = await one.call('spin', spinOf('1000'))
    const { round } = spun.body as unknown as PlayAnswers['spin'] & { status: 'success' }
    const past = await one.call('get-round', { roundId: round.roundId })
    expect(past.body).toMatchObject({ round: { serverSeedHash: fairness.serverSeedHash, serverSeed: null } })
  })

  test('is not revealed while its round is being shown', async () => {
    const one = await player(someMoney)
    const spun = await one.call('spin', spinOf('1000'))
    const { round } = spun.body as unknown as PlayAnswers['spin'] & { status: 'success' }
    expect((await one.call('set-client-seed', { clientSeed: 'mine' })).body).toEqual({ status: 'open-round' })
    await one.call('ack', { roundId: round.roundId, index: round.events.length - 1 })
    expect((await one.call('set-client-seed', { clientSeed: 'mine' })).body).toMatchObject({ status: 'success' })
  })

  test('was secret when its last round was posted, also if the clock was set back since', async () => {
    const one = await player(someMoney)
    const spun = await one.call('spin', spinOf('1000'))
    const { round } = spun.body as unknown as PlayAnswers['spin'] & { status: 'success' }
    await one.call('ack', { roundId: round.roundId, index: round.events.length - 1 })
    // Journal, round and wallet as if the round had been posted while the clock was five minutes ahead.
    const member = [String(one.id)]
    for (const table of ['journal', 'round']) {
      await app.ownerPool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await app.ownerPool.query(
        `UPDATE ${table} SET at = at + interval '5 minutes' WHERE member_id = $1 AND stake > 0`,
        member,
      )
      await app.ownerPool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
    const { rows } = await app.ownerPool.query(
      `UPDATE wallet SET last_spin_at = last_spin_at + interval '5 minutes' WHERE member_id = $1 RETURNING last_spin_at AS at`,
      member,
    )
    expect((await one.call('set-client-seed', { clientSeed: 'mine' })).body).toMatchObject({ status: 'success' })
    const revealed = await app.ownerPool.query(
      'SELECT revealed_at AS at FROM member_seed WHERE member_id = $1 AND revealed_at IS NOT NULL',
      member,
    )
    expect(revealed.rows).toEqual(rows)
  })

  test('during concurrent changes every round uses a seed that was secret when the round was posted', async () => {
    const one = await player(someMoney)
    const calls = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? one.call('set-client-seed', { clientSeed: `seed-${index}` }) : one.call('spin', spinOf('200')),
    )
    for (const response of await Promise.all(calls)) {
      expect(['success', 'open-round', 'pace']).toContain(response.body.status)
    }
  })
})

test('an old round that is shown again reveals no newer win', async () => {
  const one = await player(someMoney)
  const rounds: { roundId: string; pay: Amount; last: number }[] = []
  for (let index = 0; index < 400 && rounds.length < 3; index += 1) {
    const { round } = (await one.call('spin', spinOf('200'))).body as unknown as PlayAnswers['spin'] & {
      status: 'success'
    }
    const pay = amountFromWire(round.pay) ?? 0n
    if (pay > 0n) rounds.push({ roundId: round.roundId, pay, last: round.events.length - 1 })
    else await one.call('ack', { roundId: round.roundId, index: round.events.length - 1 })
    // A minute after the first win, it counts as shown although its window never acknowledged it.
    if (pay > 0n && rounds.length === 1)
      await app.ownerPool.query(`UPDATE wallet SET unseen_until = now() WHERE member_id = $1`, [String(one.id)])
  }
  const [old, newer, newest] = rounds
  if (!old || !newer || !newest) throw new Error('expected three wins in four hundred spins')
  const unseen = async (): Promise<bigint> => {
    const { rows } = await app.ownerPool.query(`SELECT unseen FROM wallet WHERE member_id = $1`, [String(one.id)])
    return rows[0].unseen
  }
  await one.call('ack', { roundId: old.roundId, index: old.last })
  expect(await unseen()).toBe(await winsSince(one.id, old.roundId))
  await one.call('ack', { roundId: newest.roundId, index: newest.last })
  expect(await unseen()).toBe(0n)
})

/** The unseen wins of the rounds after one; acknowledging a round acknowledges all before it. */
async function winsSince(memberId: bigint, roundId: string): Promise<bigint> {
  const { rows } = await app.ownerPool.query(
    `SELECT coalesce(sum(r.pay), 0)::bigint AS pay FROM round r WHERE r.member_id = $1
       AND r.nonce > greatest((SELECT nonce FROM round WHERE id = $2), (SELECT max(s.nonce) FROM round s
         WHERE s.member_id = $1 AND s.id <> $2 AND s.shown >= json_array_length(s.events::json)))`,
    [String(memberId), roundId],
  )
  return rows[0].pay
}

test('a win that was spent before it was shown never makes the displayed balance negative', async () => {
  const one = await player(someMoney)
  for (let pay = '0'; pay === '0';) {
    const response = await one.call('spin', spinOf('1000'))
    pay = (response.body as unknown as PlayAnswers['spin'] & { status: 'success' }).round.pay
  }
  const { cash } = await app.db
    .selectFrom('wallet')
    .select('cash')
    .where('member_id', '=', one.id)
    .executeTakeFirstOrThrow()
  await app.deps.ledger.post({
    memberId: one.id,
    kind: 'bet',
    source: 'own',
    key: newRequestId(),
    request: ['all'],
    stake: cash,
    inPlay: cash,
    contraId: await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize'),
  })
  expect((await one.call('get-session')).body).toMatchObject({ balance: '0' })
})
