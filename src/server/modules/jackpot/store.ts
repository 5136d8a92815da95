import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Jackpot } from '#contract/jackpot.ts'
import { amountToWire, type Amount } from '#domain/money.ts'

/**
 * The jackpot pools and their growth rate. Each figure is read after it was requested, so that one who requests it from
 * several processes in turn never sees it fall; a process has one reading at a time and begins at most twenty a second.
 */

export type JackpotMeter = {
  /** The open tiers, mega first; empty while no pool is founded. */
  read: () => Promise<readonly Jackpot[]>
}

type Sample = { atMs: number; pool: Amount }
type Tier = (typeof tiers)[number]

const tiers = ['mega', 'major', 'minor'] as const
const betweenReadingsMs = 50
const betweenSamplesMs = 1_000
/** The rate is averaged over this time. */
const rememberMs = 180_000
const shortestSpanMs = 5_000

const meters = new WeakMap<Pool, JackpotMeter>()

/** The one meter per process and database. */
export function jackpotMeterOf(pool: Pool): JackpotMeter {
  const cached = meters.get(pool)
  if (cached) return cached
  const made = createJackpotMeter(
    () => readPools(pool),
    () => performance.now(),
  )
  meters.set(pool, made)
  return made
}

/** A meter over any reader of the pools; `nowMs` is a monotonic clock, `wait` sleeps for some ms. */
export function createJackpotMeter(
  readPools: () => Promise<ReadonlyMap<string, Amount>>,
  nowMs: () => number,
  wait: (ms: number) => Promise<unknown> = sleep,
): JackpotMeter {
  const samples = new Map<Tier, readonly Sample[]>()
  let begunMs = -Infinity
  /** The reading under way or the last one; it never rejects. */
  let last: Promise<unknown> = Promise.resolve()
  /** The reading that has not begun yet, which further callers join. */
  let next: Promise<readonly Jackpot[]> | null = null

  async function readNow(): Promise<readonly Jackpot[]> {
    const pools = await readPools()
    const atMs = nowMs()
    return tiers.flatMap((tier) => {
      const pool = pools.get(tier)
      if (pool === undefined) {
        samples.delete(tier)
        return []
      }
      const now = { atMs, pool }
      const past = remember(samples.get(tier) ?? [], now)
      samples.set(tier, past)
      return [{ tier, amount: amountToWire(pool), ratePerSecond: amountToWire(ratePerSecond(past, now)) }]
    })
  }

  async function readNext(): Promise<readonly Jackpot[]> {
    await last
    const early = begunMs + betweenReadingsMs - nowMs()
    if (early > 0) await wait(early)
    next = null
    begunMs = nowMs()
    const reading = readNow()
    last = reading.catch(() => undefined)
    return reading
  }

  return { read: () => (next ??= readNext()) }
}

/** The samples of the last minutes, one a second; a pool that was paid out starts again. */
function remember(past: readonly Sample[], now: Sample): readonly Sample[] {
  const before = past.at(-1)
  if (before === undefined || now.pool < before.pool) return [now]
  if (now.atMs - before.atMs < betweenSamplesMs) return past
  return [...past.filter((sample) => now.atMs - sample.atMs <= rememberMs), now]
}

/** Growth per second since the oldest sample, rounded down; 0 while that is too recent. */
function ratePerSecond([first]: readonly Sample[], now: Sample): Amount {
  if (first === undefined) return 0n
  const spanMs = now.atMs - first.atMs
  return spanMs < shortestSpanMs ? 0n : ((now.pool - first.pool) * 1_000n) / BigInt(Math.round(spanMs))
}

async function readPools(pool: Pool): Promise<ReadonlyMap<string, Amount>> {
  const { rows } = await pool.query<{ tier: string; pool: bigint }>({
    name: 'jackpot-pools',
    text: `SELECT t.tier, sum(s.pool)::bigint AS pool FROM jackpot_tier t JOIN jackpot_shard s ON s.tier = t.tier
            WHERE t.open AND t.closed_at IS NULL GROUP BY t.tier`,
  })
  return new Map(rows.map((row) => [row.tier, row.pool]))
}
