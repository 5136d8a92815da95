import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { makeMember, makeSession, someMoney, type MadeMember } from '#server/seed/builders.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { scaledMs } from '#test/machine.ts'
import { median } from '../bench/measure.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { sleep, type FaultProgram } from './program.ts'

/**
 * `others`: how many calls of each kind others make, without the flood and during it. `mostTimesSlower`: how many times as
 * long their median call may take during it; other programs on the machine change it, so the short form only finds calls
 * that wait for the flood (43 times and more before there were turns).
 */
const sizes = {
  full: {
    others: 30,
    kinds: ['set-limit', 'apply-user-deposit', 'user-write-help', 'get-member', 'spin', 'user-health-check'],
    mostTimesSlower: 8,
  },
  short: { others: 4, kinds: ['user-write-help'], mostTimesSlower: 15 },
} as const

const atOnce = 300
/** Shorter times than this are compared as if they were this long. */
const shortestMs = 40
const longestMs = 120_000

type Answer = { code: number; status: string; ms: number }
type Measured = Record<'withdrawal' | 'signIn' | 'office', Answer[]>

/** One member keeps 300 calls in flight at each of two processes, while others withdraw, sign in and work at the office. */
export const oneCaller: FaultProgram = {
  description:
    'One member keeps 300 calls in flight at two processes: the calls of others are answered, none of them refused, and not much slower.',
  async run({ size, log, on }) {
    const { others, kinds, mostTimesSlower } = sizes[size]
    const app = await openFaultApp({ players: 1, operators: 1, on, env: { TRUST_PROXY: '1', LOG_LEVEL: 'fatal' } })
    const faults: string[] = []
    const figures: Record<string, number | string> = {}
    try {
      // A member has one open withdrawal: each is filed by a member of its own.
      const members: Other[] = []
      for (let index = 0; index < others * kinds.length * 2 + 2; index += 1) members.push(await makeOther(app))
      const [another] = await Promise.all([app.startAnother(), app.start()])
      const ports = [
        { site: app.port, office: app.officePort },
        { site: another.port, office: another.officePort },
      ]
      await callOthers(app, members.splice(0, 2), ports)
      for (const kind of kinds) {
        const quiet = await callOthers(app, members.splice(0, others), ports)
        const flood = startFlood(
          app,
          kind,
          ports.map(({ site }) => site),
        )
        await sleep(500)
        const during = await callOthers(app, members.splice(0, others), ports)
        const answers = await flood.stop()
        log(`${kind}: ${describe(during)}, without ${describe(quiet)}; its answers ${JSON.stringify(answers)}`)
        figures[kind] = `${timesSlower(quiet, during)
          .map((times) => times.toFixed(1))
          .join('/')} times`
        faults.push(...faultsOf(kind, { quiet, during, mostTimesSlower }))
        if ((answers['429'] ?? 0) === 0) faults.push(`${kind}: none of the member's calls was refused`)
        if ((answers['200'] ?? 0) === 0) faults.push(`${kind}: none of the member's calls was answered`)
        for (const code of Object.keys(answers)) {
          if (code !== '200' && code !== '429') faults.push(`${kind}: the member got ${code}`)
        }
      }
      const books = await checkBooks(app.pool)
      faults.push(...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
      return { figures, faults }
    } finally {
      await app.close()
    }
  },
}

type Other = MadeMember & { token: string; address: string }

let made = 0

async function makeOther({ site, brand }: FaultApp): Promise<Other> {
  const member = await makeMember(site, brand, { cash: someMoney })
  made += 1
  const address = `192.168.${made >> 8}.${made & 255}`
  return { ...member, token: (await makeSession(site, member)).token, address }
}

/** Each of the others withdraws and signs in, and an operator lists the requests, one after the other. */
async function callOthers(
  app: FaultApp,
  others: readonly Other[],
  ports: readonly { site: number; office: number }[],
): Promise<Measured> {
  const measured: Measured = { withdrawal: [], signIn: [], office: [] }
  for (const [index, other] of others.entries()) {
    const { site, office } = ports[index % ports.length] ?? { site: app.port, office: app.officePort }
    const headers = { 'x-forwarded-for': other.address }
    const asMember = { ...headers, authorization: `Bearer ${other.token}` }
    const withdrawal = { requestId: randomUUID(), balance: '10000', pass: other.pin }
    const signIn = { id: other.loginId, pw: other.password, token: true }
    const operator = {
      'x-forwarded-for': '10.0.0.1',
      origin: `http://127.0.0.1:${office}`,
      cookie: `office=${app.operators[0]?.token}`,
    }
    measured.withdrawal.push(await call(site, 'routes/apply-user-withdraw', withdrawal, asMember))
    measured.signIn.push(await call(site, 'routes/user-do-login', signIn, headers))
    measured.office.push(await call(office, 'office/get-requests', {}, operator))
  }
  return measured
}

/** Keeps calls of one member in flight, half of them at each process, until `stop`; it counts the answers by code. */
function startFlood(
  { players: [player] }: FaultApp,
  kind: string,
  ports: readonly number[],
): { stop: () => Promise<Record<string, number>> } {
  if (player === undefined) throw new Error('there is no player')
  const bodies: Record<string, () => object> = {
    'set-limit': () => ({ kind: 'deposit', period: 'day', most: String(5_000_000 + (sent % 1_000)) }),
    'apply-user-deposit': () => ({ requestId: randomUUID(), balance: '10000' }),
    'user-write-help': () => ({ title: 'a', contents: 'b' }),
    'get-member': () => ({}),
    'user-health-check': () => ({}),
    spin: () => ({ requestId: randomUUID(), stake: '1000' }),
  }
  const headers = {
    authorization: `Bearer ${player.token}`,
    'x-forwarded-for': '10.9.9.9',
    'x-play-session': player.playSessionId,
  }
  const path = kind === 'spin' ? 'play/spin' : `routes/${kind}`
  const agent = new Agent({ keepAlive: true })
  const answers: Record<string, number> = {}
  let sent = 0
  let isOver = false
  const callers = Array.from({ length: atOnce * ports.length }, async (_, index) => {
    while (!isOver) {
      sent += 1
      const { code } = await call(ports[index % ports.length] ?? 0, path, bodies[kind]?.() ?? {}, headers, agent)
      answers[code] = (answers[code] ?? 0) + 1
    }
  })
  return {
    stop: async () => {
      isOver = true
      await Promise.all(callers)
      agent.destroy()
      return answers
    },
  }
}

/** Code 0: no answer. */
function call(
  port: number,
  path: string,
  body: object,
  headers: Record<string, string>,
  agent?: Agent,
): Promise<Answer> {
  const begun = performance.now()
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const end = (code: number, status: string): void => resolve({ code, status, ms: performance.now() - begun })
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        ...(agent === undefined ? {} : { agent }),
        method: 'POST',
        path: `/api/${path}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
        timeout: scaledMs(longestMs),
      },
      (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (received += part))
        response.on('end', () => end(response.statusCode ?? 0, statusOf(received)))
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => end(0, 'no answer'))
    request.end(text)
  })
}

function statusOf(text: string): string {
  try {
    return String((JSON.parse(text) as { status?: unknown }).status)
  } catch {
    return 'not JSON'
  }
}

const names = ['withdrawal', 'signIn', 'office'] as const

function timesSlower(quiet: Measured, during: Measured): number[] {
  return names.map((name) => medianMs(during[name]) / Math.max(shortestMs, medianMs(quiet[name])))
}

function faultsOf(
  kind: string,
  { quiet, during, mostTimesSlower }: { quiet: Measured; during: Measured; mostTimesSlower: number },
): string[] {
  const refused = names.flatMap((name) =>
    during[name]
      .filter(({ code, status }) => code !== 200 || status !== 'success')
      .map(({ code, status }) => `${kind}: the ${name} of another was answered ${code} ${status}`),
  )
  const slow = timesSlower(quiet, during).flatMap((times, index) =>
    times > mostTimesSlower ? [`${kind}: the ${names[index]} of others took ${times.toFixed(1)} times as long`] : [],
  )
  return [...refused, ...slow]
}

function medianMs(answers: readonly Answer[]): number {
  return median(answers.map(({ ms }) => ms))
}

function describe(measured: Measured): string {
  return Object.entries(measured)
    .map(
      ([name, answers]) =>
        `${name} ${medianMs(answers).toFixed(0)} ms (${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)})`,
    )
    .join(', ')
}
