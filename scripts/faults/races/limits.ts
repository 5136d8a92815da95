import { foundJackpot } from '#server/ledger/jackpots.ts'
import { scaleByPpmFloor, wholeUnits, type Amount } from '#domain/money.ts'
import { randomUUID } from 'node:crypto'
import type { Player } from '../fault-app.ts'
import { sleep } from '../program.ts'
import {
  count,
  expectThat,
  forAll,
  callConcurrently,
  callMember,
  callOffice,
  hasStatuses,
  makeBodies,
  countStatuses,
  type Arena,
  type CallResult,
} from './arena.ts'
import { anySlot } from '#test/any-slot.ts'

/**
 * Ten spins at once of a member whose limit allows three, and ten deposits at once where it allows one: the limit is
 * never exceeded, and no call within it is refused.
 */
export async function raceLimits(arena: Arena, players: readonly Player[]): Promise<void> {
  await forAll(players, 6, (player) => spinsAtTheLimit(arena, player))
  await forAll(players, 6, (player) => depositsAtTheLimit(arena, player))
}

const stake = 2_000

async function spinsAtTheLimit(arena: Arena, player: Player): Promise<void> {
  // Stakes of this month already count, so the limit is set above them.
  const before = await stakedBy(arena, player)
  const most = before + 3 * stake + 1_999
  await setLimit(arena, player, 'wager', most)
  const results = await Promise.all(
    makeBodies(10, 'many', { stake: String(stake) }).map((body, turn) => spinUntilAccepted(arena, player, body, turn)),
  )
  expectThat(arena, hasStatuses(results, { success: 3, limit: 7 }), 'spins at a limit', countStatuses(results))
  const after = await stakedBy(arena, player)
  expectThat(arena, after === before + 3 * stake, 'what was staked under a limit', { before, after, most })
  count(arena, 'spinsAtALimit', 10)
}

/** Repeats a spin that was refused with `pace` because of the member's other spins; nothing was staked. */
async function spinUntilAccepted(
  arena: Arena,
  player: Player,
  body: Record<string, unknown>,
  turn: number,
): Promise<CallResult> {
  let result = await callMember(arena, player, 'play/spin', body, turn)
  while (result.status === 'pace') result = await callMember(arena, player, 'play/spin', body, turn)
  return result
}

async function depositsAtTheLimit(arena: Arena, player: Player): Promise<void> {
  await undoOpenDeposit(arena, player)
  await setLimit(arena, player, 'deposit', 50_000)
  const file = (balance: string): Promise<CallResult[]> =>
    callConcurrently(arena, player, 'routes/apply-user-deposit', makeBodies(10, 'many', { balance }))
  const first = await file('30000')
  expectThat(arena, hasStatuses(first, { success: 1, wait: 9 }), 'deposits below a limit', countStatuses(first))
  await payIn(arena, first, '30000')
  const over = await file('30000')
  expectThat(arena, hasStatuses(over, { limit: 10 }), 'deposits above a limit', countStatuses(over))
  const rest = await file('20000')
  expectThat(arena, hasStatuses(rest, { success: 1, wait: 9 }), 'deposits up to a limit', countStatuses(rest))
  await payIn(arena, rest, '20000')
  const none = await file('10000')
  expectThat(arena, hasStatuses(none, { limit: 10 }), 'deposits at a limit', countStatuses(none))
  count(arena, 'depositsAtALimit', 40)
}

async function setLimit(arena: Arena, player: Player, kind: string, most: number): Promise<void> {
  const result = await callMember(arena, player, 'routes/set-limit', { kind, period: 'month', most: String(most) }, 0)
  expectThat(arena, result.status === 'success', `setting a limit of ${kind}`, result)
}

/** Cancels the deposit that the double clicks left open. */
async function undoOpenDeposit(arena: Arena, player: Player): Promise<void> {
  const { rows } = await arena.app.ownerPool.query<{ id: string }>(
    `SELECT id FROM money_request WHERE member_id = $1 AND type = 'deposit' AND state = 'filed'`,
    [String(player.memberId)],
  )
  for (const { id } of rows) await callMember(arena, player, 'routes/cancel-money-request', { id }, 0)
}

async function payIn(arena: Arena, results: readonly CallResult[], credited: string): Promise<void> {
  const filed = results.find(({ status }) => status === 'success')?.['request'] as { id: string } | undefined
  if (filed === undefined) return
  await callOffice(arena, arena.operator, 'claim-request', { id: filed.id }, 0)
  const body = { id: filed.id, requestId: randomUUID(), credited }
  const paid = await Promise.all([0, 1].map((turn) => callOffice(arena, arena.operator, 'approve-deposit', body, turn)))
  expectThat(arena, hasStatuses(paid, { success: 2 }), 'a deposit paid in by a double click', paid)
}

async function stakedBy(arena: Arena, player: Player): Promise<number> {
  const { rows } = await arena.app.ownerPool.query<{ staked: bigint }>(
    'SELECT coalesce(sum(stake), 0)::bigint AS staked FROM journal WHERE member_id = $1 AND kind IN (1, 3)',
    [String(player.memberId)],
  )
  return Number(BigInt(rows[0]?.staked ?? 0) / wholeUnits(1))
}

const sharePpm = 5_000

/**
 * Spins at a linked game while its jackpot is founded by four calls at once. Spins sent before contribute nothing,
 * spins sent after the response contribute their share, and the shards hold exactly the founding amount and the shares.
 */
export async function raceJackpot(arena: Arena, players: readonly Player[], turns: number): Promise<void> {
  const { app } = arena
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  const spins = { before: 0, during: 0, after: 0 }
  const clock: { stage: keyof typeof spins } = { stage: 'before' }
  const playing = forAll(players, players.length, async (player, index) => {
    for (let turn = 0, later = 0; later < turns; turn += 1) {
      const begun = clock.stage
      if (begun === 'after') later += 1
      const body = { requestId: randomUUID(), stake: String(stake) }
      const result = await spinUntilAccepted(arena, player, body, index + turn)
      expectThat(arena, result.status === 'success', 'a spin at a linked game', result)
      spins[begun === 'before' && clock.stage !== 'before' ? 'during' : begun] += 1
    }
  })
  await sleep(100)
  clock.stage = 'during'
  const amount = wholeUnits(1_000_000)
  const fromId = await adjustmentAccount(arena)
  const founded = await Promise.all(
    [0, 1, 2, 3].map(() =>
      app.site.db
        .transaction()
        .execute((tx) =>
          foundJackpot(tx, { tier: 'mega', amount, key: randomUUID(), fromId, sharePpm, reservePpm: 200_000 }),
        ),
    ),
  )
  clock.stage = 'after'
  expectThat(arena, founded.filter((one) => one === 'done').length === 1, 'foundings at once', founded)
  await playing
  const share = scaleByPpmFloor(wholeUnits(stake), sharePpm)
  const given = (await inShards(arena)) - amount
  const least = share * BigInt(spins.after)
  const most = share * BigInt(spins.after + spins.during)
  const isExact = given >= least && given <= most && given % share === 0n
  expectThat(arena, isExact, 'shares in the shards', { given: String(given), least: String(least), most: String(most) })
  count(arena, 'linkedSpins', spins.before + spins.during + spins.after)
  count(arena, 'linkedSpinsAfterTheFounding', spins.after)
}

async function adjustmentAccount(arena: Arena): Promise<number> {
  const { rows } = await arena.app.ownerPool.query<{ id: number }>(
    `SELECT ledger_account($1, 'adjustment', '') AS id`,
    [arena.app.brand.id],
  )
  return rows[0]?.id ?? 0
}

async function inShards(arena: Arena): Promise<Amount> {
  const { rows } = await arena.app.ownerPool.query<{ held: bigint }>(
    `SELECT sum(pool + reserve)::bigint AS held FROM jackpot_shard WHERE tier = 'mega'`,
  )
  return BigInt(rows[0]?.held ?? 0)
}
