-- What a deactivation ends (db/functions/operator/active.sql) ended for those of before, too: their sessions here, their open proposals
-- when somebody is about to decide them. From here on the books compare approvals with it.
UPDATE operator_session s SET ended_at = now() FROM operator o
  WHERE o.id = s.operator_id AND NOT o.active AND s.ended_at IS NULL;
