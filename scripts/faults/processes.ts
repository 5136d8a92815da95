import { randomUUID } from 'node:crypto'
import { scaledMs } from '#test/machine.ts'
import type { ServerProcess } from '../server-process.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import {
  callUntilAnswered,
  isTransfer,
  operationWithTransfers,
  startCallers,
  usualOperation,
  withoutPins,
  type Callers,
  type Operation,
} from './callers.ts'
import { makePlayer, openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, waitFor, type FaultProgram } from './program.ts'

const sizes = {
  full: { count: 3, cycles: 4, players: 32, stoppedMs: 30_000, timeoutMs: 15_000, spinsAtOnce: 100, restMs: 20 },
  // Two processes and no kill. The limit of an idle transaction is never above that of a statement, so it ends soon.
  short: { count: 2, cycles: 1, players: 8, stoppedMs: 2_500, timeoutMs: 1_500, spinsAtOnce: 10, restMs: 200 },
} as const

const longestDelayMs = 12_000

/** Three processes behind a balancer: one is stopped, one is killed and started again, the links are cut. */
export const processes: FaultProgram = {
  description:
    'Of three processes behind a balancer one is stopped for 30 s, one is killed, all lose their links: nothing is lost, nobody waits for more than 12 s.',
  async run({ size, seed, steps, log, on }) {
    const { count, players, stoppedMs, timeoutMs, spinsAtOnce, restMs } = sizes[size]
    const cycles = steps ?? sizes[size].cycles
    const isShort = size === 'short'
    // The full size measures the real limits.
    const scaled = isShort ? scaledMs : (ms: number): number => ms
    const app = await openFaultApp({
      players,
      transfers: !isShort,
      on,
      env: { LOG_LEVEL: 'fatal', DATABASE_TIMEOUT_MS: String(Math.min(60_000, scaled(timeoutMs))) },
    })
    const balancer = await openBalancer()
    const site: Site = { app, balancer, running: [], stops: [], extra: [], faults: [] }
    try {
      while (site.running.length < count) site.running.push(await app.startAnother())
      aim(site)
      const pace = await spinAtOnce(site, spinsAtOnce)
      const callers = startCallers(app, {
        seed,
        restMs,
        port: balancer.port,
        patienceMs: 180_000,
        next: withoutPins(isShort ? usualOperation : operationWithTransfers),
      })
      await waitFor(() => callers.done.length > players)
      for (let cycle = 1; cycle <= cycles; cycle += 1) {
        await stopOne(site, cycle, scaled(stoppedMs))
        await answersFrom(callers, players * 2)
        if (!isShort) await killOne(site, cycle)
        await answersFrom(callers, players * 2)
        await cutLinks(site)
        await answersFrom(callers, players * 2)
        log(`cycle ${cycle}: ${callers.done.length} answers, ${callers.attempts.ambiguous} lost`)
      }
      await callers.stop()
      const delays = delaysOf([...callers.done, ...site.extra], site)
      const faults = [...site.faults, ...(await checkOracle(app, [...callers.done, ...site.extra]))]
      faults.push(...(await checkReplays(Object.assign(app, { port: balancer.port }), callers.done, 25)))
      if (delays.longestMs > scaledMs(longestDelayMs))
        faults.push(`a member waited ${delays.longestMs} ms while a process was stopped`)
      if (pace.refused > 0)
        faults.push(`${pace.refused} spins of one member at three processes were refused as too soon`)
      return {
        figures: {
          cycles,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          ambiguous: callers.attempts.ambiguous,
          busy: callers.attempts.busy,
          transactionsOfStopped: site.stops.reduce((sum, stop) => sum + stop.held, 0),
          locksHeldMs: Math.max(...site.stops.map((stop) => stop.heldMs)),
          delayed: delays.delayed,
          longestDelayMs: delays.longestMs,
          longestTransferMs: delays.longestTransferMs,
          spinsAtOnce: pace.spins.length,
        },
        faults,
      }
    } finally {
      await app.close()
      await balancer.close()
    }
  },
}

/** `held`: open transactions of the stopped process; `heldMs`: until the database had ended all of them. */
type Stop = { fromMs: number; untilMs: number; held: number; heldMs: number }

type Site = {
  app: FaultApp
  balancer: Balancer
  running: ServerProcess[]
  stops: Stop[]
  /** Calls beside those of the callers. */
  extra: Operation[]
  faults: string[]
}

function aim({ balancer, running }: Site): void {
  balancer.aim(running.map((one) => one.port))
}

async function answersFrom(callers: Callers, count: number): Promise<void> {
  const wanted = callers.done.length + count
  await waitFor(() => callers.done.length >= wanted)
}

/** Stops a process within a transaction, for a time; then it goes on and serves again. */
async function stopOne(site: Site, cycle: number, forMs: number): Promise<void> {
  const target = site.running[cycle % site.running.length]
  if (target === undefined) return
  const call = await stopWithin(site, target)
  await sleep(200)
  const held = await openTransactions(site.app, 150)
  if (held === 0) site.faults.push(`cycle ${cycle}: the process was not stopped within a transaction`)
  const fromMs = Date.now()
  let heldMs = 0
  while (Date.now() - fromMs < forMs) {
    if ((await openTransactions(site.app, 1_000)) > 0) heldMs = Date.now() - fromMs
    await sleep(100)
  }
  if ((await openTransactions(site.app, 1_000)) > 0)
    site.faults.push(`cycle ${cycle}: the stopped process still holds its locks after ${forMs} ms`)
  if (site.balancer.ready().includes(target.port))
    site.faults.push(`cycle ${cycle}: a stopped process was not taken out`)
  process.kill(target.pid, 'SIGCONT')
  site.extra.push(await call.answered)
  site.stops.push({ fromMs, untilMs: Date.now(), held, heldMs })
  await waitFor(() => site.balancer.ready().length === site.running.length)
  if (site.balancer.ready().length < site.running.length)
    site.faults.push(`cycle ${cycle}: a process did not serve again`)
}

/**
 * Sends a call that waits for a wallet in its transaction, and stops the process. Then it gets the lock, and the
 * transaction waits for its next statement.
 */
async function stopWithin({ app, balancer }: Site, target: ServerProcess): Promise<{ answered: Promise<Operation> }> {
  const player = await makePlayer(app.site, app.brand)
  const holder = await app.ownerPool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM wallet WHERE member_id = $1 FOR UPDATE', [player.memberId])
    const key = randomUUID()
    const request = { player, key, path: '/api/routes/roll-to-balance', body: { requestId: key, point: '1' } }
    void fetch(`http://127.0.0.1:${target.port}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.token}` },
      body: JSON.stringify(request.body),
    }).catch(() => null)
    const until = Date.now() + scaledMs(10_000)
    while (Date.now() < until && !(await isWaitedFor(app))) await sleep(20)
    process.kill(target.pid, 'SIGSTOP')
    // The member's browser repeats the call, which the other processes get.
    const askedMs = Date.now()
    const answered = callUntilAnswered(balancer.port, request, { patienceMs: 180_000 })
    return { answered: answered.then((answer) => ({ ...request, answer, askedMs, answeredMs: Date.now() })) }
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

async function isWaitedFor({ pool }: FaultApp): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'baize'
       AND wait_event_type = 'Lock' AND query LIKE '%ledger_lock%') AS waits`,
  )
  return rows[0]?.waits ?? false
}

/** Transactions that wait for their next statement for longer than some ms: those of processes that run take less. */
async function openTransactions({ pool }: FaultApp, forMs: number): Promise<number> {
  const { rows } = await pool.query<{ held: number }>(
    `SELECT count(*)::int AS held FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'baize' AND state LIKE 'idle in transaction%'
        AND state_change < clock_timestamp() - $1 * interval '1 ms'`,
    [forMs],
  )
  return rows[0]?.held ?? 0
}

async function killOne(site: Site, cycle: number): Promise<void> {
  const killed = site.running[(cycle + 1) % site.running.length]
  await killed?.kill()
  const started = await site.app.startAnother()
  site.running = site.running.map((one) => (one === killed ? started : one))
  aim(site)
}

/** Ends every process's link, and waits until each counts all processes again. */
async function cutLinks({ app, running, faults }: Site): Promise<void> {
  await app.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'baize-events'`,
  )
  const counts = async (): Promise<number[]> =>
    Promise.all(
      running.map(async ({ port }) => {
        const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
        return Number(/^baize_processes (\d+)$/m.exec(text)?.[1] ?? 0)
      }),
    )
  let seen = await counts()
  for (const until = Date.now() + scaledMs(20_000); seen.some((one) => one !== running.length) && Date.now() < until;) {
    await sleep(100)
    seen = await counts()
  }
  if (seen.some((one) => one !== running.length)) faults.push(`the processes count ${seen.join(', ')} of themselves`)
}

/** The operations that overlapped a stop: how long they took, and how many took more than two seconds. */
function delaysOf(
  done: readonly Operation[],
  { stops }: Site,
): { longestMs: number; longestTransferMs: number; delayed: number } {
  const during = done
    .filter(({ askedMs = 0, answeredMs = 0 }) =>
      stops.some(({ fromMs, untilMs }) => askedMs < untilMs && answeredMs > fromMs),
    )
    .map(({ path, askedMs = 0, answeredMs = 0 }) => ({ isTransfer: isTransfer(path), tookMs: answeredMs - askedMs }))
  const longest = (some: typeof during): number => Math.max(0, ...some.map(({ tookMs }) => tookMs))
  return {
    longestMs: longest(during.filter((one) => !one.isTransfer)),
    // A transfer that the stopped process had begun is resolved by another one when its lease has expired.
    longestTransferMs: longest(during.filter((one) => one.isTransfer)),
    delayed: during.filter(({ tookMs }) => tookMs > 2_000).length,
  }
}

/** Different spins of one member at all processes at once, again and again: none may be refused as too soon. */
async function spinAtOnce(
  { app, running, extra }: Site,
  times: number,
): Promise<{ spins: Operation[]; refused: number }> {
  const player = await makePlayer(app.site, app.brand)
  const spins: Operation[] = []
  for (let time = 0; time < times; time += 1) {
    const requests = running.map(async ({ port }) => {
      const key = randomUUID()
      const request = { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
      return { ...request, answer: await callUntilAnswered(port, request) }
    })
    spins.push(...(await Promise.all(requests)))
  }
  extra.push(...spins)
  return { spins, refused: spins.filter((one) => one.answer.status === 'pace').length }
}
