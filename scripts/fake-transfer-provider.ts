import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { amountFromWire, amountToWire, floorToWholeUnits, wholeUnits, type Amount } from '#domain/money.ts'

/**
 * A fake transfer-wallet provider for tests: a real HTTP server that follows the protocol of
 * `docs/decisions/008-transfer-wallets.md`, written from that page alone. It can be made to misbehave call by call.
 */
export type Misbehaviour =
  | 'refuse'
  | 'refuse-short'
  /** Does not respond until the caller gives up, and does nothing. */
  | 'hang'
  /** Carries out the call and breaks the connection. */
  | 'cut-after'
  | 'hang-after'
  /** Breaks the connection before doing anything. */
  | 'cut-before'
  | 'garbage'
  | 'too-long'
  | 'redirect'
  | 'error-500'
  | 'pending'
  | 'wrong-amount'
  /** Reports half a unit more than it moved. */
  | 'half-more'
  | 'other-transfer'
  | 'no-balance'

export type SeenCall = { call: string; transfer: string; member: string; amount: string | undefined; signed: boolean }

export type FakeProvider = {
  baseUrl: string
  key: Buffer
  calls: SeenCall[]
  /** A member's balance at the provider. */
  balanceOf: (member: string) => Amount
  /** Simulates play at the provider: changes the balance by a win or a loss. */
  play: (member: string, change: Amount) => void
  /** Makes the next calls misbehave in this way, one each. */
  next: (...how: Misbehaviour[]) => void
  /** Makes every call misbehave in this way; null ends it. */
  always: (how: Misbehaviour | null) => void
  /** The number of transfers that moved money. */
  done: () => number
  close: () => Promise<void>
}

type Verdict = { status: 'done'; amount: Amount } | { status: 'refused'; reason: string }

/** Starts the fake provider on a port of its own. `onSilence` is called when a call has arrived that gets no response. */
export async function openFakeProvider(onSilence: () => void = () => {}): Promise<FakeProvider> {
  const key = randomBytes(32)
  const wallets = createWallets()
  const calls: SeenCall[] = []
  let queue: Misbehaviour[] = []
  let usual: Misbehaviour | null = null

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request)
    const body = JSON.parse(text) as Record<string, unknown>
    const call = (request.url ?? '').replace('/wallet/', '')
    const isSigned = hasGoodSignature(key, request, text)
    calls.push({
      call,
      transfer: String(body['transfer']),
      member: String(body['member']),
      amount: body['amount'] === undefined ? undefined : String(body['amount']),
      signed: isSigned,
    })
    if (!isSigned || request.method !== 'POST') return void response.writeHead(401).end()
    const how = queue.shift() ?? usual
    if (how === 'hang') return onSilence()
    if (how === 'cut-before') return void request.socket.destroy()
    if (how === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    if (how === 'error-500') return void response.writeHead(500).end('{}')
    if (how === 'garbage') return void response.end('<html>')
    if (how === 'too-long') return void response.end('x'.repeat(2_000_000))
    if (how === 'pending') return void response.end(JSON.stringify({ transfer: body['transfer'], status: 'pending' }))
    const refusal = how === 'refuse' ? 'closed' : how === 'refuse-short' ? 'short' : null
    const verdict = wallets.settle(call, body, refusal)
    if (how === 'cut-after') return void request.socket.destroy()
    if (how === 'hang-after') return onSilence()
    response.end(JSON.stringify(answerOf(body, verdict, how, wallets.balanceOf(String(body['member'])))))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/wallet`,
    key,
    calls,
    balanceOf: wallets.balanceOf,
    play: wallets.change,
    next: (...how) => (queue = how),
    always: (how) => (usual = how),
    done: wallets.done,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The members' balances at the provider, and the verdict of each transfer. */
function createWallets() {
  const balances = new Map<string, Amount>()
  const verdicts = new Map<string, Verdict>()
  const balanceOf = (member: string): Amount => balances.get(member) ?? 0n

  /**
   * Carries out a transfer once for any number of calls; an id whose status is requested before the transfer is closed.
   */
  function settle(call: string, body: Record<string, unknown>, refusal: string | null): Verdict {
    const id = String(body['transfer'])
    const member = String(body['member'])
    const earlier = verdicts.get(id)
    if (earlier) return earlier
    const balance = balanceOf(member)
    const amount = body['amount'] === 'all' ? floorToWholeUnits(balance) : (amountFromWire(body['amount']) ?? 0n)
    let verdict: Verdict = { status: 'done', amount }
    if (call === 'status') verdict = { status: 'refused', reason: 'unseen' }
    else if (refusal !== null) verdict = { status: 'refused', reason: refusal }
    else if (call === 'debit' && (amount === 0n || amount > balance)) verdict = { status: 'refused', reason: 'short' }
    else balances.set(member, call === 'credit' ? balance + amount : balance - amount)
    verdicts.set(id, verdict)
    return verdict
  }

  return {
    balanceOf,
    change: (member: string, by: Amount): void => void balances.set(member, balanceOf(member) + by),
    settle,
    done: (): number => [...verdicts.values()].filter((verdict) => verdict.status === 'done').length,
  }
}

function answerOf(body: Record<string, unknown>, verdict: Verdict, how: Misbehaviour | null, there: Amount): unknown {
  const transfer = how === 'other-transfer' ? '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a' : body['transfer']
  if (verdict.status === 'refused') return { transfer, ...verdict }
  const more = how === 'wrong-amount' ? 1n : how === 'half-more' ? wholeUnits(1) / 2n : 0n
  const amount = amountToWire(verdict.amount + more)
  const balance = amountToWire(there)
  return { transfer, status: 'done', amount, ...(how === 'no-balance' ? {} : { balance }) }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function hasGoodSignature(key: Buffer, request: IncomingMessage, text: string): boolean {
  const timestamp = String(request.headers['x-baize-timestamp'])
  const given = Buffer.from(String(request.headers['x-baize-signature']), 'hex')
  const signed = `${request.method}\n${request.url}\n${timestamp}\n${text}`
  const wanted = createHmac('sha256', key).update(signed).digest()
  const isFresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 300
  return isFresh && given.length === wanted.length && timingSafeEqual(given, wanted)
}
