import { amountFromWire, type Amount } from '#domain/money.ts'
import type { LedgerEvent, LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import { concludeTransfer, takeUpTransfer } from '#server/modules/transfer/store.ts'
import type { ModelOutcome } from '#testing/ledger-model.ts'
import type { SimProcess, Signed, SimOperator } from './sim-app.ts'

/** How each command is asked of a process of the house, and its answer in one line that the model can say too. */

/** The house's own ids of requests and transfers, by the key they were asked under. */
export type Ids = Map<string, string>

/** The house failed or broke the connection: what became of the ask is not known. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export async function postEvent(process: SimProcess, event: LedgerEvent): Promise<string> {
  return outcomeText(await process.deps.ledger.post(event).catch(asNoAnswer))
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

type Said = Record<string, unknown> & { status?: string }

async function inject(
  app: SimProcess['listeners']['member'],
  ask: { url: string; cookie: string; body: unknown; window?: string },
): Promise<{ code: number; body: Said }> {
  const response = await app.inject({
    method: 'POST',
    url: ask.url,
    headers: {
      host: 'localhost:4150',
      origin: 'http://localhost:4150',
      'content-type': 'application/json',
      cookie: ask.cookie,
      ...(ask.window === undefined ? {} : { 'x-play-session': ask.window }),
    },
    payload: JSON.stringify(ask.body),
  })
  // A pool that was cut off says so with 500 or 503; neither says what became of the ask.
  if (response.statusCode >= 500) throw new NoAnswerError(`${ask.url} answered ${response.statusCode}`)
  return { code: response.statusCode, body: response.json() as Said }
}

export async function callMember(
  process: SimProcess,
  signed: Signed,
  name: string,
  body: unknown,
  note: { ids: Ids; key: string | null },
): Promise<string> {
  const asked = name === 'cancel-money-request' ? { id: note.ids.get((body as { id: string }).id) ?? '' } : body
  const url = `/api/routes/${name}`
  const said = await inject(process.listeners.member, { url, cookie: `session=${signed.token}`, body: asked })
  if (said.code !== 200) return String(said.code)
  const { status = '', request, remaining, rolling, until } = said.body
  if (note.key !== null && typeof request === 'object' && request !== null && 'id' in request) {
    note.ids.set(note.key, String(request.id))
  }
  if (remaining !== undefined) return `${status} ${units(remaining)}`
  if (status === 'success' && rolling !== undefined) return `${status} ${units(rolling)}`
  if (status === 'success' && until !== undefined) return `${status} ${until === null ? 'ever' : String(until)}`
  return status
}

export async function callPlay(process: SimProcess, signed: Signed, window: string, body: unknown): Promise<string> {
  const ask = { url: '/api/play/spin', cookie: `session=${signed.token}`, body, window }
  const said = await inject(process.listeners.member, ask)
  if (said.code !== 200) return said.code === 401 ? 'unauthenticated' : String(said.code)
  const { status = '', round, balance, which, period, remaining } = said.body
  if (status === 'limit') return `limit ${String(which)} ${String(period)} ${units(remaining)}`
  if (status !== 'success') return status
  return `success ${units((round as { pay: string }).pay)} ${units(balance)}`
}

export async function callOffice(
  process: SimProcess,
  operator: SimOperator,
  name: string,
  body: unknown,
): Promise<string> {
  const said = await inject(process.listeners.office, {
    url: `/api/office/${name}`,
    cookie: `office=${operator.token}`,
    body,
  })
  return said.code === 200 ? (said.body.status ?? '') : `${said.code} ${JSON.stringify(said.body)}`
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
  const provider = { id: wanted.provider, code: '', baseUrl: '', key: Buffer.alloc(0), timeoutMs: 1_000 }
  const ask = [wanted.direction, wanted.provider, wanted.amount ?? 'all']
  const taken = await process.deps.db
    .transaction()
    .execute((tx) => takeUpTransfer(tx, { ...wanted, provider, ask }))
    .catch(asNoAnswer)
  if (taken.id !== null) ids.set(wanted.key, taken.id)
  return taken.outcome === 'limit' ? `limit ${taken.amount}` : taken.outcome
}

export async function finishTransfer(
  process: SimProcess,
  id: string,
  said: { amount: Amount; balance: Amount } | null,
): Promise<string> {
  const verdict =
    said === null ? ({ kind: 'refused', reason: 'said so' } as const) : ({ kind: 'done', ...said } as const)
  const told = await concludeTransfer(process.deps.db, id, verdict).catch(asNoAnswer)
  return told.outcome
}

function units(wire: unknown): bigint | null {
  return amountFromWire(wire)
}
