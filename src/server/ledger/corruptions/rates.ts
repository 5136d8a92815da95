import type { Corruption } from './corruption.ts'

/** The newest spin that gave a share to the jackpots. */
const shared = `(SELECT member_id, seq FROM journal WHERE share_mega IS NOT NULL ORDER BY at DESC, seq DESC LIMIT 1)`
/** The newest stake with a comp rate, of a member whose newest event it is. */
const rated = `(SELECT j.member_id, j.seq FROM journal j JOIN wallet w USING (member_id, seq) WHERE j.rate_id IS NOT NULL ORDER BY j.at DESC LIMIT 1)`
/** The newest deposit that added turnover. */
const deposited = `(SELECT member_id, seq FROM journal WHERE kind = 7 AND d_turnover > 0 ORDER BY at DESC, seq DESC LIMIT 1)`

/** Books `rate` (SQL, an id) on the newest rated stake, with its comp in journal and wallet. */
function rateOnLast(rate: string): string {
  return `WITH last AS (SELECT j.*, (${rate}) AS new_rate FROM journal j WHERE (member_id, seq) = ${rated}),
      due AS (SELECT l.member_id, l.seq, l.new_rate, scale_ppm_floor(l.stake, coalesce(c.rate_ppm, 0)) AS comp, l.d_comp
        FROM last l LEFT JOIN comp_rate c ON c.id = l.new_rate),
      paid AS (UPDATE wallet w SET comp = w.comp + d.comp - d.d_comp FROM due d WHERE w.member_id = d.member_id)
    UPDATE journal j SET rate_id = d.new_rate, comp = j.comp + d.comp - d.d_comp, d_comp = d.comp FROM due d
    WHERE j.member_id = d.member_id AND j.seq = d.seq`
}
const rateOfLast = `SELECT c.* FROM comp_rate c JOIN journal j ON j.rate_id = c.id WHERE (j.member_id, j.seq) = ${rated}`

/** Adds to the turnover of an event, in journal and wallet. */
function moreTurnover(event: string, by: string): string {
  return `WITH moved AS (UPDATE journal SET d_turnover = d_turnover + (${by}) WHERE (member_id, seq) = ${event} RETURNING member_id, (${by}) AS moved)
    UPDATE wallet w SET turnover_due = turnover_due + m.moved FROM moved m WHERE w.member_id = m.member_id`
}

/** Alterations of what rates decide, each with everything that follows from it altered too. */
export const rateCorruptions: readonly Corruption[] = [
  {
    name: 'a share one higher, with its pool',
    sql: `UPDATE journal SET share_mega = share_mega + 1 WHERE (member_id, seq) = ${shared};
      UPDATE jackpot_shard SET pool = pool + 1 WHERE (tier, lane) = ('mega', 0)`,
    seenBy: ['shares'],
  },
  {
    name: 'a share that was left out, with its pool',
    sql: `UPDATE jackpot_shard SET pool = pool - (SELECT share_mega FROM journal WHERE (member_id, seq) = ${shared}) WHERE (tier, lane) = ('mega', 0);
      UPDATE journal SET share_mega = NULL WHERE (member_id, seq) = ${shared}`,
    seenBy: ['shares'],
  },
  {
    name: 'the share of one tier given to another',
    sql: `UPDATE jackpot_shard s SET pool = pool + CASE tier WHEN 'minor' THEN 1 ELSE -1 END * (SELECT share_mega FROM journal WHERE (member_id, seq) = ${shared})
      WHERE lane = 0 AND tier IN ('mega', 'minor');
      UPDATE journal SET share_minor = coalesce(share_minor, 0) + share_mega, share_mega = NULL WHERE (member_id, seq) = ${shared}`,
    seenBy: ['shares'],
  },
  {
    name: 'a reserve moved to its pool',
    sql: `UPDATE jackpot_shard SET pool = pool + reserve, reserve = 0 WHERE reserve > 0`,
    seenBy: ['reserves'],
  },
  {
    name: 'a pool moved to its reserve',
    sql: `UPDATE jackpot_shard SET reserve = reserve + 50, pool = pool - 50 WHERE (tier, lane) = ('mega', 0)`,
    seenBy: ['reserves'],
  },
  {
    name: 'comp at an older rate',
    sql: rateOnLast(
      `SELECT o.id FROM (${rateOfLast}) c JOIN comp_rate o USING (brand_id, game_kind, level) WHERE o.effective_from < c.effective_from LIMIT 1`,
    ),
    seenBy: ['comp-rates'],
  },
  {
    name: 'comp at the rate of another level',
    sql: rateOnLast(
      `SELECT o.id FROM (${rateOfLast}) c JOIN comp_rate o USING (brand_id, game_kind, effective_from) WHERE o.level <> c.level LIMIT 1`,
    ),
    seenBy: ['comp-rates'],
  },
  {
    name: 'comp at the rate of another kind of game',
    sql: rateOnLast(
      `SELECT o.id FROM (${rateOfLast}) c JOIN comp_rate o USING (brand_id, level, effective_from) WHERE o.game_kind <> c.game_kind LIMIT 1`,
    ),
    seenBy: ['comp-rates'],
  },
  { name: 'comp that was not earned', sql: rateOnLast('SELECT NULL::int'), seenBy: ['comp-rates'] },
  {
    name: 'a deposit whose turnover was forgiven',
    sql: moreTurnover(deposited, '-d_turnover'),
    seenBy: ['turnover-rates'],
  },
  {
    name: 'turnover that a stake did not reduce',
    sql: moreTurnover(
      `(SELECT member_id, seq FROM journal WHERE kind IN (1, 3) AND d_turnover < 0 ORDER BY at DESC, seq DESC LIMIT 1)`,
      '-d_turnover',
    ),
    seenBy: ['turnover-rates'],
  },
  {
    name: 'turnover forgiven by an event that moves none',
    sql: moreTurnover(`(SELECT member_id, seq FROM journal WHERE kind = 12 ORDER BY at LIMIT 1)`, '7'),
    seenBy: ['turnover-rates'],
  },
  { name: 'a brand’s turnover altered silently', sql: 'UPDATE brand SET turnover_ppm = 1', seenBy: ['dated-settings'] },
  {
    name: 'a jackpot’s share altered silently',
    sql: `UPDATE jackpot_tier SET share_ppm = share_ppm + 1 WHERE tier = 'mega'`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a jackpot’s reserve rate altered with its history',
    sql: `UPDATE jackpot_tier SET reserve_ppm = reserve_ppm + 1 WHERE tier = 'mega';
      UPDATE dated_setting SET value = value + 1 WHERE (kind, subject) = ('jackpot_reserve', 'mega')`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a game unlinked from the jackpots silently',
    sql: 'UPDATE game SET jackpot_linked = false WHERE jackpot_linked',
    seenBy: ['dated-settings'],
  },
  {
    name: 'a member’s level raised silently',
    sql: `UPDATE member SET level = 9 WHERE id = (SELECT min(id) FROM member)`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a comp rate altered',
    sql: `UPDATE comp_rate SET rate_ppm = rate_ppm + 1 WHERE id = (SELECT max(id) FROM comp_rate)`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a comp rate that no act added',
    sql: `INSERT INTO comp_rate (brand_id, game_kind, level, rate_ppm, effective_from)
      SELECT id, 'slot', 1, 900000, date_trunc('minute', now()) + interval '1 minute' FROM brand LIMIT 1`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a step of a setting’s history that was removed',
    sql: `DELETE FROM dated_setting WHERE id = (SELECT min(id) FROM dated_setting WHERE kind = 'turnover')`,
    seenBy: ['dated-settings'],
  },
  {
    name: 'a history that begins later',
    sql: `UPDATE migration SET applied_at = now() + interval '1 hour' WHERE name LIKE '%dated_settings.sql'`,
    seenBy: ['dated-settings'],
  },
]
