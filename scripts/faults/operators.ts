import { randomUUID } from 'node:crypto'
import { seededRandom } from '#testing/random.ts'
import type { Acknowledged } from '#testing/acknowledged.ts'
import type pg from 'pg'
import type { Operator, FaultApp } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#testing/machine.ts'

/** What a operator asked of the office about one request, and what they were told in the end. */
export type Decision = {
  operator: string
  act: Act
  key: string
  request: OpenRequest
  status: string
  by: string | null
}
type Act = 'claim-request' | 'release-request' | 'approve-deposit' | 'reject-request' | 'pay-withdrawal'
type OpenRequest = { id: string; type: 'deposit' | 'withdraw'; amount: string; mine: boolean; member: { id: string } }

type OfficeResponse = { status: string; by?: string; requests?: OpenRequest[] }

export type Operators = { done: Decision[]; stop: () => Promise<void> }

/**
 * One loop a operator: takes a request that waits, decides it, and asks every step again with the same body until it is
 * answered. Operators want the same requests; one of them, a manager, takes over. `stop` throws when one was never answered.
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
        const told = await callOffice(app, operator, act, { id: request.id, ...withKey, ...body }, patienceMs)
        const by = told.by ?? null
        done.push({ operator: operator.name, act, key, request, status: told.status, by })
        return told.status
      }
      const claimed = await step('claim-request', { takeOver: operator.isManager && draw() < 0.3 })
      if (claimed !== 'success') continue
      const mood = draw()
      if (mood < 0.1) await step('release-request', {})
      else if (mood < 0.3) await step('reject-request', { reason: '확인되지 않습니다' })
      else if (request.type === 'deposit') await step('approve-deposit', { credited: request.amount })
      else await step('pay-withdrawal', {})
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
      .then(async (response) => ({ code: response.status, told: (await response.json()) as OfficeResponse }))
      .catch(() => null)
    if (answer?.code === 200) return answer.told
    if (answer !== null && answer.code !== 503) {
      throw new Error(`${name} answered ${answer.code} ${JSON.stringify(answer.told)}`)
    }
    await sleep(answer === null ? 100 : 20)
  }
  throw new Error(`${name} was not answered within ${patienceMs / 1000} s`)
}

/** What moved money, in the oracle's words: it lies in the books under the request's own id. */
export function acknowledgedByOperators(app: FaultApp, decisions: readonly Decision[]): Acknowledged[] {
  const memberIds = new Map(app.players.map((player) => [player.publicId, player.memberId]))
  return decisions
    .filter(({ act, status }) => status === 'success' && act !== 'claim-request' && act !== 'release-request')
    .map(({ act, request }) => ({
      memberId: memberIds.get(request.member.id) ?? -1n,
      key: request.id,
      outcome: act === 'reject-request' && request.type === 'deposit' ? 'refused' : 'effect',
    }))
}

type Decided = { id: string; state: string; decision_key: string; decided_by: string }

/**
 * Each request has the one decision its operator was told of, and whoever was told `late` was told the truth: nobody loses
 * against themselves, which is what an act that took effect and was asked again would look like.
 */
export async function checkDecisions(pool: pg.Pool, decisions: readonly Decision[]): Promise<string[]> {
  const { rows } = await pool.query<Decided>(
    `SELECT q.id, q.state, q.decision_key, o.login AS decided_by FROM money_request q JOIN operator o ON o.id = q.decided_by`,
  )
  const decided = new Map(rows.map((row) => [row.id, row]))
  const faults: string[] = []
  const told = new Map<string, Decision>()
  for (const one of decisions) {
    const { operator, act, request, status, by } = one
    const name = `${act} of ${request.id} by ${operator}`
    if ((status === 'late' || status === 'taken') && by === operator)
      faults.push(`${name} lost against itself: ${status}`)
    if (status === 'late' && decided.get(request.id)?.decided_by !== by) faults.push(`${name} was told ${by} decided`)
    if (['conflict', 'none', 'amount'].includes(status)) faults.push(`${name} was answered ${status}`)
    if (status !== 'success' || act === 'claim-request' || act === 'release-request') continue
    if (told.has(request.id)) faults.push(`${name}: decided twice`)
    told.set(request.id, one)
    const row = decided.get(request.id)
    const state = act === 'reject-request' ? 'rejected' : 'paid'
    if (row?.decision_key !== one.key || row.state !== state) faults.push(`${name} is not what the books say`)
  }
  for (const { id, decided_by } of rows) {
    if (!told.has(id)) faults.push(`${decided_by} decided ${id} and was never told`)
  }
  return faults
}
