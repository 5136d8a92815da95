import type { Pool } from 'pg'
import type { Jackpot } from '#contract/jackpot.ts'
import { amountToWire, type Amount } from '#domain/money.ts'

/** The jackpot pools and their growth rate: read at most once in two seconds, with samples of some minutes. */

export type JackpotMeter = {
  /** The open tiers, mega first; empty while no pool is founded. */
  read: () => Promise<readonly Jackpot[]>
}

type Sample = { atMs: number; pool: Amount }
type Tier = (typeof tiers)[number]

const tiers = ['mega', 'major', 'minor'] as const
const freshMs = 2_000
/** The rate is averaged over this time; a pool that was paid out starts again. */
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

/** A meter over any reader of the pools; `nowMs` is a monotonic clock. */
export function createJackpotMeter(
  readPools: () => Promise<ReadonlyMap<string, Amount>>,
  nowMs: () => number,
): JackpotMeter {
  const samples = new Map<Tier, Sample[]>()
  let last: { atMs: number; jackpots: Promise<readonly Jackpot[]> } | null = null

  async function readNow(): Promise<readonly Jackpot[]> {
    const pools = await readPools()
    const atMs = nowMs()
    return tiers.flatMap((tier) => {
      const pool = pools.get(tier)
      if (pool === undefined) {
        samples.delete(tier)
        return []
      }
      const past = remember(samples.get(tier) ?? [], { atMs, pool })
      samples.set(tier, past)
      return [{ tier, amount: amountToWire(pool), ratePerSecond: amountToWire(ratePerSecond(past)) }]
    })
  }

  return {
    read: () => {
      if (last !== null && nowMs() - last.atMs < freshMs) return last.jackpots
      const reading = { atMs: nowMs(), jackpots: readNow() }
      // A failed reading is not cached: the next caller reads again.
      reading.jackpots.catch(() => {
        if (last === reading) last = null
      })
      last = reading
      return reading.jackpots
    },
  }
}

function remember(past: readonly Sample[], now: Sample): Sample[] {
  const before = past.at(-1)
  if (before !== undefined && now.pool < before.pool) return [now]
  return [...past.filter((sample) => now.atMs - sample.atMs <= rememberMs), now]
}

/** Growth per second between the oldest sample and the newest, rounded down; 0 while they are too close. */
function ratePerSecond(past: readonly Sample[]): Amount {
  const [first] = past
  const newest = past.at(-1)
  if (first === undefined || newest === undefined) return 0n
  const spanMs = newest.atMs - first.atMs
  return spanMs < shortestSpanMs ? 0n : ((newest.pool - first.pool) * 1_000n) / BigInt(Math.round(spanMs))
}

async function readPools(pool: Pool): Promise<ReadonlyMap<string, Amount>> {
  const { rows } = await pool.query<{ tier: string; pool: bigint }>({
    name: 'jackpot-pools',
    text: `SELECT t.tier, sum(s.pool)::bigint AS pool FROM jackpot_tier t JOIN jackpot_shard s ON s.tier = t.tier
            WHERE t.open GROUP BY t.tier`,
  })
  return new Map(rows.map((row) => [row.tier, row.pool]))
}
