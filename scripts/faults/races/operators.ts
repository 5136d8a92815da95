import { randomUUID } from 'node:crypto'
import type { Operator, Player } from '../fault-app.ts'
import { count, expectThat, forAll, callOffice, countStatuses, type Arena, type CallResult } from './arena.ts'

/**
 * Two to eight operators at two processes compete for one withdrawal: they claim it, take it over, pay it and reject
 * it, all at once. It has one outcome, the money agrees with it, and every refusal names the operator who decided. In
 * the second half the brand requires two operators: one approves, another pays, and no operator does both.
 */
export async function raceOperators(arena: Arena, players: readonly Player[]): Promise<void> {
  const { rows } = await arena.app.ownerPool.query<{ id: string }>(
    `SELECT id FROM money_request WHERE type = 'withdraw' AND state = 'held' AND member_id = ANY ($1::bigint[]) ORDER BY id`,
    [players.map(({ memberId }) => String(memberId))],
  )
  const half = Math.ceil(rows.length / 2)
  for (const [some, from] of [
    [rows.slice(0, half), null],
    [rows.slice(half), 1n],
  ] as const) {
    await arena.app.ownerPool.query('UPDATE brand SET second_approval_from = $1', [from])
    await arena.app.ownerPool.query(
      `INSERT INTO audit (actor_kind, act, brand_id, detail)
       SELECT 'system', 'brand.second-approval', id, jsonb_build_object('from', second_approval_from::numeric / 10000) FROM brand`,
    )
    await forAll(some, 6, ({ id }, index) =>
      contendFor(arena, id, arena.rivals.slice(-2 - (index % 7)), index, from !== null),
    )
    const ids = some.map(({ id }) => id)
    await checkOutcomes(arena, ids, from !== null)
  }
  const { approvedFirst = 0, refusedToDecideAlone = 0 } = arena.figures
  expectThat(
    arena,
    approvedFirst > 0 && refusedToDecideAlone > 0,
    'no first approver tried to pay as well',
    arena.figures,
  )
}

const ways = ['approve-withdrawal', 'pay-withdrawal', 'pay-withdrawal', 'reject-request'] as const
type Attempt = { by: string; call: string; result: CallResult }

async function contendFor(
  arena: Arena,
  id: string,
  operators: readonly Operator[],
  index: number,
  byTwo: boolean,
): Promise<void> {
  const attempts: Attempt[] = []
  const attempt = async (operator: Operator, call: string, turn: number, requestId: string): Promise<void> => {
    const takeOver = operator.isManager
    const body =
      call === 'claim-request'
        ? { id, takeOver }
        : { id, requestId, ...(call === 'reject-request' ? { reason: 'no' } : {}) }
    const one = { by: operator.name, call, result: await callOffice(arena, operator, call, body, turn) }
    attempts.push(one)
    if (!isFirstApproval(one)) return
    // The first approver attempts to be the second one as well.
    await attempt(operator, 'claim-request', turn, '')
    await attempt(operator, 'pay-withdrawal', turn + 1, randomUUID())
  }
  const decide = (): string => ways[Math.floor(arena.draw() * ways.length)] ?? 'reject-request'
  // Half of the races begin with all claims at once; in the other half all calls are sent at once.
  if (index % 2 === 0) {
    const cashiers = operators.filter(({ isManager }) => !isManager)
    await Promise.all(cashiers.map((operator, turn) => attempt(operator, 'claim-request', turn, '')))
    const claims = attempts.splice(0)
    expectThat(
      arena,
      countStatuses(claims.map(({ result }) => result))['success'] === 1,
      'claims of one request',
      claims,
    )
    // Where it takes two operators, the claimer approves it, so that there are also races for an approved one.
    const owner = operators.find(({ name }) =>
      claims.some(({ by, result }) => by === name && result.status === 'success'),
    )
    if (byTwo && owner !== undefined) await attempt(owner, 'approve-withdrawal', index, randomUUID())
  }
  await Promise.all(
    operators.flatMap((operator, turn) => [
      attempt(operator, 'claim-request', turn, ''),
      attempt(operator, decide(), turn + 1, randomUUID()),
      attempt(operator, decide(), turn, randomUUID()),
    ]),
  )
  // Only the claimer may decide, so it can take several rounds until a decision succeeds.
  for (let turn = 0; turn < operators.length * 20 && !attempts.some(isVerdict); turn += 1) {
    const operator = operators[turn % operators.length]
    if (operator === undefined) break
    await attempt(operator, 'claim-request', turn, '')
    await attempt(operator, decide(), turn + 1, randomUUID())
  }
  count(arena, 'operatorsAttempts', attempts.length)
  checkAttempts(arena, id, attempts, byTwo)
}

function isVerdict({ call, result }: Attempt): boolean {
  return result.status === 'success' && (call === 'pay-withdrawal' || call === 'reject-request')
}

function isFirstApproval({ call, result }: Attempt): boolean {
  return result.status === 'success' && call === 'approve-withdrawal'
}

/** One operator decided; every refusal names the decider or the claimer, or states that the request is not claimed. */
function checkAttempts(arena: Arena, id: string, attempts: readonly Attempt[], byTwo: boolean): void {
  const verdicts = attempts.filter(isVerdict)
  const all = attempts.map(({ by, call, result }) => `${by} ${call} ${result.status}`)
  expectThat(arena, verdicts.length === 1, `outcomes of withdrawal ${id}`, all)
  const decider = verdicts[0]?.by
  const approvals = attempts.filter(isFirstApproval)
  const approver = approvals[0]?.by
  expectThat(
    arena,
    approvals.length <= 1 && (approver === undefined || approver !== decider),
    `approvals of ${id}`,
    attempts,
  )
  count(arena, 'approvedFirst', approvals.length)
  const held = new Set(
    attempts.filter(({ call, result }) => call === 'claim-request' && result.status === 'success').map(({ by }) => by),
  )
  for (const { by, call, result } of attempts) {
    const isExpected =
      result.status === 'success' ||
      (result.status === 'late' && result['by'] === decider) ||
      (result.status === 'taken' && result['by'] !== by && arena.rivals.some(({ name }) => name === result['by'])) ||
      (result.status === 'self' && by === approver) ||
      (result.status === 'single' && call === 'approve-withdrawal') ||
      (result.status === 'second' && call === 'pay-withdrawal' && byTwo) ||
      (result.status === 'unclaimed' && call !== 'claim-request')
    expectThat(arena, isExpected, `the refusal of an operator for ${id}`, {
      by,
      call,
      result,
      decider,
      held: [...held],
    })
    if (result.status === 'late' || result.status === 'taken') count(arena, 'refusedWithDecider')
    if (result.status === 'self') count(arena, 'refusedToDecideAlone')
  }
  count(arena, 'withdrawalsContended')
}

/** What is stored: decided once, by its claimer and not by its first approver, and the money moved accordingly. */
async function checkOutcomes(arena: Arena, ids: readonly string[], byTwo: boolean): Promise<void> {
  const { rows } = await arena.app.ownerPool.query<{
    state: string
    steps: number
    moved: number
    right: boolean
    own: boolean
    two: boolean
  }>(
    `SELECT q.state, (SELECT count(*)::int FROM money_request_event e WHERE e.request_id = q.id AND e.state IN ('paid', 'rejected')) AS steps,
       (SELECT count(*)::int FROM journal j WHERE j.key = q.id AND j.source = 2) AS moved,
       EXISTS (SELECT 1 FROM journal j WHERE j.key = q.id AND j.source = 2 AND j.kind = CASE q.state WHEN 'paid' THEN 9 ELSE 10 END) AS right,
       q.claimed_by = q.decided_by AS own,
       CASE WHEN q.state = 'paid' AND $2 THEN coalesce(a.state = 'approved' AND a.proposed_by <> q.decided_by, false)
         ELSE a.proposed_by IS DISTINCT FROM q.decided_by END AS two
     FROM money_request q LEFT JOIN approval a ON a.subject = q.id WHERE q.id = ANY ($1::uuid[])`,
    [ids, byTwo],
  )
  for (const row of rows) {
    const isRight = row.steps === 1 && row.moved === 1 && row.right && row.own && row.two
    expectThat(arena, isRight, 'a withdrawal as it is stored', row)
    count(arena, row.state)
  }
  expectThat(arena, rows.length === ids.length, 'withdrawals', [rows.length, ids.length])
}
