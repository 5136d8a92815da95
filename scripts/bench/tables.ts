import { randomInt, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { benchSecret, benchSecretText } from './bench-secret.ts'
import { percentile } from './measure.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const tables = 20
const bettorsAtOne = 200
const bettorsAtOthers = 5
const betsEach = 5
const socketsEach = 5

/** A member with a window at a table. */
export type Bettor = { host: string; token: string; window: string; address: string }

/** 200 members bet at one table and 95 at nineteen others, while 1 000 sockets watch the first: answers, settlement, steps. */
export async function tablesBench(): Promise<void> {
  const server = await openBenchServer({ players: 1 })
  const { appUrl, ownerUrl } = server.bench.database
  const pool = createPool(ownerUrl, { max: 2 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: benchSecretText })
  try {
    const bettors = await makeBettors({ db: createDb(pool, config.secret), config, ownHashes: false }, server)
    const first = bettors.slice(0, bettorsAtOne)
    // The server reads the brands every five seconds.
    await sleep(7_000)
    const late = await watch(server, first)
    // The first round opens after the phases of the salts.
    for (const bettor of hostsOf(bettors)) {
      const { code, body } = await callPlay(server.port, bettor, 'get-table-session', {})
      if (body['status'] !== 'success') throw new Error(`${bettor.host} answered ${code} ${JSON.stringify(body)}`)
    }
    await sleep(14_000)
    const answers: { ms: number; status: string }[] = []
    const before = await server.cpuSeconds()
    await Promise.all(bettors.map((bettor) => bet(server.port, bettor, answers)))
    const seconds = (await server.cpuSeconds()) - before
    await sleep(30_000)
    const ms = answers.map((one) => one.ms)
    const outcomes = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
      ([status, some]) => `${some?.length} ${status}`,
    )
    console.log(
      `  bets: ${outcomes.join(', ')}; p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms; ${((seconds * 1_000) / answers.length).toFixed(2)} ms of the server's processor for a bet with its poll`,
    )
    const { rows } = await pool.query<{ bets: number; members: number; ms: number }>(
      `SELECT count(*)::int AS bets, count(DISTINCT b.member_id)::int AS members,
         (extract(epoch FROM p.at - r.dealt_at) * 1000 - 7000)::float8 AS ms
       FROM table_round r JOIN table_bet b ON b.round_id = r.id JOIN table_step p ON p.round_id = r.id AND p.kind = 'settled'
       GROUP BY r.id, p.at, r.dealt_at ORDER BY 1 DESC LIMIT 1`,
    )
    for (const row of rows)
      console.log(
        `  settlement of ${row.bets} bets of ${row.members} members: ${row.ms.toFixed(0)} ms after it was due`,
      )
    console.log(
      `  steps to ${first.length * socketsEach} sockets: ${late.length} received, p50 ${percentile(late, 0.5).toFixed(0)} ms, p99 ${percentile(late, 0.99).toFixed(0)} ms`,
    )
    const after = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM table_bet b JOIN table_round r ON r.id = b.round_id WHERE b.at >= r.closed_at`,
    )
    console.log(
      `  bets taken after the close: ${after.rows[0]?.count}; server ${await server.residentMb()} MB resident`,
    )
    const books = await checkBooks(pool, { secret: benchSecret })
    console.log(`  books: ${books.faults.length} faults`)
    if (books.faults.length > 0 || after.rows[0]?.count !== 0) process.exitCode = 1
  } finally {
    await pool.end()
    await server.close()
  }
}

async function makeBettors(site: Site, server: BenchServer): Promise<Bettor[]> {
  const bettors: Bettor[] = []
  for (let table = 0; table < tables; table += 1) {
    // The first table is that of the default brand, which answers on this machine's own name.
    const host = table === 0 ? `localhost:${server.port}` : `t${table}.example`
    const brand = table === 0 ? { id: server.brandId } : await makeBrand(site, { purpose: 'bench', domains: [host] })
    const count = table === 0 ? bettorsAtOne : bettorsAtOthers
    for (let index = 0; index < count; index += 1) {
      const member = await makeMember(site, brand, { cash: wholeUnits(100_000_000) })
      const session = await makeSession(site, member)
      const { id } = await makePlaySession(site, member, session, { gameCode: 'baccarat', seedPair: false })
      const address = `10.${table}.${index}.1`
      bettors.push({ host, token: session.token, window: id, address })
    }
  }
  return bettors
}

function hostsOf(bettors: readonly Bettor[]): Bettor[] {
  return [...new Map(bettors.map((bettor) => [bettor.host, bettor])).values()]
}

/** Stakes at random moments of the open round. */
async function bet(port: number, bettor: Bettor, answers: { ms: number; status: string }[]): Promise<void> {
  for (let count = 0; count < betsEach; count += 1) {
    await sleep(randomInt(3_000))
    const { body } = await callPlay(port, bettor, 'get-table', { after: 0 })
    const steps = (body['steps'] ?? []) as { kind: string; round?: { roundId: string } }[]
    const roundId = steps.findLast(({ kind }) => kind === 'opened')?.round?.roundId
    if (roundId === undefined) continue
    const spots = [{ spot: randomInt(2) === 0 ? 'banker' : 'player', stake: '10000' }]
    const begun = performance.now()
    const answer = await callPlay(port, bettor, 'place-bet', { requestId: randomUUID(), roundId, spots })
    answers.push({ ms: performance.now() - begun, status: `${answer.code} ${String(answer.body['status'])}` })
  }
}

/** A call of a member's window. */
export function callPlay(
  port: number,
  { host, token, window, address }: Bettor,
  name: string,
  body: object,
): Promise<{ code: number; body: Record<string, unknown> }> {
  const text = JSON.stringify(body)
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-play-session': window,
    'x-forwarded-for': address,
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: `/api/play/${name}`, method: 'POST', headers },
      (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
        response.on('end', () =>
          resolve({ code: response.statusCode ?? 0, body: JSON.parse(received) as Record<string, unknown> }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/** Opens the sockets; the list gets the lateness of each step at each of them, in ms. */
async function watch(server: BenchServer, bettors: readonly Bettor[]): Promise<number[]> {
  const late: number[] = []
  for (const { host, token, address } of bettors) {
    for (let count = 0; count < socketsEach; count += 1) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/live?table=baccarat`, {
        headers: { host, origin: `http://${host}`, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
      })
      socket.on('message', (text: Buffer) => {
        // Parsing totals at a thousand sockets would slow down what is measured.
        if (!text.includes('"kind":"table",')) return
        const message = JSON.parse(text.toString()) as { kind: string; step?: { at: string } }
        if (message.kind === 'table') late.push(Date.now() - Date.parse(message.step?.at ?? ''))
      })
      socket.on('error', () => {})
      if (count === 0) await new Promise((resolve) => socket.once('open', resolve).once('error', resolve))
    }
  }
  return late
}
