import { isOpen } from '#domain/money-request-decision.ts'
import { firstDay, type Model } from '#test/ledger-model.ts'
import type { Ids } from './calls.ts'
import type { SimApp } from './sim-app.ts'

/** A value that differs between the model and the database, to the unit; `memberId` null where it belongs to no member. */
export type Difference = { memberId: bigint | null; what: string; model: string; real: string }

/** Compares the whole model with the database. Requests and transfers that changed before `since` are not compared again. */
export async function compareAll(app: SimApp, model: Model, ids: Ids, since: number): Promise<Difference[]> {
  const found: Difference[] = []
  const differ = (memberId: bigint | null, what: string, expected: string, real: string | undefined): void => {
    if (expected !== (real ?? 'nothing')) found.push({ memberId, what, model: expected, real: real ?? 'nothing' })
  }
  const read = async (text: string, values: unknown[] = []): Promise<Map<string, string>> => {
    const { rows } = await app.ownerPool.query<{ name: string; value: string }>(text, values)
    return new Map(rows.map((row) => [row.name, row.value]))
  }
  const wallets = await read(`
    SELECT w.member_id::text AS name, concat_ws('/', cash, held, in_play, comp, turnover_due, seq, nonce,
      coalesce(extract(epoch FROM nullif(m.excluded_until, 'infinity'))::numeric(20, 3)::text,
        CASE WHEN m.excluded_until IS NULL THEN 'never' ELSE 'ever' END)) AS value
    FROM wallet w JOIN member m ON m.id = w.member_id`)
  const limits = await read(
    `SELECT concat_ws('/', member_id, kind, period) AS name, most::text AS value FROM member_limit WHERE ended_at IS NULL`,
  )
  const raises = await read(`SELECT concat_ws('/', member_id, kind, period) AS name,
    concat_ws(' ', coalesce(most::text, 'none'), (extract(epoch FROM effective_from) * 1000)::bigint) AS value FROM limit_raise`)
  const counters =
    await read(`SELECT concat_ws('/', member_id, kind, period, (extract(epoch FROM starts::timestamp) * 1000)::bigint) AS name,
    used::text AS value FROM limit_counter`)
  const there = await read(
    `SELECT concat_ws('/', member_id, provider_id) AS name, amount::text AS value FROM transfer_balance`,
  )
  const moment = new Date(since).toISOString()
  const requests = await read(
    `SELECT id::text AS name, concat_ws(' ', state, coalesce(credited, 0), coalesce(claimed_by, 0), coalesce(approved_by, 0)) AS value
     FROM money_request WHERE changed_at >= $1 OR state NOT IN ('paid', 'rejected', 'cancelled')`,
    [moment],
  )
  const transfers = await read(
    `SELECT id::text AS name, concat_ws(' ', CASE WHEN state IN ('sent', 'unknown') THEN 'asked' ELSE state END, coalesce(amount, 0)) AS value
     FROM transfer WHERE changed_at >= $1`,
    [moment],
  )
  const byId = new Map([...ids].map(([key, id]) => [id, key]))
  const requestsByKey = new Map([...requests].map(([id, value]) => [byId.get(id) ?? id, value]))
  const transfersByKey = new Map([...transfers].map(([id, value]) => [byId.get(id) ?? id, value]))
  const compared = { requests: 0, transfers: 0, limits: 0, raises: 0 }

  for (const [memberId, member] of model.members) {
    const { cash, held, inPlay, comp, turnoverDue, seq, nonce } = member.wallet
    const until = member.excludedUntil
    const excluded = until === Infinity ? 'ever' : until === -Infinity ? 'never' : (until / 1_000).toFixed(3)
    differ(
      memberId,
      'wallet',
      [cash, held, inPlay, comp, turnoverDue, seq, nonce, excluded].join('/'),
      wallets.get(String(memberId)),
    )
    for (const [name, { kind, period, most }] of member.limits) {
      compared.limits += 1
      differ(memberId, `limit ${name}`, String(most), limits.get(`${memberId}/${name}`))
      if (kind === 'session_time') continue
      const place = `${name}/${firstDay(period, model.now)}`
      differ(
        memberId,
        `counter ${place}`,
        String(member.used.get(place) ?? 0n),
        counters.get(`${memberId}/${place}`) ?? '0',
      )
    }
    for (const [name, raise] of member.raises) {
      compared.raises += 1
      differ(memberId, `raise ${name}`, `${raise.most ?? 'none'} ${raise.from}`, raises.get(`${memberId}/${name}`))
    }
    for (const [provider, amount] of member.atProviders) {
      differ(memberId, `at provider ${provider}`, String(amount), there.get(`${memberId}/${provider}`) ?? '0')
    }
    for (const request of member.requests) {
      const real = requestsByKey.get(request.key)
      if (real === undefined && !isOpen(request.state)) continue
      compared.requests += 1
      differ(
        memberId,
        `request ${request.key.slice(0, 8)}`,
        [request.state, request.credited ?? 0n, request.claimedBy ?? 0n, request.approvedBy ?? 0n].join(' '),
        real,
      )
    }
    for (const transfer of member.transfers) {
      const real = transfersByKey.get(transfer.key)
      if (real === undefined) continue
      compared.transfers += 1
      differ(memberId, `transfer ${transfer.key.slice(0, 8)}`, `${transfer.state} ${transfer.amount ?? 0n}`, real)
    }
  }
  // Counters of earlier periods that are kept do not change.
  for (const [name, value] of counters) {
    const [memberId = '', ...place] = name.split('/')
    const used = model.members.get(BigInt(memberId))?.used.get(place.join('/')) ?? 0n
    differ(BigInt(memberId), `counter ${place.join('/')}`, String(used), value)
  }
  differ(null, 'requests compared', String(compared.requests), String(requests.size))
  differ(null, 'transfers compared', String(compared.transfers), String(transfers.size))
  differ(null, 'limits in force', String(compared.limits), String(limits.size))
  differ(null, 'raises pending', String(compared.raises), String(raises.size))
  await compareTiers(app, model, differ)
  return found
}

async function compareTiers(
  app: SimApp,
  model: Model,
  differ: (memberId: null, what: string, expected: string, real: string | undefined) => void,
): Promise<void> {
  const { rows } = await app.ownerPool.query<{ tier: string; pool: bigint; reserve: bigint }>(
    'SELECT tier, sum(pool)::bigint AS pool, sum(reserve)::bigint AS reserve FROM jackpot_shard GROUP BY tier',
  )
  for (const { tier, pool, reserve } of rows) {
    const open = model.tiers.get(tier)
    differ(null, `jackpot ${tier}`, `${open?.pool ?? 0n} ${open?.reserve ?? 0n}`, `${pool} ${reserve}`)
  }
}
