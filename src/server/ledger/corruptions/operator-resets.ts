import { listCorruptions } from './corruption.ts'

const operator = (login: 'anna' | 'bora' | 'dora'): string => `(SELECT id FROM operator WHERE login = '${login}')`
const publicId = (login: 'anna' | 'bora' | 'dora'): string =>
  `(SELECT public_id FROM operator WHERE login = '${login}')`
const reset = '0198c0de-0000-7000-8000-000000000003'
/** An hour before the first approved correction, which anna proposed and bora approved. */
const before = `(SELECT min(decided_at) - interval '1 hour' FROM approval WHERE kind = 'adjust_balance' AND state = 'approved')`

type Reset = { of?: 'anna' | 'bora' | 'dora'; decidedBy?: 'bora' | 'dora'; at?: string; audited?: readonly string[] }

/** The reset of an operator's sign-in as dora proposed it and another approved it. */
function approvedReset({
  of = 'anna',
  decidedBy = 'bora',
  at = 'now()',
  audited = ['propose', 'approve'],
}: Reset = {}): string {
  const audit = audited.map(
    (act) => `;
    INSERT INTO audit (actor_kind, actor_id, act, subject, detail)
    SELECT 'operator', ${operator(act === 'propose' ? 'dora' : decidedBy)}, 'operator-reset.${act}', ${publicId(of)}::text,
      '{"approval": "${reset}", "reason": "lost"}'`,
  )
  return `INSERT INTO approval (id, kind, subject, command, proposed_by, proposed_at, expires_at, proposal_key, state, decided_by, decided_at, decision_key)
    SELECT '${reset}', 'reset_operator', ${publicId(of)}, jsonb_build_object('act', 'reset_operator', 'operator', ${publicId(of)}, 'reason', 'lost'),
      ${operator('dora')}, ${at} - interval '1 minute', ${at} - interval '1 minute' + interval '72 hours', gen_random_uuid(), 'approved',
      ${operator(decidedBy)}, ${at}, gen_random_uuid()${audit.join('')}`
}

/** Corruptions of resets of operators and members, and acts of two operators who were one person after a reset. */
export const operatorResetCorruptions = listCorruptions([
  ['a reset of an operator without the audit of its proposal', approvedReset({ audited: ['approve'] }), 'approvals'],
  ['a reset of an operator without the audit of its approval', approvedReset({ audited: ['propose'] }), 'approvals'],
  ['a reset of an operator that they approved themselves', approvedReset({ of: 'bora' }), 'approvals'],
  [
    'a reset of an operator that is audited, and gone',
    `${approvedReset()}; DELETE FROM approval WHERE id = '${reset}'`,
    'approvals',
  ],
  ['a correction approved by who took part in the reset of its proposer', approvedReset({ at: before }), 'approvals'],
  [
    'a code for a new sign-in that one manager made',
    `INSERT INTO operator_enrolment (operator_id, code_hash, expires_at, made_by)
      VALUES (${operator('anna')}, '\\x00', now(), ${operator('bora')})`,
    'approvals',
  ],
  [
    'a code for a new password that was issued to another member than that of its reset',
    `INSERT INTO password_reset (id, brand_id, member_id, state) SELECT '${reset}', brand_id, id, 'filed' FROM member ORDER BY id LIMIT 1;
     INSERT INTO audit (actor_kind, actor_id, act, subject, detail) SELECT 'operator', ${operator('anna')}, 'reset.issue', public_id::text,
       '{"reset": "${reset}"}' FROM member ORDER BY id OFFSET 1 LIMIT 1`,
    'approvals',
  ],
])
