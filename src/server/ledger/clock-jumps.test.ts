import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { watchClock, type ClockWatch } from '#server/ledger/clock-watch.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { setSecondApproval } from '#server/seed/brand-settings.ts'
import { makeMember, makeOperator, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { moveClose } from '#test/moved-close.ts'
import { installShiftedClock, shiftClock } from '#test/shifted-clock.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'
import { clockSearchPath } from '../../../scripts/faults/simulation/clock.ts'

/**
 * The database's clock is set back, and forward and back, between calls of members and operators: each test does all that it can between
 * two of them, and the books stay clean, at once and when the clock has passed everything.
 */

let app: TableApp
let watch: ClockWatch

beforeAll(async () => {
  app = await createTableApp({
    brand: {
      purpose: 'bench',
      slotCompPpm: Array.from({ length: 10 }, (_, level) => 3_000 + level),
      secondApprovalFrom: wholeUnits(500_000),
      turnoverPpm: 300_000,
    },
    pool: { searchPath: clockSearchPath },
    prepare: installShiftedClock,
  })
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  const founding = { tier: 'mega', amount: wholeUnits(1_000_000), sharePpm: 5_000, reservePpm: 200_000 } as const
  await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { ...founding, key: randomUUID(), fromId }))
  watch = watchClock(app.deps)
})
afterAll(() => app.close())

/** Sets the clock this many seconds from the right time; returns how far it was set back then, in ms, as the program measured it. */
const setClock = async (seconds: number): Promise<number> => {
  await watch.look()
  await shiftClock(app, seconds)
  return watch.look()
}

const seal = async (): Promise<void> => {
  await chainAudit(app.db, 10_000)
  await sealAll(app.db, createSealKeys(app.deps.config.secret))
}

/** The faults of the books, but those of the objects with which the clock is shifted. */
const faults = async (): Promise<string[]> => {
  await seal()
  const { config } = app.deps
  const options = { secret: config.secret, anchor: { dir: config.anchorDir, secret: config.secret } }
  const report = await checkBooks(app.ownerPool, { ...options, expectsChain: true, without: ['guards'] })
  return report.faults.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`)
}

async function player() {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(3_000_000) })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const { token } = session
  return {
    ...member,
    call: async (name: string, body: object = {}) => (await app.member(name, { token, body })).body,
    play: async (name: string, body: object = {}) => (await app.play(name, { token, window, body })).body,
  }
}

async function operator(roles: ('cashier' | 'manager' | 'support')[]) {
  const made = await makeOperator(app.deps, { roles })
  const token = await makeOperatorSession(app, made)
  return async (name: string, body: object = {}) => (await app.office(name, { token, body })).body
}

type Call = Awaited<ReturnType<typeof operator>>
type Player = Awaited<ReturnType<typeof player>>

const idOf = (body: Record<string, unknown>, name: string) => (body[name] as { id: string } | undefined)?.id

/** Credits a deposit, by the second operator where it takes two. */
async function credit(member: Player, balance: string, [one, two]: readonly [Call, Call]): Promise<string> {
  const filed = await member.call('apply-user-deposit', { requestId: newRequestId(), balance })
  const payment = { id: idOf(filed, 'request'), requestId: newRequestId(), credited: balance }
  await one('claim-request', { id: payment.id })
  const { status } = await one('approve-deposit', payment)
  if (status !== 'second') return status
  await one('propose-deposit', payment)
  await two('claim-request', { id: payment.id })
  return (await two('approve-deposit', { ...payment, requestId: newRequestId() })).status
}

/** Plays a round to its end. */
async function spin(member: Player): Promise<string> {
  const { status, round } = await member.play('spin', { requestId: newRequestId(), stake: '1000' })
  const { roundId, events = [] } = (round ?? {}) as { roundId?: string; events?: unknown[] }
  if (roundId !== undefined) await member.play('ack', { roundId, index: events.length - 1 })
  return status
}

/** Settings that are changed past the office, as the owner; the triggers date and record them. */
async function changeSettings(member: Player): Promise<void> {
  await app.ownerPool.query(`UPDATE brand SET turnover_ppm = 1000000 - turnover_ppm WHERE id = $1`, [app.brand.id])
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = NOT jackpot_linked WHERE code = $1`, [anySlot.code])
  await app.ownerPool.query(`UPDATE member SET level = 11 - level WHERE id = $1`, [member.id])
  await app.listeners.brands.refresh()
}

/** A run of the books that could not end, which stops payments, and a clean one, which lifts the stop. */
async function run(outcome: 'failed' | 'clean'): Promise<boolean> {
  const id = await beginRun(app.db, 'tool')
  if (outcome === 'failed') return endRun(app.db, id, { outcome, problem: 'a test' })
  const report = await checkBooks(app.ownerPool, { secret: app.deps.config.secret, without: ['guards'] })
  return endRun(app.db, id, { report })
}

/** Does everything in two halves, with the clock set from one shift to another between them, in seconds; returns what the second half did. */
async function crossClock(from: number, to: number): Promise<Record<string, unknown>> {
  await setClock(from)
  const one = await operator(['cashier', 'manager'])
  const two = await operator(['manager', 'cashier', 'support'])
  const both = [one, two] as const
  const players = await Promise.all(Array.from({ length: 8 }, player))
  const [seeds, window, sums, rest, leaving, blocked, limited, paid] = players as [
    Player,
    Player,
    Player,
    Player,
    Player,
    Player,
    Player,
    Player,
  ]
  await spin(seeds)
  await seeds.play('set-client-seed', { clientSeed: `before${from}` })
  await credit(sums, '600000', both)
  await rest.call('apply-user-deposit', { requestId: newRequestId(), balance: '30000' })
  await spin(leaving)
  await spin(limited)
  await two('block-member', { id: blocked.publicId, reason: 'x' })
  const filed = await paid.call('apply-user-withdraw', { requestId: newRequestId(), balance: '600000', pass: paid.pin })
  const withdrawal = { id: idOf(filed, 'request'), requestId: newRequestId() }
  await one('claim-request', { id: withdrawal.id })
  await one('approve-withdrawal', withdrawal)
  const proposal = { requestId: newRequestId(), account: 'cash', amount: '7000', reason: 'c' }
  const proposed = await one('propose-correction', { id: blocked.publicId, ...proposal })
  await seeds.call('user-ask-account', { pass: seeds.pin })
  await run('failed')

  await setClock(to)
  const done = {
    lifted: !(await run('clean')),
    seeds: (await seeds.play('set-client-seed', { clientSeed: `after${from}` })).status,
    window: await spin(window),
    sums: await credit(sums, '600000', both),
    limit: (await limited.call('set-limit', { kind: 'wager', period: 'day', most: '500' })).status,
    break: (await rest.call('take-a-break', { lasts: '7d' })).status,
    exclude: (await leaving.call('exclude-me', { lasts: '6m', pw: leaving.password })).status,
    unblock: (await two('unblock-member', { id: blocked.publicId, reason: 'y' })).status,
    correction: (await two('approve-correction', { id: idOf(proposed, 'correction'), requestId: newRequestId() }))
      .status,
    claim: (await two('claim-request', { id: withdrawal.id })).status,
    pay: (await two('pay-withdrawal', { ...withdrawal, requestId: newRequestId() })).status,
  }
  await changeSettings(leaving)
  await setSecondApproval(app.ownerDb, 'nocturne', { withdraw: wholeUnits(500_000 - from) })
  for (const { id } of (await two('get-helps', { take: 10 }))['helps'] as { id: string }[])
    await two('answer-help', { id })
  return done
}

const succeeded = {
  lifted: true,
  seeds: 'success',
  window: 'success',
  sums: 'success',
  limit: 'success',
  break: 'success',
  exclude: 'success',
  unblock: 'success',
  correction: 'success',
  claim: 'success',
  pay: 'success',
}

test.each([
  ['by 5 s', 1_000, 995],
  ['by 2 h', 20_000, 12_800],
  ['after it was 2 h ahead', 47_200, 40_000],
])('the clock is set back %s, and the books are clean', async (_name, from, to) => {
  expect(await crossClock(from, to)).toEqual(succeeded)
  expect(await faults()).toEqual([])
  await setClock(Math.max(from, to) + 100)
  expect(await faults()).toEqual([])
})

test('the clock is set back during rounds of a table, and the books are clean', async () => {
  await setClock(200_000)
  const { bet } = await app.sit()
  await app.dealUntil('open')
  await setClock(200_000 - 60)
  expect((await bet({ player: 1_000 })).body.status).toBe('success')
  await setClock(200_010)
  await moveClose(app, `closes_at = (SELECT by + clock_timestamp() FROM sim.shift)`)
  await app.dealUntil('closed')
  await app.dealUntil('settled')
  expect(await faults()).toEqual([])
})

test('an event that waited to be sealed beyond a time that the clock showed before is none that was added later', async () => {
  await setClock(300_300)
  const member = await player()
  await seal()
  await setClock(300_000)
  expect(await spin(member)).toBe('success')
  await setClock(300_900)
  expect(await faults()).toEqual([])
})

test('a jump while no process ran is known from the heads', async () => {
  await setClock(400_000)
  const member = await player()
  await seal()
  await shiftClock(app, 390_000)
  watch = watchClock(app.deps)
  expect(await watch.look()).toBe(0)
  expect(await spin(member)).toBe('success')
  expect(await faults()).toEqual([])
})

test('a span is a fault unless the program signed it, and excuses no rights that an operator never had', async () => {
  await setClock(500_000)
  const call = await operator(['cashier'])
  const { publicId } = await player()
  expect(await setClock(499_990)).toBeGreaterThan(9_000)
  await app.asSuper(`UPDATE operator SET roles = '{manager,cashier,support}' WHERE id = (SELECT max(id) FROM operator)`)
  expect((await call('block-member', { id: publicId, reason: 'x' })).status).toBe('success')
  await app.asSuper(`UPDATE operator SET roles = '{cashier}' WHERE id = (SELECT max(id) FROM operator)`)
  await setClock(600_000)
  const found = await faults()
  expect(found.map((fault) => fault.replace(/:.*/, ''))).toEqual(['states', 'as-recorded'])
  await app.asSuper(
    `INSERT INTO audit (actor_kind, act, detail) VALUES ('system', 'clock.set-back', '{"from": "2020-01-01", "until": "infinity"}')`,
  )
  expect((await faults()).filter((fault) => !found.includes(fault))).toEqual([
    expect.stringMatching(/^acts-signed: .* clock.set-back was not signed$/),
  ])
})

test('without the keys no span is believed, since anybody could have planted it: times are judged, and the run says so', async () => {
  const report = await checkBooks(app.ownerPool, { without: ['guards'] })
  // The stake that was placed while the clock was back is before the opening of its round.
  expect(report.faults.map(({ check }) => check)).toContain('table-bets')
  expect(report).toMatchObject({ clockSpans: [], unverifiedSpans: [{ from: expect.any(String), until: 'infinity' }] })
})
