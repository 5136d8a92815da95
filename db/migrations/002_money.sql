-- Money: one wallet row a member, one journal row an event, and nothing else may say what anyone owns.
-- Every amount is a bigint of 1/10 000 of the currency unit.

CREATE TABLE account (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: of the house (jackpots).
  brand_id int REFERENCES brand,
  class text NOT NULL CHECK (class IN ('gaming', 'comp_cost', 'jackpot_pool', 'jackpot_reserve', 'cashier_clearing',
    'adjustment', 'play_money_issue', 'tip', 'receivable')),
  -- gaming: the company; jackpots: the tier; else empty.
  reference text NOT NULL DEFAULT '',
  UNIQUE NULLS NOT DISTINCT (brand_id, class, reference)
);
INSERT INTO account (brand_id, class, reference)
  SELECT NULL, class, tier FROM unnest(ARRAY['jackpot_pool', 'jackpot_reserve']) class, unnest(ARRAY['mega', 'major', 'minor']) tier;

CREATE TABLE journal_kind (id smallint PRIMARY KEY, name text NOT NULL UNIQUE, meaning text NOT NULL);
INSERT INTO journal_kind VALUES
  (1, 'bet', 'a stake leaves cash; the round is decided later or elsewhere'),
  (2, 'win', 'a round decided elsewhere pays'),
  (3, 'spin', 'stake and pay of a round decided at once'),
  (4, 'rollback', 'a bet undone; its key is the bet''s key, its source the bet''s negated'),
  (5, 'tombstone', 'a rollback of a bet nobody has seen: the bet is refused for ever'),
  (6, 'deposit_filed', 'a deposit was asked for; moves nothing, holds the key'),
  (7, 'deposit_paid', 'the office received money'),
  (8, 'withdraw_filed', 'cash is held for a withdrawal'),
  (9, 'withdraw_paid', 'held money left the house'),
  (10, 'withdraw_rejected', 'held money is cash again'),
  (11, 'comp_converted', 'comp became cash'),
  (12, 'issue', 'play money was made'),
  (13, 'adjustment', 'a correction signed by two'),
  (14, 'jackpot', 'a pool paid'),
  (15, 'transfer_in', 'cash went into play at a transfer-wallet provider'),
  (16, 'transfer_out', 'money in play came back as cash');

-- Who speaks: keys are unique per member and source. Providers get 100 and above; a rollback's source is the bet's negated.
CREATE TABLE journal_source (id smallint PRIMARY KEY CHECK (id > 0), name text NOT NULL UNIQUE);
INSERT INTO journal_source VALUES (1, 'own'), (2, 'office'), (3, 'system');

-- What is earned, effective-dated and only from a future minute on, so that every process agrees. Parts per million.
CREATE TABLE comp_rate (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  game_kind text NOT NULL CHECK (game_kind IN ('slot', 'casino', 'sport')),
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 10),
  rate_ppm int NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  effective_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (brand_id, game_kind, level, effective_from),
  CHECK (effective_from = date_trunc('minute', effective_from))
);

CREATE TABLE member_seed (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  -- Encrypted; no member-facing query selects it until it is revealed.
  server_seed_sealed bytea NOT NULL,
  key_id text NOT NULL,
  server_seed_hash bytea NOT NULL,
  client_seed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revealed_at timestamptz
);
CREATE INDEX member_seed_member ON member_seed (member_id, id);

CREATE TABLE wallet (
  member_id bigint PRIMARY KEY REFERENCES member,
  brand_id int NOT NULL REFERENCES brand,
  cash bigint NOT NULL DEFAULT 0 CHECK (cash >= 0),
  -- Asked out by a withdrawal that is not decided.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- At transfer-wallet providers and staked in undecided rounds.
  in_play bigint NOT NULL DEFAULT 0 CHECK (in_play >= 0),
  comp bigint NOT NULL DEFAULT 0 CHECK (comp >= 0),
  turnover_due bigint NOT NULL DEFAULT 0 CHECK (turnover_due >= 0),
  seq bigint NOT NULL DEFAULT 0,
  -- The round number the next spin takes, and the seed it is drawn from.
  nonce bigint NOT NULL DEFAULT 0,
  seed_id bigint REFERENCES member_seed,
  last_spin_at timestamptz,
  -- Wins of rounds the member has not been shown; left out of what the lobby displays until unseen_until.
  unseen bigint NOT NULL DEFAULT 0 CHECK (unseen >= 0),
  unseen_until timestamptz,
  -- Whether any limit is set; the ledger looks at limits only then.
  limited boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

CREATE TABLE journal (
  member_id bigint NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  d_cash bigint NOT NULL,
  d_held bigint NOT NULL,
  d_in_play bigint NOT NULL,
  d_comp bigint NOT NULL,
  -- What really changed of the turnover due: stakes take it down to zero at most, a rollback gives back what its bet took.
  d_turnover bigint NOT NULL DEFAULT 0,
  -- Balances after.
  cash bigint NOT NULL CHECK (cash >= 0),
  held bigint NOT NULL CHECK (held >= 0),
  in_play bigint NOT NULL CHECK (in_play >= 0),
  comp bigint NOT NULL CHECK (comp >= 0),
  stake bigint NOT NULL DEFAULT 0 CHECK (stake >= 0),
  pay bigint NOT NULL DEFAULT 0 CHECK (pay >= 0),
  -- A digest of what was asked (call, amount, target): the same key with another ask is a conflict.
  ask bigint NOT NULL,
  key uuid NOT NULL,
  -- The request, round or bet this event is about.
  ref uuid,
  -- An account, checked by the ledger's functions: a foreign key here would cost a look-up and a row lock per event.
  contra_id int NOT NULL,
  rate_id int,
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 16),
  source smallint NOT NULL,
  -- Shares of the stake that go from gaming to the jackpots.
  share_mega bigint CHECK (share_mega > 0),
  share_major bigint CHECK (share_major > 0),
  share_minor bigint CHECK (share_minor > 0),
  PRIMARY KEY (member_id, seq),
  UNIQUE (member_id, source, key)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER journal_is_final BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_is_whole BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE round (
  member_id bigint NOT NULL,
  nonce bigint NOT NULL,
  id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  seed_id bigint NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  pay bigint NOT NULL CHECK (pay >= 0),
  game_version_id smallint NOT NULL,
  -- How many events the member has been shown; the window resumes there.
  shown smallint NOT NULL DEFAULT 0,
  events text NOT NULL,
  PRIMARY KEY (member_id, nonce)
) WITH (fillfactor = 90);
-- A window shows its rounds; apart from that a round never changes.
CREATE FUNCTION round_only_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.member_id, NEW.nonce, NEW.id, NEW.at, NEW.seed_id, NEW.stake, NEW.pay, NEW.game_version_id, NEW.events)
     IS DISTINCT FROM (OLD.member_id, OLD.nonce, OLD.id, OLD.at, OLD.seed_id, OLD.stake, OLD.pay, OLD.game_version_id, OLD.events)
     OR NEW.shown < OLD.shown THEN
    RAISE EXCEPTION 'a round is final: only what has been shown moves, and only forward';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER round_is_final BEFORE UPDATE ON round FOR EACH ROW EXECUTE FUNCTION round_only_shown();
CREATE TRIGGER round_stays BEFORE DELETE ON round FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_is_whole BEFORE TRUNCATE ON round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Limits a member has set; counters exist only where a limit is set.
CREATE TABLE member_limit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL CHECK (kind IN ('deposit', 'loss', 'wager', 'session_time')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- An amount, or milliseconds for session_time.
  most bigint NOT NULL CHECK (most >= 0),
  effective_from timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX member_limit_member ON member_limit (member_id) WHERE ended_at IS NULL;
CREATE TABLE limit_counter (
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL,
  period text NOT NULL,
  starts date NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, kind, period, starts)
);

-- Jackpots are house-wide. A tier's money lies in lanes, so no bet ever waits for another; a hit locks them in order.
CREATE TABLE jackpot_tier (
  tier text PRIMARY KEY CHECK (tier IN ('mega', 'major', 'minor')),
  -- Opened when its pool is founded; until then a tier shows no figure.
  open boolean NOT NULL DEFAULT false,
  share_ppm int NOT NULL DEFAULT 0 CHECK (share_ppm BETWEEN 0 AND 100000),
  reserve_ppm int NOT NULL DEFAULT 0 CHECK (reserve_ppm BETWEEN 0 AND 1000000),
  reseed bigint NOT NULL DEFAULT 0 CHECK (reseed >= 0)
);
INSERT INTO jackpot_tier (tier) VALUES ('mega'), ('major'), ('minor');
CREATE TABLE jackpot_shard (
  tier text NOT NULL REFERENCES jackpot_tier,
  lane smallint NOT NULL,
  pool bigint NOT NULL DEFAULT 0 CHECK (pool >= 0),
  reserve bigint NOT NULL DEFAULT 0 CHECK (reserve >= 0),
  PRIMARY KEY (tier, lane)
) WITH (fillfactor = 30);
INSERT INTO jackpot_shard (tier, lane) SELECT tier, lane FROM jackpot_tier, generate_series(0, 7) lane;

-- Money moved between two accounts of the house, without a member.
CREATE TABLE house_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  from_id int NOT NULL REFERENCES account,
  to_id int NOT NULL REFERENCES account,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  CHECK (from_id <> to_id)
);
CREATE TRIGGER house_entry_is_final BEFORE UPDATE OR DELETE ON house_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER house_entry_is_whole BEFORE TRUNCATE ON house_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Third parties. Their own transaction ids are texts, unique per provider whoever the member is.
CREATE TABLE provider (
  id smallint PRIMARY KEY REFERENCES journal_source CHECK (id >= 100),
  code text NOT NULL UNIQUE,
  wallet text NOT NULL CHECK (wallet IN ('seamless', 'transfer')),
  active boolean NOT NULL DEFAULT false
);
CREATE TABLE provider_transaction (
  provider_id smallint NOT NULL REFERENCES provider,
  transaction text NOT NULL,
  member_id bigint NOT NULL REFERENCES member,
  journal_key uuid NOT NULL,
  ask bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (provider_id, transaction)
);
CREATE TABLE transfer_balance (
  member_id bigint NOT NULL REFERENCES member,
  provider_id smallint NOT NULL REFERENCES provider,
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (member_id, provider_id)
);

-- Double entry, derived: every leg of every event. Each event's legs sum to zero by construction, because the contra leg
-- is what balances the member's. Comp always stands against comp cost, shares go from gaming (the contra) to their pool.
CREATE VIEW posting AS
  SELECT j.member_id, j.seq, j.at, leg.owner, leg.leg, leg.account_id, leg.amount
  FROM journal j
  JOIN wallet w USING (member_id)
  JOIN account cost ON cost.brand_id = w.brand_id AND cost.class = 'comp_cost' AND cost.reference = ''
  CROSS JOIN LATERAL (VALUES
    ('member', 'cash', NULL::int, j.d_cash),
    ('member', 'held', NULL, j.d_held),
    ('member', 'in_play', NULL, j.d_in_play),
    ('member', 'comp', NULL, j.d_comp),
    ('house', 'contra', j.contra_id, -(j.d_cash + j.d_held + j.d_in_play)),
    ('house', 'comp_cost', cost.id, -j.d_comp),
    ('house', 'share', j.contra_id, -(coalesce(j.share_mega, 0) + coalesce(j.share_major, 0) + coalesce(j.share_minor, 0))),
    ('house', 'mega', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'mega'), coalesce(j.share_mega, 0)),
    ('house', 'major', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'major'), coalesce(j.share_major, 0)),
    ('house', 'minor', (SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = 'minor'), coalesce(j.share_minor, 0))
  ) leg (owner, leg, account_id, amount)
  WHERE leg.amount <> 0
  UNION ALL
  SELECT NULL, h.id, h.at, 'house', side.leg, side.account_id, side.amount
  FROM house_entry h
  CROSS JOIN LATERAL (VALUES ('from', h.from_id, -h.amount), ('to', h.to_id, h.amount)) side (leg, account_id, amount);

GRANT SELECT ON account, journal_kind, journal_source, comp_rate, member_seed, wallet, journal, round, member_limit, limit_counter,
  jackpot_tier, jackpot_shard, house_entry, provider, provider_transaction, transfer_balance, posting TO baize_app;
GRANT INSERT ON comp_rate, member_seed, member_limit TO baize_app;
GRANT UPDATE (revealed_at) ON member_seed TO baize_app;
GRANT UPDATE (ended_at) ON member_limit TO baize_app;
