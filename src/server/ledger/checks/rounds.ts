import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of the rounds of the studio's games: booked, numbered, drawn from a seed of their member, and paid as won. */
export const roundChecks: readonly SqlCheck[] = [
  {
    name: 'rounds',
    description:
      'Each round is booked once with the same stake and pay, each spin has its round, no nonce is missing, and each round was drawn from a seed of its member that was not revealed.',
    sql: `SELECT coalesce(r.id, j.ref)::text AS subject, 'round and journal differ' AS detail
      FROM round r FULL JOIN (SELECT * FROM journal WHERE kind = ${kinds('spin')}) j ON j.member_id = r.member_id AND j.ref = r.id
      WHERE r.id IS NULL OR j.seq IS NULL OR r.stake <> j.stake OR r.pay <> j.pay
      UNION ALL
      SELECT w.member_id::text, format('%s rounds, next nonce %s', count(r.id), w.nonce)
      FROM wallet w LEFT JOIN round r USING (member_id) GROUP BY w.member_id, w.nonce
      HAVING count(r.id) <> w.nonce OR coalesce(max(r.nonce), -1) <> w.nonce - 1
      UNION ALL
      SELECT w.member_id::text, format('%s spins, next nonce %s', coalesce(j.spins, 0), w.nonce)
      FROM wallet w LEFT JOIN (SELECT member_id, count(*) AS spins FROM journal WHERE kind = ${kinds('spin')}
        GROUP BY member_id) j USING (member_id)
      WHERE coalesce(j.spins, 0) <> w.nonce
      UNION ALL
      SELECT r.id::text, CASE WHEN s.id IS NULL THEN 'the seed is not the member’s' ELSE 'drawn from a seed that was revealed' END
      FROM round r LEFT JOIN member_seed s ON s.id = r.seed_id AND s.member_id = r.member_id
      WHERE s.id IS NULL OR r.at > s.revealed_at`,
  },
  {
    name: 'seed-pairs',
    description:
      'The seed pairs of a member are numbered without a gap, each of the chain is followed by a commitment, the newest is the one in use, and the rounds of a pair are numbered between its first and the next pair’s first.',
    sql: `WITH pair AS (SELECT s.*, row_number() OVER member AS place, lead(first_nonce) OVER member AS next_nonce,
          lead(id) OVER member AS next_id
        FROM member_seed s WINDOW member AS (PARTITION BY member_id ORDER BY ordinal))
      SELECT member_id || '/' || ordinal AS subject, 'a pair before it is missing' AS detail FROM pair WHERE ordinal <> place
      UNION ALL
      SELECT member_id || '/' || ordinal, 'no commitment follows' FROM pair
      -- A seed abandoned with its lost key has a space in its client seed.
      WHERE scheme = 'chain' AND position(' ' IN client_seed) = 0 AND next_id IS NULL
      UNION ALL
      SELECT w.member_id || '/' || p.ordinal, 'in use, but not the newest pair, or revealed' FROM wallet w JOIN pair p ON p.id = w.seed_id
      WHERE p.client_seed IS NULL OR p.revealed_at IS NOT NULL OR p.next_nonce IS NOT NULL
      UNION ALL
      SELECT r.id::text, format('number %s outside pair %s', r.nonce, p.ordinal) FROM round r JOIN pair p ON p.id = r.seed_id
      WHERE r.nonce < p.first_nonce OR r.nonce >= p.next_nonce`,
  },
  {
    name: 'round-pays',
    description:
      'What a round pays is its units times the unit of its stake, one unit for a version of a game; its events end with the same units.',
    // Equal rounds are checked once: even many rounds have few different event lists.
    sql: `WITH checked AS MATERIALIZED (
        SELECT game_version_id, stake, pay, units, CASE WHEN events IS JSON ARRAY THEN (events::json -> -1)::text END AS last,
          any_value(id) AS id
        FROM round GROUP BY game_version_id, stake, pay, units, last
      ), unit AS (
        SELECT game_version_id, mode() WITHIN GROUP (ORDER BY units * stake::numeric / pay) AS per_stake
        FROM checked WHERE pay > 0 AND units > 0 GROUP BY game_version_id
      )
      SELECT c.id::text AS subject, format('pays %s of %s, %s units; its events end with %s', c.pay, c.stake, c.units, left(c.last, 100)) AS detail
      FROM checked c LEFT JOIN unit u USING (game_version_id)
      WHERE (c.units = 0) <> (c.pay = 0) OR (c.units > 0 AND c.units::numeric * c.stake <> c.pay * u.per_stake)
        OR c.last::json ->> 'type' IS DISTINCT FROM 'totalWin' OR c.last::json ->> 'pay' IS DISTINCT FROM c.units::text`,
  },
]
