import type pg from 'pg'

/**
 * The oracle: what must be true of the books whatever happened. Each check is one statement that answers the faults it
 * finds; no answer is a clean check. What only a caller can know (each acknowledged operation is in the books exactly
 * once, each refused one is absent) is checked by tests from their own lists.
 */
export type BookCheck = { name: string; says: string; sql: string }
export type BookFault = { check: string; subject: string; detail: string }
export type BooksReport = { faults: BookFault[]; checks: number; journalRows: bigint; tookMs: number }

const mostFaults = 20

export const bookChecks: readonly BookCheck[] = [
  {
    name: 'postings',
    says: 'The legs of every event sum to zero, and every event names its contra.',
    sql: `SELECT coalesce(member_id::text, 'house') || '/' || seq AS subject, 'legs sum to ' || sum(amount) AS detail
      FROM posting GROUP BY member_id, seq HAVING sum(amount) <> 0`,
  },
  {
    name: 'contra',
    says: 'The contra of every event is an account of the member’s own brand or of the house.',
    sql: `SELECT j.member_id || '/' || j.seq AS subject, 'contra ' || j.contra_id AS detail
      FROM journal j JOIN wallet w USING (member_id) LEFT JOIN account a ON a.id = j.contra_id
      WHERE a.id IS NULL OR a.brand_id <> w.brand_id`,
  },
  {
    name: 'wallet',
    says: 'Each wallet equals its last journal row.',
    sql: `SELECT w.member_id::text AS subject,
        format('wallet %s/%s/%s/%s at %s, journal %s/%s/%s/%s', w.cash, w.held, w.in_play, w.comp, w.seq,
          j.cash, j.held, j.in_play, j.comp) AS detail
      FROM wallet w LEFT JOIN journal j ON j.member_id = w.member_id AND j.seq = w.seq
      WHERE (w.seq = 0 AND (w.cash, w.held, w.in_play, w.comp) <> (0, 0, 0, 0))
        OR (w.seq > 0 AND (w.cash, w.held, w.in_play, w.comp) IS DISTINCT FROM (j.cash, j.held, j.in_play, j.comp))`,
  },
  {
    name: 'steps',
    says: 'No gap in seq, and each balance after is the one before plus the delta.',
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
    says: 'No journal row lies beyond its wallet.',
    sql: `SELECT j.member_id || '/' || max(j.seq) AS subject, 'wallet is at ' || coalesce(w.seq::text, 'none') AS detail
      FROM journal j LEFT JOIN wallet w USING (member_id) GROUP BY j.member_id, w.seq
      HAVING w.seq IS NULL OR max(j.seq) > w.seq`,
  },
  {
    name: 'below-zero',
    says: 'No account of a member is below zero.',
    sql: `SELECT member_id::text AS subject, 'below zero' AS detail FROM wallet
      WHERE least(cash, held, in_play, comp, turnover_due, unseen) < 0
      UNION ALL SELECT member_id || '/' || seq, 'below zero' FROM journal WHERE least(cash, held, in_play, comp) < 0`,
  },
  {
    name: 'money-of-kind',
    says: 'Stake and pay are what moved: a bet takes its stake, a win brings its pay, a spin both.',
    sql: `SELECT j.member_id || '/' || j.seq AS subject, k.name || ' moved ' || j.d_cash AS detail
      FROM journal j JOIN journal_kind k ON k.id = j.kind
      WHERE (k.name IN ('bet', 'win', 'spin') AND j.d_cash <> j.pay - j.stake)
        OR (k.name = 'bet' AND j.pay <> 0) OR (k.name = 'win' AND j.stake <> 0)
        OR (k.name IN ('tombstone', 'deposit_filed') AND (j.d_cash, j.d_held, j.d_in_play, j.d_comp) <> (0, 0, 0, 0))`,
  },
  {
    name: 'keys',
    says: 'One key, one effect.',
    sql: `SELECT member_id || ' ' || source || ' ' || key AS subject, count(*) || ' rows' AS detail
      FROM journal GROUP BY member_id, source, key HAVING count(*) > 1`,
  },
  {
    name: 'rollbacks',
    says: 'A rollback gives back exactly the stake of its bet; a bet whose rollback came first never happened.',
    sql: `SELECT r.member_id || '/' || r.seq AS subject, 'bet ' || coalesce(b.stake::text, 'unknown') AS detail
      FROM journal r LEFT JOIN journal b ON b.member_id = r.member_id AND b.source = -r.source AND b.key = r.key
      WHERE r.source < 0 AND CASE WHEN r.kind = 5 THEN b.kind = 1 ELSE b.seq IS NULL OR b.kind <> 1 OR r.d_cash <> b.stake END`,
  },
  {
    name: 'rounds',
    says: 'Each round is booked once with the same stake and pay, each spin has its round, and no nonce is missing.',
    sql: `SELECT coalesce(r.id, j.ref)::text AS subject, 'round and journal differ' AS detail
      FROM round r FULL JOIN (SELECT * FROM journal WHERE kind = 3) j ON j.member_id = r.member_id AND j.ref = r.id
      WHERE r.id IS NULL OR j.seq IS NULL OR r.stake <> j.stake OR r.pay <> j.pay
      UNION ALL
      SELECT w.member_id::text, format('%s rounds, next nonce %s', count(r.id), w.nonce)
      FROM wallet w LEFT JOIN round r USING (member_id) GROUP BY w.member_id, w.nonce
      HAVING count(r.id) <> w.nonce OR coalesce(max(r.nonce), -1) <> w.nonce - 1`,
  },
  {
    name: 'requests',
    says: 'Held money is what open withdrawals ask; a paid request is booked once with its amount.',
    sql: `SELECT w.member_id::text AS subject, format('held %s, open withdrawals %s', w.held, coalesce(sum(q.amount), 0)) AS detail
      FROM wallet w LEFT JOIN money_request q ON q.member_id = w.member_id AND q.type = 'withdraw'
        AND q.state IN ('filed', 'claimed', 'held', 'awaiting_second')
      GROUP BY w.member_id, w.held HAVING w.held <> coalesce(sum(q.amount), 0)
      UNION ALL
      SELECT q.id::text, format('%s %s, booked %s times for %s', q.type, q.state, count(j.seq), coalesce(sum(j.d_cash - j.d_held), 0))
      FROM money_request q LEFT JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id
        AND j.kind = CASE q.type WHEN 'deposit' THEN 7 ELSE 9 END
      GROUP BY q.id, q.type, q.state, q.credited, q.amount
      HAVING (q.state = 'paid') <> (count(j.seq) = 1)
        OR (q.state = 'paid' AND sum(CASE q.type WHEN 'deposit' THEN j.d_cash ELSE -j.d_held END)
          <> CASE q.type WHEN 'deposit' THEN q.credited ELSE q.amount END)`,
  },
  {
    name: 'whole-house',
    says: 'What was issued is what members own, hold and have in play, what the jackpots hold, and what the house kept.',
    sql: `SELECT 'house' AS subject, format('members %s, legs of the house %s', m.money, h.money) AS detail
      FROM (SELECT coalesce(sum(cash + held + in_play + comp), 0) AS money FROM wallet) m,
        (SELECT coalesce(sum(amount), 0) AS money FROM posting WHERE owner = 'house') h
      WHERE m.money + h.money <> 0`,
  },
  {
    name: 'jackpots',
    says: 'The shards hold what went into the pools and reserves and has not been paid.',
    sql: `SELECT t.tier AS subject, format('shards %s, accounts %s', s.money, coalesce(p.money, 0)) AS detail
      FROM jackpot_tier t
      JOIN (SELECT tier, sum(pool + reserve) AS money FROM jackpot_shard GROUP BY tier) s USING (tier)
      LEFT JOIN (SELECT a.reference AS tier, sum(amount) AS money FROM posting JOIN account a ON a.id = account_id
        WHERE a.class IN ('jackpot_pool', 'jackpot_reserve') GROUP BY a.reference) p USING (tier)
      WHERE s.money <> coalesce(p.money, 0)`,
  },
  {
    name: 'in-play',
    says: 'Money at transfer-wallet providers is part of what is in play.',
    sql: `SELECT w.member_id::text AS subject, format('in play %s, at providers %s', w.in_play, sum(t.amount)) AS detail
      FROM wallet w JOIN transfer_balance t USING (member_id) GROUP BY w.member_id, w.in_play HAVING sum(t.amount) > w.in_play`,
  },
]

/**
 * Runs every check in one read-only snapshot. `onProgress` is told each check's name as it begins. At most 20 faults a
 * check are listed.
 */
export async function checkBooks(pool: pg.Pool, onProgress?: (check: BookCheck) => void): Promise<BooksReport> {
  const started = performance.now()
  const client = await pool.connect()
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(`SET LOCAL statement_timeout = '10min'`)
    const faults: BookFault[] = []
    for (const check of bookChecks) {
      onProgress?.(check)
      const found = await client.query<{ subject: string; detail: string }>(`${check.sql} LIMIT ${mostFaults}`)
      for (const row of found.rows) faults.push({ check: check.name, ...row })
    }
    const size = await client.query<{ rows: bigint }>('SELECT count(*) AS rows FROM journal')
    await client.query('COMMIT')
    return {
      faults,
      checks: bookChecks.length,
      journalRows: size.rows[0]?.rows ?? 0n,
      tookMs: performance.now() - started,
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
