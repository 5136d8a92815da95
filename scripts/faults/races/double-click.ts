import { randomUUID } from 'node:crypto'
import { providerCode as company, type Player } from '../fault-app.ts'
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

/**
 * Sends every call of a member that moves or requests money five times at once to two processes: with one key it takes
 * effect once and all responses are equal, with a key each the rules decide how often. Leaves one deposit and one
 * withdrawal of each member open for the operators' race.
 */
export async function raceDoubleClicks(arena: Arena, players: readonly Player[]): Promise<void> {
  const all = (act: (player: Player) => Promise<void>): Promise<void> => forAll(players, 12, act)
  await all((player) => deposits(arena, player))
  await all((player) => withdrawals(arena, player))
  await all((player) => spinOfOneKey(arena, player))
  const spunAt = performance.now()
  await all((player) => transfers(arena, player))
  await all((player) => compConversions(arena, player))
  await sleep(Math.max(0, paceMs - (performance.now() - spunAt)))
  await all((player) => spinsOfManyKeys(arena, player))
  // From here on there is no pace, so any of the calls can succeed.
  await arena.app.ownerPool.query(`UPDATE brand SET purpose = 'bench', min_spin_ms = 0`)
  await all((player) => oneKeyForEverything(arena, player))
  await all((player) => clientSeeds(arena, player))
  await all(async (player) => {
    const bodies = makeBodies(five, 'many', { balance: '20000', pass: player.pin })
    const results = await callConcurrently(arena, player, 'routes/apply-user-withdraw', bodies)
    expectThat(
      arena,
      hasStatuses(results, { success: 1, wait: 4 }),
      'withdrawals under many keys',
      countStatuses(results),
    )
    count(arena, 'clicks', five)
  })
  await countRequests(arena, players)
}

const five = 5
const paceMs = 2_700
const slowMs = 2_300

async function deposits(arena: Arena, player: Player): Promise<void> {
  const call = 'routes/apply-user-deposit'
  const same = await callConcurrently(arena, player, call, makeBodies(five, 'one', { balance: '20000' }))
  expectThat(arena, isOneAnswer(same), 'a deposit under one key', same)
  const id = requestIdOf(same[0])
  const cancelled = await callMember(arena, player, 'routes/cancel-money-request', { id }, 1)
  expectThat(arena, cancelled.status === 'success', 'cancelling a deposit', cancelled)
  const many = await callConcurrently(arena, player, call, makeBodies(five, 'many', { balance: '20000' }))
  expectThat(arena, hasStatuses(many, { success: 1, wait: 4 }), 'deposits under many keys', countStatuses(many))
  count(arena, 'clicks', 2 * five)
}

async function withdrawals(arena: Arena, player: Player): Promise<void> {
  const bodies = makeBodies(five, 'one', { balance: '20000', pass: player.pin })
  const same = await callConcurrently(arena, player, 'routes/apply-user-withdraw', bodies)
  expectThat(arena, isOneAnswer(same), 'a withdrawal under one key', same)
  count(arena, 'clicks', five)
  await undoWithdrawal(arena, requestIdOf(same[0]))
}

async function spinOfOneKey(arena: Arena, player: Player): Promise<void> {
  const same = await callConcurrently(arena, player, 'play/spin', makeBodies(five, 'one', { stake: '20000' }))
  expectThat(
    arena,
    isOneAnswer(same),
    'a spin under one key',
    same.map(({ status, round }) => [status, round]),
  )
  // Closing the window marks the round as seen, so that no win is held back from later balances.
  await callMember(arena, player, 'play/close-window', {}, 0)
  count(arena, 'clicks', five)
}

async function spinsOfManyKeys(arena: Arena, player: Player): Promise<void> {
  const begun = performance.now()
  const many = await callConcurrently(arena, player, 'play/spin', makeBodies(five, 'many', { stake: '200' }))
  // If five calls take longer than a round, the last of them is not too soon.
  const isSlow = performance.now() - begun > slowMs && hasStatuses(many, { success: 'any', pace: 'any' })
  expectThat(arena, isSlow || hasStatuses(many, { success: 1, pace: 4 }), 'spins under many keys', countStatuses(many))
  await callMember(arena, player, 'play/close-window', {}, 0)
  count(arena, 'clicks', five)
}

async function compConversions(arena: Arena, player: Player): Promise<void> {
  const call = 'routes/roll-to-balance'
  const same = await callConcurrently(arena, player, call, makeBodies(five, 'one', { point: '3' }))
  expectThat(arena, isOneAnswer(same), 'comp under one key', same)
  const many = await callConcurrently(arena, player, call, makeBodies(five, 'many', {}))
  expectThat(arena, hasStatuses(many, { success: 1, low_point: 4 }), 'all comp under many keys', countStatuses(many))
  count(arena, 'clicks', 2 * five)
}

async function transfers(arena: Arena, player: Player): Promise<void> {
  const inward = 'routes/user-transfer-in'
  const same = await callConcurrently(arena, player, inward, makeBodies(five, 'one', { company, balance: '30000' }))
  expectThat(arena, isOneAnswer(same), 'a transfer under one key', same)
  const many = await callConcurrently(arena, player, inward, makeBodies(five, 'many', { company, balance: '10000' }))
  const taken = countStatuses(many)['success'] ?? 0
  const asRuled = taken > 0 && hasStatuses(many, { success: 'any', fail: 'any' })
  expectThat(arena, asRuled, 'transfers under many keys', countStatuses(many))
  const back = await callConcurrently(arena, player, 'routes/user-withdraw', makeBodies(five, 'one', { company }))
  expectThat(arena, isOneAnswer(back), 'bringing money back under one key', back)
  expectThat(arena, back[0]?.['moved'] === String(30_000 + taken * 10_000), 'what came back', back[0])
  const { rows } = await arena.app.ownerPool.query<{ transfers: number }>(
    'SELECT count(*)::int AS transfers FROM transfer WHERE member_id = $1',
    [String(player.memberId)],
  )
  expectThat(arena, rows[0]?.transfers === taken + 2, 'transfers written', [rows, taken])
  count(arena, 'clicks', 3 * five)
}

/** One key for five different calls at once: one takes effect and is replayed from then on, the others conflict. */
async function oneKeyForEverything(arena: Arena, player: Player): Promise<void> {
  const requestId = randomUUID()
  const calls = [
    ['play/spin', { stake: '200' }],
    ['play/spin', { stake: '400' }],
    ['routes/roll-to-balance', { point: '1' }],
    ['routes/apply-user-withdraw', { balance: '30000', pass: player.pin }],
    ['routes/apply-user-withdraw', { balance: '40000', pass: player.pin }],
  ] as const
  const sendAll = (): Promise<CallResult[]> =>
    Promise.all(calls.map(([path, body], turn) => callMember(arena, player, path, { requestId, ...body }, turn)))
  const first = await sendAll()
  const later = [await sendAll(), await sendAll()]
  expectThat(arena, countStatuses(first)['success'] === 1, 'one key for five calls', countStatuses(first))
  for (const results of later) {
    expectThat(arena, hasStatuses(results, { success: 1, conflict: 4 }), 'the five calls again', countStatuses(results))
    const [then, now] = [first, results].map((all) => all.findIndex(({ status }) => status === 'success'))
    expectThat(arena, then === now, 'another call has the key now', [first, results])
  }
  // A filed withdrawal is rejected, so that the next race can file one.
  const won = first.find(({ request }) => request !== undefined)
  if (won !== undefined) await undoWithdrawal(arena, requestIdOf(won))
  count(arena, 'conflicts', 14)
}

/** A client seed begins one pair; several at once begin one each, in some order, or are refused with `commitment`. */
async function clientSeeds(arena: Arena, player: Player): Promise<void> {
  const call = 'play/set-client-seed'
  const spun = await callMember(arena, player, 'play/spin', { requestId: randomUUID(), stake: '200' }, 0)
  const { roundId } = (spun['round'] ?? {}) as { roundId?: string }
  const early = await callMember(arena, player, call, { clientSeed: randomUUID() }, 1)
  expectThat(arena, early.status === 'open-round', 'a client seed while a round is shown', early)
  await callMember(arena, player, 'play/ack', { roundId, index: 1_000_000 }, 1)
  const seeds = Array.from({ length: five }, () => ({ clientSeed: randomUUID() }))
  const [mine] = seeds
  const same = await callConcurrently(
    arena,
    player,
    call,
    Array.from({ length: five }, () => mine ?? {}),
  )
  expectThat(arena, hasStatuses(same, { success: 1, used: 4 }), 'one client seed five times', countStatuses(same))
  const many = await callConcurrently(arena, player, call, seeds.slice(1))
  const begun = 1 + (countStatuses(many)['success'] ?? 0)
  const asRuled = begun > 1 && hasStatuses(many, { success: 'any', commitment: 'any' })
  expectThat(arena, asRuled, 'many client seeds at once', countStatuses(many))
  const { rows } = await arena.app.ownerPool.query<{ pairs: number }>(
    'SELECT count(*)::int AS pairs FROM member_seed WHERE member_id = $1 AND client_seed = ANY ($2)',
    [String(player.memberId), seeds.map(({ clientSeed }) => clientSeed)],
  )
  expectThat(arena, rows[0]?.pairs === begun, 'pairs begun', [rows, begun])
  count(arena, 'clicks', 2 * five - 1)
}

async function undoWithdrawal(arena: Arena, id: string): Promise<void> {
  const { operator } = arena
  await callOffice(arena, operator, 'claim-request', { id }, 1)
  const rejected = await callOffice(arena, operator, 'reject-request', { id, requestId: randomUUID(), reason: 'no' }, 0)
  expectThat(arena, rejected.status === 'success', 'rejecting a withdrawal', rejected)
}

/** Whether all calls succeeded with the same response. */
function isOneAnswer(results: readonly CallResult[]): boolean {
  const answers = new Set(results.map((one) => JSON.stringify({ ...one, request: requestIdOf(one) })))
  return results.every(({ status }) => status === 'success') && answers.size === 1
}

function requestIdOf(result: CallResult | undefined): string {
  const request = result?.['request']
  if (typeof request !== 'object' || request === null || !('id' in request)) return ''
  return String(request.id)
}

/** Each member has exactly one deposit and one withdrawal open. */
async function countRequests(arena: Arena, players: readonly Player[]): Promise<void> {
  const { rows } = await arena.app.ownerPool.query<{ type: string; open: number }>(
    `SELECT type, count(*)::int AS open FROM money_request WHERE state IN ('filed', 'held') AND member_id = ANY ($1::bigint[])
     GROUP BY type ORDER BY type`,
    [players.map(({ memberId }) => String(memberId))],
  )
  const wanted = [
    { type: 'deposit', open: players.length },
    { type: 'withdraw', open: players.length },
  ]
  expectThat(arena, JSON.stringify(rows) === JSON.stringify(wanted), 'open requests', rows)
}
