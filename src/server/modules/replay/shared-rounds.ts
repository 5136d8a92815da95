import { sql } from 'kysely'

/**
 * What a share `p` of `public_replay` shows: the version, game and time of its round `s`, all of its stakes and what it paid; of a round with decisions
 * that is void since, its stakes. For `JOIN … ON true`.
 */
export const sharedRounds = sql`LATERAL (
    SELECT r.at, r.stake, r.pay, false AS void, v.game_code AS game, v.math_hash AS hash
      FROM round r JOIN game_version v ON v.id = r.game_version_id WHERE r.id = p.round_id
    UNION ALL
    SELECT q.at, q.staked, coalesce(q.returned, q.staked), q.state = 'void', v.game_code, v.math_hash
      FROM seat_round q JOIN game_version v ON v.id = q.game_version_id WHERE q.id = p.round_id AND q.state <> 'open') s`
