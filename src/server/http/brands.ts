import type { Amount } from '#domain/money.ts'
import type { DepositAccount } from '#domain/deposit-account.ts'
import type { Maintenance } from '#domain/maintenance.ts'
import type { Pool } from 'pg'

/** The brands, kept in memory: every request is resolved from its `Host` without a query. */

export type Brand = {
  id: number
  code: string
  name: string
  timeZone: string
  mode: 'play' | 'real'
  minSpinMs: number
  realityCheckMs: number
  turnoverPpm: number
  registration: 'open' | 'approval' | 'closed'
  codeRequired: boolean
  minAge: number
  approvalMinutes: number
  deposit: { min: Amount; max: Amount; step: Amount }
  withdraw: { min: Amount; max: Amount; step: Amount }
  quickAmounts: readonly Amount[]
  /** Minutes since midnight in the brand's zone; equal to `cashCloses`: open all day. */
  cashOpens: number
  cashCloses: number
  cashExpectedMinutes: number
  depositAccount: DepositAccount
  /** Where a visitor may ask whose registration cannot be completed online; empty: not set. */
  contact: string
  /** As set by the office; `isMaintained` decides with `databaseNow` whether it is on. */
  maintenance: Maintenance | null
  /**
   * The database's clock when the brand was read, continued by this process's monotonic clock: the system clock may be
   * wrong.
   */
  databaseNow: () => Date
  /** Every domain of the brand, lower case. */
  domains: readonly string[]
}

export type Brands = {
  /** The brand of a host name without port; loopback is the default brand; null for an unknown host. */
  ofHost: (hostname: string) => Brand | null
  byId: (id: number) => Brand | null
  all: () => readonly Brand[]
  /** Reads the table again; done automatically every few seconds. */
  refresh: () => Promise<void>
  stop: () => void
}

type BrandRow = {
  id: number
  code: string
  name: string
  time_zone: string
  mode: 'play' | 'real'
  min_spin_ms: number
  reality_check_ms: number
  turnover_ppm: number
  registration: 'open' | 'approval' | 'closed'
  code_required: boolean
  min_age: number
  approval_minutes: number
  amounts: string[]
  quick_amounts: string[]
  cash_opens: number
  cash_closes: number
  cash_expected_minutes: number
  deposit_account: string
  deposit_bank: string | null
  deposit_number: string | null
  deposit_owner: string | null
  contact: string
  maintenance_since: Date | null
  maintenance_until: Date | null
  maintenance_texts: Record<string, string>
  read_at: Date
  domains: string[]
  is_default: boolean
}

const refreshMs = 5_000
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/**
 * Reads the brands now and periodically; a failed refresh keeps the last result. Throws when the first read fails.
 * A single brand is the default; with several and no default, loopback is unknown.
 */
export async function loadBrands(pool: Pool, onError: (error: unknown) => void): Promise<Brands> {
  let brands = await readBrands(pool)
  const refresh = async (): Promise<void> => {
    brands = await readBrands(pool)
  }
  const timer = setInterval(() => refresh().catch(onError), refreshMs)
  timer.unref()
  return {
    ofHost: (hostname) => (loopback.has(hostname) ? brands.loopback : (brands.byDomain.get(hostname) ?? null)),
    byId: (id) => brands.byId.get(id) ?? null,
    all: () => brands.all,
    refresh,
    stop: () => clearInterval(timer),
  }
}

type BrandIndex = { all: Brand[]; byId: Map<number, Brand>; byDomain: Map<string, Brand>; loopback: Brand | null }

async function readBrands(pool: Pool): Promise<BrandIndex> {
  const { rows } = await pool.query<BrandRow>(`
    SELECT b.id, b.code, b.name, b.time_zone, b.mode, b.min_spin_ms, b.reality_check_ms, b.turnover_ppm,
           b.registration, b.code_required, b.min_age, b.approval_minutes,
           ARRAY[b.deposit_min, b.deposit_max, b.deposit_step, b.withdraw_min, b.withdraw_max, b.withdraw_step]::text[] AS amounts,
           b.quick_amounts::text[] AS quick_amounts, b.cash_opens, b.cash_closes, b.cash_expected_minutes,
           b.deposit_account, b.deposit_bank, b.deposit_number, b.deposit_owner, b.contact, b.maintenance_since, b.maintenance_until, b.maintenance_texts, clock_timestamp() AS read_at,
           coalesce(array_agg(d.domain ORDER BY d.domain) FILTER (WHERE d.domain IS NOT NULL), '{}') AS domains,
           coalesce(bool_or(d.is_default), false) AS is_default
      FROM brand b LEFT JOIN brand_domain d ON d.brand_id = b.id
     GROUP BY b.id ORDER BY b.id`)
  const readMs = performance.now()
  const all = rows.map((row) => brandOf(row, readMs))
  const defaultIndex = rows.length === 1 ? 0 : rows.findIndex((row) => row.is_default)
  return {
    all,
    byId: new Map(all.map((brand) => [brand.id, brand])),
    byDomain: new Map(all.flatMap((brand) => brand.domains.map((domain) => [domain, brand] as const))),
    loopback: all[defaultIndex] ?? null,
  }
}

function brandOf(row: BrandRow, readMs: number): Brand {
  const [depositMin, depositMax, depositStep, withdrawMin, withdrawMax, withdrawStep] = row.amounts.map(BigInt)
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    timeZone: row.time_zone,
    mode: row.mode,
    minSpinMs: row.min_spin_ms,
    realityCheckMs: row.reality_check_ms,
    turnoverPpm: row.turnover_ppm,
    registration: row.registration,
    codeRequired: row.code_required,
    minAge: row.min_age,
    approvalMinutes: row.approval_minutes,
    deposit: { min: depositMin ?? 0n, max: depositMax ?? 0n, step: depositStep ?? 1n },
    withdraw: { min: withdrawMin ?? 0n, max: withdrawMax ?? 0n, step: withdrawStep ?? 1n },
    quickAmounts: row.quick_amounts.map(BigInt),
    cashOpens: row.cash_opens,
    cashCloses: row.cash_closes,
    cashExpectedMinutes: row.cash_expected_minutes,
    depositAccount: depositAccountOf(row),
    contact: row.contact,
    maintenance: row.maintenance_since === null ? null : { until: row.maintenance_until, texts: row.maintenance_texts },
    databaseNow: () => new Date(row.read_at.getTime() + performance.now() - readMs),
    domains: row.domains,
  }
}

/** The columns of a brand that hold its deposit account. */
type DepositColumns = Pick<BrandRow, 'deposit_account' | 'deposit_bank' | 'deposit_number' | 'deposit_owner'>

/** A brand's deposit account: of a bank where one is set, else the free text. */
export function depositAccountOf(row: DepositColumns): DepositAccount {
  const { deposit_bank: bank, deposit_number: number, deposit_owner: owner } = row
  return bank === null || number === null || owner === null ? { text: row.deposit_account } : { bank, number, owner }
}
