import { appendEvent, listCorruptions, spinner } from './corruption.ts'

const firstRound = `(SELECT min(at) FROM round WHERE member_id = ${spinner})`
/** The corruption’s own group of changes, signed some time before the member played. */
const signedBefore = (change: string): string => `DO $$ DECLARE g uuid := gen_random_uuid(); BEGIN
  INSERT INTO act_signature (act_group, at, acts, changes, key_id, hash) VALUES (g, ${firstRound} - interval '2 minutes', 1, 1, 'test', sha256('x'));
  ${change}
END $$`
const change = (relation: string, key: string, digest: string): string =>
  signedBefore(
    `INSERT INTO state_change (act_group, relation, row_key, form, digest, before) SELECT g, '${relation}', ${key}, 1, ${digest}, '{}';`,
  )
const limit = (kind: string, member: string): string =>
  `INSERT INTO member_limit (member_id, kind, period, most, effective_from)
   VALUES (${member}, '${kind}', 'month', 10, now() - interval '60 days')`
const depositor = `(SELECT min(member_id) FROM journal WHERE kind = 6)`
const wrongPin = (failures: number, later: string): string =>
  `INSERT INTO audit (at, actor_kind, actor_id, act, subject, detail) SELECT now() + interval '${later}', 'member', ${spinner}, 'member.pin-wrong', 'x',
     jsonb_build_object('failures', ${failures});`

/**
 * What is left where a row was altered for a moment and put back: the row as it was, and what the program accepted meanwhile.
 * Each corruption puts the row there as if it had been in force all along.
 */
export const momentCorruptions = listCorruptions([
  [
    'rounds during an exclusion that was set aside',
    `INSERT INTO member_exclusion (member_id, kind, taken_at, until) VALUES (${spinner}, 'break', ${firstRound} - interval '2 minutes', 'infinity')`,
    'refusals',
  ],
  [
    'a deposit filed during a break that was set aside',
    `INSERT INTO member_exclusion (member_id, kind, taken_at, until)
     SELECT member_id, 'break', min(at) - interval '2 minutes', 'infinity' FROM journal WHERE kind = 6 GROUP BY member_id`,
    'refusals',
  ],
  [
    'a window opened during an exclusion that was set aside',
    `UPDATE play_session p SET created_at = x.taken_at + interval '2 minutes' FROM member_exclusion x WHERE x.member_id = p.member_id
       AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.member_id = p.member_id AND j.kind = 3)`,
    'refusals',
  ],
  [
    'rounds of a member whose block was lifted for a moment',
    change('member_closed', `${spinner}::text`, `sha256('closed')`),
    'refusals',
  ],
  [
    'rounds of a game that was offered for a moment',
    change(
      'game_open',
      `(SELECT row_key FROM state_change WHERE relation = 'game_open' AND row_key LIKE '%/' || (SELECT game_code FROM game_version v JOIN round r ON r.game_version_id = v.id LIMIT 1) LIMIT 1)`,
      'NULL',
    ),
    'refusals',
  ],
  [
    'rounds of a company whose games were offered for a moment',
    change(
      'company_open',
      `(SELECT row_key FROM state_change WHERE relation = 'company_open' AND row_key LIKE '%/' || (SELECT g.company_code FROM game g JOIN game_version v ON v.game_code = g.code JOIN round r ON r.game_version_id = v.id LIMIT 1) LIMIT 1)`,
      'NULL',
    ),
    'refusals',
  ],
  [
    'a window of another version, in which rounds were played',
    `UPDATE play_session SET game_version_id = game_version_id + 1 WHERE member_id = ${spinner}`,
    'refusals',
  ],
  [
    'a window given to another member',
    `UPDATE play_session SET member_id = (SELECT max(id) FROM member) WHERE member_id = ${spinner}`,
    'refusals',
  ],
  [
    'a window in the session of another member',
    `UPDATE play_session SET session_id = (SELECT max(id) FROM member_session) WHERE member_id = ${spinner}`,
    'refusals',
  ],
  ['stakes above a limit that was raised for a moment', limit('wager', spinner), 'limits-kept'],
  ['losses above a limit that was raised for a moment', limit('loss', spinner), 'limits-kept'],
  ['a deposit above a limit that was raised for a moment', limit('deposit', depositor), 'limits-kept'],
  [
    'money to a provider above a limit that was raised for a moment',
    limit('loss', `(SELECT min(member_id) FROM journal WHERE kind = 15)`),
    'limits-kept',
  ],
  [
    'bets at a provider above a limit that was raised for a moment',
    limit('wager', `(SELECT min(member_id) FROM journal WHERE kind = 1)`),
    'limits-kept',
  ],
  [
    'stakes after a limit of session time that was raised for a moment',
    `${limit('session_time', spinner)};
     UPDATE member_session SET created_at = created_at - interval '10 minutes' WHERE member_id = ${spinner}`,
    'limits-kept',
  ],
  [
    'stakes in a second session, after a limit of session time that was raised for a moment',
    `${limit('session_time', spinner)};
     INSERT INTO member_session (token_hash, member_id, created_at, last_act_at)
     SELECT sha256('earlier'), ${spinner}, ${firstRound} - interval '15 minutes', ${firstRound} - interval '5 minutes'`,
    'limits-kept',
  ],
  [
    'a withdrawal within a day of a password reset, whose wait was taken back for a moment',
    `INSERT INTO audit (at, actor_kind, actor_id, act, subject) SELECT min(at) - interval '23 hours', 'member', member_id, 'member.reset-password', 'x'
     FROM journal WHERE kind = 8 GROUP BY member_id`,
    'refusals',
  ],
  [
    'a new PIN within a day of a password reset, whose wait was taken back for a moment',
    ['reset-password', 'change-pin']
      .map(
        (act, hours) => `INSERT INTO audit (at, actor_kind, actor_id, act, subject)
          VALUES (now() + interval '${hours} hours', 'member', ${spinner}, 'member.${act}', 'x');`,
      )
      .join(''),
    'refusals',
  ],
  [
    'a withdrawal filed while the turnover due was lowered for a moment',
    appendEvent(
      `(SELECT min(member_id) FROM wallet WHERE turnover_due > 0 AND member_id NOT IN (SELECT member_id FROM member_exclusion))`,
      {
        kind: 8,
        source: 1,
        contra: `a.class = 'cashier_clearing'`,
        cash: -1_000,
        held: 1_000,
      },
    ),
    'turnover-rates',
  ],
  [
    'an account of the brand that was another for a moment, shown to a member',
    `UPDATE help_item SET account_reply = account_reply || '{"depositAccount": "another account"}' WHERE account_reply IS NOT NULL`,
    'as-recorded',
  ],
  [
    'an account of a bank, shown to a member of a brand that has another',
    `UPDATE help_item SET account_reply = account_reply || '{"bankAccount": {"bank": "신한은행", "number": "110-1", "owner": "x"}}' WHERE account_reply IS NOT NULL`,
    'as-recorded',
  ],
  [
    'a role that an operator had for a moment',
    `UPDATE audit SET rights = 'manager,cashier of all' WHERE act = 'request.claim' AND rights = 'cashier of all'`,
    'as-recorded',
  ],
  [
    'brands that an operator had for a moment',
    `UPDATE audit SET rights = replace(rights, 'all', '1,2') WHERE act = 'request.claim'`,
    'as-recorded',
  ],
  [
    'an act of an operator who was active for a moment',
    change(
      'operator_rights',
      `(SELECT actor_id::text FROM audit WHERE act = 'request.claim' ORDER BY id LIMIT 1)`,
      'NULL',
    ),
    'as-recorded',
  ],
  ['wrong PINs whose count was set back', wrongPin(3, '1 minute') + wrongPin(1, '2 minutes'), 'pin-tries'],
  [
    'wrong PINs while the PIN was locked',
    [1, 2, 3, 4, 5, 6].map((failures) => wrongPin(failures, `${failures} minutes`)).join(''),
    'pin-tries',
  ],
  [
    'wrong PINs an hour after the second lock',
    [9, 10, 11].map((failures) => wrongPin(failures, `${failures} hours`)).join(''),
    'pin-tries',
  ],
  [
    'a request altered before an operator decided it, so that the decision recorded the alteration',
    `UPDATE state_change SET before = ARRAY[sha256('altered')] WHERE id = (SELECT max(id) FROM state_change WHERE relation = 'money_request' AND before <> '{}')`,
    'states',
  ],
  [
    'an enrolment code that was planted and used up',
    change('operator_enrolment', `'1'`, 'NULL').replace(`'{}'`, `ARRAY[sha256('planted')]`),
    'states',
  ],
])
