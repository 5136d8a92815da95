import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { mergedStakes } from '#domain/games/table/table-limits.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { createLedgerModel, type Model } from '#test/ledger-model.ts'
import { repetitions } from '#test/length.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { seededRandom } from '#test/random.ts'
import { createTableApp, type Player, type TableApp } from '#test/table-app.ts'
import { newRound, placeInModel, settleInModel, undoInModel, voidInModel, type ModelRound } from '#test/table-model.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'

/** Random rounds of a table, compared with the model after each: what members place and undo, and how the rounds end. */

let app: TableApp
let players: Player[]
let model: Model
let operators: ((name: string, body: object) => Promise<Record<string, unknown>>)[]

const startUnits = 60_000

beforeAll(async () => {
  app = await createTableApp({ brand: { purpose: 'bench', turnoverPpm: 1_000_000 } })
  players = await Promise.all([1, 2, 3].map(() => app.sit(startUnits)))
  const { rows } = await app.ownerPool.query<{ ppm: number }>(
    `SELECT rate_ppm AS ppm FROM comp_rate WHERE brand_id = $1 AND game_kind = 'casino' AND level = 1`,
    [app.brand.id],
  )
  model = createLedgerModel(
    players.map(({ member }) => member.id),
    0,
  )
  model.rates.push({ gameKind: 'casino', level: 1, ppm: rows[0]?.ppm ?? 0, from: -Infinity })
  for (const { wallet } of model.members.values()) Object.assign(wallet, { cash: wholeUnits(startUnits) })
  operators = await Promise.all(
    (['cashier', 'manager'] as const).map(async (role) => {
      const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: [role] }))
      return async (name: string, body: object) => (await app.office(name, { token, body })).body
    }),
  )
})
afterAll(() => app.close())

const spots = ['banker', 'player', 'tie', 'banker-pair', 'player-pair']

/** Places stakes of a member or takes some back, and does the same in the model. */
async function act(random: () => number, round: ModelRound): Promise<void> {
  const player = players[Math.floor(random() * players.length)]
  if (player === undefined) throw new Error('there is no player')
  const memberId = player.member.id
  if (random() < 0.25) return undo(random, round, player)
  const stakes = spots.flatMap((spot) =>
    random() < 0.4 ? [{ spot, stake: wholeUnits(1_000 * (1 + Math.floor(random() * 8))) }] : [],
  )
  if (stakes.length === 0) return
  const key = randomUUID()
  const units = Object.fromEntries(stakes.map(({ spot, stake }) => [spot, Number(stake / wholeUnits(1))]))
  const { status } = (await player.bet(units, { requestId: key, roundId: round.id })).body
  expect(status).toBe(statusOf(placeInModel(model, round, { memberId, key, stakes: mergedStakes(stakes) })))
}

/** Takes one placement back or all; an answer `none` where the member never placed any. */
async function undo(random: () => number, round: ModelRound, player: Player): Promise<void> {
  const memberId = player.member.id
  const own = round.placements.filter((one) => one.memberId === memberId && !one.isUndone)
  const one = random() < 0.5 ? own[Math.floor(random() * own.length)] : undefined
  const { status } = (await player.call('undo-bets', { roundId: round.id, ...(one && { placement: one.key }) })).body
  expect(status).toBe(statusOf(undoInModel(model, round, memberId, one?.key)))
}

function statusOf(answer: string): string | undefined {
  return answer.split(' ')[0]
}

/** Ends a round: settled, void because its dealer died, or void by two operators before or after its settlement. */
async function end(random: () => number, round: ModelRound): Promise<Map<bigint, Amount>> {
  const how = random()
  if (how < 0.2) {
    await app.endBetting(6_000)
    await app.dealUntil('void')
    return voidInModel(model, round)
  }
  await app.endBetting()
  if (how < 0.8) {
    const { outcome } = await app.dealUntil('settled')
    settleInModel(model, round, outcome as TableOutcome)
    if (how < 0.5) return new Map()
  } else await app.dealUntil('closed')
  const [one, other] = operators
  const proposal = { id: round.id, requestId: newRequestId(), reason: '카드 인식 오류' }
  const proposed = (await one?.('propose-round-void', proposal)) as { roundVoid: { proposal: { id: string } } }
  const approval = { id: proposed.roundVoid.proposal.id, requestId: newRequestId() }
  expect((await other?.('approve-round-void', approval))?.['status']).toBe('success')
  return voidInModel(model, round)
}

test('members have what the model says after each of many random rounds', { timeout: 600_000 }, async () => {
  const random = seededRandom(20_261_128)
  const owed = new Map<string, Amount>()
  for (let rounds = 0; rounds < repetitions(8, 300); rounds += 1) {
    const { id } = await app.dealUntil('open')
    const round = newRound(id, 'baccarat')
    for (let acts = 0; acts < 8; acts += 1) await act(random, round)
    for (const [memberId, amount] of await end(random, round)) owed.set(`${memberId} ${id}`, amount)
    for (const player of players) {
      const { wallet } = model.members.get(player.member.id) ?? {}
      expect(await player.wallet(), `round ${rounds} of member ${player.member.id}`).toEqual({
        cash: wallet?.cash,
        in_play: wallet?.inPlay,
        comp: wallet?.comp,
        turnover_due: wallet?.turnoverDue,
      })
    }
  }
  const { rows } = await app.ownerPool.query<{ name: string; amount: bigint }>(
    `SELECT member_id || ' ' || round_id AS name, amount FROM receivable`,
  )
  expect(new Map(rows.map(({ name, amount }) => [name, amount]))).toEqual(owed)
  await expectNoErrorsAndCleanBooks(app)
})
