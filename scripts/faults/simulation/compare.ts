import { isOpen } from '#domain/money-request-decision.ts'
import { firstDay, type Model, type ModelMember } from '#test/ledger-model.ts'
import type { Ids } from './calls.ts'
import type { SimApp } from './sim-app.ts'
import type { Sim } from './state.ts'

/**
 * A value that differs between the model and the database, to the unit; `memberId` null where it belongs to no member.
 */
export type Difference = { memberId: bigint | null; what: string; model: string; real: string }

type Differ = (memberId: bigint | null, what: string, expected: string, real: string | undefined) => void

/**
 * Compares the whole model with the database. Requests and transfers that changed before `since` are not compared
 * again.
 */
export async function compareAll(
  { app, model, ids, table }: Pick<Sim, 'app' | 'model' | 'ids' | 'table'>,
  since: number,
): Promise<Difference[]> {
  const found: Difference[] = []
  const differ: Differ = (memberId, what, expected, real) => {
    if (expected !== (real ?? 'nothing')) found.push({ memberId, what, model: expected, real: real ?? 'nothing' })
  }
  const real = await readAll(app, ids, since)
  const compared = { requests: 0, transfers: 0, limits: 0, raises: 0 }
  for (const [memberId, member] of model.members) {
    compareBalances(memberId, member, real, differ)
    compareLimits(memberId, member, real, model.now, differ)
    compared.limits += member.limits.size
    compared.raises += member.raises.size
    const { requests, transfers } = compareRequestsAndTransfers(memberId, member, real, differ)
    compared.requests += requests
    compared.transfers += transfers
  }
  // Counters of earlier periods that are kept do not change.
  for (const [name, value] of real.counters) {
    const [memberId = '', ...place] = name.split('/')
    const used = model.members.get(BigInt(memberId))?.used.get(place.join('/')) ?? 0n
    differ(BigInt(memberId), `counter ${place.join('/')}`, String(used), value)
  }
  differ(null, 'requests compared', String(compared.requests), String(real.requests.size))
  differ(null, 'transfers compared', String(compared.transfers), String(real.transfers.size))
  differ(null, 'limits in force', String(compared.limits), String(real.limits.size))
  differ(null, 'raises pending', String(compared.raises), String(real.raises.size))
  for (const [name, amount] of real.owed) {
    const memberId = BigInt(name.split('/')[0] ?? 0)
    differ(memberId, `owed ${name}`, String(table.owed.get(name) ?? 'nothing'), amount)
  }
  differ(null, 'receivables', String(table.owed.size), String(real.owed.size))
  await compareTiers(app, model, differ)
  return found
}

type Real = Awaited<ReturnType<typeof readAll>>

/** What the database holds, each value as one text under its name; requests and transfers by their key. */
async function readAll(app: SimApp, ids: Ids, since: number) {
  const read = async (text: string, values: unknown[] = []): Promise<Map<string, string>> => {
    const { rows } = await app.ownerPool.query<{ name: string; value: string }>(text, values)
    return new Map(rows.map((row) => [row.name, row.value]))
  }
  const keys = new Map([...ids].map(([key, id]) => [id, key]))
  const byKey = (rows: ReadonlyMap<string, string>): Map<string, string> =>
    new Map([...rows].map(([id, value]) => [keys.get(id) ?? id, value]))
  const moment = new Date(since).toISOString()
  return {
    wallets: await read(`
    SELECT w.member_id::text AS name, concat_ws('/', cash, held, in_play, comp, turnover_due, seq, nonce,
      coalesce(extract(epoch FROM nullif(m.excluded_until, 'infinity'))::numeric(20, 3)::text,
        CASE WHEN m.excluded_until IS NULL THEN 'never' ELSE 'ever' END)) AS value
    FROM wallet w JOIN member m ON m.id = w.member_id`),
    limits: await read(
      `SELECT concat_ws('/', member_id, kind, period) AS name, most::text AS value FROM member_limit WHERE ended_at IS NULL`,
    ),
    raises: await read(`SELECT concat_ws('/', member_id, kind, period) AS name,
    concat_ws(' ', coalesce(most::text, 'none'), (extract(epoch FROM effective_from) * 1000)::bigint) AS value FROM limit_raise`),
    counters:
      await read(`SELECT concat_ws('/', member_id, kind, period, (extract(epoch FROM starts AT TIME ZONE b.time_zone) * 1000)::bigint) AS name,
    used::text AS value FROM limit_counter JOIN member m ON m.id = member_id JOIN brand b ON b.id = m.brand_id`),
    there: await read(
      `SELECT concat_ws('/', member_id, provider_id) AS name, amount::text AS value FROM transfer_balance`,
    ),
    owed: await read(`SELECT concat_ws('/', member_id, round_id) AS name, amount::text AS value FROM receivable`),
    requests: byKey(
      await read(
        `SELECT id::text AS name, concat_ws(' ', state, coalesce(credited, 0), coalesce(claimed_by, 0),
       coalesce((SELECT a.proposed_by FROM approval a WHERE a.subject = q.id AND a.state = 'open'), 0)) AS value
     FROM money_request q WHERE changed_at >= $1 OR state NOT IN ('paid', 'rejected', 'cancelled')`,
        [moment],
      ),
    ),
    transfers: byKey(
      await read(
        `SELECT id::text AS name, concat_ws(' ', CASE WHEN state IN ('sent', 'unknown') THEN 'asked' ELSE state END, coalesce(amount, 0)) AS value
     FROM transfer WHERE changed_at >= $1`,
        [moment],
      ),
    ),
  }
}

function compareBalances(memberId: bigint, member: ModelMember, real: Real, differ: Differ): void {
  const { cash, held, inPlay, comp, turnoverDue, seq, nonce } = member.wallet
  const until = member.excludedUntil
  const excluded = until === Infinity ? 'ever' : until === -Infinity ? 'never' : (until / 1_000).toFixed(3)
  const wallet = [cash, held, inPlay, comp, turnoverDue, seq, nonce, excluded].join('/')
  differ(memberId, 'wallet', wallet, real.wallets.get(String(memberId)))
  for (const [provider, amount] of member.atProviders) {
    differ(memberId, `at provider ${provider}`, String(amount), real.there.get(`${memberId}/${provider}`) ?? '0')
  }
}

/** Limits, the counters of their running periods, and raises. */
function compareLimits(memberId: bigint, member: ModelMember, real: Real, now: number, differ: Differ): void {
  for (const [name, { kind, period, most }] of member.limits) {
    differ(memberId, `limit ${name}`, String(most), real.limits.get(`${memberId}/${name}`))
    if (kind === 'session_time') continue
    const place = `${name}/${firstDay(period, now)}`
    const used = String(member.used.get(place) ?? 0n)
    differ(memberId, `counter ${place}`, used, real.counters.get(`${memberId}/${place}`) ?? '0')
  }
  for (const [name, raise] of member.raises) {
    const expected = `${raise.most ?? 'none'} ${raise.from}`
    differ(memberId, `raise ${name}`, expected, real.raises.get(`${memberId}/${name}`))
  }
}

/** Returns how many were compared. */
function compareRequestsAndTransfers(
  memberId: bigint,
  member: ModelMember,
  real: Real,
  differ: Differ,
): { requests: number; transfers: number } {
  const compared = { requests: 0, transfers: 0 }
  for (const { key, state, credited, claimedBy, proposal } of member.requests) {
    const row = real.requests.get(key)
    if (row === undefined && !isOpen(state)) continue
    compared.requests += 1
    const expected = [state, credited ?? 0n, claimedBy ?? 0n, proposal?.by ?? 0n].join(' ')
    differ(memberId, `request ${key.slice(0, 8)}`, expected, row)
  }
  for (const { key, state, amount } of member.transfers) {
    const row = real.transfers.get(key)
    if (row === undefined) continue
    compared.transfers += 1
    differ(memberId, `transfer ${key.slice(0, 8)}`, `${state} ${amount ?? 0n}`, row)
  }
  return compared
}

async function compareTiers(app: SimApp, model: Model, differ: Differ): Promise<void> {
  const { rows } = await app.ownerPool.query<{ tier: string; pool: bigint; reserve: bigint }>(
    'SELECT tier, sum(pool)::bigint AS pool, sum(reserve)::bigint AS reserve FROM jackpot_shard GROUP BY tier',
  )
  for (const { tier, pool, reserve } of rows) {
    const open = model.tiers.get(tier)
    differ(null, `jackpot ${tier}`, `${open?.pool ?? 0n} ${open?.reserve ?? 0n}`, `${pool} ${reserve}`)
  }
}
