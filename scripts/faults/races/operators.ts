import { randomUUID } from 'node:crypto'
import type { Clerk, Player } from '../house.ts'
import { count, demand, forAll, sayAtOffice, wordsOf, type Arena, type Said } from './arena.ts'

/**
 * Two to eight operators at two processes want one withdrawal at once: they claim it, take it over, pay it and reject it,
 * all mixed. It has one outcome, its money agrees with it, and whoever lost is told who decided.
 */
export async function raceOperators(arena: Arena, players: readonly Player[]): Promise<void> {
  const { rows } = await arena.house.ownerPool.query<{ id: string }>(
    `SELECT id FROM money_request WHERE type = 'withdraw' AND state = 'held' AND member_id = ANY ($1::bigint[]) ORDER BY id`,
    [players.map(({ memberId }) => String(memberId))],
  )
  await forAll(rows, 6, ({ id }, index) => fightOver(arena, id, arena.rivals.slice(-2 - (index % 7)), index))
  await judgeOutcomes(
    arena,
    rows.map(({ id }) => id),
  )
}

type Try = { by: string; call: string; said: Said }

async function fightOver(arena: Arena, id: string, operators: readonly Clerk[], index: number): Promise<void> {
  const tries: Try[] = []
  const attempt = async (operator: Clerk, call: string, turn: number, requestId: string): Promise<void> => {
    const takeOver = operator.isManager
    const body =
      call === 'claim-request'
        ? { id, takeOver }
        : { id, requestId, ...(call === 'reject-request' ? { reason: 'no' } : {}) }
    tries.push({ by: operator.name, call, said: await sayAtOffice(arena, operator, call, body, turn) })
  }
  const decide = (): 'pay-withdrawal' | 'reject-request' => (arena.draw() < 0.5 ? 'pay-withdrawal' : 'reject-request')
  // Half of them begin with all claims at once; in the other half everything comes at once from the first moment.
  if (index % 2 === 0) {
    const cashiers = operators.filter(({ isManager }) => !isManager)
    await Promise.all(cashiers.map((operator, turn) => attempt(operator, 'claim-request', turn, '')))
    const claims = tries.splice(0)
    demand(arena, wordsOf(claims.map(({ said }) => said))['success'] === 1, 'claims of one request', claims)
  }
  await Promise.all(
    operators.flatMap((operator, turn) => [
      attempt(operator, 'claim-request', turn, ''),
      attempt(operator, decide(), turn + 1, randomUUID()),
      attempt(operator, decide(), turn, randomUUID()),
    ]),
  )
  for (let turn = 0; turn < 40 && !tries.some(isVerdict); turn += 1) {
    const operator = operators[turn % operators.length]
    if (operator === undefined) break
    await attempt(operator, 'claim-request', turn, '')
    await attempt(operator, decide(), turn + 1, randomUUID())
  }
  count(arena, 'operatorsTries', tries.length)
  judgeTries(arena, id, tries)
}

function isVerdict({ call, said }: Try): boolean {
  return call !== 'claim-request' && said.status === 'success'
}

/** One decided; everybody else was told so, or that somebody has it, or that nobody does. */
function judgeTries(arena: Arena, id: string, tries: readonly Try[]): void {
  const verdicts = tries.filter(isVerdict)
  demand(arena, verdicts.length === 1, `outcomes of withdrawal ${id}`, verdicts)
  const decider = verdicts[0]?.by
  const held = new Set(
    tries.filter(({ call, said }) => call === 'claim-request' && said.status === 'success').map(({ by }) => by),
  )
  for (const { by, call, said } of tries) {
    const isTold =
      said.status === 'success' ||
      (said.status === 'late' && said['by'] === decider) ||
      (said.status === 'taken' && said['by'] !== by && arena.rivals.some(({ name }) => name === said['by'])) ||
      (said.status === 'unclaimed' && call !== 'claim-request')
    demand(arena, isTold, `what a loser of ${id} was told`, { by, call, said, decider, held: [...held] })
    if (said.status === 'late' || said.status === 'taken') count(arena, 'losersToldWho')
  }
  count(arena, 'withdrawalsFoughtOver')
}

/** What is stored: decided once, by who had claimed it, and the money went the way that was said. */
async function judgeOutcomes(arena: Arena, ids: readonly string[]): Promise<void> {
  const { rows } = await arena.house.ownerPool.query<{
    state: string
    steps: number
    moved: number
    right: boolean
    own: boolean
  }>(
    `SELECT q.state, (SELECT count(*)::int FROM money_request_event e WHERE e.request_id = q.id AND e.state IN ('paid', 'rejected')) AS steps,
       (SELECT count(*)::int FROM journal j WHERE j.key = q.id AND j.source = 2) AS moved,
       EXISTS (SELECT 1 FROM journal j WHERE j.key = q.id AND j.source = 2 AND j.kind = CASE q.state WHEN 'paid' THEN 9 ELSE 10 END) AS right,
       q.claimed_by = q.decided_by AS own
     FROM money_request q WHERE q.id = ANY ($1::uuid[])`,
    [ids],
  )
  for (const row of rows) {
    const isRight = row.steps === 1 && row.moved === 1 && row.right && row.own
    demand(arena, isRight, 'a withdrawal as it is stored', row)
    count(arena, row.state)
  }
  demand(arena, rows.length === ids.length, 'withdrawals', [rows.length, ids.length])
}
