import { randomUUID } from 'node:crypto'
import { catalogue } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { migrate } from '#server/db/migrate.ts'
import { appHandlers } from '#server/handlers.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import { checkBooks } from '#server/ledger/books.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { postForProvider } from '#server/ledger/ledger.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import {
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  type MadeMember,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import { ageSettings } from '#test/age-settings.ts'
import { playSeats } from '#test/corruptible-seats.ts'
import { playTable } from '#test/corruptible-table.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/**
 * A world with every kind of row that the books check, built by the product's own calls: members of several levels with
 * limits, breaks and exclusions, requests in every state, corrections, rounds of several seed pairs with shares of
 * jackpots, a provider's bets and wins, transfers, converted comp and archived rows; chained and sealed.
 */
export async function createCorruptibleWorld(): Promise<TestApp> {
  const slotCompPpm = Array.from({ length: 10 }, (_, index) => 3_000 + index * 700)
  const app = await createTestApp({
    handlers: appHandlers,
    brand: { purpose: 'bench', turnoverPpm: 250_000, secondApprovalFrom: wholeUnits(500_000), slotCompPpm },
  })
  const world = await openWorld(app)
  const playOn = await growOld(world)
  await openJackpots(app)
  await playOn()
  const builders = [
    playALot,
    moveMoney,
    protect,
    writeTexts,
    shareRounds,
    moveMoneyByTwo,
    playAtProvider,
    transferMoney,
    playTable,
    playSeats,
  ]
  for (const build of builders) await build(world)
  const { secret } = app.deps.config
  // Triggers were switched off to age rows: a start as the owner accepts that.
  await migrate({ ownerUrl: app.ownerUrl, secret })
  await app.ownerPool.query('SELECT audit_seal(100000)')
  await sealAll(app.db, createSealKeys(secret))
  // A run that stopped money-out, and one that allowed it again.
  await endRun(app.db, await beginRun(app.db, 'tool'), { outcome: 'failed', problem: 'the disk was full' })
  const run = await beginRun(app.db, 'tool')
  await endRun(app.db, run, { report: await checkBooks(app.ownerPool, { secret }) })
  await deposit(await world.addPlayer({ level: 1 }), '10000')
  await app.ownerPool.query('SELECT audit_seal(100000)')
  return app
}

type Call = (call: string, body?: object) => Promise<TestResponse>
type Player = MadeMember & { call: Call; play: Call }
type World = {
  app: TestApp
  operators: { anna: Call; bora: Call; sora: Call }
  addPlayer: (options: MemberOptions) => Promise<Player>
}

/** The call must succeed. */
async function must(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { body } = await response
  if (body.status !== 'success') throw new Error(JSON.stringify(body))
  return body
}

async function openWorld(app: TestApp): Promise<World> {
  const operator = async (login: string, roles: ('cashier' | 'manager' | 'support')[]): Promise<Call> => {
    const token = await makeOperatorSession(app, await makeOperator(app.deps, { login, roles }))
    return (call, body) => app.office(call, { token, body })
  }
  let people = 0
  // A cashier who has credited nobody, and one of the support, with second factors.
  await operator('dora', ['cashier'])
  await operator('emil', ['support'])
  await app.ownerPool.query(
    `INSERT INTO operator_factor (id, operator_id, kind, key_id, secret_sealed, last_step, last_used_at)
     SELECT gen_random_uuid(), id, 'totp', 'test', convert_to(login, 'UTF8'), 1, now() FROM operator WHERE login IN ('dora', 'emil')`,
  )
  return {
    app,
    operators: {
      anna: await operator('anna', ['cashier']),
      bora: await operator('bora', ['manager', 'cashier']),
      sora: await operator('sora', ['support']),
    },
    addPlayer: async (options) => {
      people += 1
      const person = { phone: `0101234000${people}`, bankNumber: `11022233344${people}`, bankOwner: `김${people}` }
      const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000_000), ...person, ...options })
      const session = await makeSession(app.deps, member)
      const window = (await makePlaySession(app.deps, member, session)).id
      const { token } = session
      return {
        ...member,
        call: (call, body) => app.member(call, { token, body }),
        play: (call, body) => app.play(call, { token, window, body }),
      }
    },
  }
}

async function openJackpots(app: TestApp): Promise<void> {
  await app.ownerPool.query('UPDATE game SET jackpot_linked = true WHERE code = $1', [catalogue[0].game.code])
  const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
  for (const tier of ['mega', 'minor'] as const) {
    const founding = { amount: wholeUnits(1_000_000), key: randomUUID(), fromId, sharePpm: 5_000, reservePpm: 200_000 }
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { tier, ...founding }))
  }
  const pool = createPool(app.superUrl, { max: 1 })
  const client = await pool.connect()
  await ageSettings(client)
  client.release()
  await pool.end()
}

/** Spins that are shown to their end. */
async function spin({ play }: Player, times: number, stake = '1000'): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const { round } = (await must(play('spin', { requestId: newRequestId(), stake }))) as unknown as {
      round: { roundId: string; events: unknown[] }
    }
    await play('ack', { roundId: round.roundId, index: round.events.length - 1 })
  }
}

async function playALot({ addPlayer }: World): Promise<void> {
  for (const level of [1, 4, 10]) {
    const player = await addPlayer({ level })
    for (const clientSeed of ['first', 'second', 'third']) {
      await spin(player, 6, clientSeed === 'second' ? '2000' : '1000')
      await must(player.play('set-client-seed', { clientSeed }))
    }
    await spin(player, 5, '20000')
    await must(player.call('roll-to-balance', {}))
  }
  // A pair that was revealed without rounds, one in use without rounds, and a seed that waits.
  await must((await addPlayer({ level: 3 })).play('set-client-seed', { clientSeed: 'unplayed' }))
  // Rounds enough that some of each outcome lie in the middle, whatever the seeds are.
  await spin(await addPlayer({ level: 6 }), 20)
  // A win that is not shown yet.
  const { play } = await addPlayer({ level: 2 })
  for (let turn = 0; turn < 40; turn += 1) {
    const { round } = (await must(play('spin', { requestId: newRequestId(), stake: '1000' }))) as unknown as {
      round: { pay: string }
    }
    if (round.pay !== '0') return
  }
}

async function moveMoney({ addPlayer, operators: { anna, bora } }: World): Promise<void> {
  const [alice, bella] = [await addPlayer({ level: 3 }), await addPlayer({ level: 2 })]
  for (const [player, credited] of [
    [alice, '30000'],
    [bella, '50000'],
  ] as const) {
    const id = await deposit(player, credited)
    await must(anna('claim-request', { id }))
    await must(anna('approve-deposit', { id, requestId: newRequestId(), credited }))
    await spin(player, 4, '2000')
  }
  const refused = await deposit(alice, '40000')
  await must(bora('claim-request', { id: refused }))
  await must(bora('release-request', { id: refused }))
  await must(bora('claim-request', { id: refused }))
  await must(bora('reject-request', { id: refused, requestId: newRequestId(), reason: '미입금' }))
  await spin(alice, 2, '20000')
  for (const [act, more] of [
    ['pay-withdrawal', {}],
    ['reject-request', { reason: '계좌 확인' }],
  ] as const) {
    const id = await withdraw(alice, '20000')
    await must(bora('claim-request', { id }))
    await must(bora(act, { id, requestId: newRequestId(), ...more }))
  }
  await withdraw(alice, '30000')
  await must(bella.call('cancel-money-request', { id: await deposit(bella, '20000') }))
  await must(anna('claim-request', { id: await deposit(bella, '60000') }))
  // Turnover that is still due.
  const cora = await addPlayer({ level: 5 })
  const id = await deposit(cora, '100000')
  await must(anna('claim-request', { id }))
  await must(anna('approve-deposit', { id, requestId: newRequestId(), credited: '90000', reason: '부족 입금' }))
  await spin(cora, 3)
  await deposit(cora, '10000')
}

/** Files a request through the member's call and returns its id. */
async function withdraw({ call, pin }: Player, balance: string): Promise<string> {
  const body = await must(call('apply-user-withdraw', { requestId: newRequestId(), balance, pass: pin }))
  return (body['request'] as { id: string }).id
}

async function deposit({ call }: Player, balance: string): Promise<string> {
  const body = await must(call('apply-user-deposit', { requestId: newRequestId(), balance }))
  return (body['request'] as { id: string }).id
}

/** Limits, a raise that waits, a break, exclusions and a block. */
async function protect({ app, addPlayer, operators: { sora } }: World): Promise<void> {
  const bound = await addPlayer({ level: 2 })
  const limits = [
    { kind: 'wager', period: 'day', most: '500000' },
    { kind: 'loss', period: 'week', most: '600000' },
    { kind: 'deposit', period: 'month', most: '900000' },
    { kind: 'session_time', period: 'day', most: '300' },
  ]
  for (const limit of limits) await must(bound.call('set-limit', limit))
  await spin(bound, 4)
  await bound.call('set-limit', { kind: 'wager', period: 'day', most: '800000' })
  // The brand's time zone was wrong.
  await app.ownerPool.query(`UPDATE brand SET time_zone = 'Asia/Singapore' WHERE id = $1`, [app.brand.id])
  await spin(bound, 2)
  await must((await addPlayer({ level: 1 })).call('take-a-break', { lasts: '7d' }))
  // Two accounts of one person: the exclusion of one extends to the other.
  const person = { phone: '01099990001', bankOwner: '박하나', birth: '1985-03-04' }
  await addPlayer({ level: 1, ...person })
  for (const lasts of ['6m', 'ever']) {
    const away = await addPlayer({ level: 1, ...(lasts === '6m' && person) })
    await spin(away, 2)
    await must(away.call('exclude-me', { lasts, pw: away.password }))
  }
  const asking = await addPlayer({ level: 1 })
  await must(asking.call('user-ask-account', { pass: asking.pin }))
  const { helps } = (await must(sora('get-helps'))) as unknown as { helps: { id: string }[] }
  for (const { id } of helps) await must(sora('answer-help', { id }))
  // A block that was lifted.
  const lifted = await addPlayer({ level: 1 })
  const blocked = await addPlayer({ level: 1 })
  await must(sora('block-member', { id: lifted.publicId, reason: '확인 중' }))
  await must(sora('unblock-member', { id: lifted.publicId, reason: '확인됨' }))
  await must(sora('block-member', { id: blocked.publicId, reason: '확인 중' }))
}

/** What members read: inquiries with and without a reply, notes, notices, a popup and a banner. */
async function writeTexts({ app, addPlayer, operators: { bora, sora } }: World): Promise<void> {
  const reader = await addPlayer({ level: 1 })
  const inquiry = { title: '문의', contents: '언제 처리되나요?' }
  const id = textOf(await must(reader.call('user-write-help', inquiry)), 'id')
  await must(sora('answer-help', { id, contents: '곧 됩니다.' }))
  await must(reader.call('read-help-message', { id }))
  await must(reader.call('user-write-help', inquiry))
  const { code: brand } = app.brand
  const note = { brand, userId: reader.loginId, title: '안내', contents: '<p>안녕하세요.</p>' }
  await must(reader.call('read-note-message', { id: textOf(await must(sora('send-note', note)), 'id') }))
  await must(sora('send-note', note))
  await must(reader.call('user-del-note', {}))
  const text = { brand, domain: '', title: '점검', contents: '<p>점검 안내</p>' }
  await must(bora('create-notice', text))
  await must(bora('hide-notice', { id: textOf(await must(bora('create-notice', text)), 'id') }))
  await must(bora('create-popup', { ...text, posX: 40, posY: 120 }))
  await app.ownerPool.query(
    `INSERT INTO banner (id, brand_id, texts, image) VALUES (gen_random_uuid(), $1, '{"ko": {"title": "첫", "text": "", "action": ""}}', 'banner/tiger')`,
    [app.brand.id],
  )
}

/** A share that is listed, one that is not, and one that was taken back, beside rounds that are not shared. */
async function shareRounds({ app, addPlayer }: World): Promise<void> {
  const player = await addPlayer({ level: 1 })
  await spin(player, 8)
  const { rows } = await app.ownerPool.query<{ id: string }>(
    `SELECT id FROM round WHERE member_id = $1 AND events NOT LIKE '%jackpot%' LIMIT 3`,
    [player.id],
  )
  const shares: { id: string }[] = []
  for (const [place, { id: roundId }] of rows.entries()) {
    const body = await must(player.call('share-round', { roundId, agreed: true, listed: place === 0 }))
    shares.push(body['replay'] as { id: string })
  }
  await must(player.call('take-back-replay', { id: shares.at(-1)?.id }))
}

function textOf(body: TestResponse['body'], field: string): string {
  return String(body[field])
}

/** Payments and corrections by two operators, and proposals that wait. */
async function moveMoneyByTwo({ addPlayer, operators: { anna, bora } }: World): Promise<void> {
  const [dana, emma] = [await addPlayer({ level: 6 }), await addPlayer({ level: 7 })]
  const id = await withdraw(dana, '600000')
  await must(anna('claim-request', { id }))
  await must(anna('approve-withdrawal', { id, requestId: newRequestId() }))
  await must(bora('claim-request', { id }))
  await must(bora('pay-withdrawal', { id, requestId: newRequestId() }))
  const more = await deposit(dana, '20000')
  await must(anna('claim-request', { id: more }))
  const proposal = { id: more, credited: '40000', reason: '두 번 입금' }
  await must(anna('propose-deposit', { ...proposal, requestId: newRequestId() }))
  await must(bora('claim-request', { id: more }))
  await must(bora('approve-deposit', { ...proposal, requestId: newRequestId() }))
  const open = await deposit(emma, '20000')
  await must(anna('claim-request', { id: open }))
  await must(anna('propose-deposit', { ...proposal, id: open, requestId: newRequestId() }))
  for (const [account, amount] of [
    ['cash', '7000'],
    ['comp', '30'],
  ]) {
    const correction = { id: emma.publicId, requestId: newRequestId(), account, amount, reason: '정정' }
    const proposed = (await must(anna('propose-correction', correction)))['correction'] as { id: string }
    if (account === 'cash') await must(bora('approve-correction', { id: proposed.id, requestId: newRequestId() }))
  }
}

/** A provider's rounds: bets that lose, win, are undone, wait, and come after their rollback. */
async function playAtProvider({ app, addPlayer }: World): Promise<void> {
  const provider = 120
  await app.ownerPool.query(`INSERT INTO journal_source VALUES (${provider}, 'orient')`)
  await app.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES (${provider}, 'orient', 'seamless')`)
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'orient')
  let transactions = 0
  const post = (transaction: string, event: Omit<LedgerEvent, 'key' | 'source' | 'contraId'>) =>
    app.db
      .transaction()
      .execute((tx) =>
        postForProvider(tx, app.deps.config.secret, { providerId: provider, transaction }, { ...event, contraId }),
      )
  const keyOf = async (transaction: string): Promise<string> => {
    const sql = 'SELECT journal_key AS key FROM provider_transaction WHERE transaction = $1'
    return (await app.ownerPool.query<{ key: string }>(sql, [transaction])).rows[0]?.key ?? ''
  }
  const play = async (memberId: bigint): Promise<void> => {
    const bet = async (inPlay: boolean): Promise<string> => {
      const transaction = `bet-${(transactions += 1)}`
      const stake = wholeUnits(1_000)
      const event = { memberId, kind: 'bet', request: ['bet', stake], stake, inPlay: inPlay ? stake : 0n } as const
      await post(transaction, { ...event, gameKind: 'casino' })
      return transaction
    }
    const win = async (transaction: string, units: number, inPlay: boolean): Promise<void> => {
      const pay = wholeUnits(units)
      const event = { memberId, kind: 'win', request: ['win', pay], pay, ref: await keyOf(transaction) } as const
      await post(`win-${transaction}`, { ...event, inPlay: inPlay ? -wholeUnits(1_000) : 0n })
    }
    await bet(false)
    await win(await bet(false), 2_500, false)
    await win(await bet(true), 0, true)
    await win(await bet(true), 1_700, true)
    await post(await bet(false), { memberId, kind: 'rollback', request: ['rollback'] })
    await post(`never-${memberId}`, { memberId, kind: 'rollback', request: ['rollback'] })
    await bet(true)
  }
  for (const level of [3, 8]) await play((await addPlayer({ level })).id)
  // All of it long ago, and archived up to the newest event.
  const { id: old } = await addPlayer({ level: 3 })
  await play(old)
  await ageRows(app.ownerPool, [old], { days: 500 })
  await archiveOldRows(app.ownerPool, { before: daysAgo(400) })
}

/** Transfers to a provider with a wallet of its own: done both ways, won and lost there, refused and under way. */
async function transferMoney({ app, addPlayer }: World): Promise<void> {
  await app.ownerPool.query(`INSERT INTO journal_source VALUES (130, 'north'), (131, 'south')`)
  await app.ownerPool.query(
    `INSERT INTO provider (id, code, wallet) VALUES (130, 'north', 'transfer'), (131, 'south', 'transfer')`,
  )
  const ask = async (player: Player, direction: string, units: number): Promise<string> => {
    const id = randomUUID()
    await app.pool.query('SELECT transfer_request($1, $2, 130::smallint, $3, $4, $5, 7, 1000)', [
      id,
      String(player.id),
      direction,
      String(wholeUnits(units)),
      randomUUID(),
    ])
    await app.pool.query('SELECT transfer_send($1, 1000)', [id])
    return id
  }
  const conclude = (id: string, done: boolean, units: number, balance: number): Promise<unknown> =>
    app.pool.query('SELECT transfer_conclude($1, $2, $3, $4, $5)', [
      id,
      done,
      String(wholeUnits(units)),
      String(wholeUnits(balance)),
      done ? '' : 'short',
    ])
  const [fern, gwen] = [await addPlayer({ level: 2 }), await addPlayer({ level: 9 })]
  await conclude(await ask(fern, 'in', 20_000), true, 20_000, 20_000)
  await conclude(await ask(fern, 'out', 12_000), true, 12_000, 15_000)
  await conclude(await ask(fern, 'out', 5_000), true, 5_000, 4_000)
  await conclude(await ask(fern, 'in', 3_000), false, 3_000, 0)
  await conclude(await ask(gwen, 'in', 8_000), true, 8_000, 8_000)
  await ask(gwen, 'in', 1_000)
}

/** Rounds of before the jackpots: some are archived, and their member goes on playing. */
async function growOld({ app, addPlayer }: World): Promise<() => Promise<void>> {
  const [old, older] = [await addPlayer({ level: 3 }), await addPlayer({ level: 3 })]
  await spin(old, 12)
  await ageRows(app.ownerPool, [old.id], { days: 30 })
  await spin(older, 5)
  await ageRows(app.ownerPool, [older.id], { days: 500 })
  await archiveOldRows(app.ownerPool, { before: daysAgo(400) })
  return () => spin(older, 3)
}
