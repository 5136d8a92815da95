import { randomUUID } from 'node:crypto'
import type { Operator, Player } from '../fault-app.ts'
import { count, expectThat, forAll, callOffice, countStatuses, type Arena, type CallResult } from './arena.ts'

/**
 * Two to eight operators at two processes want one withdrawal at once: they claim it, take it over, pay it and reject it,
 * all mixed. It has one outcome, its money agrees with it, and whoever lost is told who decided. The later half
 * is of the time when the brand asks for two operators: approved by one, paid by another, and nobody is both.
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
    await forAll(some, 6, ({ id }, index) =>
      contendFor(arena, id, arena.rivals.slice(-2 - (index % 7)), index, from !== null),
    )
    const ids = some.map(({ id }) => id)
    await checkOutcomes(arena, ids, from !== null)
  }
  const { approvedFirst = 0, refusedToDecideAlone = 0 } = arena.figures
  expectThat(arena, approvedFirst > 0 && refusedToDecideAlone > 0, 'nobody tried to be both', arena.figures)
}

const ways = ['approve-withdrawal', 'pay-withdrawal', 'pay-withdrawal', 'reject-request'] as const
type Attempt = { by: string; call: string; said: CallResult }

async function contendFor(
  arena: Arena,
  id: string,
  operators: readonly Operator[],
  index: number,
  byTwo: boolean,
): Promise<void> {
  const tries: Attempt[] = []
  const attempt = async (operator: Operator, call: string, turn: number, requestId: string): Promise<void> => {
    const takeOver = operator.isManager
    const body =
      call === 'claim-request'
        ? { id, takeOver }
        : { id, requestId, ...(call === 'reject-request' ? { reason: 'no' } : {}) }
    const one = { by: operator.name, call, said: await callOffice(arena, operator, call, body, turn) }
    tries.push(one)
    if (!isFirstApproval(one)) return
    // Whoever approved it wants to be the other one as well.
    await attempt(operator, 'claim-request', turn, '')
    await attempt(operator, 'pay-withdrawal', turn + 1, randomUUID())
  }
  const decide = (): string => ways[Math.floor(arena.draw() * ways.length)] ?? 'reject-request'
  // Half of them begin with all claims at once; in the other half everything comes at once from the first moment.
  if (index % 2 === 0) {
    const cashiers = operators.filter(({ isManager }) => !isManager)
    await Promise.all(cashiers.map((operator, turn) => attempt(operator, 'claim-request', turn, '')))
    const claims = tries.splice(0)
    expectThat(arena, countStatuses(claims.map(({ said }) => said))['success'] === 1, 'claims of one request', claims)
    // And where it takes two, whoever has it approves it, so that everything comes at once upon an approved one too.
    const owner = operators.find(({ name }) => claims.some(({ by, said }) => by === name && said.status === 'success'))
    if (byTwo && owner !== undefined) await attempt(owner, 'approve-withdrawal', index, randomUUID())
  }
  await Promise.all(
    operators.flatMap((operator, turn) => [
      attempt(operator, 'claim-request', turn, ''),
      attempt(operator, decide(), turn + 1, randomUUID()),
      attempt(operator, decide(), turn, randomUUID()),
    ]),
  )
  // With luck nobody of many decides for long: only who has it may.
  for (let turn = 0; turn < operators.length * 20 && !tries.some(isVerdict); turn += 1) {
    const operator = operators[turn % operators.length]
    if (operator === undefined) break
    await attempt(operator, 'claim-request', turn, '')
    await attempt(operator, decide(), turn + 1, randomUUID())
  }
  count(arena, 'operatorsTries', tries.length)
  checkAttempts(arena, id, tries, byTwo)
}

function isVerdict({ call, said }: Attempt): boolean {
  return said.status === 'success' && (call === 'pay-withdrawal' || call === 'reject-request')
}

function isFirstApproval({ call, said }: Attempt): boolean {
  return said.status === 'success' && call === 'approve-withdrawal'
}

/** One decided; everybody else was told so, or that somebody has it, or that nobody does. */
function checkAttempts(arena: Arena, id: string, tries: readonly Attempt[], byTwo: boolean): void {
  const verdicts = tries.filter(isVerdict)
  const all = tries.map(({ by, call, said }) => `${by} ${call} ${said.status}`)
  expectThat(arena, verdicts.length === 1, `outcomes of withdrawal ${id}`, all)
  const decider = verdicts[0]?.by
  const approvals = tries.filter(isFirstApproval)
  const approver = approvals[0]?.by
  expectThat(
    arena,
    approvals.length <= 1 && (approver === undefined || approver !== decider),
    `approvals of ${id}`,
    tries,
  )
  count(arena, 'approvedFirst', approvals.length)
  const held = new Set(
    tries.filter(({ call, said }) => call === 'claim-request' && said.status === 'success').map(({ by }) => by),
  )
  for (const { by, call, said } of tries) {
    const isTold =
      said.status === 'success' ||
      (said.status === 'late' && said['by'] === decider) ||
      (said.status === 'taken' && said['by'] !== by && arena.rivals.some(({ name }) => name === said['by'])) ||
      (said.status === 'self' && by === approver) ||
      (said.status === 'single' && call === 'approve-withdrawal') ||
      (said.status === 'second' && call === 'pay-withdrawal' && byTwo) ||
      (said.status === 'unclaimed' && call !== 'claim-request')
    expectThat(arena, isTold, `what a loser of ${id} was told`, { by, call, said, decider, held: [...held] })
    if (said.status === 'late' || said.status === 'taken') count(arena, 'losersToldWho')
    if (said.status === 'self') count(arena, 'refusedToDecideAlone')
  }
  count(arena, 'withdrawalsFoughtOver')
}

/** What is stored: decided once, by who had claimed it and nobody who approved it first, and the money went as was said. */
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
       CASE WHEN q.state = 'paid' AND $2 THEN q.approved_by <> q.decided_by ELSE q.approved_by IS DISTINCT FROM q.decided_by END AS two
     FROM money_request q WHERE q.id = ANY ($1::uuid[])`,
    [ids, byTwo],
  )
  for (const row of rows) {
    const isRight = row.steps === 1 && row.moved === 1 && row.right && row.own && row.two
    expectThat(arena, isRight, 'a withdrawal as it is stored', row)
    count(arena, row.state)
  }
  expectThat(arena, rows.length === ids.length, 'withdrawals', [rows.length, ids.length])
}
