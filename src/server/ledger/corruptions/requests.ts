import { appendEvent, listCorruptions, spinner } from './corruption.ts'

const first = (where: string): string => `(SELECT id FROM money_request q WHERE ${where} ORDER BY filed_at LIMIT 1)`
const paidDeposit = first(`type = 'deposit' AND state = 'paid' AND credited = amount`)
const paidWithdrawal = first(`type = 'withdraw' AND state = 'paid'`)
const byTwo = first(`type = 'withdraw' AND state = 'paid' AND EXISTS (SELECT 1 FROM approval a WHERE a.subject = q.id)`)
const byOne = first(
  `type = 'withdraw' AND state = 'paid' AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = q.id)`,
)
const rejected = first(`type = 'deposit' AND state = 'rejected'`)
const cashier = `class = 'cashier_clearing'`

/** Corruptions of money requests, their history, and the approvals of those that took two operators. */
export const requestCorruptions = listCorruptions([
  ['held money without a request', `UPDATE wallet SET held = 7 WHERE member_id = ${spinner}`, 'requests'],
  [
    'a deposit paid without a request',
    appendEvent(spinner, { kind: 7, source: 2, contra: cashier, cash: 500 }),
    'requests',
  ],
  [
    'a withdrawal paid out of cash',
    appendEvent(spinner, { kind: 9, source: 2, contra: cashier, cash: -50 }),
    'money-of-kind',
  ],
  [
    'a withdrawal that was never filed',
    appendEvent(spinner, { kind: 8, source: 1, contra: cashier, cash: -50, held: 50 }),
    'requests',
  ],
  [
    'a paid deposit that was credited with less by its row',
    `UPDATE money_request SET credited = credited - 10000 WHERE id = ${paidDeposit}`,
    'requests',
  ],
  [
    'a paid deposit of another amount',
    `UPDATE money_request SET amount = amount + 10000 WHERE id = ${paidDeposit}`,
    'request-history',
  ],
  [
    'a paid request that is open again',
    `UPDATE money_request SET state = 'claimed' WHERE id = ${paidDeposit}`,
    'requests',
  ],
  [
    'a request filed under another key',
    `UPDATE money_request SET request_key = gen_random_uuid() WHERE id = ${paidDeposit}`,
    'requests',
  ],
  [
    'a payment under a key that is not its request’s',
    `UPDATE journal SET key = gen_random_uuid() WHERE kind = 7 AND ref = ${paidDeposit}`,
    'requests',
  ],
  ['a filing that is gone', `UPDATE journal SET ref = NULL WHERE kind = 6 AND ref = ${paidDeposit}`, 'requests'],
  [
    'a rejected withdrawal whose money did not return',
    `UPDATE money_request SET state = 'rejected' WHERE id = ${first(`type = 'withdraw' AND state = 'held'`)}`,
    'requests',
  ],
  [
    'a withdrawal that goes to another account',
    `UPDATE money_request SET bank_number_sealed = sha256('thief') WHERE id = ${first(`type = 'withdraw' AND state = 'held'`)}`,
    'requests',
  ],
  [
    'a withdrawal that goes to another owner',
    `UPDATE money_request SET bank_owner = 'thief' WHERE id = ${paidWithdrawal}`,
    'requests',
  ],
  ['a request that was deleted', `DELETE FROM money_request WHERE id = ${rejected}`, 'requests'],
  ['the first approval of a great payment, gone', `DELETE FROM approval WHERE subject = ${byTwo}`, 'approvals'],
  [
    'an approval of another amount',
    `UPDATE approval SET command = command || '{"credited": "1"}' WHERE subject = ${byTwo}`,
    'approvals',
  ],
  ['an approval that was refused', `UPDATE approval SET state = 'refused' WHERE subject = ${byTwo}`, 'approvals'],
  [
    'an approval after its hours',
    `UPDATE approval SET expires_at = decided_at - interval '1 s' WHERE subject = ${byTwo}`,
    'approvals',
  ],
  [
    'a payment decided by its own approver',
    `UPDATE money_request q SET decided_by = a.proposed_by FROM approval a WHERE a.subject = q.id AND q.id = ${byTwo}`,
    'approvals',
  ],
  [
    'an open approval of a paid request',
    `UPDATE approval SET state = 'open', decided_by = NULL, decision_key = NULL, decided_at = NULL WHERE subject = ${byTwo}`,
    'approvals',
  ],
  [
    'a request that waits for a second operator without a proposal',
    `DELETE FROM approval WHERE subject = ${first(`state = 'awaiting_second'`)}`,
    'approvals',
  ],
  [
    'a proposal that ended before its hours without a deactivation',
    `UPDATE approval SET state = 'expired', decided_at = now() WHERE subject = ${first(`state = 'awaiting_second'`)}`,
    'approvals',
  ],
  [
    'a payment excused from the judgement of sums',
    `UPDATE money_request SET sums_judged = false, second_from = NULL WHERE id = ${byTwo}`,
    'approvals',
  ],
  [
    'a payment under an amount that was never in force',
    `UPDATE money_request SET second_from = second_from * 100 WHERE id = ${byTwo}; DELETE FROM approval WHERE subject = ${byTwo}`,
    'approvals',
  ],
  [
    'the amount of a brand, raised above what was paid',
    `UPDATE brand SET second_approval_from = second_approval_from * 100`,
    'approvals',
  ],
  [
    'a first payment alone, by the operator who approved the member',
    `UPDATE member SET decided_by = q.decided_by FROM money_request q WHERE q.id = ${byOne} AND member.id = q.member_id`,
    'approvals',
  ],
  [
    'a first payment alone, to a member without the stakes that allowed it',
    `UPDATE journal j SET d_cash = d_cash + stake, stake = 0 FROM money_request q WHERE q.id = ${byOne} AND j.member_id = q.member_id`,
    'approvals',
  ],
  [
    'a step of a history, deleted',
    `DELETE FROM money_request_event WHERE request_id = ${paidWithdrawal} AND state = 'claimed'`,
    'request-history',
  ],
  [
    'a whole claim and release, deleted',
    `DELETE FROM money_request_event WHERE id IN (SELECT id FROM money_request_event WHERE request_id = ${rejected} ORDER BY id OFFSET 1 LIMIT 2)`,
    'request-history',
  ],
  [
    'a last step, deleted',
    `DELETE FROM money_request_event WHERE id = (SELECT max(id) FROM money_request_event WHERE request_id = ${paidWithdrawal})`,
    'request-history',
  ],
  [
    'a step at another time',
    `UPDATE money_request_event SET at = at - interval '5 minutes' WHERE operator_id IS NOT NULL`,
    'request-history',
  ],
  [
    'the note of a claim in its history',
    `UPDATE money_request_event SET note = note || '?' WHERE state = 'claimed'`,
    'states',
  ],
  [
    'when a request was filed, in its history',
    `UPDATE money_request_event SET at = at - interval '5 minutes' WHERE operator_id IS NULL`,
    'states',
  ],
  [
    'the reason of a rejection in its history',
    `UPDATE money_request_event SET note = note || '?' WHERE state = 'rejected'`,
    'request-history',
  ],
  [
    'a step after the decision',
    `INSERT INTO money_request_event (request_id, state) VALUES (${paidWithdrawal}, 'held')`,
    'request-history',
  ],
  [
    'steps that another operator made',
    `UPDATE money_request_event SET operator_id = (SELECT max(id) FROM operator) WHERE request_id = ${paidWithdrawal} AND operator_id IS NOT NULL;
     UPDATE money_request SET decided_by = (SELECT max(id) FROM operator), claimed_by = (SELECT max(id) FROM operator) WHERE id = ${paidWithdrawal}`,
    'request-history',
  ],
  [
    'another decider than the history has',
    `UPDATE money_request SET decided_by = (SELECT max(id) FROM operator) WHERE id = ${paidDeposit}`,
    'request-history',
  ],
  [
    'another claimer than the history has',
    `UPDATE money_request SET claimed_by = (SELECT max(id) FROM operator) WHERE id = ${first(`state = 'claimed'`)}`,
    'request-history',
  ],
  [
    'a claim that the audit lost',
    `DELETE FROM audit WHERE act = 'request.claim' AND subject = ${paidWithdrawal}::text`,
    'request-history',
  ],
  [
    'a decision that the audit lost',
    `DELETE FROM audit WHERE act = 'request.pay' AND subject = ${paidWithdrawal}::text`,
    'request-history',
  ],
  [
    'a request that the audit does not know',
    `DELETE FROM audit WHERE act = 'cash.deposit' AND subject = ${paidDeposit}::text`,
    'request-history',
  ],
  [
    'a waiting deposit, raised tenfold',
    `UPDATE money_request SET amount = amount * 10 WHERE id = ${first(`type = 'deposit' AND state = 'claimed'`)}`,
    'request-history',
  ],
  [
    'a reason that the operator did not write',
    `UPDATE money_request SET reason = 'You asked for it.' WHERE id = ${rejected}`,
    'request-history',
  ],
  [
    'a proposal of another amount than the audit has',
    `UPDATE approval SET command = command || '{"credited": "90000"}' WHERE state = 'open' AND kind = 'credit_deposit'`,
    'request-history',
  ],
  [
    'a proposal laid on another operator',
    `UPDATE approval SET proposed_by = (SELECT max(id) FROM operator) WHERE state = 'open' AND kind = 'credit_deposit'`,
    'request-history',
  ],
  [
    'a payment moved out of the sum of 24 hours',
    `UPDATE money_request SET changed_at = changed_at - interval '25 hours' WHERE id = ${byTwo}`,
    'request-history',
  ],
  ['a cancellation that the audit lost', `DELETE FROM audit WHERE act = 'cash.cancel'`, 'request-history'],
])
