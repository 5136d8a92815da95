import { createHmac } from 'node:crypto'
import { amountToWire, type Amount } from '#domain/money.ts'
import { readProviderAnswer, type ProviderAnswer } from '#domain/transfer.ts'
import { untilResolved } from './host-name.ts'

/**
 * Outgoing calls to a provider with a wallet of its own, in the platform's protocol
 * (`docs/decisions/008-transfer-wallets.md`): `POST <base>/credit|debit|status`, each signed, each about one transfer.
 * Only the configured host is called, redirects are not followed, time and size are bounded.
 */

export type TransferProvider = {
  id: number
  code: string
  /** `https://host[/path]`; plain http serves loopback only. */
  baseUrl: string
  key: Buffer
  timeoutMs: number
  /** A larger balance of a member is no verdict. */
  mostBalance: Amount
}

export type ProviderCall =
  | { call: 'credit'; transferId: string; member: string; amount: Amount }
  /** `all`: every whole unit the member has there. */
  | { call: 'debit'; transferId: string; member: string; amount: Amount | 'all' }
  /** Also closes an id the provider has never seen: it refuses a later credit or debit under it. */
  | { call: 'status'; transferId: string; member: string }

/**
 * The result of a call. `unsent`: the call cannot have reached the provider. `unknown`: it may have taken effect or
 * not.
 */
export type ProviderResult =
  | Exclude<ProviderAnswer, { kind: 'pending' | 'unreadable' }>
  | { kind: 'unsent'; why: string }
  /** `timedOut`: the provider did not answer in its time. */
  | { kind: 'unknown'; why: string; timedOut?: true }

const mostAnswerBytes = 16_384

/** Makes one call. Never throws: every failure is `unknown`, except one that certainly prevented sending. */
export async function callProvider(
  provider: TransferProvider,
  request: ProviderCall,
  currency: string,
  nowMs: number,
): Promise<ProviderResult> {
  const url = addressOf(provider.baseUrl, request.call)
  if (url === null) return { kind: 'unsent', why: 'the provider’s address may not be called' }
  const body = JSON.stringify({
    transfer: request.transferId,
    member: request.member,
    ...(request.call === 'status'
      ? {}
      : { amount: request.amount === 'all' ? 'all' : amountToWire(request.amount), currency }),
  })
  const timestamp = String(Math.floor(nowMs / 1_000))
  const signal = AbortSignal.timeout(provider.timeoutMs)
  try {
    await untilResolved(url.hostname, signal)
  } catch {
    return { kind: 'unsent', why: 'the name of the provider’s host was not resolved' }
  }
  let text: string | null
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-baize-timestamp': timestamp,
        'x-baize-signature': signatureOf(provider.key, { method: 'POST', path: url.pathname, timestamp, body }),
      },
      body,
      signal,
    })
    text = await readBounded(response)
    if (response.status !== 200) return { kind: 'unknown', why: `HTTP status ${response.status}` }
  } catch (error) {
    if (isUnsent(error)) return { kind: 'unsent', why: 'the connection was refused' }
    return { kind: 'unknown', why: nameOf(error), ...(isTimeout(error) ? { timedOut: true } : {}) }
  }
  if (text === null) return { kind: 'unknown', why: 'the answer is too long' }
  const answer = readProviderAnswer(parsed(text), request.transferId, provider.mostBalance)
  if (answer.kind === 'pending') return { kind: 'unknown', why: 'pending' }
  if (answer.kind === 'unreadable') return { kind: 'unknown', why: answer.why }
  return answer
}

/** HMAC-SHA256 over method, path, timestamp and body, one line each, in hex. */
export function signatureOf(
  key: Buffer,
  parts: { method: string; path: string; timestamp: string; body: string },
): string {
  return createHmac('sha256', key)
    .update(`${parts.method}\n${parts.path}\n${parts.timestamp}\n${parts.body}`)
    .digest('hex')
}

/** Whether a base address may be configured: https, or http on this machine; no user, query or fragment. */
export function isCallableBase(baseUrl: string): boolean {
  return addressOf(baseUrl, 'status') !== null
}

function addressOf(baseUrl: string, call: ProviderCall['call']): URL | null {
  if (!URL.canParse(baseUrl)) return null
  const base = new URL(baseUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(base.hostname)
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLocal)) return null
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '') return null
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/${call}`, base)
  return url.host === base.host ? url : null
}

/** The text of an answer, or null when it is longer than any valid answer. */
async function readBounded(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // Returning cancels the rest of the answer.
    if (size > mostAnswerBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the call certainly was not sent: only failures before the connection is established count. */
function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { cause } = error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` ${String(cause.code)}` : ''
  return `${error.name}${code}`
}
