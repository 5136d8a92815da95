import type pg from 'pg'
import { auditChecks } from './audit-checks.ts'
import type { BookCheck } from './book-check.ts'
import { kinds } from './events.ts'
import { requestChecks } from './request-checks.ts'

/**
 * The oracle: what must be true of the books at any time. Each check is one statement that returns the faults it finds;
 * no row means a clean check. That each acknowledged operation is in the books exactly once, and each refused one
 * absent, is checked by tests from the lists of their callers.
 */
export type BookFault = { check: string; subject: string; detail: string }
export type BooksReport = {
  faults: BookFault[]
  checks: number
  journalRows: bigint
  tookMs: number
  /** Each check with the number of listed faults and its duration. */
  each: { name: string; faults: number; ms: number }[]
  /** The end of the audit chain in the checked snapshot. */
  auditEnd: { seq: bigint; hash: Buffer }
}

/** The checks did not finish within their time limit. */
export class BooksOverdue extends Error {
  override name = 'BooksOverdue'
}

const mostFaults = 20
/** The time limit of a run by default. */
const usualLimitMs = 3_600_000
/** The time limit of the command-line tool, whose user waits: a day. */
export const longestRunMs = 86_400_000
/** A connection that is silent for this long after the time limit counts as dead. */
const silenceMs = 5_000

export const bookChecks: readonly BookCheck[] = [
  {
    name: 'postings',
    description: 'The legs of every event sum to zero, and every event names its contra.',
    sql: `SELECT coalesce(member_id::text, 'house') || '/' || seq AS subject, 'legs sum to ' || sum(amount) AS detail
      FROM posting GROUP BY member_id, seq HAVING sum(amount) <> 0`,
  },
  {
    name: 'contra',
    description:
      'The contra account of every event belongs to the member’s brand or to the platform, and its class fits the kind.',
    sql: `SELECT j.member_id || '/' || j.seq AS subject, format('contra %s %s', j.contra_id, coalesce(a.class, 'unknown')) AS detail
      FROM journal j JOIN wallet w USING (member_id) LEFT JOIN account a ON a.id = j.contra_id
      WHERE a.id IS NULL OR a.brand_id <> w.brand_id OR NOT CASE
        WHEN j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'transfer_in', 'transfer_out', 'transfer_asked', 'provider_result')})
          THEN a.class = 'gaming'
        WHEN j.kind IN (${kinds('deposit_filed', 'deposit_paid', 'withdraw_filed', 'withdraw_paid', 'withdraw_rejected')})
          THEN a.class = 'cashier_clearing'
        WHEN j.kind = ${kinds('comp_converted')} THEN a.class = 'comp_cost'
        WHEN j.kind = ${kinds('issue')} THEN a.class = 'play_money_issue'
        WHEN j.kind = ${kinds('jackpot')} THEN a.class IN ('jackpot_pool', 'jackpot_reserve')
        ELSE a.class NOT IN ('jackpot_pool', 'jackpot_reserve') END
      UNION ALL
      SELECT w.member_id::text, 'the wallet is of another brand than its member'
      FROM wallet w LEFT JOIN member m ON m.id = w.member_id WHERE m.brand_id IS DISTINCT FROM w.brand_id`,
  },
  {
    name: 'wallet',
    description: 'Each wallet equals its last journal row.',
    sql: `SELECT w.member_id::text AS subject,
        format('wallet %s/%s/%s/%s at %s, journal %s/%s/%s/%s', w.cash, w.held, w.in_play, w.comp, w.seq,
          j.cash, j.held, j.in_play, j.comp) AS detail
      FROM wallet w LEFT JOIN journal j ON j.member_id = w.member_id AND j.seq = w.seq
      WHERE (w.seq = 0 AND (w.cash, w.held, w.in_play, w.comp) <> (0, 0, 0, 0))
        OR (w.seq > 0 AND (w.cash, w.held, w.in_play, w.comp) IS DISTINCT FROM (j.cash, j.held, j.in_play, j.comp))`,
  },
  {
    name: 'steps',
    description: 'No gap in seq, and each balance after is the one before plus the delta.',
    sql: `SELECT member_id || '/' || seq AS subject, 'does not follow from the row before' AS detail FROM (
        SELECT member_id, seq, cash, held, in_play, comp, d_cash, d_held, d_in_play, d_comp,
          lag(seq, 1, 0::bigint) OVER m AS p_seq, lag(cash, 1, 0::bigint) OVER m AS p_cash,
          lag(held, 1, 0::bigint) OVER m AS p_held, lag(in_play, 1, 0::bigint) OVER m AS p_in_play,
          lag(comp, 1, 0::bigint) OVER m AS p_comp
        FROM journal WINDOW m AS (PARTITION BY member_id ORDER BY seq)) step
      WHERE seq <> p_seq + 1 OR cash <> p_cash + d_cash OR held <> p_held + d_held
        OR in_play <> p_in_play + d_in_play OR comp <> p_comp + d_comp`,
  },
  {
    name: 'tail',
    description: 'No journal row lies beyond its wallet.',
    sql: `SELECT j.member_id || '/' || max(j.seq) AS subject, 'wallet is at ' || coalesce(w.seq::text, 'none') AS detail
      FROM journal j LEFT JOIN wallet w USING (member_id) GROUP BY j.member_id, w.seq
      HAVING w.seq IS NULL OR max(j.seq) > w.seq`,
  },
  {
    name: 'below-zero',
    description: 'No account of a member is below zero.',
    sql: `SELECT member_id::text AS subject, 'below zero' AS detail FROM wallet
      WHERE least(cash, held, in_play, comp, turnover_due, unseen) < 0
      UNION ALL SELECT member_id || '/' || seq, 'below zero' FROM journal WHERE least(cash, held, in_play, comp) < 0`,
  },
  {
    name: 'money-of-kind',
    description:
      'Every kind moves its own amounts: a bet its stake, a win its pay, a spin both; a transfer takes as much as it gives.',
    sql: `SELECT j.member_id || '/' || j.seq AS subject, format('%s moved %s/%s/%s/%s for stake %s and pay %s', k.name,
        j.d_cash, j.d_held, j.d_in_play, j.d_comp, j.stake, j.pay) AS detail
      FROM journal j JOIN journal_kind k ON k.id = j.kind
      WHERE NOT CASE k.name
          WHEN 'bet' THEN j.pay = 0 AND j.d_cash = -j.stake AND j.d_held = 0 AND j.d_in_play IN (0, j.stake)
          WHEN 'win' THEN j.stake = 0 AND j.d_cash = j.pay AND j.d_held = 0 AND j.d_in_play <= 0 AND j.d_comp = 0
          WHEN 'spin' THEN j.d_cash = j.pay - j.stake AND j.d_held = 0 AND j.d_in_play = 0
          WHEN 'rollback' THEN j.d_cash >= 0 AND j.d_held = 0 AND j.d_in_play <= 0 AND j.d_comp <= 0
          WHEN 'tombstone' THEN (j.d_cash, j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0, 0)
          WHEN 'deposit_filed' THEN (j.d_cash, j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0, 0)
          WHEN 'deposit_paid' THEN j.d_cash > 0 AND (j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0)
          WHEN 'withdraw_filed' THEN j.d_held > 0 AND (j.d_cash, j.d_in_play, j.d_comp) = (-j.d_held, 0, 0)
          WHEN 'withdraw_paid' THEN j.d_held < 0 AND (j.d_cash, j.d_in_play, j.d_comp) = (0, 0, 0)
          WHEN 'withdraw_rejected' THEN j.d_held < 0 AND (j.d_cash, j.d_in_play, j.d_comp) = (-j.d_held, 0, 0)
          WHEN 'comp_converted' THEN j.d_cash >= 0 AND (j.d_comp, j.d_held, j.d_in_play) = (-j.d_cash, 0, 0)
          WHEN 'issue' THEN j.d_cash >= 0 AND j.d_comp >= 0 AND (j.d_held, j.d_in_play) = (0, 0)
          WHEN 'jackpot' THEN j.d_cash > 0 AND (j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0)
          WHEN 'transfer_in' THEN j.d_in_play >= 0 AND (j.d_cash, j.d_held, j.d_comp) = (-j.d_in_play, 0, 0)
          WHEN 'transfer_out' THEN j.d_in_play <= 0 AND (j.d_cash, j.d_held, j.d_comp) = (-j.d_in_play, 0, 0)
          WHEN 'transfer_asked' THEN (j.d_cash, j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0, 0)
          WHEN 'provider_result' THEN j.d_in_play <> 0 AND (j.d_cash, j.d_held, j.d_comp) = (0, 0, 0)
          ELSE true END
        OR (k.name NOT IN ('bet', 'win', 'spin', 'adjustment') AND (j.stake, j.pay) <> (0, 0))`,
  },
  {
    name: 'comp',
    description: 'A stake earns comp at the rate on its row, floored, and the rate is of the member’s brand.',
    sql: `SELECT j.member_id || '/' || j.seq AS subject, format('earned %s on %s at %s ppm', j.d_comp, j.stake, c.rate_ppm) AS detail
      FROM journal j JOIN wallet w USING (member_id) LEFT JOIN comp_rate c ON c.id = j.rate_id
     
        WHERE j.kind IN (${kinds('bet', 'spin')}) AND (j.d_comp <> scale_ppm_floor(j.stake, coalesce(c.rate_ppm, 0)) OR c.brand_id <> w.brand_id)`,
  },
  {
    name: 'turnover',
    description: 'The turnover due equals what deposits added less what stakes reduced.',
    sql: `SELECT w.member_id::text AS subject, format('due %s, journal %s', w.turnover_due, coalesce(j.due, 0)) AS detail
      FROM wallet w LEFT JOIN (SELECT member_id, sum(d_turnover) AS due FROM journal GROUP BY member_id) j USING (member_id)
      WHERE w.turnover_due <> coalesce(j.due, 0)`,
  },
  {
    name: 'keys',
    description:
      'One key has one effect, and its event is where the ledger looks: in the archive up to wallet.archived_seq, else in the journal.',
    sql: `SELECT member_id || ' ' || source || ' ' || key AS subject, count(*) || ' rows' AS detail
      FROM journal GROUP BY member_id, source, key HAVING count(*) > 1
      UNION ALL
      SELECT w.member_id::text, format('archived up to %s, the archive holds %s up to %s, the journal begins at %s', w.archived_seq,
        coalesce(a.events, 0), coalesce(a.last, 0), j.first)
      FROM wallet w LEFT JOIN (SELECT member_id, count(*) AS events, max(seq) AS last FROM journal_archive GROUP BY member_id) a
        USING (member_id)
      CROSS JOIN LATERAL (SELECT min(seq) AS first FROM ONLY journal WHERE member_id = w.member_id) j
      WHERE w.archived_seq <> coalesce(a.events, 0) OR w.archived_seq <> coalesce(a.last, 0)
        OR (w.seq > 0 AND j.first IS DISTINCT FROM w.archived_seq + 1)`,
  },
  {
    name: 'rollbacks',
    description:
      'A rollback undoes exactly what its bet did, comp as far as the balance allowed; a bet whose rollback came first has no effect.',
    sql: `SELECT r.member_id || '/' || r.seq AS subject, 'bet ' || coalesce(b.stake::text, 'unknown') AS detail
      FROM journal r LEFT JOIN journal b ON b.member_id = r.member_id AND b.source = -r.source AND b.key = r.key
      WHERE r.source < 0 AND CASE WHEN r.kind = ${kinds('tombstone')} THEN b.kind = ${kinds('bet')}
        ELSE b.seq IS NULL OR b.kind <> ${kinds('bet')} OR r.d_cash <> b.stake OR r.d_in_play <> -b.d_in_play OR r.d_turnover <> -b.d_turnover
          OR -r.d_comp > b.d_comp END`,
  },
  {
    name: 'rounds',
    description:
      'Each round is booked once with the same stake and pay, each spin has its round, no nonce is missing, and each round was drawn from a seed of its member that was not revealed.',
    sql: `SELECT coalesce(r.id, j.ref)::text AS subject, 'round and journal differ' AS detail
      FROM round r FULL JOIN (SELECT * FROM journal WHERE kind = ${kinds('spin')}) j ON j.member_id = r.member_id AND j.ref = r.id
      WHERE r.id IS NULL OR j.seq IS NULL OR r.stake <> j.stake OR r.pay <> j.pay
      UNION ALL
      SELECT w.member_id::text, format('%s rounds, next nonce %s', count(r.id), w.nonce)
      FROM wallet w LEFT JOIN round r USING (member_id) GROUP BY w.member_id, w.nonce
      HAVING count(r.id) <> w.nonce OR coalesce(max(r.nonce), -1) <> w.nonce - 1
      UNION ALL
      SELECT w.member_id::text, format('%s spins, next nonce %s', coalesce(j.spins, 0), w.nonce)
      FROM wallet w LEFT JOIN (SELECT member_id, count(*) AS spins FROM journal WHERE kind = ${kinds('spin')}
        GROUP BY member_id) j USING (member_id)
      WHERE coalesce(j.spins, 0) <> w.nonce
      UNION ALL
      SELECT r.id::text, CASE WHEN s.id IS NULL THEN 'the seed is not the member’s' ELSE 'drawn from a seed that was revealed' END
      FROM round r LEFT JOIN member_seed s ON s.id = r.seed_id AND s.member_id = r.member_id
      WHERE s.id IS NULL OR r.at > s.revealed_at`,
  },
  {
    name: 'seed-pairs',
    description:
      'The seed pairs of a member are numbered without a gap, each of the chain is followed by a commitment, the newest is the one in use, and the rounds of a pair are numbered between its first and the next pair’s first.',
    sql: `WITH pair AS (SELECT s.*, row_number() OVER member AS place, lead(first_nonce) OVER member AS next_nonce,
          lead(id) OVER member AS next_id
        FROM member_seed s WINDOW member AS (PARTITION BY member_id ORDER BY ordinal))
      SELECT member_id || '/' || ordinal AS subject, 'a pair before it is missing' AS detail FROM pair WHERE ordinal <> place
      UNION ALL
      SELECT member_id || '/' || ordinal, 'no commitment follows' FROM pair
      -- A seed abandoned with its lost key has a space in its client seed.
      WHERE scheme = 'chain' AND position(' ' IN client_seed) = 0 AND next_id IS NULL
      UNION ALL
      SELECT w.member_id || '/' || p.ordinal, 'in use, but not the newest pair, or revealed' FROM wallet w JOIN pair p ON p.id = w.seed_id
      WHERE p.client_seed IS NULL OR p.revealed_at IS NOT NULL OR p.next_nonce IS NOT NULL
      UNION ALL
      SELECT r.id::text, format('number %s outside pair %s', r.nonce, p.ordinal) FROM round r JOIN pair p ON p.id = r.seed_id
      WHERE r.nonce < p.first_nonce OR r.nonce >= p.next_nonce`,
  },
  {
    name: 'round-pays',
    description:
      'What a round pays is its units times the unit of its stake, one unit for a version of a game; its events end with the same units.',
    // Equal rounds are checked once: even many rounds have few different event lists.
    sql: `WITH checked AS MATERIALIZED (
        SELECT game_version_id, stake, pay, units, CASE WHEN events IS JSON ARRAY THEN (events::json -> -1)::text END AS last,
          any_value(id) AS id
        FROM round GROUP BY game_version_id, stake, pay, units, last
      ), unit AS (
        SELECT game_version_id, mode() WITHIN GROUP (ORDER BY units * stake::numeric / pay) AS per_stake
        FROM checked WHERE pay > 0 AND units > 0 GROUP BY game_version_id
      )
      SELECT c.id::text AS subject, format('pays %s of %s, %s units; its events end with %s', c.pay, c.stake, c.units, left(c.last, 100)) AS detail
      FROM checked c LEFT JOIN unit u USING (game_version_id)
      WHERE (c.units = 0) <> (c.pay = 0) OR (c.units > 0 AND c.units::numeric * c.stake <> c.pay * u.per_stake)
        OR c.last::json ->> 'type' IS DISTINCT FROM 'totalWin' OR c.last::json ->> 'pay' IS DISTINCT FROM c.units::text`,
  },
  ...requestChecks,
  {
    name: 'whole-house',
    description:
      'Issued money equals what members own, hold and have in play, the jackpots, and what the platform kept.',
    // The legs of each event sum to zero (postings), so the platform's sum is that of the members with the opposite
    // sign, as long as every brand has its comp cost account: the view omits the events of a brand without one.
    sql: `SELECT 'house' AS subject, format('members %s, journal %s', m.money, h.money) AS detail
      FROM (SELECT coalesce(sum(cash + held + in_play + comp), 0) AS money FROM wallet) m,
        (SELECT coalesce(sum(d_cash + d_held + d_in_play + d_comp), 0) AS money FROM journal) h
      WHERE m.money <> h.money
      UNION ALL
      SELECT b.code, 'the brand has no comp cost account' FROM brand b WHERE NOT EXISTS (
        SELECT 1 FROM account a WHERE a.brand_id = b.id AND a.class = 'comp_cost' AND a.reference = '')`,
  },
  {
    name: 'jackpots',
    description: 'The shards hold the money that went into pools and reserves and has not been paid.',
    sql: `SELECT t.tier AS subject, format('shards %s, accounts %s', s.money, coalesce(p.money, 0)) AS detail
      FROM jackpot_tier t
      JOIN (SELECT tier, sum(pool + reserve) AS money FROM jackpot_shard GROUP BY tier) s USING (tier)
      LEFT JOIN (SELECT a.reference AS tier, sum(legs.money) AS money FROM (
          SELECT contra_id AS account_id, -(d_cash + d_held + d_in_play) AS money FROM journal WHERE kind = ${kinds('jackpot')}
          UNION ALL SELECT a.id, sum(CASE a.reference WHEN 'mega' THEN j.share_mega WHEN 'major' THEN j.share_major
              ELSE j.share_minor END) FROM journal j, account a
            WHERE a.class = 'jackpot_pool' AND coalesce(j.share_mega, j.share_major, j.share_minor) IS NOT NULL GROUP BY a.id
          UNION ALL SELECT from_id, -amount FROM house_entry
          UNION ALL SELECT to_id, amount FROM house_entry) legs
        JOIN account a ON a.id = legs.account_id AND a.class IN ('jackpot_pool', 'jackpot_reserve') GROUP BY a.reference) p
      USING (tier)
      WHERE s.money <> coalesce(p.money, 0)`,
  },
  {
    name: 'limits',
    description: 'A limit’s counter equals the events of its period, and the wallet of a member with limits is marked.',
    sql: `WITH counted AS MATERIALIZED (
        SELECT c.member_id, c.kind, c.period, c.starts, c.used FROM limit_counter c
        UNION
        SELECT l.member_id, l.kind, l.period, limit_starts(l.period, now(), b.time_zone), coalesce(c.used, 0)
        FROM member_limit l JOIN member m ON m.id = l.member_id JOIN brand b ON b.id = m.brand_id
        LEFT JOIN limit_counter c ON c.member_id = l.member_id AND c.kind = l.kind AND c.period = l.period
          AND c.starts = limit_starts(l.period, now(), b.time_zone)
        WHERE l.ended_at IS NULL AND l.kind <> 'session_time'
      ), moved AS MATERIALIZED (
        SELECT j.member_id, coalesce(b.at, j.at) AT TIME ZONE z.time_zone AS at,
          CASE WHEN j.kind = ${kinds('deposit_paid')} THEN j.d_cash ELSE 0 END AS deposit,
          CASE j.kind WHEN 4 THEN -b.stake WHEN 1 THEN j.stake WHEN 3 THEN j.stake ELSE 0 END AS wager,
          CASE j.kind WHEN 4 THEN -b.stake WHEN 7 THEN 0 WHEN 18 THEN -j.d_in_play ELSE j.stake - j.pay END AS loss
        FROM journal j JOIN member m ON m.id = j.member_id JOIN brand z ON z.id = m.brand_id
        LEFT JOIN journal b ON j.kind = ${kinds('rollback')} AND b.member_id = j.member_id AND b.source = -j.source AND b.key = j.key
       
          WHERE j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'deposit_paid', 'provider_result')}) AND j.member_id IN (SELECT member_id FROM counted)
      ), summed AS (
        SELECT v.member_id, p.period, date_trunc(p.period, v.at)::date AS starts, sum(v.deposit) AS deposit, sum(v.wager) AS wager,
          sum(v.loss) AS loss
        FROM moved v, (VALUES ('day'), ('week'), ('month')) p (period) GROUP BY 1, 2, 3
      )
      SELECT c.member_id::text AS subject, format('%s of the %s from %s: counted %s, journal %s', c.kind, c.period, c.starts, c.used,
          CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0) ELSE coalesce(s.loss, 0) END) AS detail
      FROM counted c LEFT JOIN summed s USING (member_id, period, starts)
      WHERE c.used <> CASE c.kind WHEN 'deposit' THEN coalesce(s.deposit, 0) WHEN 'wager' THEN coalesce(s.wager, 0)
        ELSE coalesce(s.loss, 0) END
      UNION ALL
      SELECT w.member_id::text, 'has a limit and is not marked' FROM wallet w
      WHERE NOT w.limited AND EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = w.member_id AND l.ended_at IS NULL)`,
  },
  {
    name: 'in-play',
    description: 'Money at transfer-wallet providers is part of what is in play.',
    sql: `SELECT w.member_id::text AS subject, format('in play %s, at providers %s', w.in_play, sum(t.amount)) AS detail
      FROM wallet w JOIN transfer_balance t USING (member_id) GROUP BY w.member_id, w.in_play HAVING sum(t.amount) > w.in_play`,
  },
  {
    name: 'transfers',
    description:
      'The balance at each transfer-wallet provider equals what went there less what came back plus what play changed; each transfer is posted as its state requires.',
    sql: `SELECT member_id || ' at ' || provider_id AS subject, format('journal %s, balance %s', coalesce(j.money, 0), coalesce(b.amount, 0)) AS detail
      FROM (SELECT j.member_id, t.provider_id, sum(j.d_in_play) AS money FROM journal j
          JOIN transfer t ON t.id = j.ref AND t.member_id = j.member_id
            WHERE j.kind IN (${kinds('transfer_in', 'transfer_out', 'provider_result')}) GROUP BY 1, 2) j
        FULL JOIN transfer_balance b USING (member_id, provider_id)
      WHERE coalesce(j.money, 0) <> coalesce(b.amount, 0)
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('kind %s about %s, which is no such transfer', j.kind, coalesce(j.ref::text, 'nothing'))
      FROM journal j LEFT JOIN transfer t ON t.id = j.ref AND t.member_id = j.member_id
      WHERE j.kind IN (${kinds('transfer_in', 'transfer_out', 'transfer_asked', 'provider_result')}) AND (t.id IS NULL
        OR (j.kind = ${kinds('transfer_in')} AND t.direction = 'out') OR (j.kind = ${kinds('transfer_asked')} AND t.direction = 'in')
        OR (j.kind IN (${kinds('transfer_in', 'transfer_asked')}) AND j.key <> t.request_key)
          OR (j.kind IN (${kinds('transfer_in', 'transfer_out')}) AND abs(j.d_in_play) <> t.amount)
        OR (j.kind = ${kinds('provider_result')} AND t.state <> 'done'))
      UNION ALL
      SELECT t.id::text, format('%s %s, asked %s times, given back %s times', t.direction, t.state,
        count(j.seq) FILTER (WHERE j.kind IN (${kinds('transfer_in', 'transfer_asked')})),
          count(j.seq) FILTER (WHERE j.kind = ${kinds('transfer_out')}))
      FROM transfer t LEFT JOIN journal j ON j.member_id = t.member_id AND j.ref = t.id
        AND j.kind IN (${kinds('transfer_in', 'transfer_out', 'transfer_asked')})
      GROUP BY t.id, t.direction, t.state
      HAVING count(j.seq) FILTER (WHERE j.kind IN (${kinds('transfer_in', 'transfer_asked')})) <> 1
        OR
          count(j.seq) FILTER (WHERE j.kind = ${kinds('transfer_out')}) <> (t.state = CASE t.direction WHEN 'in' THEN 'refused' ELSE 'done' END)::int`,
  },
  ...auditChecks,
]

export type BooksOptions = {
  /** Called with each check as it begins. */
  onProgress?: (check: BookCheck) => void
  /** Whether a program runs on this database, so that audit rows are expected to be chained. */
  expectsChain?: boolean
  /** Ends the run early, which then throws. `pool` must have a second connection for that. */
  signal?: AbortSignal
  /** Time limit of the whole run, by default that of a scheduled one; after it, `BooksOverdue` is thrown. */
  limitMs?: number
}

/** Runs every check in one read-only snapshot, on one connection of `pool`. At most 20 faults a check are listed. */
export async function checkBooks(pool: pg.Pool, options: BooksOptions = {}): Promise<BooksReport> {
  const started = performance.now()
  const endsAt = started + (options.limitMs ?? usualLimitMs)
  const client = await pool.connect()
  let isOver = false
  let cancel = (): void => {}
  const onAbort = (): void => void (isOver ? undefined : cancel())
  options.signal?.addEventListener('abort', onAbort)
  // A dead connection delivers neither a result nor a cancellation.
  const watchdog = setTimeout(() => void endClient(client), endsAt - started + silenceMs)
  try {
    cancel = await cancelOf(pool, client)
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Sorts in memory and uses at most one processor, so that play is not slowed down.
    await client.query(`SET LOCAL work_mem = '64MB'`)
    await client.query(`SET LOCAL max_parallel_workers_per_gather = 0`)
    await client.query(`SELECT set_config('baize.chaining', $1, true)`, [options.expectsChain ? 'expected' : ''])
    const report: Pick<BooksReport, 'faults' | 'each'> = { faults: [], each: [] }
    for (const check of bookChecks) {
      options.signal?.throwIfAborted()
      options.onProgress?.(check)
      const begun = performance.now()
      if (begun >= endsAt) throw new BooksOverdue(`the time limit was reached before ${check.name}`)
      await client.query(`SET LOCAL statement_timeout = ${Math.ceil(endsAt - begun)}`)
      const found = await client.query<{ subject: string; detail: string }>(`${check.sql} LIMIT ${mostFaults}`)
      for (const row of found.rows) report.faults.push({ check: check.name, ...row })
      report.each.push({ name: check.name, faults: found.rows.length, ms: Math.round(performance.now() - begun) })
    }
    const size = await client.query<{ rows: bigint; seq: bigint; hash: Buffer }>(
      'SELECT (SELECT count(*) FROM journal) AS rows, seq, hash FROM audit_head',
    )
    await client.query('COMMIT')
    const { rows = 0n, seq = 0n, hash = Buffer.alloc(0) } = size.rows[0] ?? {}
    return {
      ...report,
      checks: bookChecks.length,
      journalRows: rows,
      tookMs: performance.now() - started,
      auditEnd: { seq, hash },
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw performance.now() >= endsAt ? new BooksOverdue('the time limit was reached', { cause: error }) : error
  } finally {
    isOver = true
    clearTimeout(watchdog)
    options.signal?.removeEventListener('abort', onAbort)
    client.release()
  }
}

/** Terminates a connection in the middle of a statement, which then rejects. */
async function endClient(client: pg.PoolClient & { end?: () => Promise<void> }): Promise<void> {
  await client.end?.().catch(() => {})
}

/** Returns a function that cancels a connection's statement over another connection. */
async function cancelOf(pool: pg.Pool, client: pg.PoolClient): Promise<() => void> {
  const backend = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = backend.rows[0]?.pid ?? 0
  return () => void pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {})
}
