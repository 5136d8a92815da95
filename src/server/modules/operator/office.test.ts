import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { makeBrand } from '#server/seed/builders.ts'
import { changedBy } from '#test/changed-tables.ts'
import {
  claimRequest,
  createOfficeTestApp,
  type FundedMember,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'

/** What one operator credited and paid over all members, as managers and auditors see it. */

let app: OfficeTestApp
let anna: Operator
let bora: Operator
let chief: Operator

beforeAll(async () => {
  app = await createOfficeTestApp({ depositSecondFrom: wholeUnits(100_000) })
  anna = await app.createOperator('anna')
  bora = await app.createOperator('bora')
  chief = await app.createOperator('chief', ['manager'])
})
afterAll(() => app.close())

const must = async (by: Operator, call: string, body: object): Promise<void> => {
  expect((await by.call(call, { requestId: newRequestId(), ...body })).body.status).toBe('success')
}

/** Credits a deposit alone; it may be as old as the hours given. */
async function credit(by: Operator, member: FundedMember, units: number): Promise<string> {
  const id = await claimRequest(by, await member.deposit(units))
  await must(by, 'approve-deposit', { id, credited: String(units) })
  return id
}

async function pay(by: Operator, member: FundedMember, units: number): Promise<void> {
  const id = await claimRequest(by, await member.withdraw(units))
  await must(by, 'pay-withdrawal', { id })
}

/** Stakes; with `undone` the bet is rolled back at once. */
async function stake(member: FundedMember, units: number, undone = false): Promise<void> {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const bet = { source: 'system', memberId: member.id, key: newRequestId(), contraId } as const
  const taken = { ...bet, kind: 'bet', request: ['bet'], stake: wholeUnits(units), cash: -wholeUnits(units) } as const
  expect((await app.deps.ledger.post(taken)).outcome).toBe('done')
  if (!undone) return
  const back = await app.deps.ledger.post({ ...bet, kind: 'rollback', request: ['rollback'] })
  expect(back.outcome).toBe('done')
}

/** Moves everything that was decided so far back in time. */
async function age(hours: number): Promise<void> {
  const client = await app.ownerPool.connect()
  try {
    await client.query('BEGIN')
    for (const table of ['money_request', 'journal']) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    for (const [table, column] of [
      ['money_request', 'changed_at'],
      ['ONLY journal', 'at'],
    ])
      await client.query(`UPDATE ${table} SET ${column} = ${column} - make_interval(hours => $1)`, [hours])
    for (const table of ['money_request', 'journal']) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

type Sum = Record<string, unknown>
const sumsOf = async (by: Operator): Promise<Sum[]> =>
  (await by.call('get-operator-sums', {})).body['sums'] as unknown as Sum[]

test('sums what each operator credited and paid alone to the same members, and marks many small amounts', async () => {
  expect(await sumsOf(chief)).toEqual([])
  const members = await Promise.all(Array.from({ length: 6 }, () => app.createFundedMember()))
  const [first, second] = members
  if (first === undefined || second === undefined) throw new Error('there are no members')
  for (const member of members) {
    await credit(anna, member, 90_000)
    // The first payment by one operator takes stakes that cover the credit.
    await stake(member, 90_000)
  }
  await age(80)
  for (const member of members.slice(0, 5)) await pay(anna, member, 90_000)
  expect(await changedBy(app.ownerPool, () => sumsOf(chief))).toEqual([])
  const four = { login: 'anna', brand: app.brand.code, members: 6, corrected: '0' }
  expect(await sumsOf(chief)).toEqual([
    expect.objectContaining({
      ...four,
      credited: '540000',
      paid: '450000',
      bothWays: '450000',
      bothWaysMembers: 5,
      withoutPlay: 0,
      marked: false,
    }),
  ])

  // A later credit and payment to the same member, with no stake between those of one operator but one that was undone.
  await credit(bora, second, 20_000)
  await stake(second, 20_000, true)
  await age(80)
  await pay(bora, second, 30_000)
  await credit(anna, first, 60_000)
  await age(80)
  await pay(anna, first, 70_000)
  const sums = await sumsOf(chief)
  expect(
    sums.map(({ login, bothWays, bothWaysMembers, withoutPlay, marked }) => [
      login,
      bothWays,
      bothWaysMembers,
      withoutPlay,
      marked,
    ]),
  ).toEqual([
    ['anna', '510000', 5, 0, true],
    ['bora', '20000', 1, 1, false],
  ])

  // Two operators are not one alone; a correction counts for both.
  const proposal = { id: second.publicId, account: 'cash', amount: '7000', reason: '정정' }
  const proposed = await anna.call('propose-correction', { ...proposal, requestId: newRequestId() })
  await must(bora, 'approve-correction', { id: (proposed.body['correction'] as { id: string }).id })
  expect((await sumsOf(chief)).map(({ login, corrected, bothWays }) => [login, corrected, bothWays])).toEqual([
    ['anna', '7000', '510000'],
    ['bora', '7000', '20000'],
  ])

  await makeBrand(app.deps, { code: 'second' })
  await app.listeners.brands.refresh()
  const auditor = await app.createOperator('auditor', ['auditor'])
  expect(await sumsOf(auditor)).toHaveLength(2)
  const elsewhere = await app.createOperator('elsewhere', ['manager'], [999])
  expect(await sumsOf(elsewhere)).toEqual([])
  await age(31 * 24)
  expect((await sumsOf(chief)).map(({ bothWays }) => bothWays)).toEqual(['0', '0'])
  expect(app.errors).toEqual([])
})
