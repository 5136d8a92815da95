import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess, freePort, type ServerProcess } from '../../scripts/server-process.ts'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { expectCleanBooks, type Acknowledged } from '#testing/books.ts'
import { createWorld, type World } from '#testing/world.ts'

/**
 * `kill -9` of the real program while members spin, convert, deposit and withdraw, ten times. Callers keep their own list
 * and retry with the same id until they are answered; the books must hold each acknowledged operation exactly once.
 */

const kills = 10
const players = 16
const seed = 20_261_120

type Player = { memberId: bigint; token: string; playSessionId: string; pin: string }
type Answer = { status: string; round?: { roundId: string; pay: string } }
type Operation = { player: Player; path: string; body: Record<string, unknown>; key: string; answer: Answer }

let world: World
let dataDir: string
let server: ServerProcess | null = null
let port = 0
const secret = `kill:${randomBytes(32).toString('base64')}`
const made: Player[] = []

beforeAll(async () => {
  world = await createWorld()
  dataDir = await mkdtemp(join(tmpdir(), 'baize-kill-'))
  port = await freePort()
  const env = { DATABASE_URL: world.appUrl, DATABASE_OWNER_URL: world.ownerUrl, APP_SECRET: secret }
  const site: Site = { db: world.db, config: await loadConfig(env) }
  const brand = await makeBrand(site, { purpose: 'bench', isDefault: true, domains: ['kill.example'] })
  for (let index = 0; index < players; index += 1) {
    const member = await makeMember(site, brand, { cash: wholeUnits(1_000_000) })
    const session = await makeSession(site, member)
    const play = await makePlaySession(site, member, session)
    made.push({ memberId: member.id, token: session.token, playSessionId: play.id, pin: member.pin })
  }
})

afterAll(async () => {
  await server?.kill()
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = await startServerProcess({ appUrl: world.appUrl, ownerUrl: world.ownerUrl, dataDir, secret, port })
}

/** Asks until there is an answer; a connection that breaks and a full house are asked again with the same body. */
async function ask(player: Player, path: string, body: Record<string, unknown>, until: number): Promise<Answer> {
  while (Date.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${player.token}`,
        'x-play-session': player.playSessionId,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.status === 200) {
      const told = await answer.json().catch(() => null)
      if (told !== null) return asAnswer(told)
    } else if (answer !== null && answer.status !== 503) {
      throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${path} was not answered in time`)
}

function asAnswer(told: unknown): Answer {
  if (typeof told === 'object' && told !== null && 'status' in told && typeof told.status === 'string') {
    return told as Answer
  }
  throw new Error(`not an answer: ${JSON.stringify(told)}`)
}

/** A small generator of its own (mulberry32), so that a failing run can be repeated from its seed. */
function chance(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function nextOperation(player: Player, draw: () => number): Omit<Operation, 'answer'> {
  const key = randomUUID()
  const kind = draw()
  if (kind < 0.8) return { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
  if (kind < 0.9) return { player, key, path: '/api/routes/roll-to-balance', body: { requestId: key, point: '1' } }
  const money = { requestId: key, balance: '20000' }
  if (kind < 0.97) return { player, key, path: '/api/routes/apply-user-deposit', body: money }
  return { player, key, path: '/api/routes/apply-user-withdraw', body: { ...money, pass: player.pin } }
}

test(
  'killed ten times under load, it loses nothing it acknowledged and does nothing twice',
  { timeout: 150_000 },
  async () => {
    const draw = chance(seed)
    const done: Operation[] = []
    let playing = true
    await start()
    const until = Date.now() + 120_000
    const callers = made.map(async (player, index) => {
      const mine = chance(seed + index + 1)
      while (playing) {
        const operation = nextOperation(player, mine)
        done.push({ ...operation, answer: await ask(player, operation.path, operation.body, until) })
      }
    })
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300 + draw() * 600))
      await server?.kill()
      await start()
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    playing = false
    await Promise.all(callers)

    const took = done.filter((operation) => operation.answer.status === 'success')
    const spins = took.filter((operation) => operation.path.endsWith('/spin'))
    const paths = new Set(took.map((operation) => operation.path))
    expect(spins.length).toBeGreaterThan(500)
    expect(paths.size).toBe(4)
    const told = done.map(({ player, key, answer }): Acknowledged => {
      return { memberId: player.memberId, key, told: answer.status === 'success' ? 'effect' : 'refused' }
    })
    await expectCleanBooks(world.pool, told)

    // Asked once more, a spin is the round it was: the same one, with the same pay.
    for (const spin of spins.filter((_, index) => index % 25 === 0)) {
      const again = await ask(spin.player, spin.path, spin.body, Date.now() + 5_000)
      expect(again.round).toEqual(spin.answer.round)
    }
    await expectCleanBooks(world.pool, told)
  },
)

test('asked to end, it answers what it has begun', { timeout: 60_000 }, async () => {
  const asked = made.map((player) => {
    const operation = nextOperation(player, () => 0)
    return ask(player, operation.path, operation.body, Date.now() + 20_000).then((answer) => ({ operation, answer }))
  })
  const stopped = server?.stop()
  // What came too late for this process is answered by the next one, under the same id.
  await stopped
  await start()
  const answered = await Promise.all(asked)
  expect(answered.map(({ answer }) => answer.status)).toEqual(made.map(() => 'success'))
  const told = answered.map(({ operation }): Acknowledged => {
    return { memberId: operation.player.memberId, key: operation.key, told: 'effect' }
  })
  await expectCleanBooks(world.pool, told)
})
