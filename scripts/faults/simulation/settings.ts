import { wholeUnits, type Amount } from '#domain/money.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import { setSecondApproval } from '#server/seed/brand-settings.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { foundTier } from '#test/app-model.ts'
import { firstDay } from '#test/ledger-model.ts'
import { setClock } from './clock.ts'
import { pick, uuidOf } from './player.ts'
import { keepOperatorsSignedIn } from './sim-app.ts'
import { recordUnlessEqual, type Sim } from './state.ts'

/** Changes between the members' commands: the clock, settings of the brand, and the books check. */

/**
 * Leaves the clock, or moves it a little, a lot, to the very moment something is due, or to the millisecond before. It
 * never moves by less than a minute and a second.
 */
export async function moveClock(sim: Sim): Promise<void> {
  const { draw, model } = sim
  const how = draw()
  const little = Math.floor(61_000 + draw() * 600_000)
  if (how < 0.3) return
  if (how < 0.65) model.now += little
  else if (how < 0.8) model.now += little * 12
  else if (how < 0.86) model.now += Math.floor(draw() * 2 * 86_400_000) + 61_000
  else {
    const edge = nextEdge(sim) - (draw() < 0.5 ? 1 : 0)
    const isNear = edge - model.now > 61_000 && edge - model.now < 5 * 86_400_000
    model.now = isNear ? edge : model.now + little
  }
  await setClock(sim.app.ownerPool, model.now)
  await keepOperatorsSignedIn(sim.app)
}

/** Midnight in Seoul, the start of a comp rate, or the end of a member's raise, break or session. */
function nextEdge({ draw, model, players }: Sim): number {
  const player = players[Math.floor(draw() * players.length)]
  if (player !== undefined) player.isWatched = true
  const midnight = firstDay('day', model.now) + 86_400_000 - 9 * 3_600_000
  const member = model.members.get(player?.id ?? 0n)
  const session = member?.sessions.at(-1)
  const idle = (session?.lastAct ?? 0) + (draw() < 0.5 ? 30 : 120) * 60_000
  const rates = model.rates.map((rate) => rate.from).filter((from) => from > model.now)
  const edges = [midnight, ...rates, ...[...(member?.raises.values() ?? [])].map((raise) => raise.from)]
  if (member !== undefined && member.excludedUntil > model.now) edges.push(member.excludedUntil)
  if (session !== undefined) edges.push(idle, session.ends)
  return edges[Math.floor(draw() * edges.length)] ?? midnight
}

/**
 * Founds jackpots, changes members' levels, comp rates and the amount for two operators, and stops money-out for a
 * while.
 */
export async function changeSettings(sim: Sim): Promise<void> {
  const { draw } = sim
  await foundJackpots(sim)
  if (draw() < 0.1) await changeLevel(sim)
  if (draw() < 0.06) await announceRate(sim)
  if (draw() < 0.08) await changeSecondApproval(sim)
  if (draw() < (sim.model.isMoneyOutStopped ? 0.25 : 0.02)) await stopOrLiftMoneyOut(sim)
}

const tiers = [
  { tier: 'minor', at: 3, amount: wholeUnits(50_000), sharePpm: 5_000, reservePpm: 200_000 },
  { tier: 'major', at: 8, amount: wholeUnits(1_000_000), sharePpm: 2_500, reservePpm: 100_000 },
  { tier: 'mega', at: 40, amount: wholeUnits(10_000_000), sharePpm: 1_000, reservePpm: 0 },
] as const

async function foundJackpots(sim: Sim): Promise<void> {
  const { draw, model, result, app } = sim
  for (const { at, tier, ...founding } of tiers) {
    if (result.steps !== at && result.steps !== at * 3) continue
    const key = uuidOf(draw)
    const real = await app.site.db
      .transaction()
      .execute((tx) => foundJackpot(tx, { tier, key, fromId: app.accounts.adjustment, ...founding }))
    const expected = foundTier(model, tier, founding)
    recordUnlessEqual(sim, { memberId: null, description: `founds ${tier}`, model: expected, real })
  }
}

async function changeLevel({ draw, model, players, app }: Sim): Promise<void> {
  const player = pick(draw, players)
  const member = model.members.get(player?.id ?? 0n)
  if (player === undefined || member === undefined) return
  member.level = 1 + Math.floor(draw() * 10)
  await app.ownerPool.query('UPDATE member SET level = $2 WHERE id = $1', [String(player.id), member.level])
}

async function announceRate({ draw, model, app }: Sim): Promise<void> {
  const [level, ppm] = [1 + Math.floor(draw() * 10), Math.floor(draw() * 20_000)]
  const gameKind = pick(draw, ['slot', 'casino', 'sport']) ?? 'slot'
  const from = (Math.floor(model.now / 60_000) + 1 + Math.floor(draw() * 600)) * 60_000
  const exists = model.rates.some((rate) => rate.gameKind === gameKind && rate.level === level && rate.from === from)
  if (exists) return
  model.rates.push({ gameKind, level, ppm, from })
  await app.ownerPool.query(
    `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from) VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))`,
    [app.brandId, gameKind, level, ppm, from],
  )
}

/** Amounts around those of requests; null: one operator decides all. */
const secondAmounts: readonly (Amount | null)[] = [null, ...[10_000, 20_000, 60_000, 200_000].map(wholeUnits)]

/** Changes the amount from which deposits or withdrawals take two operators while some of them are open. */
async function changeSecondApproval({ draw, model, app }: Sim): Promise<void> {
  const from = pick(draw, secondAmounts) ?? null
  const type = draw() < 0.5 ? 'deposit' : 'withdraw'
  model.secondFrom[type] = from
  const set = await setSecondApproval(app.site.db, 'sim', { [type]: from })
  if (set.status !== 'success') throw new Error(`the amount was not set: ${set.status}`)
}

/** A books check that could not finish stops money-out; a later one without faults lifts the stop. */
async function stopOrLiftMoneyOut({ model, processes }: Sim): Promise<void> {
  const { db } = processes[0].deps
  const id = await beginRun(db, 'schedule')
  const report = {
    checks: 0,
    journalRows: 0n,
    tookMs: 0,
    notRun: [],
    each: [],
    faults: [],
    auditEnd: { seq: 0n, hash: Buffer.alloc(0) },
    journalEnd: null,
    clockSpans: [],
    unverifiedSpans: [],
  }
  const isStopped = await endRun(
    db,
    id,
    model.isMoneyOutStopped ? { report } : { outcome: 'failed', problem: 'simulated' },
  )
  if (isStopped === model.isMoneyOutStopped)
    throw new Error('a books check did not change whether money-out is stopped')
  model.isMoneyOutStopped = isStopped
}
