import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StatementBalances, StatementEntry } from '#contract/statement.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import {
  issueMoney,
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  type MadeMember,
} from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { anySlot } from '#test/any-slot.ts'

let app: TestApp
let member: MadeMember
let token: string
let window: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  const session = await makeSession(app.deps, member)
  token = session.token
  window = (await makePlaySession(app.deps, member, session)).id
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

const callMember = (call: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
  app.member(call, { token, body, headers })
const seoulDay = (moment: number): string => new Date(moment + 9 * 3_600_000).toISOString().slice(0, 10)
const today = (): string => seoulDay(Date.now())
const dayMs = 86_400_000
const period = () => ({ from: seoulDay(Date.now() - dayMs), to: seoulDay(Date.now() + dayMs) })

type Statement = {
  entries: StatementEntry[]
  maxCount: number
  totals: { in: string; out: string }
  opening: StatementBalances
  closing: StatementBalances
}
const statement = async (body: Record<string, unknown> = {}): Promise<Statement> => {
  const response = await callMember('get-statement', { ...period(), ...body })
  expect(response.body.status).toBe('success')
  return response.body as unknown as Statement
}

/** Plays a round of the studio's game and returns it. */
async function spin(): Promise<{ roundId: string; pay: string; events: unknown[] }> {
  const response = await app.play('spin', { token, window, body: { requestId: newRequestId(), stake: '1000' } })
  expect(response.body.status).toBe('success')
  return response.body['round'] as { roundId: string; pay: string; events: unknown[] }
}

async function showWhole(round: { roundId: string; events: unknown[] }): Promise<void> {
  await app.play('ack', { token, window, body: { roundId: round.roundId, index: round.events.length - 1 } })
}

test('lists every entry with the balances after it, and writes nothing', async () => {
  const deposit = await callMember('apply-user-deposit', { balance: '50000' })
  const withdrawal = await callMember('apply-user-withdraw', { balance: '30000', pass: member.pin })
  const round = await spin()
  await showWhole(round)
  let result: Statement | undefined
  expect(await changedBy(app.ownerPool, async () => (result = await statement()))).toEqual([])
  expect(deposit.body.status).toBe('success')
  expect(result?.entries.map((entry) => entry.kind)).toEqual(['round', 'withdraw', 'issue'])
  const [game, held, issue] = result?.entries ?? []
  expect(issue).toMatchObject({ in: '100000', out: '0', balance: '100000', held: '0', roundId: null, requestId: null })
  expect(held).toMatchObject({ in: '0', out: '30000', balance: '70000', held: '30000' })
  expect(held?.requestId).toBe((withdrawal.body['request'] as { id: string }).id)
  expect(game).toMatchObject({
    in: round.pay,
    out: '1000',
    roundId: round.roundId,
    gameName: anySlot.names.ko,
    point: '5',
  })
  const after = 70_000 - 1_000 + Number(round.pay)
  expect(result).toMatchObject({
    maxCount: 3,
    totals: { in: String(100_000 + Number(round.pay)), out: '31000' },
    opening: { balance: '0', held: '0', inPlay: '0', rolling: '0' },
    closing: { balance: String(after), held: '30000', inPlay: '0', rolling: '5' },
  })
})

test('the opening balance plus in minus out is the closing balance, on any page and in any period', async () => {
  for (let index = 0; index < 7; index++) await showWhole(await spin())
  const whole = await statement({ take: 100 })
  const sum = (of: (entry: StatementEntry) => string): number =>
    whole.entries.reduce((total, entry) => total + Number(of(entry)), 0)
  expect(sum((entry) => entry.in)).toBe(Number(whole.totals.in))
  expect(sum((entry) => entry.out)).toBe(Number(whole.totals.out))
  expect(Number(whole.opening.balance) + Number(whole.totals.in) - Number(whole.totals.out)).toBe(
    Number(whole.closing.balance),
  )
  const pages = [await statement({ skip: 0, take: 3 }), await statement({ skip: 3, take: 5 })]
  expect(pages.flatMap((page) => page.entries)).toEqual(whole.entries)
  expect(pages.map((page) => page.maxCount)).toEqual([8, 8])
})

test('follows the days of the brand’s time zone, to the millisecond', async () => {
  // Past journal events at the first and the last moment of a day and of the next.
  const moments = [
    '2026-03-09T14:59:59.999Z',
    '2026-03-09T15:00:00.000Z',
    '2026-03-10T14:59:59.999Z',
    '2026-03-10T15:00:00Z',
  ]
  const past = await makeMember(app.deps, app.brand)
  for (const _ of moments) await issueMoney(app.deps, past, wholeUnits(10))
  await app.ownerPool.query('ALTER TABLE journal DISABLE TRIGGER journal_is_final')
  for (const [index, at] of moments.entries()) {
    await app.ownerPool.query('UPDATE journal SET at = $1 WHERE member_id = $2 AND seq = $3', [
      at,
      String(past.id),
      index + 1,
    ])
  }
  await app.ownerPool.query('ALTER TABLE journal ENABLE TRIGGER journal_is_final')
  const query = async (from: string, to: string) => {
    const session = await makeSession(app.deps, past)
    const { body } = await app.member('get-statement', { token: session.token, body: { from, to } })
    return [
      (body['entries'] as unknown[]).length,
      (body['opening'] as StatementBalances).balance,
      (body['closing'] as StatementBalances).balance,
    ]
  }
  expect(await query('2026-03-10', '2026-03-10')).toEqual([2, '10', '30'])
  expect(await query('2026-03-09', '2026-03-09')).toEqual([1, '0', '10'])
  expect(await query('2026-03-11', '2026-03-11')).toEqual([1, '30', '40'])
  expect(await query('2026-03-12', '2026-03-31')).toEqual([0, '40', '40'])
  expect(await query('2026-03-01', '2026-03-08')).toEqual([0, '0', '0'])
})

test('covers at most a leap year, with the days in order', async () => {
  const query = async (from: string, to: string): Promise<string> =>
    (await callMember('get-statement', { from, to })).body.status
  expect(await query('2024-01-01', '2024-12-31')).toBe('success')
  expect(await query('2024-01-01', '2025-01-01')).toBe('period')
  expect(await query('2026-02-02', '2026-02-01')).toBe('period')
  expect(await query('0001-01-01', '9999-12-31')).toBe('period')
  expect((await callMember('get-statement', { from: '2026-02-30', to: '2026-03-01' })).code).toBe(400)
  expect((await callMember('get-statement', { from: today() })).code).toBe(400)
})

/** Plays until a round wins, shows the rounds before it, and returns it with its win hidden. */
async function spinToWin(): ReturnType<typeof spin> {
  let winner = await spin()
  for (let index = 0; index < 200 && winner.pay === '0'; index++) {
    await showWhole(winner)
    winner = await spin()
  }
  expect(winner.pay).not.toBe('0')
  return winner
}

test('hides a win until its round has been shown, and lists it after', async () => {
  const winner = await spinToWin()
  const shown = (await callMember('user-health-check')).body['user'] as { balance: string }
  const before = await statement({ take: 100 })
  expect(before.entries[0]).toMatchObject({ kind: 'round', roundId: winner.roundId, in: '0', out: '1000' })
  expect([before.entries[0]?.balance, before.closing.balance]).toEqual([shown.balance, shown.balance])
  expect(Number(before.opening.balance) + Number(before.totals.in) - Number(before.totals.out)).toBe(
    Number(shown.balance),
  )
  const bets = (await callMember('get-slot-bets-list', {})).body['bets'] as { status: string; balanceWin: string }[]
  expect(bets[0]).toMatchObject({ status: 'open', balanceWin: '0' })
  const file = await callMember('get-statement-file', { ...period(), format: 'csv' })
  expect(file.file?.toString()).toContain(`,0,1000,${shown.balance},`)
  await showWhole(winner)
  const after = await statement({ take: 100 })
  expect(after.entries[0]).toMatchObject({ in: winner.pay, balance: after.closing.balance })
  expect(Number(after.closing.balance)).toBe(Number(shown.balance) + Number(winner.pay))
  const result = (await callMember('get-bet', { roundId: winner.roundId })).body['bet']
  expect(result).toMatchObject({ status: 'completed', balanceWin: winner.pay, code: anySlot.code })
})

test('hides a win also when hundreds of events followed it', async () => {
  const winner = await spinToWin()
  for (let index = 0; index < 210; index++) await issueMoney(app.deps, member, 1n)
  const { balance } = (await callMember('user-health-check')).body['user'] as { balance: string }
  const { entries, closing } = await statement({ take: 1 })
  expect([entries[0]?.balance, closing.balance]).toEqual([balance, balance])
  await showWhole(winner)
  expect((await statement({ take: 1 })).closing.balance).toBe(String(Number(balance) + Number(winner.pay)))
})

test('a round is shown to its member only', async () => {
  const round = await spin()
  const stranger = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  const query = (roundId: string, caller: string) => app.member('get-bet', { token: caller, body: { roundId } })
  expect((await query(round.roundId, token)).body.status).toBe('success')
  expect((await query(round.roundId, stranger.token)).body).toEqual({ status: 'none' })
  expect((await query(newRequestId(), token)).body).toEqual({ status: 'none' })
})

test('the office reads a round that an inquiry is about, within its brands', async () => {
  const round = await spin()
  const support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  const response = await app.office('get-round', { token: support, body: { id: round.roundId } })
  expect(response.body['round']).toMatchObject({ id: round.roundId, stake: '1000', pay: round.pay, shownWhole: false })
  expect((await app.office('get-round', { token: support, body: { id: newRequestId() } })).body.status).toBe('none')
  const elsewhere = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'], brandIds: [] }))
  expect((await app.office('get-round', { token: elsewhere, body: { id: round.roundId } })).body.status).toBe('none')
})

describe('as CSV', () => {
  test('has the same content in the member’s language, oldest first, for spreadsheets', async () => {
    await showWhole(await spin())
    const response = await callMember(
      'get-statement-file',
      { ...period(), format: 'csv' },
      { cookie: `session=${token}; locale=en` },
    )
    expect(response.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    const { from, to } = period()
    expect(response.headers['content-disposition']).toBe(`attachment; filename="statement_${from}_${to}.csv"`)
    const text = response.file?.toString('utf8') ?? ''
    expect(text.startsWith('\uFEFFDate,Entry,Game,In,Out,Balance,')).toBe(true)
    const lines = text.slice(1).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Play money granted,,100000,0,100000,0,0,0,0,,$/)
    expect(lines[2]).toContain(`,Game,${anySlot.names.en},`)
  })

  test('contains all entries when they are read in several parts', async () => {
    await win(1_205)
    const response = await callMember('get-statement-file', { ...period(), format: 'csv' })
    const lines = response.file?.toString('utf8').trimEnd().split('\r\n') ?? []
    expect(lines).toHaveLength(1 + 1 + 1_205)
    expect(lines.at(-1)).toContain(',100000.1205,')
  })

  test('is sent without a growing number of listeners on the answer', async () => {
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    try {
      await callMember('get-statement-file', { ...period(), format: 'csv' })
      // A warning is emitted in a later turn.
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.off('warning', note)
    }
    expect(warnings).toEqual([])
  })

  test('is refused for the same periods as the page', async () => {
    const response = await callMember('get-statement-file', { from: '2026-02-02', to: '2026-02-01', format: 'csv' })
    expect([response.body, response.file]).toEqual([{ status: 'period' }, undefined])
    expect((await callMember('get-statement-file', { ...period(), format: 'exe' })).code).toBe(400)
  })
})

describe('as PDF', () => {
  test.each(['ko', 'en', 'jp', 'vn', 'cn'])('is a document with embedded fonts: %s', async (locale) => {
    await showWhole(await spin())
    const response = await callMember(
      'get-statement-file',
      { ...period(), format: 'pdf' },
      { cookie: `session=${token}; locale=${locale}` },
    )
    expect(response.headers['content-type']).toBe('application/pdf')
    const bytes = response.file ?? Buffer.alloc(0)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const text = bytes.toString('latin1')
    expect(text.match(/\/FontFile[23]? /g)?.length).toBeGreaterThanOrEqual(locale === 'jp' || locale === 'cn' ? 5 : 3)
    expect(text).toContain('/MediaBox [0 0 595.28 841.89]')
    // Every drawn letter is mapped back to its character, so that it can be searched and read aloud.
    const maps = streamsOf(bytes).filter((stream) => stream.includes('beginbfrange') || stream.includes('beginbfchar'))
    expect(maps.length).toBeGreaterThan(1)
  })

  test('has a largest number of entries, beyond which the answer is many', async () => {
    const { rows } = await app.ownerPool.query<{ seq: bigint }>('SELECT seq FROM wallet WHERE member_id = $1', [
      String(member.id),
    ])
    expect(rows[0]?.seq).toBe(1n)
    for (let batch = 0; batch < 3; batch++) await win(1_000)
    const response = await callMember('get-statement-file', { ...period(), format: 'pdf' })
    expect([response.body, response.file]).toEqual([{ status: 'many', most: 3_000 }, undefined])
  })
})

/** Many entries of the smallest amount. */
async function win(times: number): Promise<void> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  // A rollback that came before its bet: the wins have a bet, and the statement has no further entry.
  const bet = { memberId: member.id, source: 'own', contraId, key: newRequestId() } as const
  await app.deps.ledger.post({ ...bet, kind: 'rollback', request: ['rollback'] })
  const event = { ...bet, kind: 'win', request: ['win'], pay: 1n, ref: bet.key } as const
  const posts = Array.from({ length: times }, () => app.deps.ledger.post({ ...event, key: newRequestId() }))
  await Promise.all(posts)
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].flatMap((match) => {
    const start = match.index + match[0].length
    const end = text.indexOf('endstream', start)
    try {
      return [inflateSync(pdf.subarray(start, end)).toString('latin1')]
    } catch {
      return []
    }
  })
}
