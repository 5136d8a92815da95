import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperator, type MemberOptions } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession } from '#test/test-app.ts'

/** Opposite bets of accounts that may be of one person: recorded and shown, never refused. */

let app: TableApp
let office: (name: string, body?: object) => Promise<Record<string, unknown>>

beforeAll(async () => {
  app = await createTableApp()
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  office = async (name, body = {}) => (await app.office(name, { token, body })).body
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

let people = 0
const names = ['', '김가람', '이도윤', '박서진', '최하늘', '정우주', '강보미']
/** A member with a telephone, bank account and name of their own, but for what is given. */
const sit = (options: MemberOptions = {}): Promise<Player> => {
  people += 1
  const own = {
    phone: `0101234000${people}`,
    bankNumber: `11022233344${people}`,
    bankOwner: names[people] ?? '',
  }
  return app.sit(undefined, { ...own, ...options })
}
const settle = async (): Promise<string> => {
  await app.endBetting()
  return (await app.dealUntil('settled')).id
}
const oppositesOf = async ({ member }: Player): Promise<unknown> =>
  (await office('get-member', { id: member.publicId }))['opposites']

test('linked members on both sides of a bet are recorded for each of the two, with the number of rounds', async () => {
  const [one, other] = [await sit({ phone: '01099990000' }), await sit({ phone: '01099990000' })]
  const [third, stranger] = [await sit({ phone: '01099990000' }), await sit()]
  let last = ''
  for (const same of [false, false, true]) {
    await app.dealUntil('open')
    await one.bet({ banker: 2_000 })
    expect((await other.bet({ [same ? 'banker' : 'player']: 1_000, tie: 1_000 })).body.status).toBe('success')
    await third.bet({ banker: 1_000 })
    await stranger.bet({ player: 1_000 })
    const id = await settle()
    if (!same) last = id
  }
  const shown = ({ member }: Player): object => ({
    id: member.publicId,
    userId: member.loginId,
    rounds: 2,
    roundId: last,
  })
  expect(await oppositesOf(one)).toMatchObject([shown(other)])
  // The third one has the banker with the first.
  const both = (await oppositesOf(other)) as { userId: string }[]
  expect(both.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))).toMatchObject([shown(one), shown(third)])
  expect(await oppositesOf(third)).toMatchObject([shown(other)])
  expect(await oppositesOf(stranger)).toEqual([])
})

test('a stake that was undone, and one in a void round, are none', async () => {
  const [one, other] = [await sit({ phone: '01088880000' }), await sit({ phone: '01088880000' })]
  const { id: roundId } = await app.dealUntil('open')
  await one.bet({ banker: 1_000 })
  await other.bet({ player: 1_000 })
  await other.call('undo-bets', { roundId })
  await settle()
  await app.dealUntil('open')
  await one.bet({ banker: 1_000 })
  await other.bet({ player: 1_000 })
  await app.endBetting(6_000)
  await app.dealUntil('void')
  expect(await oppositesOf(one)).toEqual([])
})

test('the pairs of a round are found by the marks of its members, however many others there are', async () => {
  const superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
  await superuser.query(`BEGIN; SET LOCAL session_replication_role = replica; INSERT INTO person_mark (hash, member_id, kind)
    SELECT sha256(convert_to('other ' || n, 'UTF8')), (SELECT min(id) FROM member), 'device' FROM generate_series(1, 20000) n; ANALYZE person_mark`)
  const { rows } = await superuser.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT b.member_id FROM person_mark a JOIN person_mark b ON b.hash = a.hash AND b.member_id > a.member_id
      WHERE a.member_id IN (SELECT member_id FROM table_bet WHERE round_id = gen_random_uuid())`,
  )
  await superuser.query('ROLLBACK')
  await superuser.end()
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('person_mark_pkey')
  expect(plan).not.toContain('Seq Scan on person_mark')
})
