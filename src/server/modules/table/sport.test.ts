import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireSeries, WireTableRound } from '#contract/table.ts'
import type { RunnerForm } from '#domain/games/table/race/form.ts'
import { verifySeries } from '#domain/games/table/verify-series.ts'
import { virtualHorses } from '#domain/games/table/virtual-horses/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, startUnits, type TableApp } from '#test/table-app.ts'

const { code } = virtualHorses
const launch = { code, company: 'baize-race', timeStemp: Date.now() }

let app: TableApp
beforeAll(async () => {
  app = await createTableApp({}, code)
})
afterAll(async () => {
  await expectNoErrorsAndCleanBooks(app)
  await app.close()
})

const orderOf = ({ outcome }: { outcome: unknown }): number[] => (outcome as { order: number[] }).order

describe('a race', () => {
  test('is settled by its order, as sport: comp, account and statement', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    // Every runner to win, and one bet of each other kind.
    const wins = Object.fromEntries(virtualHorses.strengths.map((_, index) => [`win-${index + 1}`, 1_000]))
    const placed = await player.bet({ ...wins, 'place-5': 1_000, 'quinella-3-5': 1_000, 'trifecta-5-3-7': 100 })
    expect(placed.body).toMatchObject({ status: 'success', own: { staked: '10100' } })
    // A race that windows still show is not part of the form.
    await app.endBetting()
    await app.dealUntil('dealt')
    const running = (await player.call('get-table-session')).body['form'] as RunnerForm[]
    expect(running.flatMap(({ finishes }) => finishes)).toEqual([])
    const order = orderOf(await app.dealUntil('settled'))
    const [first = 0, second = 0] = order
    const odds = (spot: string): number =>
      virtualHorses.spots.find((one) => one.code === spot)?.pays[0]?.returns[0] ?? Number.NaN
    const returned =
      10 * odds(`win-${first}`) +
      (order.slice(0, 3).includes(5) ? 10 * odds('place-5') : 0) +
      ([first, second].toSorted().join() === '3,5' ? 10 * odds('quinella-3-5') : 0) +
      (order.slice(0, 3).join() === '5,3,7' ? odds('trifecta-5-3-7') : 0)
    expect(await player.wallet()).toMatchObject({
      cash: wholeUnits(startUnits - 10_100 + returned),
      in_play: 0n,
      // 0.25 % of the stakes, the rate of sport.
      comp: (wholeUnits(10_100) * 25n) / 10_000n,
    })
    const events = await app.ownerPool.query(
      `SELECT k.name, c.game_kind, a.reference FROM journal j JOIN journal_kind k ON k.id = j.kind JOIN account a ON a.id = j.contra_id
         LEFT JOIN comp_rate c ON c.id = j.rate_id WHERE j.member_id = $1 AND k.name IN ('bet', 'table_result') ORDER BY j.seq`,
      [String(player.member.id)],
    )
    expect(events.rows).toEqual([
      { name: 'bet', game_kind: 'sport', reference: 'baize-race' },
      { name: 'table_result', game_kind: null, reference: 'baize-race' },
    ])
    const day = (offsetDays: number) => new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10)
    const statement = await app.member('get-statement', { token: player.token, body: { from: day(-1), to: day(1) } })
    expect((statement.body['entries'] as object[]).slice(0, 2)).toMatchObject([
      { kind: 'settled', gameName: '가상 경마', in: String(returned) },
      { kind: 'bet', gameName: '가상 경마', out: '10100' },
    ])
    const { body: comp } = await app.member('get-comp-list', { token: player.token })
    expect(comp).toMatchObject({ comps: [{ gameName: '가상 경마', bet: '10100', point: '25.25' }] })
    const form = (await player.call('get-table-session')).body['form'] as RunnerForm[]
    expect(form.map(({ finishes }) => finishes)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((runner) => [order.indexOf(runner) + 1]),
    )
  })

  test('takes of each bet at least one chip, and of long odds no more than wins the most', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    const { limits } = (await player.call('get-table-session')).body as unknown as {
      limits: { chips: string[]; spots: { spot: string; most: string; edge: string }[] }
    }
    expect(limits.spots.filter(({ most }) => Number(most) < Number(limits.chips[0]))).toEqual([])
    expect(limits.spots.filter(({ edge }) => Number(edge) < virtualHorses.marginPercent)).toEqual([])
    const most = limits.spots.find(({ spot }) => spot === 'trifecta-6-2-4')?.most
    expect((await player.bet({ 'trifecta-6-2-4': Number(most) + 100 })).body).toEqual({
      status: 'table',
      spot: 'trifecta-6-2-4',
      room: most,
    })
    expect((await player.bet({ 'win-1': 150 })).body).toEqual({ status: 'spot', spot: 'win-1' })
    expect((await player.bet({ 'quinella-5-3': 100 })).body).toEqual({ status: 'spot', spot: 'quinella-5-3' })
    await app.playOut()
  })

  test('is proven: the links that are revealed give the orders that were shown', async () => {
    const player = await app.sit()
    for (let races = 0; races < 3; races += 1) await app.playOut()
    const { series } = (await player.call('get-table-session')).body as unknown as { series: WireSeries }
    const answer = (await app.member('get-series', { body: { table: series.table, firstLink: series.firstLink } }))
      .body as unknown as { series: WireSeries; rounds: WireTableRound[] }
    const { table, game, firstLink, previousLink, entries, lateSeats, links, chainEnd } = answer.series
    const salts = { table, game, firstLink, previousLink, entries, lateSeats } as Parameters<
      typeof verifySeries
    >[1]['salts']
    const rounds = answer.rounds.map(({ outcome }) => outcome)
    expect(rounds.length).toBeGreaterThanOrEqual(3)
    expect(links).toHaveLength(rounds.length)
    expect(verifySeries(virtualHorses, { salts, links, rounds }, { end: chainEnd, kept: null })).toMatchObject({
      faults: [],
      unrevealed: [],
    })
  })

  test('starts every three minutes by the clock of the database', async () => {
    app.pace.betMs = 30_000
    await app.dealUntil('open')
    const { rows } = await app.ownerPool.query<{ left: number; late: number }>(
      `SELECT extract(epoch FROM r.closes_at - r.opened_at)::float8 AS left, (extract(epoch FROM r.closes_at)::numeric % 180)::float8 AS late
         FROM table_round r WHERE r.table_id = $1 AND r.state = 'open'`,
      [app.tableId],
    )
    expect(rows[0]?.late).toBeLessThan(5)
    expect(rows[0]?.left).toBeGreaterThanOrEqual(30)
    expect(rows[0]?.left).toBeLessThanOrEqual(210)
    app.pace.betMs = 600_000
    await app.endBetting()
    await app.dealUntil('settled')
  })
})

describe('the lobby', () => {
  test('opens races for members who may play sport or all', async () => {
    const member = await makeMember(app.deps, app.brand)
    const { token } = await makeSession(app.deps, member)
    const answers: unknown[] = []
    for (const playType of ['all', 'sport', 'casino', 'slot']) {
      await app.db.updateTable('member').set({ play_type: playType }).where('id', '=', member.id).execute()
      await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
      answers.push((await app.member('open-game', { token, body: launch })).body.status)
    }
    expect(answers).toEqual(['success', 'success', 'used', 'used'])
  })

  test('lists races as sport, used while the brand offers them; a closed race takes no bets', async () => {
    const player = await app.sit()
    const { id: roundId } = await app.dealUntil('open')
    const tiles = async () => (await app.member('get-sport-setting')).body['sport'] as { code: string; used: string }[]
    expect(await tiles()).toMatchObject([
      { code, gameCompany: 'baize-race', used: 'y' },
      { code: 'virtual-hounds', gameCompany: 'baize-race', used: 'y' },
    ])
    expect((await app.member('get-tables', { body: { codes: [code] } })).body['tables']).toMatchObject([
      { code, round: { state: 'open' }, leastStake: '100' },
    ])
    const offer = (used: boolean) =>
      app.ownerPool.query('UPDATE brand_game SET used = $1 WHERE brand_id = $2 AND game_code = $3', [
        used,
        app.brand.id,
        code,
      ])
    await offer(false)
    expect((await tiles())[0]).toMatchObject({ code, used: 'n' })
    expect((await app.member('open-game', { token: player.token, body: launch })).body).toEqual({ status: 'used' })
    expect((await player.bet({ 'win-1': 100 }, { requestId: randomUUID(), roundId })).body).toEqual({ status: 'used' })
    await offer(true)
    await app.playOut()
  })
})
