import { voidEvents, voidReasons } from '#domain/games/round.ts'
import { inOneSpan, isAfter } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import { boundsOf, loadPublishedGames } from '../redraw.ts'
import { loadSeatGames, seatBoundsOf } from '../seat-draw.ts'
import type { BookCheck } from './check.ts'

/** How much later than the closing of its version a spin is that began before: longer than a statement may take. */
const underWay = `interval '2 minutes'`

/** The events of void rounds, as SQL texts. */
const voidTexts = voidReasons.map((reason) => `'${JSON.stringify(voidEvents(reason))}'`).join(', ')

/** Every round that has a number of its member, also those with decisions. */
const numbered = `(SELECT member_id, nonce, id, at, seed_id FROM round UNION ALL SELECT member_id, nonce, id, at, seed_id FROM seat_round)`

/** Checks of the rounds of the studio's games: booked, numbered, drawn from a seed of their member, and paid as won. */
export const roundChecks: readonly BookCheck[] = [
  {
    name: 'rounds',
    description:
      'Each round is booked once with the same stake and pay, a void one without either, each spin has its round, no nonce is missing, and each round was drawn from a seed of its member that was not revealed, also one that was drawn in vain.',
    sql: `SELECT coalesce(r.id, j.ref)::text AS subject, 'round and journal differ' AS detail
      FROM round r FULL JOIN (SELECT * FROM journal WHERE kind = ${kinds('spin')}) j ON j.member_id = r.member_id AND j.ref = r.id
      WHERE r.id IS NULL OR j.seq IS NULL OR r.pay <> j.pay
        -- Of a void round the stake was not taken.
        OR CASE WHEN r.units IS NULL THEN 0 ELSE r.stake END <> j.stake
      UNION ALL
      SELECT w.member_id::text, format('%s rounds, next nonce %s', count(r.id), w.nonce)
      FROM wallet w LEFT JOIN ${numbered} r USING (member_id) GROUP BY w.member_id, w.nonce
      HAVING count(r.id) <> w.nonce OR coalesce(max(r.nonce), -1) <> w.nonce - 1
      UNION ALL
      SELECT w.member_id::text, format('%s spins and %s rounds with decisions, next nonce %s', coalesce(j.spins, 0), coalesce(q.rounds, 0), w.nonce)
      FROM wallet w LEFT JOIN (SELECT member_id, count(*) AS spins FROM journal WHERE kind = ${kinds('spin')}
        GROUP BY member_id) j USING (member_id) LEFT JOIN (SELECT member_id, count(*) AS rounds FROM seat_round GROUP BY member_id) q USING (member_id)
      WHERE coalesce(j.spins, 0) + coalesce(q.rounds, 0) <> w.nonce
      UNION ALL
      SELECT r.id::text, 'its event is archived, and it is not' FROM ONLY round r
      JOIN journal_archive a ON a.member_id = r.member_id AND a.ref = r.id AND a.kind = ${kinds('spin')}
      UNION ALL
      SELECT r.id::text, 'is archived, and its event is not' FROM round_archive r
      JOIN ONLY journal j ON j.member_id = r.member_id AND j.ref = r.id AND j.kind = ${kinds('spin')}
      UNION ALL
      SELECT r.id::text, CASE WHEN s.id IS NULL THEN 'the seed is not the member’s' ELSE 'drawn from a seed that was revealed' END
      FROM ${numbered} r LEFT JOIN member_seed s ON s.id = r.seed_id AND s.member_id = r.member_id
      WHERE s.id IS NULL OR r.at > s.revealed_at
      UNION ALL
      SELECT 'audit ' || a.id, 'its drawn round is from a seed pair that is not the member’s' FROM audit a
      LEFT JOIN member m ON m.public_id::text = a.subject
      LEFT JOIN member_seed s ON s.member_id = m.id AND s.id = CASE WHEN a.detail ->> 'seed' ~ '^[0-9]{1,18}$' THEN (a.detail ->> 'seed')::bigint END
      WHERE a.act = 'round.not-as-drawn' AND s.id IS NULL`,
  },
  {
    name: 'round-facts',
    description:
      'A round has the time of its event, a known version of a game, the account of the game’s company, and a number in the order of the events.',
    sql: `SELECT id::text AS subject, CASE WHEN at <> event_at THEN format('at %s, its event at %s', at, event_at)
          WHEN company_code IS NULL THEN format('of version %s of a game, which is unknown', game_version_id)
          WHEN reference IS DISTINCT FROM company_code THEN format('a game of %s against the account of %s', company_code, reference)
          WHEN is_out_of_order THEN format('number %s is out of order', nonce)
          ELSE format('%s of its events were shown, which is more than it has', shown) END AS detail
      FROM (SELECT r.id, r.at, r.nonce, r.shown, r.events, r.game_version_id, j.at AS event_at, g.company_code, a.reference,
          lag(j.seq, 1, 0::bigint) OVER (PARTITION BY r.member_id ORDER BY r.nonce) > j.seq AS is_out_of_order
        FROM round r JOIN journal j ON j.member_id = r.member_id AND j.ref = r.id AND j.kind = ${kinds('spin')}
        LEFT JOIN game_version v ON v.id = r.game_version_id LEFT JOIN game g ON g.code = v.game_code
        LEFT JOIN account a ON a.id = j.contra_id) fact
      WHERE at <> event_at OR reference IS DISTINCT FROM company_code OR company_code IS NULL OR is_out_of_order
        OR shown < 0
        OR CASE WHEN shown > 0 AND events IS JSON ARRAY THEN shown > json_array_length(events::json) ELSE false END`,
  },
  {
    name: 'round-state',
    description:
      'The wallet has the time of its last round, and its hidden wins are at most those of the last rounds, for a minute.',
    sql: `SELECT w.member_id::text AS subject, format('last round at %s, hidden wins until %s; the round was at %s', w.last_spin_at,
        w.unseen_until, r.at) AS detail
      FROM wallet w LEFT JOIN ${numbered} r ON r.member_id = w.member_id AND r.nonce = w.nonce - 1
      WHERE w.last_spin_at IS DISTINCT FROM r.at OR w.unseen_until > coalesce(r.at, '-infinity') + interval '60 seconds'
      UNION ALL
      -- Hidden wins add up over rounds that follow each other within a minute.
      SELECT w.member_id::text, format('%s hidden, the last rounds paid %s', w.unseen, coalesce(p.pays, 0))
      FROM wallet w CROSS JOIN LATERAL (
        SELECT sum(pay) FILTER (WHERE later_pauses = 0) AS pays FROM (
          SELECT pay, sum(is_after_pause) OVER (ORDER BY nonce DESC) - is_after_pause AS later_pauses FROM (
            SELECT r.pay + coalesce(h.amount, 0) AS pay, nonce, coalesce(r.at - lag(r.at) OVER (ORDER BY nonce) >= interval '60 seconds', false)::int AS is_after_pause
            FROM round r LEFT JOIN jackpot_hit h ON h.round_id = r.id WHERE r.member_id = w.member_id) paced) counted) p
      WHERE w.unseen > coalesce(p.pays, 0) AND w.unseen > 0`,
  },
  {
    name: 'seed-pairs',
    description:
      'The seed pairs of a member are numbered without a gap, each of the chain is followed by a commitment and revealed when it ended, each was committed when the pair before it began, the newest is the one in use, and the rounds of a pair, with decisions or without, are numbered between its first and the next pair’s first.',
    sql: `WITH pair AS (SELECT s.*, row_number() OVER member AS place, lead(first_nonce) OVER member AS next_nonce,
          lead(id) OVER member AS next_id, lead(key_id) OVER member AS next_key_id,
          -- As seed_pass_over marks a seed that no client seed was chosen for.
          client_seed = 'abandoned ' || ordinal AND first_nonce IS NOT NULL AS abandoned,
          lead(client_seed = 'abandoned ' || ordinal, 1, false) OVER member AS next_abandoned
        FROM member_seed s WINDOW member AS (PARTITION BY member_id ORDER BY ordinal))
      SELECT member_id || '/' || ordinal AS subject, 'a pair before it is missing' AS detail FROM pair WHERE ordinal <> place
      UNION ALL
      SELECT member_id || '/' || ordinal, 'no commitment follows' FROM pair
      WHERE scheme = 'chain' AND client_seed IS NOT NULL AND NOT abandoned AND next_id IS NULL
      UNION ALL
      SELECT member_id || '/' || ordinal, 'is of the old scheme, which had ended' FROM pair
      WHERE scheme = 'old' AND begun_at > (SELECT applied_at FROM migration WHERE number = 18)
      UNION ALL
      -- Pairs are numbered as they are made.
      SELECT member_id || '/' || ordinal, 'is of the old scheme, after a pair of the chain' FROM member_seed
      WHERE scheme = 'old' AND id > (SELECT min(id) FROM member_seed WHERE scheme = 'chain')
      UNION ALL
      SELECT min(member_id || '/' || ordinal), 'the same commitment is of another pair too' FROM member_seed
      WHERE server_seed_hash <> '' GROUP BY server_seed_hash HAVING count(*) > 1
      UNION ALL
      -- A pair begins in the transaction that commits to the next.
      SELECT member_id || '/' || ordinal, format('was committed at %s, the pair before it began at %s', created_at, p_begun)
      FROM (SELECT *, lag(CASE WHEN scheme = 'chain' AND NOT abandoned THEN begun_at END) OVER (PARTITION BY member_id ORDER BY ordinal) AS p_begun FROM pair) p
      WHERE created_at NOT BETWEEN p_begun - interval '2 minutes' AND p_begun + interval '2 minutes' AND NOT ${inOneSpan('created_at', 'p_begun')}
      UNION ALL
      SELECT member_id || '/' || ordinal, format('was committed at %s, after it began', created_at) FROM pair
      WHERE scheme = 'chain' AND ${isAfter('created_at', 'begun_at', `interval '1 hour'`)}
      UNION ALL
      SELECT member_id || '/' || ordinal, format('was committed at %s, those before and after it at %s and %s', created_at, earlier, later)
      FROM (SELECT *, lag(created_at, 1, '-infinity') OVER ids AS earlier, lead(created_at, 1, now()) OVER ids AS later FROM member_seed
        WHERE scheme = 'chain' WINDOW ids AS (ORDER BY id)) s
      WHERE created_at NOT BETWEEN least(earlier, later) - interval '10 minutes' AND greatest(earlier, later) + interval '10 minutes'
        AND NOT ${inOneSpan('created_at', 'earlier')} AND NOT ${inOneSpan('created_at', 'later')}
        -- While a clock was set forward.
        AND (begun_at IS NULL OR created_at NOT BETWEEN begun_at - interval '10 minutes' AND begun_at + interval '10 minutes')
      UNION ALL
      -- An abandoned one is followed by an abandoned one or by another key.
      SELECT member_id || '/' || ordinal, 'ended and was not revealed' FROM pair
      WHERE revealed_at IS NULL AND next_nonce IS NOT NULL AND next_key_id = key_id AND client_seed IS NOT NULL
        AND NOT (abandoned OR next_abandoned)
      UNION ALL
      SELECT member_id || '/' || ordinal, 'is marked as abandoned, and rounds were drawn from it' FROM pair
      WHERE abandoned AND EXISTS (SELECT 1 FROM ${numbered} r WHERE r.seed_id = pair.id)
      UNION ALL
      -- A client seed has no space: the member cannot have chosen it.
      SELECT member_id || '/' || ordinal, 'has a client seed that no member can choose' FROM pair
      WHERE position(' ' IN client_seed) > 0 AND scheme = 'chain' AND NOT abandoned
      UNION ALL
      -- As by a restriction of the member. The seed after an abandoned one is passed over, or under another key.
      SELECT member_id || '/' || ordinal, 'is not in use and was not revealed' FROM pair
      WHERE revealed_at IS NULL AND first_nonce IS NOT NULL AND next_id IS NOT NULL AND next_nonce IS NULL AND next_key_id = key_id
        AND NOT abandoned AND NOT EXISTS (SELECT FROM wallet w WHERE w.seed_id = pair.id)
      UNION ALL
      SELECT w.member_id || '/' || p.ordinal, 'in use, but of another member, not the newest pair, or revealed'
      FROM wallet w JOIN pair p ON p.id = w.seed_id
      WHERE p.member_id <> w.member_id OR p.client_seed IS NULL OR p.revealed_at IS NOT NULL OR p.next_nonce IS NOT NULL
      UNION ALL
      SELECT r.id::text, format('number %s outside pair %s', r.nonce, p.ordinal) FROM ${numbered} r JOIN pair p ON p.id = r.seed_id
      WHERE r.nonce < p.first_nonce OR r.nonce >= p.next_nonce`,
  },
  {
    name: 'round-pays',
    description:
      'What a round pays is its units times the unit of its stake, at most the largest pay of its version of the game, which has both numbers; its events end with the same units. A void one pays nothing, and its only event has the reason.',
    // Equal rounds are checked once: even many rounds have few different event lists.
    sql: `WITH checked AS MATERIALIZED (
        SELECT game_version_id, stake, pay, units, CASE WHEN units IS NULL THEN events WHEN events IS JSON ARRAY THEN (events::json -> -1)::text END AS last,
          any_value(id) AS id
        FROM round GROUP BY game_version_id, stake, pay, units, last
      )
      SELECT c.id::text AS subject, format('pays %s of %s, %s units of at most %s, %s in the stake; its events end with %s', c.pay, c.stake, c.units,
        v.most_units, v.units_per_stake, left(c.last, 100)) AS detail
      FROM checked c LEFT JOIN game_version v ON v.id = c.game_version_id
      WHERE (c.stake % v.units_per_stake = 0 AND CASE WHEN c.units IS NULL THEN c.pay = 0 AND c.last IN (${voidTexts})
        ELSE c.units BETWEEN 0 AND v.most_units AND c.units::numeric * c.stake = c.pay::numeric * v.units_per_stake
          AND c.last::json ->> 'type' = 'totalWin' AND c.last::json ->> 'pay' = c.units::text END) IS NOT TRUE`,
  },
  {
    name: 'void-rounds',
    description:
      'A version of a game is closed by one void round, at its time and for its reason, recorded in the audit; no round of the version is later than those that were under way.',
    // Several rounds with decisions may be open, and fail, when the first of them closes the version.
    sql: `WITH void AS MATERIALIZED (SELECT id, at, game_version_id, events FROM round WHERE units IS NULL
        UNION ALL (SELECT DISTINCT ON (game_version_id) id, ended_at, game_version_id, json_build_array(json_build_object('reason', void_reason))::text
          FROM seat_round WHERE void_reason NOT IN ('lost-key', 'office') ORDER BY game_version_id, ended_at))
      SELECT coalesce('version ' || v.id, r.id::text) AS subject, CASE WHEN r.id IS NULL THEN 'is closed, and no round of it is void'
          WHEN v.closed_at IS NULL THEN 'is open, and a round of it is void'
          ELSE format('was closed at %s (%s), its void round is of %s', v.closed_at, v.closed_reason, r.at) END AS detail
      FROM (SELECT * FROM game_version WHERE closed_at IS NOT NULL OR id IN (SELECT game_version_id FROM void)) v
        FULL JOIN void r ON r.game_version_id = v.id
      WHERE CASE WHEN r.events IS JSON ARRAY THEN v.closed_at = r.at AND v.closed_reason LIKE (r.events::json -> 0 ->> 'reason') || ': %' END IS NOT TRUE
      UNION ALL
      SELECT 'version ' || game_version_id, format('has %s void rounds', count(*)) FROM void GROUP BY game_version_id HAVING count(*) > 1
      UNION ALL
      SELECT r.id::text, 'no act of the audit closed its game' FROM void r
      WHERE NOT EXISTS (SELECT FROM audit a WHERE a.act = 'game.close' AND a.detail ->> 'round' = r.id::text)
      UNION ALL
      SELECT r.id::text, format('of %s, its game was closed at %s', r.at, v.closed_at) FROM game_version v
        JOIN round r ON r.game_version_id = v.id AND ${isAfter('r.at', 'v.closed_at', underWay)}`,
  },
  {
    name: 'version-counts',
    description: 'The rounds, stakes and pays counted for each version of a game are those of its sealed rounds.',
    sql: `
      WITH sealed AS (SELECT member_id, max(first_nonce + rounds) AS nonce FROM journal_seal GROUP BY member_id),
      recounted AS (
        SELECT r.game_version_id, count(*) AS rounds, sum(r.stake::numeric) AS stake, sum(r.stake::numeric * r.stake) AS stake_squares,
          sum(r.pay::numeric) AS pay
        FROM round r JOIN sealed s ON s.member_id = r.member_id AND r.nonce < s.nonce WHERE r.units IS NOT NULL GROUP BY r.game_version_id)
      SELECT 'version ' || game_version_id AS subject, format('%s rounds, %s staked and %s paid are counted; its sealed rounds are %s with %s and %s',
        coalesce(v.rounds, 0), coalesce(v.stake, 0), coalesce(v.pay, 0), coalesce(r.rounds, 0), coalesce(r.stake, 0), coalesce(r.pay, 0)) AS detail
      FROM version_count v FULL JOIN recounted r USING (game_version_id)
      WHERE (v.rounds, v.stake, v.stake_squares, v.pay) IS DISTINCT FROM (r.rounds, r.stake, r.stake_squares, r.pay)`,
  },
  {
    name: 'version-bounds',
    description:
      'Each published version of a game has the largest pay, the units in a stake and the jackpots of its mathematics.',
    find: async ({ rows }) => {
      const games = await loadPublishedGames()
      const versions = await rows<Version>(
        'SELECT id, math_hash, most_units, units_per_stake, jackpots FROM game_version',
      )
      const seats = await loadSeatGames()
      return versions.flatMap((version) => {
        const [game, seat] = [games.get(version.math_hash), seats.get(version.math_hash)]
        const due = game ? boundsOf(game) : seat ? { ...seatBoundsOf(seat), jackpots: [] } : null
        if (due === null) return []
        const isBounded = version.most_units === due.most_units && version.units_per_stake === due.units_per_stake
        if (isBounded && version.jackpots.join() === due.jackpots.join()) return []
        const detail = `has ${version.most_units} units at most and ${version.units_per_stake} in the stake, its mathematics ${due.most_units} and ${due.units_per_stake}; jackpots ${version.jackpots.join(' ')}, its mathematics ${due.jackpots.join(' ')}`
        return [{ subject: `version ${version.id}`, detail }]
      })
    },
  },
]

type Version = {
  id: number
  math_hash: string
  most_units: bigint | null
  units_per_stake: number | null
  jackpots: string[]
}
