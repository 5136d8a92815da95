-- The house: the installation, its brands, the people of both sides, and what they have open.
-- Read the migrations top to bottom; they only ever go forward.
--
-- Two roles: the owner runs this file and owns every table; baize_app serves requests. baize_app never gets UPDATE,
-- DELETE or TRUNCATE on the journal (002), and reaches the wallet only through the ledger's functions (003).

CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- One currency per installation, fixed here for ever.
INSERT INTO installation (currency) VALUES (coalesce(nullif(current_setting('baize.currency', true), ''), 'KRW'));

CREATE TABLE brand (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text NOT NULL,
  -- The days, weeks and months of limits, reports and every date shown.
  time_zone text NOT NULL DEFAULT 'Asia/Seoul',
  mode text NOT NULL DEFAULT 'play' CHECK (mode IN ('play', 'real')),
  -- Pace: start to start, per member, refused by the ledger. Only bench and test brands may go below 2 500.
  purpose text NOT NULL DEFAULT 'house' CHECK (purpose IN ('house', 'bench')),
  min_spin_ms int NOT NULL DEFAULT 2500 CHECK (min_spin_ms >= 2500 OR (purpose = 'bench' AND min_spin_ms >= 0)),
  reality_check_ms int NOT NULL DEFAULT 3600000 CHECK (reality_check_ms >= 60000),
  -- How much must be staked per unit deposited before a withdrawal: parts per million, at most 1.
  turnover_ppm int NOT NULL DEFAULT 0 CHECK (turnover_ppm BETWEEN 0 AND 1000000),
  registration text NOT NULL DEFAULT 'approval' CHECK (registration IN ('open', 'approval', 'closed')),
  code_required boolean NOT NULL DEFAULT false,
  min_age int NOT NULL DEFAULT 19 CHECK (min_age >= 18),
  approval_minutes int NOT NULL DEFAULT 30,
  deposit_min bigint NOT NULL DEFAULT 100000000,
  deposit_max bigint NOT NULL DEFAULT 100000000000,
  deposit_step bigint NOT NULL DEFAULT 10000000 CHECK (deposit_step > 0),
  withdraw_min bigint NOT NULL DEFAULT 100000000,
  withdraw_max bigint NOT NULL DEFAULT 100000000000,
  withdraw_step bigint NOT NULL DEFAULT 10000000 CHECK (withdraw_step > 0),
  quick_amounts bigint[] NOT NULL DEFAULT '{100000000,300000000,500000000,1000000000}',
  -- Minutes since midnight in the brand's zone; equal values mean all day.
  cash_opens int NOT NULL DEFAULT 0 CHECK (cash_opens BETWEEN 0 AND 1439),
  cash_closes int NOT NULL DEFAULT 0 CHECK (cash_closes BETWEEN 0 AND 1439),
  cash_expected_minutes int NOT NULL DEFAULT 10,
  -- What the member pays into; in play mode a fixed fake.
  deposit_account text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (deposit_min > 0 AND deposit_max >= deposit_min AND withdraw_min > 0 AND withdraw_max >= withdraw_min)
);

CREATE TABLE brand_domain (
  domain text PRIMARY KEY CHECK (domain = lower(domain)),
  brand_id int NOT NULL REFERENCES brand,
  -- The brand of loopback and of tests; at most one domain of the house carries it.
  is_default boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX brand_domain_default ON brand_domain (is_default) WHERE is_default;

CREATE TABLE operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  login text NOT NULL UNIQUE CHECK (login = lower(login)),
  name text NOT NULL,
  password_hash text NOT NULL,
  roles text[] NOT NULL CHECK (roles <@ ARRAY['manager', 'cashier', 'support', 'editor', 'auditor'] AND cardinality(roles) > 0),
  -- Operators are of the house; null means every brand.
  brand_ids int[],
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operator_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id bigint NOT NULL REFERENCES operator,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_act_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  ip inet,
  user_agent text NOT NULL DEFAULT ''
);

CREATE TABLE referral_code (
  brand_id int NOT NULL REFERENCES brand,
  code text NOT NULL,
  title text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (brand_id, code)
);

CREATE TABLE member (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  brand_id int NOT NULL REFERENCES brand,
  login_id text NOT NULL,
  -- Normalised: what makes two ids or two nicks the same.
  login_id_key text NOT NULL,
  nick text NOT NULL,
  nick_key text NOT NULL,
  password_hash text NOT NULL,
  pin_hash text NOT NULL,
  -- One shared counter of tries for every call that takes the PIN.
  pin_failures int NOT NULL DEFAULT 0,
  pin_locked_until timestamptz,
  level smallint NOT NULL DEFAULT 1 CHECK (level BETWEEN 1 AND 10),
  play_type text NOT NULL DEFAULT 'all' CHECK (play_type IN ('all', 'casino', 'slot', 'sport')),
  status text NOT NULL CHECK (status IN ('pending', 'active', 'blocked', 'rejected')),
  status_reason text NOT NULL DEFAULT '',
  -- Self-exclusion; 'infinity' when it has no end.
  excluded_until timestamptz,
  -- Withdrawals wait after a password was reset through the office.
  withdraw_waits_until timestamptz,
  referral_code text,
  -- What the member writes beside a deposit so that the office finds it.
  reference_code text NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by bigint REFERENCES operator,
  UNIQUE (brand_id, login_id_key),
  UNIQUE (brand_id, nick_key),
  UNIQUE (brand_id, reference_code)
);
CREATE INDEX member_pending ON member (brand_id, registered_at) WHERE status = 'pending';

-- Personal data, apart so that it can be erased; the journal knows the member's number only.
CREATE TABLE member_person (
  member_id bigint PRIMARY KEY REFERENCES member,
  key_id text NOT NULL,
  phone_sealed bytea,
  phone_last4 text NOT NULL DEFAULT '',
  bank_name text NOT NULL DEFAULT '',
  bank_owner text NOT NULL DEFAULT '',
  bank_number_sealed bytea,
  bank_number_last4 text NOT NULL DEFAULT '',
  birth_sealed bytea,
  agreed_at timestamptz NOT NULL DEFAULT now(),
  erased_at timestamptz
);

CREATE TABLE member_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  member_id bigint NOT NULL REFERENCES member,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_act_at timestamptz NOT NULL DEFAULT now(),
  -- Absolute end, 8 h after signing in (spec §9, 288e5).
  ends_at timestamptz NOT NULL DEFAULT now() + interval '8 hours',
  ended_at timestamptz,
  ended_why text,
  ip inet,
  user_agent text NOT NULL DEFAULT ''
) WITH (fillfactor = 80);
CREATE INDEX member_session_open ON member_session (member_id) WHERE ended_at IS NULL;

-- Browsers a member has signed in from: they keep their own counter of tries, so a stranger's tries never lock the owner out.
CREATE TABLE member_device (
  token_hash bytea PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX member_device_member ON member_device (member_id);

-- Failed sign-ins, counted per scope (an id from unknown devices, a known device, an address, an operator).
CREATE TABLE login_throttle (
  scope text NOT NULL,
  key text NOT NULL,
  failures int NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);

-- Games. Names are per locale: {"ko": …, "en": …, "jp": …, "vn": …, "cn": …}.
CREATE TABLE company (
  code text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('slot', 'casino', 'sport')),
  names jsonb NOT NULL,
  image text NOT NULL,
  sort int NOT NULL DEFAULT 0
);

CREATE TABLE game (
  code text PRIMARY KEY,
  company_code text NOT NULL REFERENCES company,
  kind text NOT NULL CHECK (kind IN ('slot', 'casino', 'sport')),
  names jsonb NOT NULL,
  -- The logical name in the art manifest.
  image text NOT NULL,
  -- In parts per million; null while the game has no published mathematics.
  rtp_ppm int,
  volatility text CHECK (volatility IN ('low', 'medium', 'high')),
  features text[] NOT NULL DEFAULT '{}',
  released_at timestamptz NOT NULL DEFAULT now(),
  sort int NOT NULL DEFAULT 0
);

-- Each published mathematics of a game of ours; rounds point here, for ever.
CREATE TABLE game_version (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  game_code text NOT NULL REFERENCES game,
  math_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (game_code, math_hash)
);

CREATE TABLE brand_company (
  brand_id int NOT NULL REFERENCES brand,
  company_code text NOT NULL REFERENCES company,
  used boolean NOT NULL,
  PRIMARY KEY (brand_id, company_code)
);

CREATE TABLE brand_game (
  brand_id int NOT NULL REFERENCES brand,
  game_code text NOT NULL REFERENCES game,
  used boolean NOT NULL,
  PRIMARY KEY (brand_id, game_code)
);

-- A member's open game window; opened through a single-use launch address that lives 60 s.
CREATE TABLE play_session (
  id uuid PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  session_id bigint NOT NULL REFERENCES member_session,
  game_version_id smallint NOT NULL REFERENCES game_version,
  launch_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  opened_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX play_session_member ON play_session (member_id, created_at);

-- Requests for money. States inside; what the wire calls them is settled in the domain.
CREATE TABLE money_request (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  member_id bigint NOT NULL REFERENCES member,
  type text NOT NULL CHECK (type IN ('deposit', 'withdraw')),
  state text NOT NULL CHECK (state IN ('filed', 'claimed', 'held', 'awaiting_second', 'paid', 'rejected', 'cancelled')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- What was really received or paid; set when paid.
  credited bigint CHECK (credited > 0),
  -- The key under which the ask itself lies in the journal.
  request_key uuid NOT NULL,
  depositor text NOT NULL DEFAULT '',
  -- Where a withdrawal goes, as it was when it was asked for.
  bank_name text NOT NULL DEFAULT '',
  bank_owner text NOT NULL DEFAULT '',
  bank_number_sealed bytea,
  bank_number_last4 text NOT NULL DEFAULT '',
  key_id text,
  reason text NOT NULL DEFAULT '',
  claimed_by bigint REFERENCES operator,
  decided_by bigint REFERENCES operator,
  filed_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (member_id, request_key)
);
CREATE UNIQUE INDEX money_request_one_open ON money_request (member_id, type)
  WHERE state IN ('filed', 'claimed', 'held', 'awaiting_second');
CREATE INDEX money_request_queue ON money_request (brand_id, filed_at)
  WHERE state IN ('filed', 'claimed', 'held', 'awaiting_second');
CREATE INDEX money_request_member ON money_request (member_id, filed_at);

CREATE TABLE money_request_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES money_request,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL,
  operator_id bigint REFERENCES operator,
  note text NOT NULL DEFAULT ''
);
CREATE INDEX money_request_event_request ON money_request_event (request_id, id);

CREATE TABLE help_item (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL CHECK (kind IN ('general', 'account', 'round')),
  title text NOT NULL,
  contents text NOT NULL,
  round_id uuid,
  state text NOT NULL DEFAULT 'filed' CHECK (state IN ('filed', 'opened', 'answered')),
  filed_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  opened_by bigint REFERENCES operator,
  reply text,
  replied_at timestamptz,
  replied_by bigint REFERENCES operator,
  -- When the member read the reply.
  read_at timestamptz,
  hidden_at timestamptz
);
CREATE INDEX help_item_member ON help_item (member_id, filed_at);
CREATE INDEX help_item_unread ON help_item (member_id) WHERE state = 'answered' AND read_at IS NULL AND hidden_at IS NULL;
CREATE INDEX help_item_open ON help_item (brand_id, filed_at) WHERE state <> 'answered';
CREATE INDEX help_item_member_open ON help_item (member_id) WHERE state <> 'answered';

CREATE TABLE note (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  member_id bigint NOT NULL REFERENCES member,
  title text NOT NULL,
  title_color text NOT NULL DEFAULT '',
  contents text NOT NULL,
  -- Promotion is withheld from excluded members.
  promotional boolean NOT NULL DEFAULT false,
  sent_at timestamptz NOT NULL DEFAULT now(),
  sent_by bigint REFERENCES operator,
  read_at timestamptz,
  hidden_at timestamptz
);
CREATE INDEX note_member ON note (member_id, sent_at) WHERE hidden_at IS NULL;
CREATE INDEX note_unread ON note (member_id) WHERE read_at IS NULL AND hidden_at IS NULL;

CREATE TABLE notice (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  -- Several domains separated by commas, bars or spaces; empty means all of the brand (spec §3).
  domain text NOT NULL DEFAULT '',
  title text NOT NULL,
  contents text NOT NULL,
  -- The same text in other locales: {"en": {"title": …, "contents": …}}; what is missing falls back to title and contents.
  translations jsonb NOT NULL DEFAULT '{}',
  published_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  hidden_at timestamptz
);
CREATE INDEX notice_shown ON notice (brand_id, published_at) WHERE hidden_at IS NULL;

CREATE TABLE popup (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  domain text NOT NULL DEFAULT '',
  pos_x int NOT NULL DEFAULT 40,
  pos_y int NOT NULL DEFAULT 120,
  title text NOT NULL,
  title_color text NOT NULL DEFAULT '',
  contents text NOT NULL,
  translations jsonb NOT NULL DEFAULT '{}',
  shown_from timestamptz NOT NULL DEFAULT now(),
  shown_until timestamptz,
  hidden_at timestamptz
);

CREATE TABLE banner (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  -- {"ko": {"title": …, "text": …, "action": …}, …}
  texts jsonb NOT NULL,
  image text NOT NULL,
  link text NOT NULL DEFAULT '',
  sort int NOT NULL DEFAULT 0,
  hidden_at timestamptz
);

-- What staff and members did. Rows come unsealed with the act's own transaction; one leased sealer numbers and hashes them.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  brand_id int REFERENCES brand,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'operator', 'system')),
  actor_id bigint,
  act text NOT NULL,
  subject text NOT NULL DEFAULT '',
  detail jsonb NOT NULL DEFAULT '{}',
  seq bigint UNIQUE,
  hash bytea,
  CHECK ((seq IS NULL) = (hash IS NULL))
);
CREATE INDEX audit_unsealed ON audit (id) WHERE seq IS NULL;

-- One runner at a time for periodic work, across processes.
CREATE TABLE lease (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);

-- A session is alive until its absolute end, its idle end (30 min; 2 h while a request or inquiry of the member is open), or an end by hand.
CREATE FUNCTION session_is_live(s member_session, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT s.ended_at IS NULL AND at < s.ends_at AND (
    at < s.last_act_at + interval '30 minutes'
    OR (at < s.last_act_at + interval '2 hours' AND (
      EXISTS (SELECT 1 FROM money_request q WHERE q.member_id = s.member_id AND q.state IN ('filed', 'claimed', 'held', 'awaiting_second'))
      OR EXISTS (SELECT 1 FROM help_item h WHERE h.member_id = s.member_id AND h.state <> 'answered'))))
$$;

GRANT USAGE ON SCHEMA public TO baize_app;
GRANT SELECT ON installation TO baize_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  brand, brand_domain, operator, operator_session, referral_code, member, member_person, member_session, member_device,
  login_throttle, company, game, game_version, brand_company, brand_game, play_session, money_request, help_item, note,
  notice, popup, banner, lease TO baize_app;
GRANT SELECT, INSERT ON money_request_event, audit TO baize_app;
GRANT UPDATE (seq, hash) ON audit TO baize_app;
