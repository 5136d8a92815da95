import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amountFromWire, wholeUnits, type Amount } from '#domain/money.ts'
import type { CrashPoint } from '#server/crash-point.ts'
import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { ownDrawing } from '#server/ledger/redraw.ts'
import { foundJackpots } from '#server/seed/demo.ts'
import { checkAcknowledged } from '#test/acknowledged.ts'
import { linkedGame } from '#test/any-slot.ts'
import { holdBooking } from '#test/held-booking.ts'
import { seededRandom } from '#test/random.ts'
import { acknowledgedBy, callUntilAnswered, noAttempts, type Operation } from './callers.ts'
import { carryOut } from './crash-points.ts'
import { openFaultApp, makePlayer, type FaultApp, type Player } from './fault-app.ts'
import { compareHits } from './jackpots/compare.ts'
import { hittingEngine } from './jackpots/hitting-engine.ts'
import { checkReplays } from './oracle.ts'
import { sleep, waitFor, type FaultProgram } from './program.ts'

/**
 * The moments of a hit, in their order: before its statement is sent; within it, when the round, the wallet and the pools have changed
 * and the row of the hit is missing, after which the database ends the statement or completes it; and after its commit.
 */
const moments = [
  'money.before-send',
  'within, then rolled back',
  'within, then committed',
  'money.committed',
  'spin.booked',
  'api.before-answer',
] as const satisfies readonly (CrashPoint | `within, then ${string}`)[]
type Moment = (typeof moments)[number]

/** How often the server is killed at a moment, and how often its connections to the database are cut there. */
type Step = { moment: Moment; kills: number; cuts: number }

const sizes: Record<'full' | 'short', { players: number; plan: readonly Step[]; restMs: number }> = {
  full: {
    players: 16,
    plan: moments.map((moment) => ({ moment, kills: 8, cuts: isWithin(moment) ? 0 : 5 })),
    restMs: 0,
  },
  // A start takes seconds, so only one moment has a kill.
  short: {
    players: 6,
    plan: [
      { moment: 'within, then committed', kills: 1, cuts: 0 },
      { moment: 'money.committed', kills: 0, cuts: 1 },
    ],
    restMs: 20,
  },
}

/** Nearly every round at the largest stake hits a jackpot; those at the smallest feed the pools. */
const [hitStake, feedStake] = [Math.max(...linkedGame.stakes), Math.min(...linkedGame.stakes)]
const hitShare = 0.7

/** `kill -9` of one of two servers in the moment of a hit; its callers repeat their spins under the same keys. */
export const jackpotKills: FaultProgram = {
  description: 'A server is killed in each moment of a jackpot that is hit: the jackpot is paid once.',
  async run({ size, seed, steps, log, on }) {
    const { players, plan, restMs } = sizes[size]
    const folder = await mkdtemp(join(tmpdir(), 'baize-orders-'))
    const orders = join(folder, 'orders')
    const hooks = ['./crash-hook.ts', './jackpots/hitting-hook.ts'].map((path) => new URL(path, import.meta.url).href)
    const app = await openFaultApp({
      players: 0,
      on,
      env: { FAULT_ORDERS: orders, BOOKS_EVERY_MINUTES: '0' },
      nodeArgs: hooks.flatMap((hook) => ['--import', hook]),
    })
    try {
      await app.site.db.transaction().execute((tx) => foundJackpots(tx, app.brand.id))
      const [, another] = await Promise.all([app.start(), app.startAnother()])
      const ports = [app.port, another.port]
      for (let index = 0; index < players; index += 1)
        app.players.push(await makePlayer(app.site, app.brand, { cash: allCash, gameCode: linkedGame.code }))
      const draw = seededRandom(seed)
      const play: Play = { done: [], isRunning: true, isOtherPaused: false, waiting: 0, restMs, draw }
      const playing = app.players.map((player, index) => playAll(player, ports[index % 2] ?? 0, index % 2 === 1, play))
      const callers = Promise.all(playing)
      // A caller that fails is reported when all have ended.
      callers.catch(() => {})
      const crash = async (moment: Moment, how: 'die' | 'cut'): Promise<void> => {
        const before = play.done.length
        await crashAt(app, { moment, how }, { orders, play, superUrl: on?.superUrl ?? app.database?.superUrl })
        await waitFor(() => play.done.length >= before + players)
      }
      const ended = { kills: 0, cuts: 0 }
      for (const { moment, kills, cuts } of plan) {
        for (let kill = 0; kill < Math.min(kills, steps ?? kills); kill += 1, ended.kills += 1)
          await crash(moment, 'die')
        for (let cut = 0; cut < Math.min(cuts, steps ?? cuts); cut += 1, ended.cuts += 1) await crash(moment, 'cut')
        log(`${moment}: ${ended.kills} kills, ${ended.cuts} cuts, ${play.done.length} rounds`)
      }
      play.isRunning = false
      await callers
      return { figures: { ...ended, ...figuresOf(play) }, faults: await compareAll(app, play) }
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const allCash = wholeUnits(1_000_000_000)
const patienceMs = 60_000

/** `isLate`: an answer to this round was lost before. */
type Spun = Operation & { isLate: boolean }
/** `waiting`: callers of the server that is not killed, which wait until their pause ends. */
type Play = {
  done: Spun[]
  isRunning: boolean
  isOtherPaused: boolean
  waiting: number
  restMs: number
  draw: () => number
}

async function playAll(player: Player, port: number, isOther: boolean, play: Play): Promise<void> {
  while (play.isRunning) {
    if (isOther && play.isOtherPaused) {
      play.waiting += 1
      while (play.isOtherPaused) await sleep(5)
      play.waiting -= 1
    }
    const key = randomUUID()
    const stake = play.draw() < hitShare ? hitStake : feedStake
    const request = { player, key, path: '/api/play/spin', body: { requestId: key, stake: String(stake) } }
    const attempts = noAttempts()
    const answer = await callUntilAnswered(port, request, { attempts, patienceMs })
    play.done.push({ ...request, answer, isLate: attempts.ambiguous > 0 })
    await sleep(play.restMs)
  }
}

type Crashing = { orders: string; play: Play; superUrl: string | undefined }

function isWithin(moment: Moment): moment is Exclude<Moment, CrashPoint> {
  return moment.startsWith('within')
}

async function crashAt(
  app: FaultApp,
  { moment, how }: { moment: Moment; how: 'die' | 'cut' },
  { orders, play, superUrl }: Crashing,
): Promise<void> {
  if (!isWithin(moment)) return carryOut(app, { orders, moment, which: 1 + Math.floor(play.draw() * 20), how })
  if (superUrl === undefined) throw new Error('kills within a statement need the superuser of the database')
  const url = superUrl.replace(/[^/]*$/, app.urls.ownerUrl.split('/').at(-1) ?? '')
  const superPool = createPool(url, { max: 2 })
  // Only the server that is killed has a statement to hold.
  play.isOtherPaused = true
  try {
    await waitFor(() => play.waiting === Math.floor(app.players.length / 2))
    const held = await holdBooking(superPool, 'jackpot_hit')
    try {
      await held.untilHeld()
      await app.server().kill()
      if (moment === 'within, then rolled back') await held.end('terminate')
    } finally {
      await held.release()
    }
  } finally {
    play.isOtherPaused = false
    await superPool.end()
  }
  await app.start()
}

function hitOf({ answer }: Operation): Amount | null {
  return amountFromWire(answer.round?.jackpot ?? '')
}

function figuresOf({ done }: Play): Record<string, number> {
  const hits = done.filter((one) => hitOf(one) !== null)
  return { rounds: done.length, hits: hits.length, answeredLate: hits.filter((one) => one.isLate).length }
}

/** Every round took effect once, as it was answered; books, seeds and repeated calls say the same. */
async function compareAll(app: FaultApp, { done }: Play): Promise<string[]> {
  const failed = done.filter(({ answer }) => answer.status !== 'success')
  const { lost, twice, phantom } = await checkAcknowledged(app.pool, acknowledgedBy(done))
  const paid = new Map(
    done.flatMap((one) => (hitOf(one) === null ? [] : [[one.answer.round?.roundId ?? '', hitOf(one)]])),
  )
  const faults = [
    ...failed.map(({ key, answer }) => `spin ${key} was answered ${answer.status}`),
    ...lost.map((name) => `acknowledged and lost: ${name}`),
    ...twice.map((name) => `done twice: ${name}`),
    ...phantom.map((name) => `refused and booked: ${name}`),
    ...(await compareHits(app.ownerPool, { paid })),
    ...(await checkReplays(app, done, 25)),
  ]
  // The books join tables that grew from nothing within minutes.
  await app.ownerPool.query('ANALYZE')
  const drawing = { ...ownDrawing, engine: hittingEngine }
  const books = await checkBooks(app.ownerPool, { secret: app.site.config.secret, drawing })
  return [...faults, ...books.faults.map((one) => `${one.check}: ${one.subject}: ${one.detail}`)]
}
