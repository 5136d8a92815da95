-- What running pages are told.

-- While the house works on itself no game opens and no round begins; what is under way is finished, money goes on moving.
-- Off while maintenance_since is null; without an end it lasts until the office says so.
ALTER TABLE brand
  ADD COLUMN maintenance_since timestamptz,
  ADD COLUMN maintenance_until timestamptz,
  -- What the office says about it, by language; a language that is left out has the house's own words.
  ADD COLUMN maintenance_texts jsonb NOT NULL DEFAULT '{}',
  ADD CHECK (maintenance_until > maintenance_since);

-- Whether a member waits for the house, which keeps an idle session open for 2 h: the rule of session_is_live (001) by itself.
CREATE FUNCTION session_waits(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM money_request q WHERE q.member_id = p_member AND q.state IN ('filed', 'claimed', 'held', 'awaiting_second'))
    OR EXISTS (SELECT 1 FROM help_item h WHERE h.member_id = p_member AND h.state <> 'answered')
$$;
