import type { Corruption } from './corruption.ts'

/** The member with the newest event that gave play money. */
const member = `(SELECT member_id FROM journal WHERE kind = 12 ORDER BY at DESC, member_id DESC LIMIT 1)`
const [cash, comp] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']

/** Two operators who take part in the corrections below. */
const operators = `INSERT INTO operator (public_id, login, name, password_hash, roles)
    VALUES (gen_random_uuid(), 'forger-1', 'F1', '-', '{cashier}'), (gen_random_uuid(), 'forger-2', 'F2', '-', '{cashier}')`
const operator = (number: 1 | 2): string => `(SELECT id FROM operator WHERE login = 'forger-${number}')`

type Event = { kind: 12 | 13; source: 2 | 3; cash?: number; comp?: number; key?: string; ref?: string }

/** An event with consistent figures in wallet and journal. Amounts in 1/10 000. */
function booked({ kind, source, cash: moved = 0, comp: points = 0, key, ref }: Event): string {
  const account = kind === 12 ? 'play_money_issue' : 'adjustment'
  return `WITH moved AS (
      UPDATE wallet SET cash = cash + ${moved}, comp = comp + ${points}, seq = seq + 1 WHERE member_id = ${member} RETURNING *)
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, ref, contra_id, kind, source)
    SELECT w.member_id, w.seq, now(), ${moved}, 0, 0, ${points}, w.cash, w.held, w.in_play, w.comp, 1,
      ${key === undefined ? 'gen_random_uuid()' : `'${key}'`}, ${ref === undefined ? 'NULL' : `'${ref}'`}, a.id, ${kind}, ${source}
    FROM moved w JOIN account a ON a.brand_id = w.brand_id AND a.class = '${account}'`
}

/** A correction of 5 units as two operators left it. */
function correction(
  options: { id?: string; state?: string; account?: string; audited?: boolean; audit2?: 1 | 2 } = {},
): string {
  const { id = cash, state = 'approved', account = 'cash', audited = true, audit2 = 2 } = options
  const what = `'account', '${account}', 'amount', '5', 'reason', 'forged'`
  const audit = (act: string, by: 1 | 2): string => `;
    INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail)
    SELECT brand_id, 'operator', ${operator(by)}, 'correction.${act}', public_id::text, jsonb_build_object('approval', '${id}', ${what})
    FROM member WHERE id = ${member}`
  return `${operators};
    INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposal_key, state, decided_by, decided_at, decision_key)
    SELECT '${id}', brand_id, 'adjust_balance', public_id, id, jsonb_build_object('act', 'adjust_balance', 'member', public_id, ${what}),
      ${operator(1)}, gen_random_uuid(), '${state}', ${operator(2)}, now(), gen_random_uuid() FROM member WHERE id = ${member}
    ${audited ? audit('propose', 1) + (state === 'approved' ? audit('approve', audit2) : '') : ''}`
}

const five = 50_000
const seenBy = ['issued-by-two']

/** Money from nowhere, with wallet and journal in step. */
export const issueCorruptions: readonly Corruption[] = [
  { name: 'an issue of cash without its audit row', sql: booked({ kind: 12, source: 3, cash: five }), seenBy },
  { name: 'an issue of comp without its audit row', sql: booked({ kind: 12, source: 3, comp: five }), seenBy },
  {
    name: 'an issue raised after it was audited',
    sql: `UPDATE journal SET d_cash = d_cash + 1 WHERE member_id = ${member} AND seq = (SELECT max(seq) FROM journal WHERE kind = 12 AND member_id = ${member});
      UPDATE journal SET cash = cash + 1 WHERE member_id = ${member} AND seq >= (SELECT max(seq) FROM journal WHERE kind = 12 AND member_id = ${member});
      UPDATE wallet SET cash = cash + 1 WHERE member_id = ${member}`,
    seenBy,
  },
  {
    name: 'an issue whose audit row names another member',
    sql: `UPDATE audit SET subject = gen_random_uuid()::text WHERE act = 'money.issue' AND subject = (SELECT public_id::text FROM member WHERE id = ${member})`,
    seenBy,
  },
  {
    name: 'an issue on a brand with real money',
    sql: `UPDATE audit SET detail = detail || '{"mode": "real"}' WHERE act = 'money.issue' AND subject = (SELECT public_id::text FROM member WHERE id = ${member})`,
    seenBy,
  },
  { name: 'a correction without an approval', sql: booked({ kind: 13, source: 2, cash: five }), seenBy },
  {
    name: 'a correction whose approval was made up, without the audit of either',
    sql: `${correction({ audited: false })}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })}`,
    seenBy,
  },
  {
    name: 'a correction that one operator proposed and approved',
    sql: `${correction({ audit2: 1 })}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })}`,
    seenBy,
  },
  {
    name: 'a correction booked higher than approved',
    sql: `${correction()}; ${booked({ kind: 13, source: 2, cash: five + 1, key: cash, ref: cash })}`,
    seenBy,
  },
  {
    name: 'a correction of comp booked as cash',
    sql: `${correction({ id: comp, account: 'comp' })}; ${booked({ kind: 13, source: 2, cash: five, key: comp, ref: comp })}`,
    seenBy,
  },
  {
    name: 'a correction booked twice',
    sql: `${correction()}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })}; ${booked({ kind: 13, source: 2, cash: five, ref: cash })}`,
    seenBy,
  },
  { name: 'an approved correction that was not booked', sql: correction(), seenBy },
  {
    name: 'a refused correction that was booked',
    sql: `${correction({ state: 'refused' })}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })}`,
    seenBy,
  },
  {
    name: 'a correction approved after its 72 hours',
    sql: `${correction()}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })};
      UPDATE approval SET proposed_at = now() - interval '73 hours', expires_at = now() - interval '1 hour' WHERE id = '${cash}'`,
    seenBy,
  },
  {
    name: 'a correction whose reason was rewritten',
    sql: `${correction()}; ${booked({ kind: 13, source: 2, cash: five, key: cash, ref: cash })};
      UPDATE approval SET command = command || '{"reason": "another"}' WHERE id = '${cash}'`,
    seenBy,
  },
]
