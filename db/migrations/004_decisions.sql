-- Under which id an operator decided a request for money: the same decision asked twice is answered again, and one id never
-- decides two requests. The journal guards the money itself: its key is the request's own id, source office.
ALTER TABLE money_request ADD COLUMN decision_key uuid UNIQUE;

-- What was done to one thing, newest first: a request's or a member's own trail.
CREATE INDEX audit_subject ON audit (subject, id) WHERE subject <> '';
