import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Jackpot } from '#contract/jackpot.ts'
import { percentOf } from '#domain/comp.ts'
import { amountToWire, type Amount } from '#domain/money.ts'

/**
 * The jackpot pools and their growth rate. Each figure is read after it was requested, so that one who requests it from
 * several processes in turn never sees it fall; a process has one reading at a time and begins at most twenty a second.
 */

export type JackpotMeter = {
  /** The open tiers, mega first; empty while no pool is founded. */
  read: () => Promise<readonly Jackpot[]>
}

/** A pool as it is read: its share in parts per million, and the hit that is announced. */
export type ReadPool = { pool: Amount; sharePpm: number; hit: Amount | null }

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
  readPools: () => Promise<ReadonlyMap<string, ReadPool>>,
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
      const read = pools.get(tier)
      if (read === undefined) {
        samples.delete(tier)
        return []
      }
      const now = { atMs, pool: read.pool }
      const past = remember(samples.get(tier) ?? [], now)
      samples.set(tier, past)
      return [
        {
          tier,
          amount: amountToWire(read.pool),
          ratePerSecond: amountToWire(ratePerSecond(past, now)),
          share: percentOf(read.sharePpm),
          hit: read.hit === null ? null : amountToWire(read.hit),
        },
      ]
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

/**
 * The open pools. Their newest hit is announced when its round was shown, which the displayed balance assumes after a
 * minute, so that no page reveals a result before the window does; and to the second minute after it.
 */
async function readPools(pool: Pool): Promise<ReadonlyMap<string, ReadPool>> {
  const { rows } = await pool.query<{ tier: string } & ReadPool>({
    name: 'jackpot-pools',
    text: `SELECT t.tier, t.share_ppm AS "sharePpm", (SELECT sum(s.pool)::bigint FROM jackpot_shard s WHERE s.tier = t.tier) AS pool,
              CASE WHEN h.at > now() - interval '120 seconds' AND (h.at <= now() - interval '60 seconds'
                     OR (SELECT r.shown >= json_array_length(r.events::json) FROM round r WHERE r.id = h.round_id))
                THEN h.amount END AS hit
            FROM jackpot_tier t
            LEFT JOIN LATERAL (SELECT * FROM jackpot_hit WHERE tier = t.tier ORDER BY ordinal DESC LIMIT 1) h ON true
            WHERE t.open AND t.closed_at IS NULL`,
  })
  return new Map(rows.map(({ tier, ...read }) => [tier, read]))
}
