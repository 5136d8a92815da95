import type { MemberAnswers } from '#contract/member-api.ts'
import { momentAt, wallClock } from '#domain/brand-time.ts'
import type { Database } from '#server/db/pool.ts'
import { shownRun } from '#server/ledger/book-runs.ts'
import { headsText, readDayHeads, type DayHead } from '#server/ledger/day-heads.ts'
import type { Brand } from '#server/http/brands.ts'
import { sql } from 'kysely'

/**
 * The public state of the books, read at most once in five seconds per brand, however many guests call. The heads of
 * ended days no longer change and are read once a day, unless the brand's time zone changes.
 */

type Fairness = Omit<Extract<MemberAnswers['get-fairness'], { status: 'success' }>, 'status' | 'message'>

const freshMs = 5_000
const days = 30
const dayMs = 86_400_000
/** A day's head is published this long after its end: acts of the last seconds are chained a moment later. */
const settledMs = 600_000

type Cached = { atMs: number; value: Promise<Fairness>; heads: { day: string; value: DayHead[] } | null }
const caches = new WeakMap<Database, Map<number, Cached>>()

/** The state of a brand's books. Rejects as the database does; a failure is not cached. */
export async function readFairness(
  db: Database,
  brand: Pick<Brand, 'id' | 'timeZone' | 'databaseNow'>,
): Promise<Fairness> {
  const byBrand = caches.get(db) ?? new Map<number, Cached>()
  caches.set(db, byBrand)
  const cached = byBrand.get(brand.id)
  if (cached !== undefined && performance.now() - cached.atMs < freshMs) return cached.value
  const made: Cached = { atMs: performance.now(), value: Promise.resolve(emptyState), heads: cached?.heads ?? null }
  made.value = readNow(db, brand, made)
  byBrand.set(brand.id, made)
  made.value.catch(() => byBrand.delete(brand.id))
  return made.value
}

const emptyState: Fairness = {
  books: { checkedAt: null, outcome: null, rounds: 0 },
  moneyOutStoppedSince: null,
  heads: [],
}

async function readNow(
  db: Database,
  brand: Pick<Brand, 'id' | 'timeZone' | 'databaseNow'>,
  cached: Cached,
): Promise<Fairness> {
  const today = lastSettledDay(brand)
  const [books, heads] = await Promise.all([
    readBooks(db, brand.id),
    cached.heads?.day === dayIn(brand, today) ? cached.heads.value : readHeads(db, today, brand.timeZone),
  ])
  cached.heads = heads === null ? null : { day: dayIn(brand, today), value: heads }
  return { ...books, heads: (heads ?? []).map(({ day, kind, head }) => ({ day, kind, head })) }
}

/** The nonce of a wallet counts its rounds; the books check compares them. */
async function readBooks(db: Database, brandId: number): Promise<Omit<Fairness, 'heads'>> {
  const { rows } = await sql<{
    stopped_at: Date | null
    ended_at: Date | null
    outcome: 'clean' | 'faults' | 'failed' | null
    rounds: bigint
  }>`
    SELECT m.stopped_at, r.ended_at, r.outcome,
      (SELECT coalesce(sum(nonce), 0)::bigint FROM wallet WHERE brand_id = ${brandId}) AS rounds
    FROM money_out m LEFT JOIN LATERAL ${shownRun} r ON true`.execute(db)
  const row = rows[0]
  return {
    books: {
      checkedAt: row?.ended_at?.toISOString() ?? null,
      outcome: row?.outcome ?? null,
      rounds: Number(row?.rounds ?? 0n),
    },
    moneyOutStoppedSince: row?.stopped_at?.toISOString() ?? null,
  }
}

/** The heads of the last days before `today`; null while an act of them waits to be chained. */
async function readHeads(db: Database, today: string, timeZone: string, most = days): Promise<DayHead[] | null> {
  const first = wallClock(new Date(momentAt(today, 0, timeZone).getTime() - most * dayMs + dayMs / 2), timeZone).day
  return readDayHeads(db, { first, until: today, timeZone })
}

/** Days in the file of heads. */
const fileDays = 400
type HeadsFile = { day: string; atMs: number; text: Promise<string | null> }
const files = new WeakMap<Database, Map<number, HeadsFile>>()

/**
 * The heads of a brand's last 400 ended days as the text of a file, one JSON object a line; read once a day, however
 * many ask. Null while an act of them waits to be chained.
 */
export async function readHeadsFile(
  db: Database,
  brand: Pick<Brand, 'id' | 'timeZone' | 'databaseNow'>,
): Promise<string | null> {
  const byBrand = files.get(db) ?? new Map<number, HeadsFile>()
  files.set(db, byBrand)
  const today = lastSettledDay(brand)
  const cached = byBrand.get(brand.id)
  if (cached?.day === dayIn(brand, today)) {
    const text = await cached.text
    if (text !== null || performance.now() - cached.atMs < freshMs) return text
  }
  const text = readHeads(db, today, brand.timeZone, fileDays).then((heads) =>
    heads === null ? null : headsText(heads),
  )
  byBrand.set(brand.id, { day: dayIn(brand, today), atMs: performance.now(), text })
  text.catch(() => byBrand.delete(brand.id))
  return text
}

/** A day with its zone: what was read for it is that of no other zone. */
function dayIn(brand: Pick<Brand, 'timeZone'>, today: string): string {
  return `${today} ${brand.timeZone}`
}

/** The day that has not ended, or not for long enough; the days before it are published. */
function lastSettledDay(brand: Pick<Brand, 'timeZone' | 'databaseNow'>): string {
  return wallClock(new Date(brand.databaseNow().getTime() - settledMs), brand.timeZone).day
}
