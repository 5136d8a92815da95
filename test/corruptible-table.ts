import type { WireSeries } from '#contract/table.ts'
import type { BaccaratOutcome } from '#domain/games/table/outcome.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { saltHashOf } from '#domain/games/table/salt-list.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { createRecounting, recountAll } from '#server/ledger/table-recounts.ts'
import { createDealer } from '#server/modules/table/dealer.ts'
import { makePlaySession, makeSession, type MadeMember, type MemberOptions } from '#server/seed/builders.ts'
import { moveClose } from '#test/moved-close.ts'
import { newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

/** The table of the world whose books are corrupted. */

type Call = (call: string, body?: object) => Promise<TestResponse>
type World = {
  app: TestApp
  operators: { anna: Call; bora: Call }
  addPlayer: (options: MemberOptions) => Promise<MadeMember>
}
type Ends = 'settled' | 'void' | 'open'

/** The call must succeed. */
async function must(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { body } = await response
  if (body.status !== 'success') throw new Error(JSON.stringify(body))
  return body
}

/**
 * Rounds of a table with results, a placement that was undone, a void round, one that two operators made void after a member had spent the
 * win, and an open one; one browser sent a salt.
 */
export async function playTable(world: World): Promise<void> {
  const { app, addPlayer, operators } = world
  const pace = { hashesMs: 0, saltsMs: 0, betMs: 0, closeMs: 0, dealMs: 0, pauseMs: 0 }
  const dealer = createDealer(app.deps, { pace })
  const windows = await Promise.all([1, 2].map(async (level) => windowAtTable(app, await addPlayer({ level }))))
  const [one] = windows
  if (!one) throw new Error('there is no window')
  await sendSalt(app, one, async () => {
    Object.assign(pace, { saltsMs: 600_000 })
    await dealer.look()
  })
  Object.assign(pace, { saltsMs: 0 })
  const playRound = async (ends: Ends, bet: (roundId: string) => Promise<void>): Promise<string> => {
    Object.assign(pace, { betMs: 600_000, pauseMs: 0 })
    for (let looks = 0; looks < 5; looks += 1) await dealer.look()
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM table_round WHERE state = 'open'`)
    const roundId = rows[0]?.id ?? ''
    await bet(roundId)
    if (ends === 'open') return roundId
    const agoMs = ends === 'void' ? 6_000 : 0
    await moveClose(
      app,
      `opened_at = opened_at - interval '1 minute', closes_at = clock_timestamp() - interval '${agoMs} milliseconds'`,
    )
    Object.assign(pace, { pauseMs: 600_000 })
    for (let looks = 0; looks < 5; looks += 1) await dealer.look()
    return roundId
  }
  const betAll = async (roundId: string): Promise<void> => {
    for (const call of windows) await betAndUndo(call, roundId)
  }
  for (const ends of ['settled', 'settled', 'void'] as const) await playRound(ends, betAll)
  const won = await winOnce(world, (bet) => playRound('settled', bet))
  await playRound('open', async (roundId) => {
    await betAll(roundId)
    await placeBet(won.winner, roundId, { banker: 3_000 })
  })
  const proposed = await must(
    operators.anna('propose-round-void', { id: won.roundId, requestId: newRequestId(), reason: '카드 인식 오류' }),
  )
  const { id } = (proposed['roundVoid'] as { proposal: { id: string } }).proposal
  await must(operators.bora('approve-round-void', { id, requestId: newRequestId() }))
  await dealer.release()
  await recountAll(createRecounting({ db: app.db, pool: app.pool, secret: app.deps.config.secret }))
}

async function sendSalt(app: TestApp, one: Call, closeHashes: () => Promise<void>): Promise<void> {
  const session = (await must(one('get-table-session'))) as unknown as { seat: string; series: WireSeries }
  const { seat, series } = session
  const salt = 'ab'.repeat(32)
  await must(one('send-salt-hash', { firstLink: 1, saltHash: saltHashOf(series, { seat, salt }) }))
  const endPhase = (): Promise<unknown> =>
    pastTriggers(app, `UPDATE table_series SET phase_ends_at = clock_timestamp() WHERE phase_ends_at IS NOT NULL`)
  await endPhase()
  await closeHashes()
  await must(one('send-salt', { firstLink: 1, salt }))
  await endPhase()
}

async function betAndUndo(call: Call, roundId: string): Promise<void> {
  await placeBet(call, roundId, { banker: 2_000, tie: 1_000 })
  const placement = await placeBet(call, roundId, { player: 5_000 })
  await must(call('undo-bets', { roundId, placement }))
}

async function placeBet(call: Call, roundId: string, stakes: Record<string, number>): Promise<string> {
  const requestId = newRequestId()
  const spots = Object.entries(stakes).map(([spot, stake]) => ({ spot, stake: String(stake) }))
  await must(call('place-bet', { requestId, roundId, spots }))
  return requestId
}

/** Two members with little cash stake it on both sides; a tie is played again. */
async function winOnce(
  { app, addPlayer }: World,
  playRound: (bet: (roundId: string) => Promise<void>) => Promise<string>,
): Promise<{ roundId: string; winner: Call }> {
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const sides = { banker: await sitDown(app, addPlayer), player: await sitDown(app, addPlayer) }
    const roundId = await playRound(async (id) => {
      for (const side of ['banker', 'player'] as const) await placeBet(sides[side], id, { [side]: 2_000 })
    })
    const { rows } = await app.pool.query<{ outcome: BaccaratOutcome }>(
      'SELECT outcome FROM table_round WHERE id = $1',
      [roundId],
    )
    const [row] = rows
    if (!row) throw new Error(`round ${roundId} is gone`)
    const { winner } = roadRoundOf(row.outcome)
    if (winner !== 'tie') return { roundId, winner: sides[winner] }
  }
  throw new Error('every round was a tie')
}

async function sitDown(app: TestApp, addPlayer: World['addPlayer']): Promise<Call> {
  return windowAtTable(app, await addPlayer({ level: 1, cash: wholeUnits(2_000) }))
}

async function windowAtTable(app: TestApp, player: MadeMember): Promise<Call> {
  const session = await makeSession(app.deps, player)
  const { id: window } = await makePlaySession(app.deps, player, session, { gameCode: 'baccarat', seedPair: false })
  return (call, body = {}) => app.play(call, { token: session.token, window, body })
}

async function pastTriggers(app: TestApp, statement: string): Promise<void> {
  const pool = createPool(app.superUrl, { max: 1 })
  const client = await pool.connect()
  await client.query(`SET session_replication_role = replica`)
  await client.query(statement)
  client.release(true)
  await pool.end()
}
