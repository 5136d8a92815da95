import { randomUUID } from 'node:crypto'
import { seededRandom } from '#test/random.ts'
import type { Acknowledged } from '#test/acknowledged.ts'
import type pg from 'pg'
import type { Operator, FaultApp } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#test/machine.ts'
import type { RequestType } from '#domain/money-request.ts'

/** A call of an operator about one money request, with its final response. */
export type Decision = {
  operator: string
  act: Act
  key: string
  request: OpenRequest
  status: string
  by: string | null
}
type Verdict = 'approve-deposit' | 'reject-request' | 'pay-withdrawal'
type Act = Verdict | 'claim-request' | 'release-request' | 'propose-deposit' | 'approve-withdrawal'
const verdicts: readonly Act[] = ['approve-deposit', 'reject-request', 'pay-withdrawal'] satisfies Verdict[]
type OpenRequest = { id: string; type: RequestType; amount: string; mine: boolean; member: { id: string } }

type OfficeResponse = { status: string; by?: string; requests?: OpenRequest[] }

export type Operators = { done: Decision[]; stop: () => Promise<void> }

/**
 * One loop for each operator: claims an open request, decides it or proposes the act to another, and retries every step with the same body until there
 * is a response. Operators compete for the same requests; one of them, a manager, takes over. `stop` throws when a call
 * never got a response.
 */
export function startOperators(app: FaultApp, options: { seed: number; patienceMs?: number }): Operators {
  const done: Decision[] = []
  let working = true
  const patienceMs = options.patienceMs ?? 60_000
  const operators = app.operators.map(async (operator, index) => {
    const draw = seededRandom(options.seed + 1_000 + index)
    while (working) {
      const { requests } = await callOffice(app, operator, 'get-requests', { take: 20 }, patienceMs)
      const request = requests?.[Math.floor(draw() * requests.length)]
      if (request === undefined) {
        await sleep(50)
        continue
      }
      const step = async (act: Act, body: object): Promise<string> => {
        const key = randomUUID()
        const withKey = act === 'claim-request' || act === 'release-request' ? {} : { requestId: key }
        const response = await callOffice(app, operator, act, { id: request.id, ...withKey, ...body }, patienceMs)
        const by = response.by ?? null
        done.push({ operator: operator.name, act, key, request, status: response.status, by })
        return response.status
      }
      const claimed = await step('claim-request', { takeOver: operator.isManager && draw() < 0.3 })
      if (claimed !== 'success') continue
      const choice = draw()
      if (choice < 0.1) await step('release-request', {})
      else if (choice < 0.3) await step('reject-request', { reason: '확인되지 않습니다' })
      else if (request.type === 'deposit') {
        const body = { credited: request.amount }
        if ((await step('approve-deposit', body)) === 'second') await step('propose-deposit', body)
      } else if ((await step('pay-withdrawal', {})) === 'second') await step('approve-withdrawal', {})
      await sleep(draw() * 60)
    }
  })
  const all = Promise.allSettled(operators)
  return {
    done,
    stop: async () => {
      working = false
      const failed = (await all).find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

async function callOffice(
  app: FaultApp,
  operator: Operator,
  name: string,
  body: object,
  patienceMs: number,
): Promise<OfficeResponse> {
  const origin = `http://127.0.0.1:${app.officePort}`
  const until = performance.now() + scaledMs(patienceMs)
  while (performance.now() < until) {
    const answer = await fetch(`${origin}/api/office/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie: `office=${operator.token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(scaledMs(10_000)),
    })
      .then(async (response) => ({ code: response.status, body: (await response.json()) as OfficeResponse }))
      .catch(() => null)
    if (answer?.code === 200) return answer.body
    if (answer !== null && answer.code !== 503) {
      throw new Error(`${name} answered ${answer.code} ${JSON.stringify(answer.body)}`)
    }
    await sleep(answer === null ? 100 : 20)
  }
  throw new Error(`${name} was not answered within ${patienceMs / 1000} s`)
}

/** The operators' record for the oracle: decisions that moved money are in the books under the request's own id. */
export function acknowledgedByOperators(app: FaultApp, decisions: readonly Decision[]): Acknowledged[] {
  const memberIds = new Map(app.players.map((player) => [player.publicId, player.memberId]))
  return decisions
    .filter(({ act, status }) => status === 'success' && verdicts.includes(act))
    .map(({ act, request }) => ({
      memberId: memberIds.get(request.member.id) ?? -1n,
      key: request.id,
      outcome: act === 'reject-request' && request.type === 'deposit' ? 'refused' : 'effect',
    }))
}

type Decided = { id: string; state: string; decision_key: string; decided_by: string }

/**
 * Each request has exactly one decision, the one answered with success, and every `late` names the operator who
 * decided. An operator never loses to their own decision: that would be a decision that took effect and was refused
 * when it was retried.
 */
export async function checkDecisions(pool: pg.Pool, decisions: readonly Decision[]): Promise<string[]> {
  const { rows } = await pool.query<Decided>(
    `SELECT q.id, q.state, q.decision_key, o.login AS decided_by FROM money_request q JOIN operator o ON o.id = q.decided_by`,
  )
  const decided = new Map(rows.map((row) => [row.id, row]))
  const faults: string[] = []
  const successes = new Map<string, Decision>()
  for (const one of decisions) {
    const { operator, act, request, status, by } = one
    const name = `${act} of ${request.id} by ${operator}`
    if ((status === 'late' || status === 'taken') && by === operator)
      faults.push(`${name} lost against itself: ${status}`)
    if (status === 'late' && decided.get(request.id)?.decided_by !== by)
      faults.push(`${name} named ${by} as the decider`)
    if (['conflict', 'none', 'amount', 'reason'].includes(status)) faults.push(`${name} was answered ${status}`)
    if (status !== 'success' || !verdicts.includes(act)) continue
    if (successes.has(request.id)) faults.push(`${name}: decided twice`)
    successes.set(request.id, one)
    const row = decided.get(request.id)
    const state = act === 'reject-request' ? 'rejected' : 'paid'
    if (row?.decision_key !== one.key || row.state !== state) faults.push(`${name} is not the decision in the books`)
  }
  for (const { id, decided_by } of rows) {
    if (!successes.has(id)) faults.push(`${decided_by} decided ${id} and got no response`)
  }
  return faults
}
