-- The office reads the audit by subject, by actor and by act, newest first.
CREATE INDEX audit_by_subject ON audit (subject, id);
CREATE INDEX audit_by_actor ON audit (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_by_act ON audit (act, id);
