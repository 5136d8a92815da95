-- A session is valid until its absolute end, its idle end (30 min; 2 h while a request or inquiry of the member is
-- open), or its revocation. The absolute end waits for a round with decisions that began before it.
CREATE OR REPLACE FUNCTION session_is_live(s member_session, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT s.ended_at IS NULL
    AND (at < s.ends_at
      OR EXISTS (SELECT 1 FROM seat_round r WHERE r.member_id = s.member_id AND r.state = 'open' AND r.at < s.ends_at))
    AND (
    at < s.last_act_at + interval '30 minutes'
    OR (at < s.last_act_at + interval '2 hours' AND (
      EXISTS (SELECT 1 FROM money_request q WHERE q.member_id = s.member_id AND q.state IN (${states.request_open}))
      OR EXISTS (SELECT 1 FROM help_item h WHERE h.member_id = s.member_id AND h.state IN (${states.help_open})))))
$$;

-- Whether the member has an open request or inquiry, which keeps an idle session valid for 2 h.
CREATE OR REPLACE FUNCTION session_waits(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM money_request q WHERE q.member_id = p_member AND q.state IN (${states.request_open}))
    OR EXISTS (SELECT 1 FROM help_item h WHERE h.member_id = p_member AND h.state IN (${states.help_open}))
$$;
