import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { changedBy } from '#test/changed-tables.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { readTableSettings, setTable } from './table-settings.ts'

let app: TableApp
let name: string
beforeAll(async () => {
  app = await createTableApp()
  const { rows } = await app.ownerPool.query<{ name: string }>('SELECT name FROM game_table WHERE id = $1', [
    app.tableId,
  ])
  name = rows[0]?.name ?? ''
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

test('sets what a table takes, with an act, for the next placement and the next round', async () => {
  const player = await app.sit()
  await app.dealUntil('open')
  expect((await player.bet({ banker: 2_000_000 })).body.status).toBe('success')
  const wanted = { mostStake: wholeUnits(1_000_000), exposure: wholeUnits(5_000_000), betSeconds: 5 }
  expect(await setTable(app.ownerDb, name, wanted)).toMatchObject({
    status: 'success',
    settings: { ...wanted, leastStake: wholeUnits(1_000), open: true },
  })
  expect((await player.bet({ banker: 1_000 })).body).toMatchObject({ status: 'table', spot: 'banker', room: '0' })
  expect((await player.bet({ player: 1_000_000 })).body.status).toBe('success')
  expect(await readTableSettings(app.db, name)).toMatchObject({ settings: wanted })
  const { rows } = await app.ownerPool.query(
    `SELECT subject, detail ->> 'exposure' AS exposure FROM audit WHERE act = 'table.set'`,
  )
  expect(rows).toEqual([{ subject: name, exposure: '5000000' }])
  await app.endBetting()
  await app.dealUntil('settled')
})

test('closes a table for new bets, and opens it again', async () => {
  const player = await app.sit()
  await app.dealUntil('open')
  expect(await setTable(app.ownerDb, name, { open: false })).toMatchObject({ settings: { open: false } })
  expect((await player.bet({ banker: 1_000 })).body).toEqual({ status: 'used' })
  await setTable(app.ownerDb, name, { open: true })
  expect((await player.bet({ banker: 1_000 })).body.status).toBe('success')
  await app.endBetting()
  await app.dealUntil('settled')
})

test.each([
  ['seconds', { betSeconds: 4 }],
  ['seconds', { betSeconds: 121 }],
  ['chips', { chips: [] }],
  ['chips', { chips: [wholeUnits(5_000), wholeUnits(1_000)] }],
  ['chips', { chips: [wholeUnits(1_000), wholeUnits(1_500)] }],
  ['chips', { chips: [10n] }],
  ['stakes', { leastStake: wholeUnits(1_500) }],
  ['stakes', { leastStake: wholeUnits(2_000_000), mostStake: wholeUnits(1_000_000) }],
  ['exposure', { exposure: wholeUnits(500_000) }],
])('refuses settings that break the rule of %s: nothing changes', async (status, wanted) => {
  const changed = await changedBy(app.ownerPool, async () => {
    expect(await setTable(app.ownerDb, name, wanted)).toEqual({ status })
  })
  expect(changed).toEqual([])
  expect(await setTable(app.ownerDb, 'nowhere', wanted)).toMatchObject({ status: 'unknown' })
})
