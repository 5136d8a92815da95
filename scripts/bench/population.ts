import { setHashes } from '../set-hashes.ts'
import { signEach } from '../signed-pool.ts'
import { benchSecret } from './bench-secret.ts'
import { createPool } from '#server/db/pool.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { hashSecret } from '#server/auth/hashing.ts'
import { newSessionToken } from '#server/auth/session-token.ts'
import { encryptName } from '#server/auth/encrypted-name.ts'
import { createEncryption, type RowOwner } from '#server/auth/encryption.ts'
import { createPersonHashing } from '#server/auth/person-hash.ts'
import { drawServerSeed, type NewSeed } from '#server/modules/slot/new-seed.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { BenchDatabase } from './database.ts'
import { catalogue } from '#domain/games/catalogue.ts'

/**
 * Hundreds of thousands of signed-in members, created in a few statements by the owner, with the journal rows that
 * account for their money. Their tokens follow from a seed and their number, so that a separate program can call for
 * them.
 */
export type Population = {
  /** The seed of the tokens. */
  tokenSeed: string
  members: number
  /** How many of them have a window of a machine open. */
  players: number
  /** The codes of the machines, which the players have in turn; the first of the catalogue by default. */
  machines?: readonly string[]
}

export const populationPassword = 'moonlit-hall-7'

/** The number of the population's first member; the others follow. */
const firstMember = 1_000_000_000

/** The session token of a member of the population, counted from 0. */
export function tokenOf(seed: string, member: number): string {
  return sessionOf(seed, member).token
}

function sessionOf(seed: string, member: number): { token: string; hash: Buffer } {
  const random = createHash('sha256').update(`${seed}:${member}`).digest()
  const owner = {
    of: 'member',
    holder: BigInt(firstMember + member),
    endsAt: new Date('2999-01-01T00:00:00Z'),
  } as const
  return newSessionToken(benchSecret, owner, random)
}

/** The game window of a player of the population, counted from 0: a UUID of version 4, as the play API requires. */
export function windowOf(seed: string, player: number): string {
  const digits = createHash('md5').update(`${seed}:window:${player}`).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** The id a member of the population signs in with, counted from 0. */
export function loginOf(member: number): string {
  return `load${member}`
}

/** Fills a bench brand. About 10 s for 100 000 members. */
export async function makePopulation(
  bench: BenchDatabase,
  brandId: number,
  secret: string,
  population: Population,
): Promise<void> {
  const { appUrl, ownerUrl } = bench.database
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: secret })
  const passwordHash = await hashSecret(populationPassword)
  const owner = signEach(createPool(ownerUrl, { max: 1, statementTimeoutMs: 0 }), benchSecret)
  try {
    await owner.query(`SELECT ledger_account($1, 'play_money_issue', '')`, [brandId])
    await owner.query(
      `INSERT INTO member (id, public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, reference_code)
       OVERRIDING SYSTEM VALUE SELECT $4::bigint + n, gen_random_uuid(), $1, 'load' || n, 'load' || n, 'c' || n, 'c' || n, $3, '-', 'active', 'load' || n
         FROM generate_series(0, $2::int - 1) n`,
      [brandId, population.members, '', firstMember],
    )
    // The numbers of later members follow these.
    await owner.query(`SELECT setval(pg_get_serial_sequence('member', 'id'), $1::bigint)`, [
      firstMember + population.members - 1,
    ])
    const made = await owner.query<{ id: bigint; public_id: string }>(
      `SELECT id, public_id FROM member WHERE brand_id = $1 AND login_id LIKE 'load%'`,
      [brandId],
    )
    await setHashes(owner, benchSecret, 'password', { hash: passwordHash, members: made.rows.map(({ id }) => id) })
    await insertPersons(
      owner,
      config,
      made.rows.map((row) => ({ id: row.id, publicId: row.public_id })),
    )
    await owner.query(
      `WITH loaded AS (SELECT id FROM member WHERE brand_id = $1 AND login_id LIKE 'load%'), opened AS (
         INSERT INTO wallet (member_id, brand_id, cash, seq) SELECT id, $1, 10000000000000, 1 FROM loaded
       ), issued AS (
         INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, request_hash, key, contra_id, kind, source)
         SELECT id, 1, now(), 10000000000000, 0, 0, 0, 10000000000000, 0, 0, 0, 0, gen_random_uuid(),
                (SELECT a.id FROM account a WHERE a.brand_id = $1 AND a.class = 'play_money_issue'), 12, 3 FROM loaded
         RETURNING member_id, key, cash
       )
       INSERT INTO audit (brand_id, actor_kind, act, subject, detail)
       SELECT $1, 'system', 'money.issue', m.public_id::text, jsonb_build_object('key', i.key, 'mode', 'play',
         'cash', trim_scale(i.cash::numeric / 10000)::text, 'comp', '0') FROM issued i JOIN member m ON m.id = i.member_id`,
      [brandId],
    )
    const hashes = Array.from({ length: population.members }, (_, n) => sessionOf(population.tokenSeed, n).hash)
    await owner.query(
      `WITH loaded AS (SELECT id, substr(login_id, 5)::int AS n FROM member WHERE brand_id = $1 AND login_id LIKE 'load%'),
       signed_in AS (
         INSERT INTO member_session (token_hash, member_id, user_agent)
         SELECT ($5::bytea[])[n + 1], id, 'bench' FROM loaded RETURNING id, member_id
       )
       INSERT INTO play_session (id, member_id, session_id, game_version_id, launch_hash, opened_at)
       SELECT overlay(overlay(md5($2::text || ':window:' || n) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid, c.id, s.id, v.id,
         sha256(convert_to($2::text || ':launch:' || n, 'UTF8')), now()
         FROM loaded c JOIN signed_in s ON s.member_id = c.id
        JOIN unnest($4::text[]) WITH ORDINALITY g (code, place) ON g.place = 1 + c.n % cardinality($4::text[])
        CROSS JOIN LATERAL (SELECT id FROM game_version WHERE game_code = g.code ORDER BY id DESC LIMIT 1) v
        WHERE n < $3::int`,
      [brandId, population.tokenSeed, population.players, population.machines ?? [catalogue[0].game.code], hashes],
    )
    const players = await owner.query<{ id: bigint }>(
      'SELECT m.id FROM play_session p JOIN member m ON m.id = p.member_id WHERE m.brand_id = $1',
      [brandId],
    )
    const ids = players.rows.map(({ id }) => id)
    for (const step of ['seed_commit(s.id', `seed_begin(s.id, 'bench', NULL`]) {
      const seeds: NewSeed[] = ids.map(() => drawServerSeed({ config }))
      await owner.query(
        `SELECT ${step}, s.sealed, s.key_id, s.hash)
         FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[]) s (id, sealed, key_id, hash)`,
        [ids, seeds.map((seed) => seed.encrypted), seeds.map((seed) => seed.keyId), seeds.map((seed) => seed.hash)],
      )
    }
    await owner.query('VACUUM ANALYZE')
  } finally {
    await owner.end()
  }
}

/** The personal data of the population: the same for all, encrypted for each. */
async function insertPersons(owner: pg.Pool, config: Config, members: readonly RowOwner[]): Promise<void> {
  const encryption = createEncryption(config)
  const encrypted = (of: 'phone' | 'account'): Buffer[] =>
    members.map((member) => encryption.encryptText({ of, ...member }, '01000000000').encrypted)
  await owner.query(
    `INSERT INTO member_person (member_id, key_id, phone_sealed, phone_last4, bank_name, bank_owner, bank_number_sealed, bank_number_last4, marked_key)
     SELECT id, $1, phone, '0000', '신한은행', owner, account, '0000', $2
       FROM unnest($3::bigint[], $4::bytea[], $5::text[], $6::bytea[]) p (id, phone, owner, account)`,
    [
      config.secret.keyId,
      createPersonHashing(config).marked,
      members.map(({ id }) => id),
      encrypted('phone'),
      members.map((member) => encryptName(config, { of: 'account-owner', ...member }, '김연습')),
      encrypted('account'),
    ],
  )
}
