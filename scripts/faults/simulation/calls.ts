import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { amountFromWire, type Amount } from '#domain/money.ts'
import { moneyOutStoppedSince } from '#server/ledger/book-runs.ts'
import type { LedgerEvent, LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import { concludeTransfer, takeUpTransfer } from '#server/modules/transfer/store.ts'
import type { ModelOutcome } from '#test/ledger-model.ts'
import { postSigned } from './corrections.ts'
import type { SimProcess, Signed, SimOperator } from './sim-app.ts'

/** Sends each command to a process of the app and returns the response as one line in the model's format. */

/** The app's ids of money requests and transfers, by the key they were sent under. */
export type Ids = Map<string, string>

/** The app failed or the connection broke, so the outcome is unknown. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export async function postEvent(process: SimProcess, event: LedgerEvent): Promise<string> {
  const { kind } = event
  const posted =
    kind === 'issue' || kind === 'adjustment'
      ? postSigned(process, { ...event, kind })
      : process.deps.ledger.post(event)
  return outcomeText(await posted.catch(asNoAnswer))
}

export async function postSpin(process: SimProcess, event: SpinEvent): Promise<string> {
  return outcomeText(await process.deps.ledger.spin(event).catch(asNoAnswer))
}

function asNoAnswer(error: unknown): never {
  throw new NoAnswerError(error instanceof Error ? error.message : String(error), { cause: error })
}

export function outcomeText({ outcome, cash, held, inPlay, comp, limit }: LedgerOutcome | ModelOutcome): string {
  const which = limit ? ` ${limit.kind} ${limit.period} ${limit.left}` : ''
  return `${outcome}${which} ${cash}/${held}/${inPlay}/${comp}`
}

type ResponseBody = Record<string, unknown> & { status?: string }

/** On a busy machine calls of all members, who have one address here, wait for too long: one that is refused for it did nothing. */
const patience = { times: 200, pauseMs: 50 }

/** Sends a call, again while too many wait. */
async function inject(...sent: Parameters<typeof injectOnce>): ReturnType<typeof injectOnce> {
  let response = await injectOnce(...sent)
  for (let count = 0; response.code === 429 && count < patience.times; count += 1) {
    await sleep(patience.pauseMs)
    response = await injectOnce(...sent)
  }
  return response
}

async function injectOnce(
  app: SimProcess['listeners']['member'],
  call: { url: string; cookie: string; body: unknown; window?: string },
): Promise<{ code: number; body: ResponseBody }> {
  const sent = app.inject({
    method: 'POST',
    url: call.url,
    headers: {
      host: 'localhost:4150',
      origin: 'http://localhost:4150',
      'content-type': 'application/json',
      cookie: call.cookie,
      ...(call.window === undefined ? {} : { 'x-play-session': call.window }),
    },
    payload: JSON.stringify(call.body),
  })
  // A process that another one replaced may have closed since the caller chose it.
  const response = await sent.catch((error: { code?: string }) =>
    error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? asNoAnswer(error) : Promise.reject(error),
  )
  // A process whose connections broke answers 500 or 503, from which the outcome is unknown.
  if (response.statusCode >= 500) throw new NoAnswerError(`${call.url} answered ${response.statusCode}`)
  return { code: response.statusCode, body: response.json() as ResponseBody }
}

export async function callMember(
  process: SimProcess,
  signed: Signed,
  name: string,
  body: unknown,
  note: { ids: Ids; key: string | null },
): Promise<string> {
  const payload = name === 'cancel-money-request' ? { id: note.ids.get((body as { id: string }).id) ?? '' } : body
  const url = `/api/routes/${name}`
  const response = await inject(process.listeners.member, { url, cookie: `session=${signed.token}`, body: payload })
  if (response.code !== 200) return String(response.code)
  const { status = '', request, remaining, rolling, until } = response.body
  if (note.key !== null && typeof request === 'object' && request !== null && 'id' in request) {
    note.ids.set(note.key, String(request.id))
  }
  if (remaining !== undefined) return `${status} ${units(remaining)}`
  if (status === 'success' && rolling !== undefined) return `${status} ${units(rolling)}`
  if (status === 'success' && until !== undefined) return `${status} ${until === null ? 'ever' : String(until)}`
  return status
}

/** A spin of a window, which has shown the member's earlier rounds before: its answer leaves out what is not shown yet. */
export async function callPlay(
  process: SimProcess,
  signed: Signed,
  { memberId, windowId: window }: { memberId: bigint; windowId: string },
  body: unknown,
): Promise<string> {
  await sql`SELECT ledger_shown(r.member_id, r.id, json_array_length(r.events::json), true) FROM round r
    WHERE r.member_id = ${memberId} ORDER BY r.nonce DESC LIMIT 1`
    .execute(process.deps.db)
    .catch(asNoAnswer)
  const call = { url: '/api/play/spin', cookie: `session=${signed.token}`, body, window }
  const response = await inject(process.listeners.member, call)
  if (response.code !== 200) return response.code === 401 ? 'unauthenticated' : String(response.code)
  const { status = '', round, balance, which, period, remaining } = response.body
  if (status === 'limit') return `limit ${String(which)} ${String(period)} ${units(remaining)}`
  if (status !== 'success') return status
  return `success ${units((round as { pay: string }).pay)} ${units(balance)}`
}

/** A call of a window at the table. */
export async function callTable(
  process: SimProcess,
  signed: Signed,
  { windowId: window, name, body }: { windowId: string; name: string; body: unknown },
): Promise<string> {
  const call = { url: `/api/play/${name}`, cookie: `session=${signed.token}`, body, window }
  const response = await inject(process.listeners.member, call)
  if (response.code !== 200) return response.code === 401 ? 'unauthenticated' : String(response.code)
  const { status = '', own, which, period, remaining } = response.body
  if (status === 'limit') return `limit ${String(which)} ${String(period)} ${units(remaining)}`
  return status === 'success' ? `success ${units((own as { staked: string }).staked)}` : status
}

/** Two operators make a round void: what the first one and the second one are answered. */
export async function voidByOffice(
  process: SimProcess,
  [first, second]: readonly [SimOperator | undefined, SimOperator | undefined],
  { roundId: id, keys: [requestId, decisionId] }: { roundId: string; keys: readonly [string, string] },
): Promise<string> {
  const call = async (operator: SimOperator | undefined, name: string, body: unknown) => {
    const cookie = `office=${operator?.token}`
    return (await inject(process.listeners.office, { url: `/api/office/${name}`, cookie, body })).body
  }
  const proposed = await call(first, 'propose-round-void', { id, requestId, reason: 'simulation' })
  const known = proposed['roundVoid'] as { proposal: { id: string } } | undefined
  const approved = await call(second, 'approve-round-void', { id: known?.proposal.id ?? id, requestId: decisionId })
  return `${proposed.status} ${approved.status}`
}

export async function callOffice(
  process: SimProcess,
  operator: SimOperator,
  name: string,
  body: unknown,
): Promise<string> {
  const response = await inject(process.listeners.office, {
    url: `/api/office/${name}`,
    cookie: `office=${operator.token}`,
    body,
  })
  return response.code === 200 ? (response.body.status ?? '') : `${response.code} ${JSON.stringify(response.body)}`
}

export async function startTransfer(
  process: SimProcess,
  wanted: {
    id: string
    memberId: bigint
    provider: number
    direction: 'in' | 'out'
    amount: Amount | null
    key: string
  },
  ids: Ids,
): Promise<string> {
  const provider = {
    id: wanted.provider,
    code: '',
    baseUrl: '',
    key: Buffer.alloc(0),
    timeoutMs: 1_000,
    mostBalance: 0n,
  }
  const request = [wanted.direction, wanted.provider, wanted.amount ?? 'all']
  const taken = await process.deps.db
    .transaction()
    .execute(async (tx) => {
      // The handler checks this too; the journal's own refusal only protects against a missing check.
      if (wanted.direction === 'in' && (await moneyOutStoppedSince(tx, process.deps.moneyOut)) !== null) return null
      return takeUpTransfer(tx, { ...wanted, provider, request })
    })
    .catch(asNoAnswer)
  if (taken === null) return 'stopped'
  if (taken.id !== null) ids.set(wanted.key, taken.id)
  return taken.outcome === 'limit' ? `limit ${taken.amount}` : taken.outcome
}

export async function finishTransfer(
  process: SimProcess,
  id: string,
  response: { amount: Amount; balance: Amount } | null,
): Promise<string> {
  const verdict =
    response === null ? ({ kind: 'refused', reason: 'refused' } as const) : ({ kind: 'done', ...response } as const)
  const concluded = await concludeTransfer(process.deps.db, id, verdict).catch(asNoAnswer)
  return concluded.outcome
}

function units(wire: unknown): bigint | null {
  return amountFromWire(wire)
}
