import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { linksOfSeries } from '#domain/games/table/table-game.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { learnEnded } from '#server/ledger/ended-rounds.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { expectCleanBooks } from '#test/books.ts'
import { endSeriesEarly } from '#test/ended-series.ts'
import { keepTables } from '#test/kept-tables.ts'
import { moveClose } from '#test/moved-close.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'

/**
 * A superuser of the database without the key takes back what was published of a round (docs/decisions/043-shared-rounds.md): the program
 * refuses to decide anything that knows the cards, and the books name what was decided. Each test puts everything back.
 */

let app: TableApp
let wheel: TableApp
beforeAll(async () => {
  app = await createTableApp()
  wheel = await createTableApp({}, roulette.code)
})
beforeEach(() => {
  for (const one of [app, wheel]) Object.assign(one.deps.moneyOut, noHold())
})
afterAll(async () => {
  for (const one of [app, wheel]) {
    await expectCleanBooks(one.ownerPool)
    await one.close()
  }
})

const tenMinutesOn = `clock_timestamp() + interval '10 minutes'`
const withoutCards = `closed_at = NULL, dealt_at = NULL, outcome = NULL`

/** A round whose cards are published, in which a member has staked; `putBack` restores the rows of its table as they are then. */
async function dealtRound(
  table: TableApp,
  spot: string,
): Promise<{ player: Player; id: string; putBack: () => Promise<void> }> {
  const player = await table.sit()
  const { id } = await table.dealUntil('open')
  await player.bet({ [spot]: 1_000 })
  await table.endBetting()
  await table.dealUntil('dealt')
  return { player, id, putBack: await keepTables(table) }
}

/** All that this process knows is forgotten, as in another process. */
function forget(table: TableApp): void {
  table.deps.moneyOut = noHold()
}

const statusOf = async (call: ReturnType<Player['call']>): Promise<unknown> => (await call).body.status
const isHeld = ({ deps }: TableApp): boolean => deps.moneyOut.heldSince !== null
const namesOf = (faults: { check: string }[]): string[] => [...new Set(faults.map(({ check }) => check))].toSorted()
const books = async (): Promise<string[]> =>
  namesOf((await checkBooks(app.ownerPool, { secret: app.deps.config.secret, without: ['guards'] })).faults)

async function look({ dealer, pace }: TableApp): Promise<void> {
  Object.assign(pace, { pauseMs: 0, dealMs: 0, closeMs: 0 })
  for (let looks = 0; looks < 3; looks += 1) await dealer.look()
}

test.each([
  ['with its close put off', `closes_at = ${tenMinutesOn}`, ''],
  ['with its close put off, without its proof', `closes_at = ${tenMinutesOn}`, 'DELETE FROM table_proof'],
  ['without its proof', 'closes_at = closes_at', 'DELETE FROM table_proof'],
])('a round that is open again after its cards, %s, takes no placement and no undo', async (_name, set, remove) => {
  const { player, id, putBack } = await dealtRound(app, 'player')
  const before = await player.wallet()
  await app.asSuper(`UPDATE table_round SET state = 'open', ${withoutCards}, ${set} WHERE id = '${id}'; ${remove}`)
  for (const isOtherProcess of [false, true]) {
    if (isOtherProcess) forget(app)
    expect(await statusOf(player.bet({ banker: 5_000 }))).toBe('late')
    expect(await statusOf(player.call('undo-bets', { roundId: id }))).toBe('late')
  }
  expect(await player.wallet()).toEqual(before)
  await putBack()
  expect(await app.dealUntil('settled')).toMatchObject({ id })
})

test('a lost stake that is moved into the next open round is not undone there', async () => {
  const player = await app.sit()
  await app.dealUntil('open')
  await player.bet({ tie: 1_000 })
  await app.endBetting()
  await app.dealUntil('settled')
  const { id: next } = await app.dealUntil('open')
  const before = await player.wallet()
  await app.asSuper(`CREATE TABLE kept AS SELECT request_id, round_id FROM table_bet;
    UPDATE table_bet SET round_id = '${next}' WHERE request_id = (SELECT request_id FROM table_bet ORDER BY at DESC LIMIT 1)`)
  expect((await player.call('undo-bets', { roundId: next })).code).toBe(500)
  expect(await player.wallet()).toEqual(before)
  await app.asSuper(
    `UPDATE table_bet b SET round_id = k.round_id FROM kept k WHERE k.request_id = b.request_id; DROP TABLE kept`,
  )
  await app.endBetting()
  await app.dealUntil('settled')
})

test('a close that was put off before the cards takes no placement and no undo, and holds payments', async () => {
  const player = await app.sit()
  const { id } = await app.dealUntil('open')
  expect(await statusOf(player.bet({ banker: 1_000 }))).toBe('success')
  await moveClose(app, `closes_at = clock_timestamp()`)
  await app.asSuper(`CREATE TABLE kept AS SELECT id, closes_at FROM table_round;
    UPDATE table_round SET closes_at = ${tenMinutesOn} WHERE id = '${id}'`)
  expect(await statusOf(player.bet({ banker: 1_000 }))).toBe('late')
  expect(await statusOf(player.call('undo-bets', { roundId: id }))).toBe('late')
  expect(isHeld(app)).toBe(true)
  // One that closed later than it was opened for is not dealt either.
  await app.asSuper(`UPDATE table_round SET state = 'closed', closed_at = ${tenMinutesOn} WHERE id = '${id}'`)
  await look(app)
  expect(await app.round()).toMatchObject({ id, state: 'closed' })
  await app.asSuper(`UPDATE table_round r SET state = 'open', closed_at = NULL, closes_at = k.closes_at FROM kept k WHERE k.id = r.id AND r.id = '${id}';
    DROP TABLE kept`)
  expect(await app.dealUntil('settled')).toMatchObject({ id })
})

test.each(['open', 'closed'])(
  'a dealt round that is %s again is neither dealt nor void, by any dealer',
  async (state) => {
    const { player, id, putBack } = await dealtRound(app, 'player')
    const before = await player.wallet()
    const take = `UPDATE table_round SET state = '${state}', ${withoutCards} WHERE id = '${id}'`
    // The process that dealt it remembers it; another one learns it from the proof.
    for (const statements of [`${take}; DELETE FROM table_proof WHERE round_id = '${id}'`, take]) {
      await app.asSuper(`${statements}; UPDATE table_state SET dealer_until = clock_timestamp()`)
      const other = app.addDealer()
      for (const dealer of [other, app.dealer]) await dealer.look()
      expect((await app.round()).state).toBe(state)
      expect(await player.wallet()).toEqual(before)
      expect(isHeld(app)).toBe(true)
      await other.release()
      await app.asSuper(`INSERT INTO table_proof SELECT * FROM kept_table_proof ON CONFLICT DO NOTHING`)
      forget(app)
    }
    await putBack()
    expect(await app.dealUntil('settled')).toMatchObject({ id })
  },
)

test.each([
  ['removed, with its number', 'rounds - 1'],
  ['removed, and its number passed over', 'rounds'],
])('the place of a dealt round that was %s is not opened again', async (_name, rounds) => {
  const { id, putBack } = await dealtRound(app, 'player')
  await app.asSuper(`DELETE FROM table_step WHERE round_id = '${id}'; DELETE FROM table_round WHERE id = '${id}';
    DELETE FROM table_proof WHERE round_id = '${id}'; UPDATE table_state SET rounds = ${rounds} WHERE table_id = ${app.tableId}`)
  await look(app)
  expect(await app.round()).not.toMatchObject({ state: 'open' })
  expect(isHeld(app)).toBe(true)
  await putBack()
  expect(await app.dealUntil('settled')).toMatchObject({ id })
})

test.each(['in this process', 'in another process'])(
  'no series begins at links that were dealt, where its first link was lowered: %s',
  async (where) => {
    await wheel.playOut()
    await endSeriesEarly(wheel)
    const { id, putBack } = await dealtRound(wheel, 'red')
    // Its next series would begin at the link behind the one before it.
    await wheel.asSuper(`UPDATE table_round SET state = 'settled', ended_at = clock_timestamp() WHERE id = '${id}';
      UPDATE table_series SET phase = 'ended', first_link = first_link - ${linksOfSeries(roulette) - 1} WHERE first_link > 1`)
    if (where === 'in another process') forget(wheel)
    await look(wheel)
    expect((await wheel.ownerPool.query(`SELECT FROM table_series WHERE phase <> 'ended'`)).rows).toEqual([])
    expect(isHeld(wheel)).toBe(true)
    await putBack()
    expect(await wheel.dealUntil('settled')).toMatchObject({ id })
  },
)

test('a round of a series whose first link was lowered is not dealt', async () => {
  const { id, putBack } = await dealtRound(wheel, 'red')
  await putBack()
  await wheel.dealUntil('settled')
  await wheel.dealUntil('open')
  await wheel.endBetting()
  await wheel.dealUntil('closed')
  await wheel.asSuper(`UPDATE table_series SET first_link = first_link + 1 WHERE phase = 'running'`)
  await look(wheel)
  expect(await wheel.round()).toMatchObject({ state: 'closed' })
  expect(isHeld(wheel)).toBe(true)
  await wheel.asSuper(`UPDATE table_series SET first_link = first_link - 1 WHERE phase = 'running'`)
  expect((await wheel.dealUntil('settled')).id).not.toBe(id)
})

test('a placement that was booked after the cards is not settled, and only its proof shows it', async () => {
  const { player, id, putBack } = await dealtRound(app, 'player')
  // As a program without openings, proofs and memory would take it.
  await app.asSuper(
    `UPDATE table_round SET state = 'open', ${withoutCards} WHERE id = '${id}'; DELETE FROM table_proof WHERE round_id = '${id}'`,
  )
  await moveClose(app, `closes_at = ${tenMinutesOn}`)
  forget(app)
  const other = await app.sit()
  expect(await statusOf(other.bet({ banker: 5_000 }))).toBe('success')
  await putBack()
  await app.asSuper(`UPDATE table_bet b SET at = r.closes_at FROM table_round r WHERE r.id = b.round_id AND b.member_id = ${other.member.id};
    UPDATE journal j SET at = b.at FROM table_bet b WHERE b.request_id = j.key`)
  await look(app)
  expect(await app.round()).toMatchObject({ id, state: 'dealt' })
  expect(isHeld(app)).toBe(true)
  expect(await books()).toEqual(['table-proofs'])
  await app.asSuper(`DELETE FROM table_bet WHERE member_id = ${other.member.id}; DELETE FROM journal WHERE member_id = ${other.member.id} AND ref = '${id}';
    UPDATE wallet w SET (cash, in_play, comp, seq) = (j.cash, j.in_play, j.comp, j.seq) FROM journal j WHERE j.member_id = w.member_id
      AND j.seq = w.seq - 1 AND w.member_id = ${other.member.id}`)
  expect(await books()).toEqual([])
  expect(await app.dealUntil('settled')).toMatchObject({ id })
  expect((await player.wallet()).in_play).toBe(0n)
})

test('spots that were altered after the cards are not settled', async () => {
  const { id, putBack } = await dealtRound(app, 'player')
  await app.asSuper(`UPDATE table_bet SET spots = replace(spots, 'player', 'banker') WHERE round_id = '${id}'`)
  await look(app)
  expect(await app.round()).toMatchObject({ id, state: 'dealt' })
  expect(isHeld(app)).toBe(true)
  await app.asSuper(`UPDATE table_bet SET spots = replace(spots, 'banker', 'player') WHERE round_id = '${id}'`)
  await putBack()
  expect(await app.dealUntil('settled')).toMatchObject({ id })
})

test('a sealed proof that is gone is named, whatever came after it', async () => {
  const { id } = await dealtRound(app, 'player')
  await sealAll(app.db, createSealKeys(app.deps.config.secret))
  await app.asSuper(`UPDATE table_round SET state = 'open', ${withoutCards} WHERE id = '${id}'; DELETE FROM table_proof WHERE round_id = '${id}';
    UPDATE table_state SET dealer = NULL, dealer_until = NULL`)
  await learnEnded(app.deps, [app.tableId])
  expect(isHeld(app)).toBe(true)
  // A process that has not seen the round makes it void.
  forget(app)
  const other = app.addDealer()
  await app.dealUntil('void', other)
  await other.release()
  expect(await books()).toEqual(['journal-seals'])
})
