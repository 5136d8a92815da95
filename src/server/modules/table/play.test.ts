import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { marksOf } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTableApp, startUnits, type TableApp } from '#test/table-app.ts'

let app: TableApp
beforeAll(async () => {
  app = await createTableApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const start = wholeUnits(startUnits)

/** What 1 000 on a spot return in an outcome, in whole units. */
function returnOf(spot: string, outcome: unknown): number {
  const marks = marksOf(outcome as TableOutcome)
  const pays: Record<string, number> = {
    player: 2_000,
    banker: 1_950,
    tie: 9_000,
    'player-pair': 12_000,
    'banker-pair': 12_000,
  }
  if (marks.includes(spot)) return pays[spot] ?? 0
  return marks.includes('tie') && (spot === 'player' || spot === 'banker') ? 1_000 : 0
}

describe('a stake in a shared round', () => {
  test('moves cash into play, and a result takes it out with what it returned, also when that is nothing', async () => {
    const [one, other] = [await app.sit(), await app.sit()]
    await app.dealUntil('open')
    const placed = await one.bet({ banker: 1_000 })
    expect(placed.body).toMatchObject({
      status: 'success',
      balance: amountToWire(start - wholeUnits(1_000)),
      own: {
        staked: '1000',
        returned: null,
        placements: [{ spots: [{ spot: 'banker', stake: '1000' }], undone: false }],
      },
    })
    expect((await other.bet({ player: 1_000, tie: 2_000 })).body.status).toBe('success')
    expect(await one.wallet()).toMatchObject({ cash: start - wholeUnits(1_000), in_play: wholeUnits(1_000) })
    // No seed pair gives these cards: the member's may be revealed meanwhile.
    const waits = 'SELECT seat_waits(w) AS waits FROM wallet w WHERE member_id = $1'
    expect((await app.ownerPool.query(waits, [String(one.member.id)])).rows).toEqual([{ waits: false }])
    const ended = await app.playOut()
    const [ofOne, ofOther] = [
      returnOf('banker', ended.outcome),
      returnOf('player', ended.outcome) + 2 * returnOf('tie', ended.outcome),
    ]
    expect(await one.wallet()).toMatchObject({ cash: start + wholeUnits(ofOne - 1_000), in_play: 0n })
    expect(await other.wallet()).toMatchObject({ cash: start + wholeUnits(ofOther - 3_000), in_play: 0n })
    const events = await app.ownerPool.query(
      `SELECT k.name, j.stake, j.pay, j.d_in_play FROM journal j JOIN journal_kind k ON k.id = j.kind WHERE j.member_id = $1 ORDER BY seq OFFSET 1`,
      [String(one.member.id)],
    )
    expect(events.rows).toEqual([
      { name: 'bet', stake: wholeUnits(1_000), pay: 0n, d_in_play: wholeUnits(1_000) },
      { name: 'table_result', stake: 0n, pay: wholeUnits(ofOne), d_in_play: -wholeUnits(1_000) },
    ])
    const rounds = (await one.call('get-table-rounds', { own: true })).body['rounds']
    expect(rounds).toMatchObject([
      { round: { roundId: ended.id, state: 'settled' }, own: { staked: '1000', returned: String(ofOne) } },
    ])
  })

  test('a repeated request has the answer of the first, also after the close; with other spots it is a conflict', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    const requestId = randomUUID()
    const [first, ...twins] = await Promise.all(
      Array.from({ length: 3 }, () => player.bet({ tie: 1_000 }, { requestId })),
    )
    expect(first?.body).toMatchObject({ status: 'success', own: { staked: '1000' } })
    for (const twin of twins) expect(twin.body).toEqual(first?.body)
    expect((await player.bet({ tie: 2_000 }, { requestId })).body).toEqual({ status: 'conflict' })
    expect((await player.bet({ banker: 1_000 }, { requestId })).body).toEqual({ status: 'conflict' })
    await app.playOut()
    expect((await player.bet({ tie: 1_000 }, { requestId, roundId })).body).toMatchObject({
      status: 'success',
      own: { staked: '1000' },
    })
    expect((await player.wallet()).in_play).toBe(0n)
  })

  test('is undone while the round is open, and then not again', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    const [kept, taken] = [randomUUID(), randomUUID()]
    await player.bet({ player: 1_000 }, { requestId: kept })
    await player.bet({ tie: 5_000 }, { requestId: taken })
    const undone = await player.call('undo-bets', { roundId, placement: taken })
    expect(undone.body).toMatchObject({ status: 'success', own: { staked: '1000' } })
    expect(await player.call('undo-bets', { roundId, placement: taken })).toMatchObject({ body: undone.body })
    expect((await player.call('undo-bets', { roundId })).body).toMatchObject({
      status: 'success',
      balance: amountToWire(start),
    })
    expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n, comp: 0n })
    expect((await player.bet({ tie: 5_000 }, { requestId: taken })).body.status).toBe('success')
    await player.bet({ player: 1_000 })
    await app.endBetting()
    expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'late' })
    await app.dealUntil('settled')
  })
})

describe('bad input has its named refusal, and nothing moves', () => {
  const refusals: [name: string, spots: Record<string, number>, answer: object][] = [
    ['a spot that does not exist', { 'banker-natural': 1_000 }, { status: 'spot', spot: 'banker-natural' }],
    ['no multiple of the least chip', { banker: 1_500 }, { status: 'spot', spot: 'banker' }],
    ['above the limit of a spot', { player: 1_000, tie: 376_000 }, { status: 'table', spot: 'tie', room: '375000' }],
    ['above the limit of a side', { banker: 3_001_000 }, { status: 'table', spot: 'banker', room: '3000000' }],
  ]
  test.each(refusals)('%s', async (_name, spots, answer) => {
    const player = await app.sit()
    await app.dealUntil('open')
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await player.bet(spots)).body).toEqual(answer)
    })
    expect(changed).toEqual([])
  })

  test('a body of place-bet without spots or with a wrong round is none', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    expect((await player.call('place-bet', { requestId: randomUUID(), roundId: randomUUID() })).code).toBe(400)
    expect((await player.bet({})).code).toBe(400)
    expect((await player.bet({ banker: 0 })).body).toEqual({ status: 'spot', spot: 'banker' })
    expect((await player.bet({ banker: -1_000 })).body.status ?? 400).not.toBe('success')
    expect((await player.bet({ banker: 1_000 }, { roundId: 'now' })).code).toBe(400)
  })

  test('more than the cash', async () => {
    const player = await app.sit(5_000)
    await app.dealUntil('open')
    expect((await player.bet({ banker: 6_000 })).body).toEqual({ status: 'balance' })
    expect((await player.bet({ banker: 5_000 })).body.status).toBe('success')
  })

  test('after the close, for a settled round, of another table and of no round', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    await app.endBetting()
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await player.bet({ banker: 1_000 })).body).toEqual({ status: 'late' })
      expect((await player.bet({ banker: 1_000 }, { roundId: randomUUID() })).body).toEqual({ status: 'none' })
    })
    expect(changed).toEqual([])
    await app.dealUntil('settled')
    expect((await player.bet({ banker: 1_000 }, { roundId })).body).toEqual({ status: 'late' })
    expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'none' })
  })

  test('more than 40 placements, undone ones too', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    const placed = await Promise.all(Array.from({ length: 41 }, () => player.bet({ player: 1_000 })))
    expect(placed.filter(({ body }) => body.status === 'success')).toHaveLength(40)
    expect(placed.filter(({ body }) => body.status === 'many')).toHaveLength(1)
    await player.call('undo-bets', { roundId })
    expect((await player.bet({ player: 1_000 })).body).toEqual({ status: 'many' })
    expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n })
  })

  test('from a window that has ended, or whose session has', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await app.ownerPool.query(`UPDATE play_session SET ended_at = now() WHERE id = $1`, [player.window])
    expect((await player.bet({ banker: 1_000 })).body).toEqual({ status: 'elsewhere' })
    expect((await player.call('get-table', { after: 0 })).body).toEqual({ status: 'elsewhere' })
    expect((await player.call('get-table-session')).body).toEqual({
      status: 'elsewhere',
      code: 'baccarat',
      company: 'baize-live',
    })
    const gone = await app.sit()
    await app.ownerPool.query(`UPDATE member_session SET ended_at = now() WHERE id = $1`, [String(gone.sessionId)])
    expect((await gone.bet({ banker: 1_000 })).code).toBe(401)
  })

  test('a key that another call of the member has used', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    const requestId = randomUUID()
    await app.member('user-write-help', { token: player.token, body: { requestId, title: 'hello', contents: 'hello' } })
    const used = await app.ownerPool.query('SELECT 1 FROM help_item WHERE request_id = $1', [requestId])
    expect(used.rowCount).toBe(1)
    expect((await player.bet({ banker: 1_000 }, { requestId })).body).toEqual({ status: 'conflict' })
  })
})

async function setExposure(units: number): Promise<void> {
  await app.ownerDb.transaction().execute((tx) =>
    tx
      .updateTable('game_table')
      .set({ exposure: wholeUnits(units) })
      .where('id', '=', app.tableId)
      .execute(),
  )
}

test('200 bets at once stay within the exposure of the table, also when hedges are undone', async () => {
  await setExposure(100_000)
  const players = await Promise.all(Array.from({ length: 100 }, () => app.sit()))
  await app.dealUntil('open')
  const placed = await Promise.all(
    Array.from({ length: 200 }, (_, index) => players[index % 100]?.bet({ [index % 2 ? 'player' : 'banker']: 5_000 })),
  )
  const taken = placed.filter((one) => one?.body.status === 'success').length
  const refused = placed.filter((one) => one?.body.status === 'table')
  expect(taken + refused.length).toBe(200)
  // 20 stakes on the player win 100 000, and 21 on the banker 99 750; what the other side loses covers nothing.
  expect(taken).toBe(41)
  expect(refused[0]?.body).toMatchObject({ room: '0' })
  await app.playOut()
  await app.dealUntil('open')
  expect((await players[0]?.bet({ player: 50_000 }))?.body.status).toBe('success')
  await setExposure(20_000)
  expect((await players[1]?.bet({ player: 1_000 }))?.body).toMatchObject({ status: 'table', room: '0' })
  expect((await players[1]?.bet({ banker: 1_000 }))?.body.status).toBe('success')
  await app.playOut()
  await setExposure(100_000_000)
})

describe('around a table', () => {
  test('get-tables lists tables that are offered, with their live state, for guests too; others are left out', async () => {
    const player = await app.sit()
    const { id } = await app.dealUntil('open')
    await player.bet({ banker: 1_000 })
    const tables = async () => {
      // A process reads a table twice a second.
      await new Promise((resolve) => setTimeout(resolve, 600))
      return (await app.member('get-tables', { body: { codes: ['baccarat', 'nobody'] } })).body['tables']
    }
    expect(await tables()).toMatchObject([
      {
        code: 'baccarat',
        round: { roundId: id, state: 'open', outcome: null },
        seated: expect.any(Number),
        leastStake: '1000',
        mostStake: '3000000',
      },
    ])
    const offer = (used: boolean): Promise<unknown> =>
      app.ownerDb
        .transaction()
        .execute((tx) => tx.updateTable('brand_game').set({ used }).where('game_code', '=', 'baccarat').execute())
    await offer(false)
    expect(await tables()).toEqual([])
    // A member at a table that is closed can take the stakes back and cannot stake more.
    expect((await player.bet({ banker: 1_000 })).body).toEqual({ status: 'used' })
    expect((await player.call('undo-bets', { roundId: id })).body.status).toBe('success')
    await offer(true)
    const { outcome } = await app.playOut()
    const [listed] = (await tables()) as { outcomes: unknown[]; round: unknown }[]
    expect(listed?.outcomes.at(-1)).toEqual(outcome)
    expect(listed?.round).toBeNull()
  })

  test('a blocked or excluded member takes stakes back and stakes no more', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    await player.bet({ player: 1_000 })
    const stay = (until: string): Promise<unknown> =>
      app.ownerPool.query(`UPDATE member SET excluded_until = ${until} WHERE id = $1`, [String(player.member.id)])
    await stay(`now() + interval '1 minute'`)
    expect((await player.bet({ player: 1_000 })).body).toEqual({ status: 'excluded' })
    expect((await player.call('get-table-session')).code).toBe(403)
    expect((await player.call('undo-bets', { roundId })).body).toMatchObject({
      status: 'success',
      balance: amountToWire(start),
    })
    await stay('NULL')
  })

  test('during maintenance no stake is taken, and a repeated request has its answer', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    const requestId = randomUUID()
    await player.bet({ player: 1_000 }, { requestId })
    const maintain = async (since: string): Promise<void> => {
      await app.ownerDb.transaction().execute((tx) =>
        tx
          .updateTable('brand')
          .set({ maintenance_since: since === '' ? null : new Date(since) })
          .where('id', '=', app.brand.id)
          .execute(),
      )
      await app.listeners.brands.refresh()
    }
    await maintain('2020-01-01')
    expect((await player.bet({ player: 1_000 })).body).toEqual({ status: 'used' })
    expect((await player.bet({ player: 1_000 }, { requestId })).body.status).toBe('success')
    await maintain('')
  })

  test('the limits of a member are judged at the stake; a result takes what it returns off the loss', async () => {
    const player = await app.sit()
    const used = async (): Promise<Record<string, bigint>> => {
      const { rows } = await app.ownerPool.query<{ kind: string; used: bigint }>(
        `SELECT kind, used FROM limit_state($1, now(), NULL) ORDER BY kind`,
        [String(player.member.id)],
      )
      return Object.fromEntries(rows.map((row) => [row.kind, row.used]))
    }
    for (const kind of ['loss', 'wager'] as const) {
      await app.db
        .transaction()
        .execute((tx) => putLimit(tx, player.member.id, { kind, period: 'day', most: wholeUnits(10_000) }))
    }
    const { id: roundId } = await app.dealUntil('open')
    expect((await player.bet({ banker: 6_000 })).body.status).toBe('success')
    expect((await player.bet({ player: 5_000 })).body).toEqual({
      status: 'limit',
      which: 'loss',
      period: 'day',
      remaining: '4000',
    })
    expect(await used()).toEqual({ loss: wholeUnits(6_000), wager: wholeUnits(6_000) })
    await player.call('undo-bets', { roundId })
    expect(await used()).toEqual({ loss: 0n, wager: 0n })
    await player.bet({ banker: 1_000 })
    const { outcome } = await app.playOut()
    expect(await used()).toEqual({ loss: wholeUnits(1_000 - returnOf('banker', outcome)), wager: wholeUnits(1_000) })
    await auditLimits(app.ownerPool)
  })

  test('a void round gives everything back that its stakes took: stake, comp, limits and its place in the road', async () => {
    const player = await app.sit()
    await app.db
      .transaction()
      .execute((tx) => putLimit(tx, player.member.id, { kind: 'loss', period: 'day', most: wholeUnits(1_000_000) }))
    await app.dealUntil('open')
    const shown = async () =>
      ((await player.call('get-table-session')).body['rounds'] as { outcome: unknown }[]).filter((one) => one.outcome)
    const before = { wallet: await player.wallet(), road: await shown() }
    await player.bet({ banker: 100_000, tie: 10_000 })
    expect((await player.wallet()).comp).toBeGreaterThan(before.wallet.comp)
    await app.endBetting(6_000)
    await app.dealUntil('void')
    expect(await player.wallet()).toEqual(before.wallet)
    expect(await shown()).toEqual(before.road)
    const { rows } = await app.ownerPool.query('SELECT used FROM limit_state($1, now(), NULL)', [
      String(player.member.id),
    ])
    expect(rows).toEqual([{ used: 0n }])
    await auditLimits(app.ownerPool)
  })

  test('a statement has stakes, stakes taken back and results under the name of the game', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    const placement = randomUUID()
    await player.bet({ tie: 2_000 }, { requestId: placement })
    await player.call('undo-bets', { roundId, placement })
    await player.bet({ player: 1_000 })
    const { outcome } = await app.playOut()
    const today = new Date().toISOString().slice(0, 10)
    const { body } = await app.member('get-statement', {
      token: player.token,
      headers: { 'x-locale': 'en' },
      body: { from: dayBefore(today), to: dayBefore(today, -1) },
    })
    expect((body['entries'] as object[]).slice(0, 4)).toMatchObject([
      { kind: 'settled', gameName: 'Baccarat', in: String(returnOf('player', outcome)), out: '0', inPlay: '0' },
      { kind: 'bet', gameName: 'Baccarat', in: '0', out: '1000', inPlay: '1000' },
      { kind: 'refund', gameName: 'Baccarat', in: '2000', out: '0', inPlay: '0' },
      { kind: 'bet', gameName: 'Baccarat', in: '0', out: '2000', inPlay: '2000' },
    ])
  })
})

function dayBefore(day: string, days = 1): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
