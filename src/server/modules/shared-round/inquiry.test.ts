import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession } from '#test/test-app.ts'
import { replayedRound } from '../../../../scripts/books-round.ts'

/** Inquiries about rounds of tables. */

let app: TableApp
let office: (name: string, body?: object) => Promise<Record<string, unknown>>

beforeAll(async () => {
  app = await createTableApp()
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  office = async (name, body = {}) => (await app.office(name, { token, body })).body
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const ask = async ({ token }: Player, roundId: string): Promise<Record<string, unknown>> =>
  (await app.member('user-write-help', { token, body: { title: '문의', contents: '결과가 다릅니다.', roundId } })).body
const bet = async ({ token }: Player, roundId: string): Promise<unknown> =>
  (await app.member('get-bet', { token, headers: { 'x-locale': 'en' }, body: { roundId } })).body

test('a member’s inquiry names a round of a table, which the office opens from it', async () => {
  const [player, other] = [await app.sit(), await app.sit()]
  const { id } = await app.dealUntil('open')
  await player.bet({ banker: 1_000 })
  const undone = randomUUID()
  await other.bet({ tie: 1_000 }, { requestId: undone })
  await other.call('undo-bets', { roundId: id, placement: undone })
  const common = { roundId: id, thirdParty: 'baize-live', gameName: 'Baccarat', code: 'baccarat', jackpot: null }
  expect(await bet(player, id)).toMatchObject({
    status: 'success',
    bet: { ...common, balanceBet: '1000', balanceWin: '0', status: 'open' },
  })
  expect(await bet(other, id)).toMatchObject({ bet: { balanceBet: '0', status: 'cancelled', rolling: '0' } })
  const read = async ({ token }: Player): Promise<unknown> =>
    (await app.member('get-round', { token, body: { roundId: id } })).body
  const recounted = async (): Promise<string> =>
    ((await replayedRound(app.pool, app.deps.config.secret, id)) ?? []).join('\n')
  expect(await read(player)).toEqual({ status: 'open-round' })
  expect(await recounted()).toContain('open, 1 members staked 10000000 (1/10000)\nOutcome none\nNot recounted')
  await app.endBetting()
  const { outcome } = await app.dealUntil('settled')
  expect(await bet(player, id)).toMatchObject({ bet: { ...common, status: 'completed' } })
  expect(await read(player)).toMatchObject({
    status: 'table-round',
    round: { round: { roundId: id, outcome }, own: { staked: '1000' }, series: { firstLink: 1 } },
  })
  expect(await read(await app.sit())).toEqual({ status: 'none' })
  expect(await recounted()).toContain('Recounted: the same.')
  await app.asSuper(
    `UPDATE table_round SET outcome = '{"kind":"baccarat","player":[0,1],"banker":[2,3]}' WHERE id = '${id}'`,
  )
  expect(await recounted()).toContain('Recounted: DIFFERENT, is not what its series draws')
  await app.asSuper(`UPDATE table_round SET outcome = '${JSON.stringify(outcome)}' WHERE id = '${id}'`)
  expect(await ask(player, id)).toMatchObject({ status: 'success' })
  const helps = (await office('get-helps'))['helps'] as { roundId: string; roundKind: string }[]
  expect(helps).toMatchObject([{ roundId: id, roundKind: 'table', kind: 'round' }])
  expect(await office('get-shared-round', { id: helps[0]?.roundId })).toMatchObject({
    status: 'success',
    round: { bets: [{ member: { id: player.member.publicId } }, { member: { id: other.member.publicId } }] },
  })
})

test('a round that the member did not bet on is not theirs, and a void one was refunded', async () => {
  const [player, stranger] = [await app.sit(), await app.sit()]
  const { id } = await app.dealUntil('open')
  await player.bet({ banker: 1_000 })
  await app.endBetting(6_000)
  await app.dealUntil('void')
  expect(await bet(stranger, id)).toEqual({ status: 'none' })
  expect(await ask(stranger, id)).toEqual({ status: 'fail' })
  expect(await ask(stranger, randomUUID())).toEqual({ status: 'fail' })
  expect(await bet(player, id)).toMatchObject({
    bet: { status: 'refunded', balanceBet: '1000', balanceWin: '1000', rolling: '0' },
  })
})
