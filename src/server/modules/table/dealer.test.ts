import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TableStep, WireSeries, WireTableRound } from '#contract/table.ts'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { hashesDigest, saltHashOf } from '#domain/games/table/salt-list.ts'
import { tableHashOf } from '#domain/games/table/table-game.ts'
import { verifySeries, type SeriesRecord } from '#domain/games/table/verify-series.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { scaledMs } from '#test/machine.ts'
import { createTableApp, startUnits, type Player, type TableApp } from '#test/table-app.ts'

let app: TableApp
beforeAll(async () => {
  app = await createTableApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const start = wholeUnits(startUnits)
/** A lease that ends within no test, however busy the machine is. */
const leaseMs = 60_000

async function sessionOf(player: Player): Promise<{ series: WireSeries; seat: string; step: number }> {
  return (await player.call('get-table-session')).body as unknown as { series: WireSeries; seat: string; step: number }
}

async function stepsAfter(player: Player, after: number): Promise<TableStep[]> {
  return (await player.call('get-table', { after })).body['steps'] as TableStep[]
}

/** Looks until the newest series is in a phase. */
async function lookUntilPhase(player: Player, phase: WireSeries['phase']): Promise<WireSeries> {
  for (let looks = 0; looks < 300; looks += 1) {
    const { series } = await sessionOf(player)
    if (series.phase === phase) return series
    await app.dealer.look()
  }
  throw new Error(`no series came into the phase ${phase}`)
}

test(
  'a whole shoe with salts is dealt to the cut card, revealed, and verified from what was published',
  { timeout: scaledMs(120_000) },
  async () => {
    const [one, other, silent] = [await app.sit(), await app.sit(), await app.sit()]
    app.pace.hashesMs = 600_000
    const { series, seat, step } = await sessionOf(one)
    expect(series).toMatchObject({ phase: 'hashes', game: 'baccarat', firstLink: 1, entries: [], links: [] })
    expect(series.chainEnd).toBe(series.previousLink)
    const id = {
      table: series.table,
      game: series.game,
      firstLink: series.firstLink,
      previousLink: series.previousLink,
    }
    const players = await Promise.all(
      [one, other, silent].map(async (player) => ({
        player,
        seat: (await sessionOf(player)).seat,
        salt: randomBytes(32).toString('hex'),
      })),
    )
    for (const { player, seat: own, salt } of players) {
      const saltHash = saltHashOf(id, { seat: own, salt })
      expect((await player.call('send-salt', { firstLink: 1, salt })).body).toEqual({ status: 'none' })
      expect((await player.call('send-salt-hash', { firstLink: 1, saltHash })).body).toEqual({ status: 'success' })
      expect((await player.call('send-salt-hash', { firstLink: 1, saltHash: '0'.repeat(64) })).body).toEqual({
        status: 'none',
      })
      expect((await player.call('send-salt', { firstLink: 1, salt })).body).toEqual({ status: 'early' })
      expect((await player.call('send-salt-hash', { firstLink: 2, saltHash })).body).toEqual({ status: 'none' })
    }
    const endPhase = () =>
      app.asSuper('UPDATE table_series SET phase_ends_at = clock_timestamp() WHERE phase_ends_at IS NOT NULL')
    app.pace.saltsMs = 600_000
    await endPhase()
    const late = await app.sit()
    const lateSeat = (await sessionOf(late)).seat
    expect((await late.call('send-salt-hash', { firstLink: 1, saltHash: '1'.repeat(64) })).body).toEqual({
      status: 'late',
    })
    const closed = await lookUntilPhase(one, 'salts')
    expect(closed.entries.map((entry) => entry.seat).toSorted()).toEqual(
      players.map((player) => player.seat).toSorted(),
    )
    expect(closed.entries.every(({ salt }) => salt === null)).toBe(true)
    const kept = hashesDigest(id, closed.entries)
    for (const { player, salt } of players.slice(0, 2)) {
      expect((await player.call('send-salt', { firstLink: 1, salt })).body).toEqual({ status: 'success' })
    }
    expect((await silent.call('send-salt', { firstLink: 1, salt: '2'.repeat(64) })).body).toEqual({ status: 'wrong' })
    expect((await late.call('send-salt', { firstLink: 1, salt: '2'.repeat(64) })).body).toEqual({ status: 'late' })
    await endPhase()
    const running = await lookUntilPhase(one, 'running')
    expect(running.lateSeats).toEqual([lateSeat])
    expect(running.entries.find((entry) => entry.seat === players[2]?.seat)).toMatchObject({
      salt: null,
      unmixed: 'wrong',
    })

    app.pace.betMs = 0
    app.pace.closeMs = 0
    app.pace.dealMs = 0
    app.pace.pauseMs = 0
    app.pace.hashesMs = 600_000
    await app.endBetting()
    for (let looks = 0; looks < 100; looks += 1) {
      await app.dealer.look()
      if ((await sessionOf(one)).series.firstLink === 2) break
    }
    app.pace.betMs = 600_000
    const named = { table: series.table, firstLink: 1 }
    const answer = (await app.member('get-series', { body: named })).body as unknown as {
      mathHash: string
      series: WireSeries
      rounds: WireTableRound[]
    }
    expect(answer.mathHash).toBe(tableHashOf(baccarat))
    const ofChain = async (chainEnd: string) => (await app.member('get-series', { body: { ...named, chainEnd } })).body
    expect(await ofChain(series.chainEnd)).toEqual(answer)
    expect(await ofChain('0'.repeat(64))).toEqual({ status: 'none' })
    expect((await one.call('get-table-rounds', { take: 1, skip: 1 })).body['rounds']).toMatchObject([
      { series: { firstLink: 1, chainEnd: series.chainEnd } },
    ])
    const { entries, lateSeats, links } = answer.series
    expect(answer.series).toMatchObject({ phase: 'ended', chainEnd: series.chainEnd })
    const shown = answer.rounds.map(({ outcome }) => outcome as TableOutcome)
    expect(shown.length).toBeGreaterThan(60)
    const record = { salts: { ...id, entries, lateSeats }, links, rounds: shown } as SeriesRecord
    const own = { seat, salt: players[0]?.salt ?? '' }
    const report = verifySeries(baccarat, record, { end: series.chainEnd, kept: { hashes: kept, own } })
    expect(report).toMatchObject({ faults: [], unrevealed: [], undealt: [], isSalted: true, lateSeats: [lateSeat] })
    expect((await sessionOf(one)).series).toMatchObject({ phase: 'hashes', firstLink: 2, previousLink: links[0] })

    const steps = await stepsAfter(one, step)
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => step + 1 + index))
    expect(steps.map(({ kind }) => kind).slice(0, 7)).toEqual([
      'series',
      'series',
      'opened',
      'closed',
      'dealt',
      'settled',
      'opened',
    ])
    expect(steps.flatMap((one) => (one.kind === 'series' ? [one.series.phase] : []))).toEqual([
      'salts',
      'running',
      'ended',
      'hashes',
    ])
    expect(steps.flatMap((one) => (one.kind === 'dealt' ? [one.outcome] : []))).toEqual(shown)
    expect(
      steps.flatMap((one) => (one.kind === 'series' && one.series.phase !== 'ended' ? one.series.links : [])),
    ).toEqual([])
    expect((await one.call('get-table', { after: step + steps.length + 1 })).body).toEqual({ status: 'reload' })
    app.pace.hashesMs = 0
    app.pace.saltsMs = 0
    await endPhase()
  },
)

describe('a dealer', () => {
  test('that dies while bets are open leaves a round that the next one makes void: all stakes are back', async () => {
    const [one, other] = [await app.sit(), await app.sit()]
    const { id } = await app.dealUntil('open')
    await one.bet({ banker: 10_000, tie: 1_000 })
    await other.bet({ player: 5_000 })
    await other.bet({ player: 5_000 })
    const { step } = await sessionOf(one)
    await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
    const next = app.addDealer()
    expect(await app.dealUntil('void', next)).toMatchObject({
      id,
      state: 'void',
      void_reason: 'interrupted',
      outcome: null,
    })
    for (const player of [one, other])
      expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n, comp: 0n })
    expect(await stepsAfter(one, step)).toMatchObject([{ kind: 'void', roundId: id, reason: 'interrupted' }])
    expect((await one.call('get-table-rounds', { own: true })).body['rounds']).toMatchObject([
      { round: { state: 'void', outcome: null }, own: { staked: '11000', returned: '11000' } },
    ])
    await next.release()
  })

  test.each(['closed', 'dealt'])(
    'that dies when the round is %s: the next one finishes it with the same cards',
    async (state) => {
      const player = await app.sit()
      const before = await app.playOut()
      const { id } = await app.dealUntil('open')
      await player.bet({ player: 1_000 })
      await app.endBetting()
      const left = await app.dealUntil(state)
      await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
      const next = app.addDealer()
      const ended = await app.dealUntil('settled', next)
      expect(ended).toMatchObject({ id, state: 'settled', place: before.place + 1 })
      // Cards that were shown stay; a closed round has none yet.
      expect(ended.outcome).toEqual(left.outcome ?? ended.outcome)
      expect((await player.wallet()).in_play).toBe(0n)
      await next.release()
    },
  )

  test('takes a table whose lease ends later than any dealer takes it for, and leaves one that is taken as usual', async () => {
    const lease = (ms: number) =>
      app.asSuper(
        `UPDATE table_state SET dealer = gen_random_uuid(), dealer_until = clock_timestamp() + $1::int * interval '1 millisecond' WHERE table_id = $2`,
        [ms, app.tableId],
      )
    await app.dealUntil('open')
    await app.endBetting()
    const { id } = await app.dealUntil('closed')
    Object.assign(app.pace, { closeMs: 0, pauseMs: 600_000 })
    const dealer = app.addDealer(leaseMs)
    await lease(leaseMs)
    await dealer.look()
    expect(await app.round()).toMatchObject({ id, state: 'closed' })
    for (const ms of [2 * leaseMs, 60 * leaseMs]) {
      await lease(ms)
      await dealer.look()
      const { rows } = await app.pool.query(
        `SELECT dealer_until < clock_timestamp() + ($2::int + 1000) * interval '1 millisecond' AS usual FROM table_state WHERE table_id = $1`,
        [app.tableId, leaseMs],
      )
      expect(rows).toEqual([{ usual: true }])
    }
    expect(await app.dealUntil('settled', dealer)).toMatchObject({ id })
    await dealer.release()
  })

  test('that sleeps over the close of its round makes it void, and one that wakes after another took the table does nothing', async () => {
    const player = await app.sit()
    await app.dealUntil('open')
    await player.bet({ banker: 1_000 })
    await app.endBetting(5_500)
    expect(await app.dealUntil('void')).toMatchObject({ void_reason: 'interrupted' })
    expect(await player.wallet()).toMatchObject({ cash: start, in_play: 0n })

    await app.dealer.release()
    const [sleeper, other] = [app.addDealer(leaseMs), app.addDealer(leaseMs)]
    const { id } = await app.dealUntil('open', sleeper)
    await player.bet({ banker: 1_000 })
    await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
    await app.dealUntil('void', other)
    const next = await app.dealUntil('open', other)
    await sleeper.look()
    expect(await app.round()).toEqual(next)
    expect(next.number).toBe(
      (await app.ownerPool.query('SELECT number FROM table_round WHERE id = $1', [id])).rows[0]?.number + 1,
    )
    await app.endBetting()
    await app.dealUntil('settled', other)
    await other.release()
  })

  test('of two that deal at once each transition happens once', { timeout: scaledMs(60_000) }, async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => app.sit()))
    const others = [app.addDealer(25), app.addDealer(25), app.addDealer(25)]
    await app.dealer.release()
    Object.assign(app.pace, { betMs: 40, closeMs: 0, dealMs: 0, pauseMs: 0 })
    await app.pool.query('SELECT table_watch($1::smallint)', [app.tableId])
    const from = (await app.round()).number
    let isDone = false
    const betting = players.map(async (player) => {
      while (!isDone) await player.bet({ player: 1_000, banker: 1_000 })
    })
    // On a busy machine a lease ends within a look, and a round takes many.
    for (let looks = 0; looks < 150 || (await app.round()).number <= from + 3; looks += 1)
      await Promise.all(others.map((dealer) => dealer.look()))
    isDone = true
    await Promise.all(betting)
    app.pace.betMs = 600_000
    await app.asSuper(`UPDATE table_state SET dealer_until = clock_timestamp()`)
    const { state } = await app.round()
    if (state === 'open') await app.dealUntil('void')
    const { rows } = await app.ownerPool.query(
      `SELECT kind, round_id FROM table_step WHERE round_id IS NOT NULL GROUP BY kind, round_id HAVING count(*) > 1`,
    )
    expect(rows).toEqual([])
    for (const player of players) expect((await player.wallet()).in_play).toBe(0n)
  })

  test('lets a table rest that nobody watched for two minutes, and a watcher wakes it', async () => {
    const player = await app.sit()
    await app.playOut()
    await app.asSuper(`UPDATE table_state SET watched_at = clock_timestamp() - interval '2 minutes'`)
    const { step } = await sessionOf(player)
    await app.asSuper(`UPDATE table_state SET watched_at = clock_timestamp() - interval '2 minutes'`)
    app.pace.pauseMs = 0
    const before = await app.round()
    await app.dealer.look()
    expect(await stepsAfter(player, step)).toMatchObject([{ kind: 'resting' }])
    await app.dealer.look()
    expect(await app.round()).toEqual(before)
    expect((await app.dealUntil('open')).number).toBe(before.number + 1)
    await app.endBetting()
    await app.dealUntil('settled')
  })
})
