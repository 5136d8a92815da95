-- Acts that take two operators: one proposes, another decides. The act is stored as data and carried out once, in the
-- transaction of the decision. What an approval may be and become is enforced in db/functions/approval/.
LOCK TABLE money_request IN ACCESS EXCLUSIVE MODE;

CREATE TABLE approval (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  kind text NOT NULL CHECK (kind IN ('credit_deposit', 'pay_withdrawal')),
  -- What the act is about: of these kinds, the money request.
  subject uuid NOT NULL,
  member_id bigint NOT NULL REFERENCES member,
  -- The act itself, in the form that src/domain/approval.ts reads.
  command jsonb NOT NULL CHECK (command ->> 'act' = kind),
  proposed_by bigint NOT NULL REFERENCES operator,
  proposed_at timestamptz NOT NULL DEFAULT now(),
  -- The request id of the proposing call.
  proposal_key uuid NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'expired')),
  decided_by bigint REFERENCES operator,
  decided_at timestamptz,
  -- The request id of the deciding call.
  decision_key uuid UNIQUE,
  expires_at timestamptz NOT NULL DEFAULT now() + interval '72 hours',
  CONSTRAINT approval_two_people CHECK (decided_by <> proposed_by),
  CHECK ((state IN ('approved', 'refused')) = (decided_by IS NOT NULL)),
  CHECK ((decided_by IS NULL) = (decision_key IS NULL)),
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX approval_one_open ON approval (subject) WHERE state = 'open';
CREATE INDEX approval_subject ON approval (subject, proposed_at);
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at, decision_key) ON approval TO baize_app;

-- First approvals move here, open ones with 72 hours from when they were given. A claimed request may hold one.
INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposed_at, proposal_key, state,
  decided_by, decided_at, decision_key, expires_at)
SELECT q.approval_key, q.brand_id, 'pay_withdrawal', q.id, q.member_id,
  jsonb_build_object('act', 'pay_withdrawal', 'request', q.id, 'credited', trim_scale(q.amount::numeric / 10000)::text), q.approved_by, given.at, q.approval_key,
  CASE q.state WHEN 'paid' THEN 'approved' WHEN 'rejected' THEN 'refused' ELSE 'open' END,
  CASE WHEN q.state IN ('paid', 'rejected') THEN q.decided_by END,
  CASE WHEN q.state IN ('paid', 'rejected') THEN q.changed_at END,
  CASE WHEN q.state IN ('paid', 'rejected') THEN coalesce(q.decision_key, gen_random_uuid()) END,
  greatest(given.at + interval '72 hours', CASE WHEN q.state IN ('paid', 'rejected') THEN q.changed_at END)
FROM money_request q CROSS JOIN LATERAL (
  SELECT coalesce(min(e.at), q.changed_at) AS at FROM money_request_event e
  WHERE e.request_id = q.id AND e.state = 'awaiting_second') given
WHERE q.approved_by IS NOT NULL;

-- Their constraints go with the columns.
ALTER TABLE money_request
  DROP COLUMN approved_by,
  DROP COLUMN approval_key,
  -- Whether the payment was judged by the sums of db/functions/money-request/, and the brand's amount at that moment
  -- (null: none). Set by the database when a request is paid; rows from before are not judged.
  ADD COLUMN sums_judged boolean NOT NULL DEFAULT false,
  ADD COLUMN second_from bigint;

-- What a member was credited or paid in the last hours.
CREATE INDEX money_request_paid ON money_request (member_id, type, changed_at) WHERE state = 'paid';

-- The amount that a member's deposits of 24 hours reach only with a second operator. Null, none, is for play money.
ALTER TABLE brand
  ADD COLUMN deposit_second_from bigint DEFAULT 10000000000 CHECK (deposit_second_from > 0),
  ADD CONSTRAINT brand_deposit_second CHECK (mode = 'play' OR deposit_second_from IS NOT NULL);
