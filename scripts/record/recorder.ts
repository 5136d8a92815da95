import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import {
  createIdNames,
  normaliseCookie,
  normaliseText,
  normaliseValue,
  summariseHtml,
  type Masks,
} from './normalise.ts'

/**
 * Sends requests one after the other and records each with its answer. The lines are written at the end, when all texts
 * to mask are known.
 */

export type Listener = 'site' | 'office'

export type Sent = {
  caller: string
  listener: Listener
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON; without it the request has no body. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string
  /** A polling request, which is not recorded. */
  quiet?: boolean
}

export type Received = { status: number; headers: IncomingHttpHeaders; cookies: string[]; text: string; json: unknown }

export type Line = Readonly<Record<string, unknown>> & { readonly id: string }

type Exchange = { id: string; sent: Sent; received: Received; random: ReadonlySet<string> }

function isExchange(one: Exchange | Line): one is Exchange {
  return 'received' in one
}

export type Recorder = {
  ports: Readonly<Record<Listener, number>>
  /** The following requests belong to this part of the walk. */
  section: (name: string) => void
  send: (sent: Sent) => Promise<Received>
  /** From now on the money of this member depends on chance. */
  plays: (caller: string, userId: string) => void
  /** Masks a text that is random in each run by a name. */
  mask: (value: string, name: string) => void
  /** Records a value computed from answers that are masked themselves. */
  fact: (name: string, value: unknown) => void
  lines: () => Line[]
  /** How many requests were recorded, by kind of caller. */
  counts: () => Record<string, number>
}

export function createRecorder(ports: Readonly<Record<Listener, number>>): Recorder {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const all: (Exchange | Line)[] = []
  const texts = new Map([
    [`localhost:${ports.site}`, '‹site›'],
    [`localhost:${ports.office}`, '‹office›'],
    [`127.0.0.1:${ports.site}`, '‹site address›'],
  ])
  const numbers = new Map<string, number>()
  let random: ReadonlySet<string> = new Set()
  let part = ''
  const idOf = (what: string): string => {
    const number = (numbers.get(`${part} ${what}`) ?? 0) + 1
    numbers.set(`${part} ${what}`, number)
    return `${part} · ${what} #${number}`
  }
  return {
    ports,
    section: (name) => (part = name),
    send: async (sent) => {
      const received = await exchange(agent, ports[sent.listener], sent)
      if (sent.quiet !== true) {
        const path = sent.path.replace(/^\/api\//, '').split('?', 1)[0] ?? ''
        const shown = path.length > 60 ? `${path.slice(0, 40)}…` : path
        const launch = shown.replace(/^\/play\/launch\/.*/, '/play/launch')
        const method = sent.method === undefined ? '' : `${sent.method} `
        all.push({ id: idOf(`${sent.caller} · ${method}${launch}`), sent, received, random })
      }
      return received
    },
    plays: (caller, userId) => (random = new Set([...random, caller, userId])),
    mask: (value, name) => texts.set(value, name),
    fact: (name, value) => all.push({ id: idOf(`fact · ${name}`), value }),
    lines: () => linesOf(all, texts),
    counts: () => {
      const counts: Record<string, number> = {}
      for (const { sent } of all.filter(isExchange)) counts[sent.caller] = (counts[sent.caller] ?? 0) + 1
      return counts
    },
  }
}

const limitMs = 60_000

async function exchange(agent: Agent, port: number, sent: Sent): Promise<Received> {
  const text = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers: Record<string, string> = {
    host: `localhost:${port}`,
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...sent.headers,
    ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
  }
  const method = sent.method ?? 'POST'
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path: sent.path, method, headers, timeout: limitMs }
    const request = httpRequest(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const body = Buffer.concat(parts).toString('utf8')
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          cookies: response.headers['set-cookie'] ?? [],
          text: body,
          json: isJson && body !== '' ? (JSON.parse(body) as unknown) : null,
        })
      })
    })
    request.once('timeout', () => request.destroy(new Error(`${sent.path} was not answered.`)))
    request.once('error', reject)
    request.end(text)
  })
}

/** Headers that are not the program's own, or change with every answer. */
const ignored = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'set-cookie',
  'etag',
])

/** Adds the reference codes of members, which occur in answers, to the texts that are masked. */
function maskReferenceCodes(all: readonly (Exchange | Line)[], texts: Map<string, string>): void {
  for (const { received } of all.filter(isExchange)) {
    for (const [, code = ''] of received.text.matchAll(/"referenceCode":"([A-Z0-9]{6})"/g)) {
      if (!texts.has(code)) texts.set(code, `‹reference code ${texts.size}›`)
    }
  }
}

function linesOf(all: readonly (Exchange | Line)[], texts: Map<string, string>): Line[] {
  maskReferenceCodes(all, texts)
  const nameId = createIdNames()
  const now = new Date()
  const usual = usualHeaders(all)
  const lines = all.map((one): Line => {
    if (!isExchange(one)) return one
    return lineOf(one, { texts, nameId, now, random: one.random }, usual)
  })
  return [{ id: 'headers of most answers', value: usual }, ...lines]
}

function lineOf({ id, sent, received, random }: Exchange, masks: Masks, usual: Readonly<Record<string, string>>): Line {
  const byChance = random.has(sent.caller)
  const short = id.replaceAll(' · ', '/')
  const query = sent.path.split('?')[1]
  return {
    id,
    ...(query !== undefined && { query: normaliseText(query, masks, `${short}?`) }),
    ...(sent.body !== undefined && { sent: normaliseValue(sent.body, masks, `${short}:sent`, byChance) }),
    ...(sent.raw !== undefined && { sent: sent.raw.length > 200 ? `‹${sent.raw.length} characters›` : sent.raw }),
    status: received.status,
    ...headersOf(received, masks, short, usual),
    ...(received.cookies.length > 0 && { cookies: received.cookies.map(normaliseCookie) }),
    body: bodyOf(received, masks, short, byChance),
  }
}

function bodyOf(received: Received, masks: Masks, place: string, byChance: boolean): unknown {
  const kind = received.headers['content-type'] ?? ''
  if (received.json !== null) return normaliseValue(received.json, masks, place, byChance)
  if (/pdf/.test(kind)) return received.text.slice(0, 5)
  if (/html/.test(kind)) {
    const { head, text } = summariseHtml(received.text)
    return { head: head.map((tag) => normaliseText(tag, masks, place)), text: normaliseText(text, masks, place) }
  }
  return normaliseText(received.text, masks, place)
}

function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !ignored.has(name))
  return Object.fromEntries(
    entries.map(([name, value]): [string, string] => [name, name === 'retry-after' ? '‹seconds›' : String(value)]),
  )
}

/** The most frequent value of each header; a line holds only the headers in which its answer differs. */
function usualHeaders(all: readonly (Exchange | Line)[]): Record<string, string> {
  const seen = new Map<string, Map<string, number>>()
  const exchanges = all.filter(isExchange)
  for (const { received } of exchanges) {
    for (const [name, value] of Object.entries(flatHeaders(received.headers))) {
      const values = seen.get(name) ?? new Map<string, number>()
      seen.set(name, values.set(value, (values.get(value) ?? 0) + 1))
    }
  }
  const usual: Record<string, string> = {}
  for (const name of [...seen.keys()].toSorted()) {
    const [first] = [...(seen.get(name) ?? [])].toSorted((a, b) => b[1] - a[1])
    if (first !== undefined && first[1] > exchanges.length / 2) usual[name] = first[0]
  }
  return usual
}

function headersOf(
  received: Received,
  masks: Masks,
  place: string,
  usual: Readonly<Record<string, string>>,
): { headers?: Record<string, string> } {
  const own = flatHeaders(received.headers)
  const different = Object.entries(own).filter(([name, value]) => usual[name] !== value)
  const missing = Object.keys(usual).filter((name) => !(name in own))
  const shown = [
    ...different.map(([name, value]): [string, string] => [name, normaliseText(value, masks, `${place}.${name}`)]),
    ...missing.map((name): [string, string] => [name, '‹absent›']),
  ].toSorted(([a], [b]) => a.localeCompare(b))
  return shown.length === 0 ? {} : { headers: Object.fromEntries(shown) }
}
