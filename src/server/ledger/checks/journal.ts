import { inOneSpan, isAfter } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'
import { actedWithOpenStakes } from './open-stakes.ts'

/** Whether a time is more than this still to come. */
const isToCome = (at: string, by: string): string => isAfter(at, 'now()', `interval '${by}'`)

/** Checks of the journal and the wallets: amounts, contra accounts, keys and balances of every event. */
export const journalChecks: readonly SqlCheck[] = [
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
        WHEN j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'transfer_in', 'transfer_out', 'transfer_asked', 'provider_result', 'table_result', 'table_void')})
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
          WHEN 'table_result' THEN j.stake = 0 AND j.d_cash = j.pay AND j.d_held = 0 AND j.d_in_play < 0 AND j.d_comp = 0
          WHEN 'table_void' THEN j.d_cash <= 0 AND (j.d_held, j.d_in_play, j.d_comp) = (0, 0, 0)
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
        OR (k.name NOT IN ('bet', 'win', 'spin', 'adjustment', 'table_result') AND (j.stake, j.pay) <> (0, 0))`,
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
      WHERE w.turnover_due <> coalesce(j.due, 0)
      UNION ALL
      SELECT member_id || '/' || seq, format('a stake of %s reduced the turnover by %s', stake, -d_turnover) FROM journal
      WHERE kind IN (${kinds('bet', 'spin')}) AND NOT d_turnover BETWEEN -stake AND 0`,
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
      'A rollback undoes exactly what its bet did, comp as far as the balance allowed, and what is in play unless its round was settled before; a bet whose rollback came first has no effect. A placement was undone only with all of its comp, and before a withdrawal that it counted for.',
    sql: `SELECT r.member_id || '/' || r.seq AS subject, 'bet ' || coalesce(b.stake::text, 'unknown') AS detail
      FROM journal r LEFT JOIN journal b ON b.member_id = r.member_id AND b.source = -r.source AND b.key = r.key
      LEFT JOIN table_round t ON t.id = b.ref AND t.voided_at IS NOT NULL AND r.at >= t.ended_at
      LEFT JOIN seat_round q ON q.id = b.ref AND q.voided_at IS NOT NULL
      LEFT JOIN table_bet p ON p.member_id = b.member_id AND p.request_id = b.key AND p.undone_at IS NOT NULL
      WHERE r.source < 0 AND r.kind <> ${kinds('table_void')} AND CASE WHEN r.kind = ${kinds('tombstone')} THEN b.kind = ${kinds('bet')}
        ELSE b.seq IS NULL OR b.kind <> ${kinds('bet')} OR r.d_cash <> b.stake OR r.d_in_play <> CASE WHEN coalesce(t.id, q.id) IS NULL THEN -b.d_in_play ELSE 0 END OR r.d_turnover <> -b.d_turnover
          OR -r.d_comp <> least(b.d_comp, CASE WHEN p.undone_at IS NULL THEN r.comp - r.d_comp ELSE b.d_comp END)
          OR p.undone_at IS NOT NULL AND EXISTS (SELECT FROM journal o WHERE o.member_id = r.member_id AND o.seq > b.seq AND o.seq < r.seq
            AND o.kind IN (${kinds('withdraw_filed', 'withdraw_paid')})) END`,
  },
  {
    name: 'comp-converted',
    description:
      'What each member converted is what the audit says they converted, and none of it was of stakes in rounds without an end.',
    sql: `SELECT coalesce(j.member_id, a.actor_id)::text AS subject, format('%s times %s, %s times %s by the audit', coalesce(j.count, 0),
        coalesce(j.money, 0), coalesce(a.count, 0), coalesce(a.money, 0)) AS detail
      FROM (SELECT member_id, count(*), sum(d_cash) AS money FROM journal WHERE kind = ${kinds('comp_converted')} GROUP BY member_id) j
      FULL JOIN (SELECT actor_id, count(*), sum((detail ->> 'point')::numeric * 10000) AS money FROM audit
        WHERE act = 'comp.convert' AND actor_kind = 'member' GROUP BY actor_id) a ON a.actor_id = j.member_id
      WHERE (j.count, j.money) IS DISTINCT FROM (a.count, a.money)
      UNION ALL
      SELECT member_id || '/' || seq, format('left comp of %s, and stakes in open rounds had given %s', comp, open_comp)
      FROM ${actedWithOpenStakes('comp_converted')} WHERE comp < open_comp`,
  },
  {
    name: 'times',
    description:
      'Nothing is booked at a time that is still to come, no lease lasts for more than an hour, and migrations were applied in their order.',
    // The order of bookings is not checked: the clock may have been set back. Until it has passed what was booked before, that is to come.
    sql: `SELECT member_id || '/' || seq AS subject, 'booked at ' || at AS detail FROM journal WHERE ${isToCome('at', '5 minutes')}
      UNION ALL SELECT 'house/' || id, 'booked at ' || at FROM house_entry WHERE ${isToCome('at', '5 minutes')}
      UNION ALL SELECT 'lease ' || name, 'is held until ' || until FROM lease WHERE until > now() + interval '1 hour' AND NOT ${inOneSpan(`until - interval '1 hour'`, 'now()')}
      UNION ALL SELECT 'migration ' || number, format('applied at %s, the next one at %s', applied_at, coalesce(next::text, 'none'))
      FROM (SELECT number, applied_at, lead(applied_at) OVER (ORDER BY number) AS next FROM migration) m
      WHERE ${isAfter('applied_at', 'next', `interval '1 hour'`)} OR ${isToCome('applied_at', '5 minutes')}
      UNION ALL
      -- The signed beginning of a record bounds the times of migrations from before these were recorded themselves.
      SELECT 'migration ' || m.number, format('applied at %s, and rows of %s, which it is older than, were recorded from %s on', m.applied_at, b.relation, s.at)
      FROM (VALUES (37, 'account'), (42, 'play_unproven'), (44, 'installed_object'), (45, 'spin_unproven'), (48, 'limit_zone')) b (number, relation)
      JOIN audit a ON a.act = 'state.begin' AND b.relation = ANY (string_to_array(a.subject, ' ')) JOIN act_signature s USING (act_group)
      JOIN migration m ON m.number <= b.number AND ${isAfter('m.applied_at', 's.at', `interval '1 hour'`)}`,
  },
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
]
