import { listCorruptions } from './corruption.ts'

const excluded = `(SELECT min(id) FROM member WHERE excluded_until > now())`

/** Corruptions of limits and exclusions. */
export const limitCorruptions = listCorruptions([
  ['a counter of a limit, turned back', `UPDATE limit_counter SET used = used - 1 WHERE kind = 'wager'`, 'limits'],
  ['a counter of a limit, deleted', `DELETE FROM limit_counter WHERE kind = 'loss'`, 'limits'],
  [
    'a limit whose wallet is not marked',
    `UPDATE wallet w SET limited = false WHERE EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = w.member_id)`,
    'limits',
  ],
  ['a limit that was ended', `UPDATE member_limit SET ended_at = now() WHERE kind = 'loss'`, 'limits-set'],
  ['a limit raised tenfold in place', `UPDATE member_limit SET most = most * 10 WHERE kind = 'wager'`, 'limits-set'],
  ['a limit of time, raised', `UPDATE member_limit SET most = most * 2 WHERE kind = 'session_time'`, 'limits-set'],
  ['a limit that was deleted', `DELETE FROM member_limit WHERE kind = 'deposit'`, 'limits-set'],
  [
    'a limit of a day that became one of a month',
    `UPDATE member_limit SET period = 'month' WHERE kind = 'wager'`,
    'limits-set',
  ],
  [
    'a limit that its member never set',
    `INSERT INTO member_limit (member_id, kind, period, most) SELECT min(member_id), 'wager', 'week', 0 FROM wallet`,
    'limits-set',
  ],
  [
    'a raise whose waiting time is over',
    `UPDATE limit_raise SET effective_from = effective_from - interval '2 days', asked_at = asked_at - interval '2 days'`,
    'limits-set',
  ],
  ['a raise to no limit at all', `UPDATE limit_raise SET most = NULL`, 'limits-set'],
  [
    'a raise that nobody asked for',
    `INSERT INTO limit_raise (member_id, kind, period, most) SELECT min(member_id), 'loss', 'week', 1 FROM member_limit`,
    'limits-set',
  ],
  [
    'a limit that the audit never saw set',
    `DELETE FROM audit WHERE act = 'limit.set' AND detail ->> 'kind' = 'loss'`,
    'limits-set',
  ],
  ['a time zone of a brand altered by hand', `UPDATE brand SET time_zone = 'Asia/Seoul'`, 'dated-settings'],
  [
    'a time zone of a brand altered by hand, with its history',
    `UPDATE brand SET time_zone = 'Asia/Seoul'; UPDATE limit_zone SET zone = 'Asia/Seoul'`,
    'dated-settings',
  ],
  [
    'a history of time zones that was removed',
    `UPDATE brand SET time_zone = 'Asia/Seoul'; DELETE FROM limit_zone`,
    'dated-settings',
  ],
  [
    'a period that a change of the time zone ended at once',
    `UPDATE limit_zone SET ends = changed_at WHERE changed_at < ends`,
    'dated-settings',
  ],
  [
    'a step of a brand’s time zone that no act added',
    `INSERT INTO limit_zone (brand_id, period, zone, starts, ends, changed_at)
       SELECT brand_id, period, zone, changed_at, ends, now() FROM limit_zone WHERE changed_at < ends`,
    'dated-settings',
    'limits',
  ],
  [
    'an exclusion that the gate does not see',
    `UPDATE member SET excluded_until = NULL WHERE id = ${excluded}`,
    'exclusions',
  ],
  [
    'an exclusion without an exclusion behind it',
    `UPDATE member SET excluded_until = 'infinity' WHERE id = (SELECT min(id) FROM member WHERE excluded_until IS NULL)`,
    'exclusions',
  ],
  [
    'an excluded member who is not marked',
    `UPDATE wallet SET limited = false WHERE member_id = ${excluded}`,
    'exclusions',
  ],
  [
    'an exclusion shortened in both places',
    `UPDATE member_exclusion SET until = taken_at + interval '1 hour' WHERE member_id = ${excluded};
     UPDATE member m SET excluded_until = x.until FROM member_exclusion x WHERE x.member_id = m.id AND m.id = ${excluded}`,
    'exclusions',
  ],
  [
    'an exclusion removed in all places',
    `DELETE FROM member_exclusion WHERE until = 'infinity';
     UPDATE wallet SET limited = false FROM member m WHERE m.id = member_id AND m.excluded_until = 'infinity';
     UPDATE member SET excluded_until = NULL WHERE excluded_until = 'infinity'`,
    'exclusions',
  ],
  [
    'an exclusion that followed a person, shortened in both places',
    `UPDATE member_exclusion x SET until = taken_at + interval '1 hour' FROM member m JOIN audit a ON a.subject = m.public_id::text
       WHERE a.act = 'limit.exclusion-extended' AND x.member_id = m.id;
     UPDATE member m SET excluded_until = x.until FROM member_exclusion x, audit a WHERE x.member_id = m.id
       AND a.act = 'limit.exclusion-extended' AND a.subject = m.public_id::text`,
    'exclusions',
  ],
  ['marks of an excluded person, removed', `DELETE FROM person_mark WHERE member_id = ${excluded}`, 'exclusions'],
])
