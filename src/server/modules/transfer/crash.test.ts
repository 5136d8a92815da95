import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort, startServerProcess, type ServerProcess } from '../../../../scripts/server-process.ts'
import { wholeUnits } from '#domain/money.ts'
import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeBrand, makeMember, makeSession, type MadeMember, type Site } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { testSecretText } from '#test/test-secret.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { openFakeProvider, type FakeProvider } from '../../../../scripts/fake-transfer-provider.ts'
import { createWorld, type World } from '#test/world.ts'
import { callProvider, type ProviderCall, type ProviderResult } from './client.ts'
import { startTransferResolver } from './resolver.ts'
import { concludeTransfer, findProvider, markSent, takeUpTransfer } from './store.ts'
import { scaledMs } from '#test/machine.ts'

/** A process ends between any two steps of a transfer; then another starts, and every transfer gets an outcome. */

type Direction = 'in' | 'out'
/** The last step of the first process. */
const steps = ['taken up', 'marked as sent', 'the provider has acted', 'concluded'] as const
type Step = (typeof steps)[number]

describe('a process that ends between two steps', () => {
  let app: TestApp
  let provider: FakeProvider
  let member: MadeMember
  let token: string

  beforeAll(async () => {
    app = await createTestApp({ handlers: appHandlers })
    provider = await openFakeProvider()
    await enterTransferProvider(
      { ...app.deps, db: app.ownerDb },
      {
        code: 'lotus',
        names: { ko: '로터스' },
        baseUrl: provider.baseUrl,
        key: provider.key,
        timeoutMs: 1_000,
        brandIds: [app.brand.id],
      },
    )
  })
  beforeEach(async () => {
    member = await makeMember(app.deps, app.brand, { cash: wholeUnits(10_000) })
    token = (await makeSession(app.deps, member)).token
  })
  afterEach(() => expectCleanBooks(app.ownerPool))
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  const callOf = { in: 'user-transfer-in', out: 'user-withdraw' } as const

  /** Executes the handler's steps up to and including `last`. */
  async function beginAndEnd(direction: Direction, key: string, last: Step): Promise<void> {
    const found = await findProvider(app.deps, app.brand.id, 'lotus')
    if (found === null) throw new Error('the provider is gone')
    const { provider } = found
    const amount = wholeUnits(300)
    const id = newRequestId()
    const taken = await app.db.transaction().execute((tx) =>
      takeUpTransfer(tx, {
        id,
        memberId: member.id,
        provider,
        direction,
        amount,
        key,
        request: [callOf[direction], 'lotus', amount],
      }),
    )
    expect(taken.outcome).toBe('asked')
    if (last === 'taken up') return
    expect(await markSent(app.db, id, provider)).toBe(true)
    if (last === 'marked as sent') return
    const call: ProviderCall = {
      call: direction === 'in' ? 'credit' : 'debit',
      transferId: id,
      member: member.publicId,
      amount,
    }
    const response: ProviderResult = await callProvider(provider, call, 'KRW', Date.now())
    if (response.kind !== 'done') throw new Error(`unexpected answer of the provider: ${response.kind}`)
    if (last === 'the provider has acted') return
    expect((await concludeTransfer(app.db, id, response)).outcome).toBe('concluded')
  }

  for (const direction of ['in', 'out'] as const) {
    test.each(steps)(`${direction}, ended after: %s`, { timeout: scaledMs(20_000) }, async (last) => {
      const body = { requestId: newRequestId(), company: 'lotus', balance: '1000' }
      if (direction === 'out') await app.member('user-transfer-in', { token, body })
      const requestId = newRequestId()
      await beginAndEnd(direction, requestId, last)
      await expectCleanBooks(app.ownerPool)
      await app.ownerPool.query(`UPDATE transfer SET next_try_at = now() WHERE state NOT IN ('done', 'refused')`)

      // Another process: its own app, its own resolver.
      const second = await createApp(app.deps, { handlers: appHandlers })
      const resolver = startTransferResolver(app.deps, second.metrics)
      const settled = await untilSettled(app.ownerPool, 8_000)
      await resolver.stop()
      await second.close()
      expect(settled).toBe(true)
      const isDone = last === 'the provider has acted' || last === 'concluded'
      const there = await app.member(callOf[direction], {
        token,
        body: { requestId, company: 'lotus', balance: '300' },
      })
      expect(there.body.status).toBe(isDone ? 'success' : 'fail')
      const before = direction === 'in' ? 0 : 1_000
      const moved = isDone ? (direction === 'in' ? 300 : -300) : 0
      expect(provider.balanceOf(member.publicId)).toBe(wholeUnits(before + moved))
      const wallet = await app.db
        .selectFrom('wallet')
        .select(['cash', 'in_play'])
        .where('member_id', '=', member.id)
        .executeTakeFirst()
      expect(wallet).toEqual({ cash: wholeUnits(10_000 - before - moved), in_play: wholeUnits(before + moved) })
    })
  }

  test('two concurrent resolvers inquire once, and a stuck transfer shows in the metrics and the log', async () => {
    provider.always('hang')
    const key = newRequestId()
    await beginAndEnd('in', key, 'marked as sent')
    await app.ownerPool.query(
      `UPDATE transfer SET next_try_at = now(), asked_at = now() - interval '6 minutes' WHERE request_key = $1`,
      [key],
    )
    const apps = await Promise.all([0, 1].map(() => createApp(app.deps, { handlers: appHandlers })))
    const from = provider.calls.length
    const resolvers = apps.map((process) => startTransferResolver(app.deps, process.metrics))
    const areStuck = async (): Promise<boolean> =>
      (await Promise.all(apps.map((process) => process.metrics.text()))).every((text) =>
        text.includes('baize_transfers_stuck 1'),
      )
    await expect.poll(areStuck, { timeout: scaledMs(10_000) }).toBe(true)
    await expect.poll(() => provider.calls.length - from, { timeout: scaledMs(10_000) }).toBe(1)
    // Long enough for the other resolver to have inquired too.
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(provider.calls.length - from).toBe(1)
    expect(app.errors.splice(0).join('')).toContain('transfer is stuck')
    provider.always(null)
    await app.ownerPool.query(`UPDATE transfer SET next_try_at = now() WHERE request_key = $1`, [key])
    expect(await untilSettled(app.ownerPool, 8_000)).toBe(true)
    await Promise.all(resolvers.map((resolver) => resolver.stop()))
    await Promise.all(apps.map((app) => app.close()))
    const { rows } = await app.ownerPool.query(`SELECT 1 FROM lease WHERE name = 'transfer-resolver'`)
    expect(rows).toEqual([])
  })
})

/** Whether every transfer gets an outcome within a time. */
async function untilSettled(pool: World['ownerPool'], withinMs: number): Promise<boolean> {
  for (const until = Date.now() + scaledMs(withinMs); Date.now() < until;) {
    const { rows } = await pool.query(`SELECT 1 FROM transfer WHERE state NOT IN ('done', 'refused') LIMIT 1`)
    if (rows.length === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

describe('kill -9 of the real program', () => {
  const kills = 3
  const people = 6
  let world: World
  let provider: FakeProvider
  let dataDir: string
  let server: ServerProcess | null = null
  let port = 0

  beforeAll(async () => {
    world = await createWorld()
    provider = await openFakeProvider()
    dataDir = await mkdtemp(join(tmpdir(), 'baize-transfer-'))
    port = await freePort()
  })
  afterAll(async () => {
    await server?.kill()
    await provider.close()
    await world.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    server = await startServerProcess({
      appUrl: world.appUrl,
      ownerUrl: world.ownerUrl,
      dataDir,
      secret: testSecretText,
      port,
    })
  }

  async function callTransfer(token: string, call: string, body: Record<string, unknown>): Promise<string | null> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/routes/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.status !== 200) return null
    const response = (await answer.json().catch(() => null)) as { status: string } | null
    return response?.status ?? null
  }

  test(
    'no money is lost or created on either side, and every transfer ends',
    { timeout: scaledMs(240_000) },
    async () => {
      const env = { DATABASE_URL: world.appUrl, DATABASE_OWNER_URL: world.ownerUrl, APP_SECRET: testSecretText }
      const site: Site = { db: world.ownerDb, config: await loadConfig(env) }
      const brand = await makeBrand(site, { isDefault: true, domains: ['kill.example'] })
      await enterTransferProvider(site, {
        code: 'lotus',
        names: { ko: '로터스' },
        baseUrl: provider.baseUrl,
        key: provider.key,
        timeoutMs: 400,
        brandIds: [brand.id],
      })
      const made: MadeMember[] = []
      const pressing: Promise<void>[] = []
      let isPlaying = true
      const statuses = new Map<string, number>()
      const transferOften = async (token: string): Promise<void> => {
        for (let index = 0; isPlaying; index += 1) {
          const call = index % 2 === 0 ? 'user-transfer-in' : 'user-withdraw'
          const body = { requestId: randomUUID(), company: 'lotus', ...(index % 3 === 0 ? { balance: '250' } : {}) }
          let status: string | null = null
          while (status === null && isPlaying) {
            status = await callTransfer(token, call, body)
            // Callers pause between calls, because a member with a transfer underway is refused until it is resolved.
            if (status !== 'success') await new Promise((resolve) => setTimeout(resolve, 30))
          }
          if (status !== null) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await start()
      for (let life = 0; life < kills; life += 1) {
        // The members of the previous process wait for their open transfers, so each process gets its own.
        for (let index = 0; index < people; index += 1) {
          const member = await makeMember(site, brand, { cash: wholeUnits(10_000) })
          made.push(member)
          pressing.push(transferOften((await makeSession(site, member)).token))
        }
        provider.next('cut-after', 'hang-after', 'hang', 'cut-before', 'refuse')
        // Each process does some work before it ends, also on a busy machine.
        const enough = (statuses.get('success') ?? 0) + 5
        for (
          const until = Date.now() + scaledMs(30_000);
          (statuses.get('success') ?? 0) < enough && Date.now() < until;
        ) {
          await new Promise((resolve) => setTimeout(resolve, 37 + life * 11))
        }
        await server?.kill()
        await start()
      }
      isPlaying = false
      await Promise.all(pressing)
      expect(await untilSettled(world.ownerPool, 40_000)).toBe(true)
      await expectCleanBooks(world.ownerPool)
      expect(statuses.get('success') ?? 0).toBeGreaterThan(10)
      for (const member of made) {
        const there = provider.balanceOf(member.publicId)
        const { rows } = await world.ownerPool.query<{ cash: string; in_play: string; at: string }>(
          `SELECT cash::text, in_play::text, (SELECT amount::text FROM transfer_balance b WHERE b.member_id = w.member_id) AS at
           FROM wallet w WHERE member_id = $1`,
          [member.id],
        )
        const row = rows[0]
        expect({ at: BigInt(row?.at ?? 0), inPlay: BigInt(row?.in_play ?? 0) }).toEqual({ at: there, inPlay: there })
        expect(BigInt(row?.cash ?? 0) + there).toBe(wholeUnits(10_000))
      }
    },
  )
})
