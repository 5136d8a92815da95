import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createMetrics } from '#server/metrics.ts'
import { exchangeOf, type Exchange } from '#test/exchanged-database.ts'
import { keepBooks, type KeptBooks } from '#test/kept-books.ts'
import {
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { until } from '#test/until.ts'

/** Somebody with all rights on the cluster exchanges the database for a copy while the program runs. */

let app: OfficeTestApp
let books: KeptBooks
let thief: Exchange
let cashier: Operator

beforeAll(async () => {
  app = await createOfficeTestApp()
  books = keepBooks(app)
  thief = await exchangeOf(app)
  cashier = await app.createOperator('carl', ['cashier'])
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(async () => {
  await books.close()
  await thief.close()
  await app.close()
})

const pay = (id: string) => cashier.call('pay-withdrawal', { id, requestId: newRequestId() })
const isReady = async () => (await app.listeners.office.inject({ method: 'GET', url: '/readyz' })).statusCode === 200

test('nothing is paid in a copy that has the name of the database, and everything works when the names are back', async () => {
  const member = await app.createFundedMember({ cash: wholeUnits(100_000) })
  const id = await member.withdraw(30_000)
  await cashier.call('claim-request', { id })
  await books.run()
  const metrics = createMetrics()
  const keeper = books.startKeeper({ metrics })

  await thief.exchange()
  expect(await pay(id)).toMatchObject({ code: 503, headers: { 'retry-after': '2' } })
  await until(async () => !(await isReady()))
  expect(app.deps.moneyOut.heldSince).not.toBe(null)
  expect(await metrics.text()).toMatch(/^baize_database_foreign 1$/m)
  expect(await metrics.text()).toMatch(/^baize_money_out_stopped 1$/m)
  await thief.giveBack()
  expect(await thief.inCopy(`SELECT state FROM money_request WHERE id = '${id}'`)).toEqual([{ state: 'claimed' }])

  // A run of the books that began afterwards ends the hold.
  await until(async () => (await isReady()) && app.deps.moneyOut.heldSince === null)
  await keeper.stop()
  expect(await metrics.text()).toMatch(/^baize_database_foreign 0$/m)
  expect((await pay(id)).body.status).toBe('success')
  const errors = app.errors.splice(0)
  expect(errors.filter((line) => line.includes('a connection leads to another database'))).toHaveLength(1)
})
