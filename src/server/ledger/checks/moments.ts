import { pinAttempts } from '#domain/member.ts'
import { withdrawalWaitHours } from '#domain/password-reset.ts'
import { inOneSpan, isAfter, mayBeFrom } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'
import { periodsOf, quarterOf } from './limit-periods.ts'

/**
 * Checks of what the program did, against what was in force at that time: a row may have been altered for a moment and put back
 * (docs/decisions/028-signed-acts.md). What has dates of its own is compared with these, other rows with their recorded history. Two times of
 * which the order is unknown, because the clock was set back between them, make no fault (`../clock-spans.ts`).
 */

/**
 * An act that began before a change may end after it: the longest that a transaction takes, with what a process remembers of
 * the brands and the time between the signature of a change and its commit.
 */
const slack = `interval '60 seconds'`

/** Whether a time may be one from `since` to `until` of a row. */
const wasIn = (at: string, row: string): string =>
  `${mayBeFrom(at, `${row}.since`)} AND (${at} < ${row}.until + ${slack} OR ${inOneSpan(at, `${row}.until`)})`

/** Whether a time is certainly between `since` and `until` of a row, by a transaction that saw both. */
const isDuring = (at: string, row: string): string =>
  `${isAfter(at, `${row}.since`, slack)} AND ${isAfter(`${row}.until`, at, slack)}`

/** The history of a recorded part (`recordedParts`): from when until when each row had which digest. */
const history = (part: string): string => `SELECT c.row_key, c.digest, s.at AS since,
    lead(s.at, 1, 'infinity') OVER (PARTITION BY c.row_key ORDER BY c.id) AS until
  FROM state_change c JOIN act_signature s USING (act_group) WHERE c.relation = '${part}'`

/** When the recording of a part began. */
const begun = (part: string): string => `(SELECT min(s.at) FROM audit a JOIN act_signature s USING (act_group)
  WHERE a.act = 'state.begin' AND '${part}' = ANY (string_to_array(a.subject, ' ')))`

/** Stakes, deposits, credits above a request and windows of games, which a restricted member cannot make or be given. */
const made = `SELECT j.member_id, j.at, format('%s/%s', j.member_id, j.seq) AS subject, 'kind ' || j.kind AS what, j.kind
    FROM journal j WHERE j.kind IN (${kinds('bet', 'spin', 'deposit_filed', 'transfer_in')})
  UNION ALL SELECT j.member_id, j.at, format('%s/%s', j.member_id, j.seq), 'more credited than requested', j.kind
    FROM journal j JOIN money_request q ON q.id = j.ref WHERE j.kind = ${kinds('deposit_paid')} AND j.d_cash > q.amount
  UNION ALL SELECT p.member_id, p.created_at, p.id::text, 'a game window', 0 FROM play_session p`

const refusals: SqlCheck = {
  name: 'refusals',
  description:
    'No stake, deposit or game window was accepted from an excluded member, nor more credited than they had requested, none from a blocked one, no round of a game that its brand did not offer, and each was played in a window of its member and version; no withdrawal or new PIN within a day of a password reset.',
  sql: `WITH made AS MATERIALIZED (
      SELECT * FROM (${made}) m WHERE member_id IN (SELECT member_id FROM member_exclusion
        UNION ALL SELECT row_key::bigint FROM state_change WHERE relation = 'member_closed')
    ), closed AS MATERIALIZED (${history('member_closed')}
    ), offered AS MATERIALIZED (${history('game_open')}
    ), offered_company AS MATERIALIZED (${history('company_open')}
    ), played AS MATERIALIZED (
      SELECT r.id::text AS subject, r.member_id, r.at, r.game_version_id, v.game_code, concat_ws('/', m.brand_id, v.game_code) AS game_key,
        concat_ws('/', m.brand_id, g.company_code) AS company_key
      FROM round r JOIN member m ON m.id = r.member_id JOIN game_version v ON v.id = r.game_version_id JOIN game g ON g.code = v.game_code
      WHERE r.at > ${begun('game_open')}
    )
    SELECT m.subject, format('%s at %s, of a member excluded from %s until %s', m.what, m.at, x.taken_at, x.until) AS detail
    FROM made m JOIN member_exclusion x ON x.member_id = m.member_id AND ${isAfter('m.at', 'x.taken_at', slack)} AND m.at < x.until
    UNION ALL
    -- Bets at providers end as they began, and deposits are credited to blocked members.
    SELECT m.subject, format('%s at %s, of a member who was not active from %s until %s', m.what, m.at, c.since, c.until)
    FROM made m JOIN closed c ON c.row_key = m.member_id::text AND c.digest IS NOT NULL AND ${isAfter('m.at', 'c.since', slack)} AND ${isAfter('c.until', 'm.at')}
    WHERE m.kind NOT IN (${kinds('bet', 'deposit_paid')})
    UNION ALL
    SELECT p.subject, format('a round of %s at %s, which the brand did not offer', p.game_code, p.at) FROM played p
    WHERE NOT EXISTS (SELECT 1 FROM offered o WHERE o.row_key = p.game_key AND o.digest IS NOT NULL AND ${wasIn('p.at', 'o')})
      OR NOT EXISTS (SELECT 1 FROM offered_company o WHERE o.row_key = p.company_key AND o.digest IS NOT NULL AND ${wasIn('p.at', 'o')})
    UNION ALL
    SELECT p.subject, format('a round of version %s at %s, of which the member had no window', p.game_version_id, p.at)
    FROM played p LEFT JOIN (SELECT member_id, game_version_id, min(created_at) AS since FROM play_session GROUP BY 1, 2) w
      USING (member_id, game_version_id)
    WHERE w.since IS NULL OR ${isAfter('w.since', 'p.at')}
    UNION ALL
    SELECT p.id::text, format('a window of member %s in a session of member %s', p.member_id, s.member_id)
    FROM play_session p JOIN member_session s ON s.id = p.session_id WHERE s.member_id <> p.member_id
    UNION ALL
    -- A change by hand may shorten the wait.
    SELECT e.subject, format('%s at %s, while it waited after a password reset at %s', e.what, e.at, r.at)
    FROM audit r JOIN (
      SELECT member_id, at, member_id || '/' || seq AS subject, 'a withdrawal' AS what FROM journal WHERE kind = ${kinds('withdraw_filed')}
      UNION ALL SELECT actor_id, at, 'audit ' || id, 'a new PIN' FROM audit WHERE act = 'member.change-pin' AND actor_kind = 'member') e
      ON e.member_id = r.actor_id AND ${isAfter('e.at', 'r.at', slack)} AND e.at < r.at + interval '${withdrawalWaitHours} hours' - ${slack}
    WHERE r.act = 'member.reset-password' AND r.actor_kind = 'member'
      AND NOT EXISTS (SELECT 1 FROM audit h WHERE h.act = 'hand.change' AND ${mayBeFrom('h.at', 'r.at')} AND ${mayBeFrom('e.at', 'h.at')})`,
}

const limitsKept: SqlCheck = {
  name: 'limits-kept',
  description:
    'No stake, deposit, transfer, or credit above its request exceeded a limit that its member had in force at that time.',
  // What had been used before an event is counted anew from the journal, as the counters count, and what was at providers then, which counts as
  // lost. Of session time this counts the least that it can have been: sessions that had ended, and
  // the newest of those that had not, for a spin.
  sql: `WITH own AS MATERIALIZED (
      SELECT l.member_id, l.kind, l.period, l.most, l.effective_from AS since, coalesce(l.ended_at, 'infinity') AS until
      FROM member_limit l WHERE l.kind <> 'session_time' AND coalesce(l.ended_at, 'infinity') > l.effective_from + 2 * ${slack}
    ), counted AS MATERIALIZED (
      SELECT j.member_id, m.brand_id, j.seq, j.at, j.kind, coalesce(b.at, j.at) AS counted_at,
        CASE WHEN j.kind = ${kinds('deposit_paid')} THEN j.d_cash ELSE 0 END AS deposit,
        CASE WHEN j.kind = ${kinds('rollback')} THEN -b.stake WHEN j.kind IN (${kinds('bet', 'spin')}) THEN j.stake ELSE 0 END AS wager,
        CASE WHEN j.kind IN (${kinds('rollback', 'table_void')}) THEN b.pay - b.stake WHEN j.kind = ${kinds('provider_result')} THEN -j.d_in_play
          WHEN j.kind IN (${kinds('bet', 'win', 'spin', 'table_result')}) THEN j.stake - j.pay ELSE 0 END AS loss,
        CASE WHEN j.kind = ${kinds('deposit_filed')} THEN q.amount WHEN j.d_cash > q.amount THEN j.d_cash ELSE 0 END AS deposit_asked, greatest(j.stake, -j.d_cash) AS risked, j.stake,
        CASE WHEN j.kind IN (${kinds('transfer_in', 'transfer_out', 'provider_result')}) THEN j.d_in_play ELSE 0 END AS moved
      FROM journal j JOIN member m ON m.id = j.member_id
      LEFT JOIN journal b ON j.kind IN (${kinds('rollback', 'table_void')}) AND b.member_id = j.member_id AND b.source = -j.source AND b.key = j.key
      LEFT JOIN money_request q ON j.kind IN (${kinds('deposit_filed', 'deposit_paid')}) AND q.id = j.ref
      WHERE j.member_id IN (SELECT member_id FROM own)
        AND j.kind IN (${kinds('bet', 'win', 'spin', 'rollback', 'deposit_filed', 'deposit_paid', 'provider_result', 'transfer_in', 'transfer_out', 'table_result', 'table_void')})
    ), period AS MATERIALIZED (${periodsOf('counted')}
    ), used AS (
      SELECT o.kind AS limited, o.period, c.*, sum(CASE o.kind WHEN 'deposit' THEN c.deposit WHEN 'wager' THEN c.wager ELSE c.loss END) OVER (
          PARTITION BY c.member_id, o.kind, o.period, p.starts ORDER BY c.seq
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS spent,
        CASE WHEN o.kind = 'loss' THEN sum(c.moved) OVER (PARTITION BY c.member_id, o.kind, o.period ORDER BY c.seq
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) END AS at_risk
      FROM (SELECT DISTINCT member_id, kind, period FROM own) o JOIN counted c USING (member_id)
        JOIN period p ON p.brand_id = c.brand_id AND p.period = o.period AND p.quarter = ${quarterOf('c.counted_at')}
    )
    SELECT u.member_id || '/' || u.seq AS subject, format('%s more after %s of the %s, with a limit of %s for %s', a.amount, p.used, u.period,
        o.most, o.kind) AS detail
    FROM used u JOIN own o ON (o.member_id, o.kind, o.period) = (u.member_id, u.limited, u.period) AND ${isDuring('u.at', 'o')}
    CROSS JOIN LATERAL (SELECT CASE WHEN o.kind = 'deposit' THEN u.deposit_asked
      WHEN o.kind = 'wager' AND u.kind IN (${kinds('bet', 'spin')}) THEN u.stake
      WHEN o.kind = 'loss' AND u.kind IN (${kinds('bet', 'spin', 'transfer_in')}) THEN u.risked ELSE 0 END AS amount) a
    CROSS JOIN LATERAL (SELECT coalesce(u.spent, 0) + coalesce(u.at_risk, 0) AS used) p
    WHERE a.amount > 0 AND p.used + a.amount > o.most
    UNION ALL
    SELECT j.member_id || '/' || j.seq, format('a stake after %s ms of the %s, with a limit of %s for session_time', t.used, l.period, l.most)
    FROM (SELECT *, effective_from AS since, coalesce(ended_at, 'infinity') AS until FROM member_limit WHERE kind = 'session_time') l
    JOIN wallet w ON w.member_id = l.member_id
    JOIN journal j ON j.member_id = l.member_id AND j.kind IN (${kinds('bet', 'spin')}) AND j.stake > 0 AND ${isDuring('j.at', 'l')}
    CROSS JOIN LATERAL limit_period(w.brand_id, l.period, j.at) p
    CROSS JOIN LATERAL (
      SELECT floor(sum(extract(epoch FROM upper(span) - lower(span)) * 1000))::bigint AS used FROM (SELECT unnest(range_agg(tstzrange(greatest(s.begins, p.starts), s.ends))) AS span
        FROM (SELECT x.begins, CASE WHEN x.ends < j.at THEN x.ends
            WHEN j.kind = ${kinds('spin')} AND x.begins = max(x.begins) FILTER (WHERE x.ends >= j.at) OVER () THEN j.at END AS ends
          FROM (SELECT created_at AS begins, least(ended_at, ends_at, last_act_at + interval '1 minute') AS ends FROM member_session
            WHERE member_id = l.member_id AND created_at > p.starts - interval '8 hours' AND ${isAfter('j.at', 'created_at')}) x) s
        WHERE s.ends > greatest(s.begins, p.starts)) spans) t
    WHERE t.used > l.most + 1000 * extract(epoch FROM ${slack})`,
}

const asRecorded: SqlCheck = {
  name: 'as-recorded',
  description:
    'Members were shown deposit accounts that their brand had at that time, operators acted under the rights that they had, and proposals were approved while their proposer was active.',
  sql: `WITH account AS MATERIALIZED (${history('brand_account')}
    ), reply AS (
      -- The change that the account came with: the last one before which there was none.
      SELECT DISTINCT ON (h.id) h.id, h.brand_id, s.at, sha256(record_send(CASE WHEN h.account_reply ? 'bankAccount' THEN ROW(''::text, h.account_reply #>> '{bankAccount,bank}',
          h.account_reply #>> '{bankAccount,number}', h.account_reply #>> '{bankAccount,owner}')
        ELSE ROW(h.account_reply ->> 'depositAccount', NULL::text, NULL::text, NULL::text) END)) AS digest
      FROM help_item h JOIN state_change c ON c.relation = 'help_item' AND c.row_key = h.id::text JOIN act_signature s USING (act_group)
      WHERE h.account_reply IS NOT NULL AND c.before[1] IS NULL ORDER BY h.id, c.id DESC
    ), rights AS MATERIALIZED (${history('operator_rights')})
    SELECT 'help_item ' || r.id AS subject, format('an account was shown at %s that brand %s did not have', r.at, r.brand_id) AS detail FROM reply r
    WHERE r.at > ${begun('brand_account')} AND NOT EXISTS (SELECT 1 FROM account a WHERE a.row_key = r.brand_id::text AND a.digest = r.digest AND ${wasIn('r.at', 'a')})
    UNION ALL
    SELECT 'audit ' || a.id, format('%s by operator %s as %s at %s, which the operator was not', a.act, a.actor_id, a.rights, a.at) FROM audit a
    WHERE a.rights IS NOT NULL AND NOT EXISTS (SELECT 1 FROM rights r WHERE r.row_key = a.actor_id::text
      AND r.digest = sha256(convert_to(a.rights, 'UTF8')) AND ${wasIn('a.at', 'r')})
    UNION ALL
    SELECT 'approval ' || a.id, format('approved at %s, proposed by operator %s, who was not active from %s until %s', a.decided_at, a.proposed_by, r.since, r.until)
    FROM approval a JOIN migration m ON m.number = 49 AND a.decided_at > m.applied_at
    JOIN rights r ON r.row_key = a.proposed_by::text AND r.digest IS NULL AND ${isAfter('a.decided_at', 'r.since', slack)} AND ${isAfter('r.until', 'a.decided_at')}
    WHERE a.state = 'approved'`,
}

const { each, firstMinutes, laterMinutes } = pinAttempts

const pinTries: SqlCheck = {
  name: 'pin-tries',
  description: 'Wrong PINs were counted one after the other, and none was tried while the PIN was locked.',
  // A change by hand may take back a count. The verdict of a try that had expired may come while the PIN is locked.
  sql: `WITH act AS (
      SELECT id, act, at, actor_id, (detail ->> 'failures')::int AS failures, detail ? 'late' AS late FROM audit
      WHERE act IN ('member.pin-wrong', 'member.pin-right') AND actor_kind = 'member'
      UNION ALL
      SELECT h.id, h.act, h.at, m.actor_id, NULL, false FROM audit h, (SELECT DISTINCT actor_id FROM audit WHERE act = 'member.pin-wrong') m
      WHERE h.act = 'hand.change'
    )
    SELECT actor_id::text AS subject, CASE WHEN failures = due THEN format('wrong PIN %s at %s, while it was locked', failures, at)
        ELSE format('wrong PIN %s at %s, which was number %s', failures, at, due) END AS detail
    FROM (SELECT act, actor_id, at, failures, late, CASE WHEN p_act = 'member.pin-wrong' THEN p_failures + 1 WHEN p_act = 'member.pin-right' THEN 1 ELSE failures END AS due,
        CASE WHEN p_act = 'member.pin-wrong' AND p_failures % ${each} = 0
          THEN p_at + make_interval(mins => CASE p_failures WHEN ${each} THEN ${firstMinutes} ELSE ${laterMinutes} END) - ${slack} END AS not_before
      FROM (SELECT *, lag(act) OVER m AS p_act, lag(at) OVER m AS p_at, lag(failures) OVER m AS p_failures FROM act
        WINDOW m AS (PARTITION BY actor_id ORDER BY id)) stepped) tried
    WHERE act = 'member.pin-wrong' AND (failures <> due OR (at < not_before AND NOT late))`,
}

export const momentChecks: readonly SqlCheck[] = [refusals, limitsKept, asRecorded, pinTries]
