import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { CrashPoint } from '#server/crash-point.ts'
import { seededRandom } from '#test/random.ts'
import { checkAcknowledged } from '#test/acknowledged.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import {
  operationWithTransfers,
  startCallers,
  acknowledgedBy,
  withoutPins,
  type NextOperation,
  type Callers,
} from './callers.ts'
import { startOperators } from './operators.ts'
import { expireLeases, openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

/** The crash points in the server, each with the largest number of passes before the process ends there. */
const moments = {
  'money.before-send': 40,
  'money.committed': 40,
  'spin.booked': 40,
  'api.before-answer': 60,
  'comp.posted': 3,
  'cash-request.filed': 3,
  'transaction.before-commit': 5,
  'transaction.committed': 5,
  'office.posted': 3,
  'office.committed': 3,
  'transfer.taken-up': 3,
  'transfer.provider-answered': 3,
  'transfer.resolved': 1,
  'journal.sealed': 1,
  'audit.chained': 2,
  'drain.begun': 1,
} as const satisfies Record<CrashPoint, number>

/**
 * The moments inside PostgreSQL, each with the trigger that ends the backend there: the wallet has changed and the
 * journal row is missing; everything is written but not committed; rows of the audit are being chained.
 */
const databaseMoments = {
  journal: 'TRIGGER fault_journal BEFORE INSERT ON journal',
  commit: 'CONSTRAINT TRIGGER fault_commit AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED',
  sealing: 'TRIGGER fault_sealing BEFORE UPDATE ON audit',
} as const

/** How often the process ends at each moment, and how often its database connections are cut there. */
const sizes = { full: { deaths: 20, cuts: 5, players: 24 }, short: { deaths: 0, cuts: 1, players: 12 } } as const
/** The short form ends the process only at these moments; at the others it cuts the connections. */
const shortDeaths: readonly CrashPoint[] = ['office.committed']

/** Ends the process, its connections or its backends at named moments between two steps that move money. */
export const crashPoints: FaultProgram = {
  description:
    'The server ends, or loses its database, at each named moment of a booking: nothing is lost or done twice.',
  async run({ size, seed, log, on, steps }) {
    const { cuts, players } = sizes[size]
    const deaths = steps ?? sizes[size].deaths
    const draw = seededRandom(seed)
    const folder = await mkdtemp(join(tmpdir(), 'baize-orders-'))
    const orders = join(folder, 'orders')
    const hook = new URL('./crash-hook.ts', import.meta.url).href
    const app = await openFaultApp({
      players,
      operators: 3,
      transfers: true,
      on,
      env: { FAULT_ORDERS: orders, BOOKS_EVERY_MINUTES: '0' },
      nodeArgs: ['--import', hook],
    })
    try {
      const database = await openDatabaseMoments(on?.superUrl ?? app.database?.superUrl, app.urls.ownerUrl)
      await app.start()
      const callers = startCallers(app, {
        seed,
        ...(size === 'short' ? { next: withoutPins(allKinds), restMs: 20 } : { next: allKinds }),
        patienceMs: callersPatienceMs,
      })
      const office = startOperators(app, { seed, patienceMs: callersPatienceMs })
      const reached: Record<string, number> = {}
      const faults: string[] = []
      const once = async (moment: CrashPoint, how: 'die' | 'cut'): Promise<void> => {
        const which = 1 + Math.floor(draw() * moments[moment])
        await carryOut(app, { orders, moment, which, how }).then(
          () => (reached[moment] = (reached[moment] ?? 0) + 1),
          (error: unknown) => faults.push(String(error)),
        )
      }
      for (const moment of Object.keys(moments) as CrashPoint[]) {
        const most = size === 'short' && shortDeaths.includes(moment) ? 1 : deaths
        for (let death = 0; death < most; death += 1) await once(moment, 'die')
        for (let cut = 0; cut < cuts && moment !== 'drain.begun'; cut += 1) await once(moment, 'cut')
        faults.push(...(await checkSoFar(app, callers, moment)))
        if (size === 'full') log(`${moment}: ${reached[moment] ?? 0} times, ${callers.done.length} answers`)
      }
      for (const moment of Object.keys(databaseMoments) as (keyof typeof databaseMoments)[]) {
        for (let time = 0; time < deaths + cuts; time += 1) {
          await database.end(moment, 1 + Math.floor(draw() * 10))
          reached[moment] = time + 1
        }
        faults.push(...(await checkSoFar(app, callers, moment)))
      }
      await expireLeases(app)
      await Promise.all([callers.stop(), office.stop()])
      await database.close()
      faults.push(...(await checkOracle(app, callers.done, office.done)))
      faults.push(...(await checkReplays(app, callers.done, 25)))
      const succeeded = callers.done.filter((one) => one.answer.status === 'success').length
      const counts = Object.values(reached)
      return {
        figures: {
          moments: counts.length,
          fewestAMoment: Math.min(...counts),
          ended: counts.reduce((sum, count) => sum + count, 0),
          acknowledged: succeeded + office.done.filter((one) => one.status === 'success').length,
          ambiguous: callers.attempts.ambiguous,
        },
        faults,
      }
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Operations as usual, with a larger share of the rare ones. */
const allKinds: NextOperation = (player, draw, lastRound) => {
  if (draw() < 0.5) return operationWithTransfers(player, draw, lastRound)
  const rare = draw()
  // Draws that select transfers, client seeds, comp, deposits and a few withdrawals.
  if (rare < 0.48) return operationWithTransfers(player, steps(0, draw()))
  if (rare < 0.5) return operationWithTransfers(player, steps(1, 0.898), lastRound)
  if (rare < 0.75) return operationWithTransfers(player, steps(1, 0.92))
  return operationWithTransfers(player, steps(1, rare < 0.95 ? 0.97 : 0.99))
}

function steps(...values: number[]): () => number {
  return () => values.shift() ?? 0
}

type Order = { orders: string; moment: CrashPoint; which: number; how: 'die' | 'cut' }
let serial = 0
const patienceMs = 30_000
/** Long, because PIN hashes run at low priority and are slow on a busy machine. */
const callersPatienceMs = 180_000

/** Orders one crash, waits for it, and starts the server again if it has ended. */
export async function carryOut(app: FaultApp, { orders, moment, which, how }: Order): Promise<void> {
  serial += 1
  const server = app.server()
  await rm(`${orders}.done`, { force: true })
  await writeFile(`${orders}.new`, [serial, moment, which, how, server.pid].join(' '))
  await rename(`${orders}.new`, orders)
  // The provider carries out the next call and its response is lost, so the outcome is unknown.
  app.provider?.next('cut-after')
  if (moment === 'drain.begun') process.kill(server.pid, 'SIGTERM')
  const until = performance.now() + scaledMs(patienceMs)
  for (let polls = 1; !existsSync(`${orders}.done`); polls += 1) {
    if (performance.now() > until) {
      await rm(orders, { force: true })
      throw new Error(`${moment} was never reached`)
    }
    // The resolver has to find out what the provider did; expired leases make it start at once.
    if (moment === 'transfer.resolved') {
      if (polls % 50 === 1) app.provider?.next('cut-after', 'cut-after')
      if (polls % 20 === 0) await expireLeases(app)
    }
    await sleep(10)
  }
  if (how === 'cut') return sleep(50)
  while (server.ended() === null) await sleep(5)
  if (server.ended() !== 'SIGKILL') throw new Error(`${moment}: the server ended by itself, ${server.ended()}`)
  await app.start()
  await expireLeases(app)
}

/** Checks the books and what has been acknowledged so far; the callers continue meanwhile. */
async function checkSoFar(app: FaultApp, callers: Callers, moment: string): Promise<string[]> {
  const acknowledged = acknowledgedBy([...callers.done])
  const books = await checkKnownBooks(app.pool, { secret: app.site.config.secret })
  const { lost, twice, phantom } = await checkAcknowledged(app.pool, acknowledged)
  const bad = [
    ...books.faults.map((one) => `${one.check}: ${one.subject}: ${one.detail}`),
    ...lost,
    ...twice,
    ...phantom,
  ]
  return bad.map((fault) => `after ${moment}: ${fault}`)
}

/**
 * Ends a backend from inside, at a moment of a movement of money: by triggers that only this program's database has.
 * The superuser creates them, because no other role may end a backend of the application.
 */
async function openDatabaseMoments(superUrl: string | undefined, ownerUrl: string) {
  if (superUrl === undefined) throw new Error('crash points need the superuser of the database')
  const url = superUrl.replace(/[^/]*$/, ownerUrl.split('/').at(-1) ?? '')
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks between two statements fails the next one, and not the whole run.
  client.on('error', () => {})
  await client.connect()
  await client.query(`
    CREATE SCHEMA fault;
    CREATE SEQUENCE fault.calls;
    CREATE TABLE fault.orders (moment text PRIMARY KEY, which bigint);
    CREATE FUNCTION fault.end_backend() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = fault, pg_temp AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM fault.orders WHERE moment = TG_ARGV[0] AND which IS NOT NULL)
        AND nextval('fault.calls') = (SELECT which FROM fault.orders WHERE moment = TG_ARGV[0])
      THEN
        PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(1);
      END IF;
      RETURN NEW;
    END $$;`)
  for (const moment of Object.keys(databaseMoments)) await client.query(`INSERT INTO fault.orders VALUES ('${moment}')`)
  const last = async (): Promise<bigint> => {
    const { rows } = await client.query<{ last: string }>('SELECT last_value AS last FROM fault.calls')
    return BigInt(rows[0]?.last ?? 0)
  }
  return {
    end: async (moment: keyof typeof databaseMoments, which: number): Promise<void> => {
      // Dropped afterwards: to the books a trigger that no file declares is a fault.
      const trigger = databaseMoments[moment]
      const [, name = '', table = ''] = /TRIGGER (\w+) .* ON (\w+)/.exec(trigger) ?? []
      await client.query(`DROP TRIGGER IF EXISTS ${name} ON ${table};
        CREATE ${trigger} FOR EACH ROW EXECUTE FUNCTION fault.end_backend('${moment}')`)
      const wanted = (await last()) + BigInt(which)
      await client.query('UPDATE fault.orders SET which = $2 WHERE moment = $1', [moment, String(wanted)])
      const until = performance.now() + scaledMs(patienceMs)
      while ((await last()) < wanted) {
        if (performance.now() > until) throw new Error(`${moment} in the database was never reached`)
        await sleep(10)
      }
      await client.query(`UPDATE fault.orders SET which = NULL; DROP TRIGGER IF EXISTS ${name} ON ${table}`)
    },
    close: () => client.end(),
  }
}
