import { createHash } from 'node:crypto'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { tableByCode } from '#domain/games/table/tables.ts'
import { wholeUnits } from '#domain/money.ts'
import { beginSeries } from '#server/modules/table/chain.ts'
import { newRound, settleInModel, voidInModel } from '#test/table-model.ts'
import { voidByOffice } from './calls.ts'
import { pick, uuidOf } from './player.ts'
import type { SimApp, SimProcess } from './sim-app.ts'
import type { SimTable } from './sim-table.ts'
import { recordUnlessEqual, type Sim } from './state.ts'

/** The table between the steps of the members: its dealer, and voids by two operators. The model takes states and outcomes of rounds from the app. */

const gameCode = 'baccarat'
/** So wide that no placement depends on those of others. */
const widest = wholeUnits(1_000_000_000)
/** Longer than any jump of the clock. */
const neverMs = 2_000_000_000
/** Betting times: over with the next move of the clock, or open during several of them. */
const betTimes = [60_000, 60_000, 3_600_000] as const

/** So many rounds are read after each step; older ones stay as they are. */
const mostFollowed = 10

/** The brand's table, whose chain follows from the simulation's seed. */
export async function openSimTable(app: SimApp, { deps }: SimProcess, seed: number): Promise<SimTable> {
  const { rows } = await app.ownerPool.query<{ id: number; version: number }>(
    `UPDATE game_table t SET most_stake = $2, exposure = $2 WHERE brand_id = $1 AND game_code = $3
     RETURNING id, (SELECT max(v.id) FROM game_version v WHERE v.game_code = t.game_code) AS version`,
    [app.brandId, String(widest), gameCode],
  )
  const [{ id, version } = { id: 0, version: 0 }] = rows
  const game = tableByCode(gameCode)?.game
  if (game === undefined) throw new Error(`there is no game ${gameCode}`)
  const lastLink = createHash('sha256').update(`simulation ${seed} table`).digest()
  await deps.db.transaction().execute((tx) => beginSeries(tx, deps, { tableId: id, game, hashesMs: 0, lastLink }))
  Object.assign(app.pace, { hashesMs: 0, saltsMs: 0, pauseMs: 0, overdueMs: neverMs, unwatchedMs: neverMs })
  return { id, gameVersionId: version, rounds: [], owed: new Map() }
}

/**
 * Lets a dealer do what is due, mostly that of the process that takes the calls: the round ends when the clock has passed its close, sometimes a step later, or
 * is void where the dealer that opened it is gone; then the next one opens. Sometimes two operators make a round void.
 */
export async function dealTable(sim: Sim): Promise<void> {
  const { app, draw, table, processes } = sim
  app.pace.closeMs = draw() < 0.15 ? neverMs : 0
  app.pace.dealMs = draw() < 0.15 ? neverMs : 0
  app.pace.betMs = pick(draw, betTimes) ?? betTimes[0]
  const { dealer, deps } = processes[draw() < 0.85 ? 0 : 1]
  await deps.pool.query('SELECT table_watch($1::smallint)', [table.id])
  await dealer.look()
  await followRounds(sim)
  const [at, which] = [draw(), draw()]
  const [round] = table.rounds
    .slice(-mostFollowed)
    .filter(({ state }) => state !== 'void')
    .slice(-1 - Math.floor(which * 4))
  if (at < 0.1 && round !== undefined) {
    const [first = 0, second = 1] = which < 0.5 ? [0, 1] : [2, 0]
    const answer = await voidByOffice(processes[0], [app.operators[first], app.operators[second]], {
      roundId: round.id,
      keys: [uuidOf(draw), uuidOf(draw)],
    })
    recordUnlessEqual(sim, {
      memberId: null,
      description: 'a void by two operators',
      model: 'success success',
      real: answer,
    })
    await followRounds(sim)
  }
}

/** Does in the model what the app did with its rounds. */
async function followRounds({ app, model, table, result }: Sim): Promise<void> {
  const { rows } = await app.ownerPool.query<{ id: string; number: number; state: string; outcome: TableOutcome }>(
    'SELECT id, number, state, outcome FROM table_round WHERE table_id = $1 ORDER BY number DESC LIMIT $2',
    [table.id, mostFollowed],
  )
  for (const { id, number, state, outcome } of rows.toReversed()) {
    let round = table.rounds.find((one) => one.id === id)
    if (round === undefined) {
      round = { ...newRound(id, gameCode), number, state: 'open' }
      table.rounds.push(round)
    }
    if (round.state === state) continue
    round.state = state
    if (state === 'settled' || state === 'void') result.rounds[state] += 1
    if (state === 'settled') settleInModel(model, round, outcome)
    else if (state === 'void')
      for (const [memberId, amount] of voidInModel(model, round)) table.owed.set(`${memberId}/${id}`, amount)
    else round.isOpen = false
  }
}
