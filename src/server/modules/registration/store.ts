import { decryptName } from '#server/auth/encrypted-name.ts'
import { decideApproval, type PersonMarkKind, type PersonMatch } from '#domain/person-mark.ts'
import type { MemberStatus } from '#domain/member.ts'
import type { OfficeMatch } from '#contract/registration.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import { createPersonHashing, type PersonMark } from '#server/auth/person-hash.ts'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Keyed hashes of persons (`person_mark`) and the accounts that they connect, over all brands of the installation:
 * docs/decisions/021-exclusions-follow-the-person.md.
 */

/** Another member with at least one of the same values. */
export type MatchedMember = PersonMatch & { memberId: bigint; publicId: string; brandId: number; loginId: string }

/** The most matches that are read for one person; those that decide are read first. */
const mostMatches = 100

/**
 * Lets one transaction at a time decide about the same values: two registrations with one bank account, or a
 * registration and an exclusion of the same person. Locked before any row, in one order, so that there is no deadlock.
 */
export async function lockPersonMarks(tx: Tx, marks: readonly Pick<PersonMark, 'hash'>[]): Promise<void> {
  const keys = [...new Set(marks.map(({ hash }) => hash.readBigInt64BE()))].toSorted((one, other) =>
    one < other ? -1 : Number(one > other),
  )
  await sql`SELECT pg_advisory_xact_lock(k) FROM unnest(${keys.map(String)}::bigint[]) k`.execute(tx)
}

/** A row of `member_person` that is to be hashed. */
export type UnmarkedPerson = {
  member_id: bigint
  public_id: string
  key_id: string
  phone_sealed: Buffer | null
  bank_number_sealed: Buffer | null
  bank_owner: string
  birth_sealed: Buffer | null
}

/**
 * Whether a row `p` of `member_person` is to be hashed. One that was hashed under a key or in a form that this process
 * does not know, by a process with a newer `APP_SECRET` or a newer release, is left to it; one under a key that is
 * declared lost cannot be read.
 */
export function isUnmarked(config: { secret: AppSecret }): RawBuilder<SqlBool> {
  const { olderMarked } = createPersonHashing(config)
  return sql<SqlBool>`p.erased_at IS NULL AND (p.marked_key IS NULL OR p.marked_key = ANY (${olderMarked}::text[]))
    AND ${isUnreadable(config)} IS NOT TRUE`
}

/** Whether the values of a row `p` of `member_person` are under a key that is declared lost. */
export function isUnreadable({ secret }: { secret: AppSecret }): RawBuilder<SqlBool> {
  return sql<SqlBool>`(p.key_id = ANY (${[...(secret.lost ?? [])]}::text[]))`
}

/**
 * Hashes the values of locked rows of `member_person`, so that they are found from now on. A row whose values cannot be
 * decrypted is left out and returned.
 */
export async function markPersons(
  tx: Tx,
  config: { secret: AppSecret },
  rows: readonly UnmarkedPerson[],
): Promise<{ failed: { memberId: bigint; error: unknown }[] }> {
  const hashing = createPersonHashing(config)
  const encryption = createEncryption(config)
  const failed: { memberId: bigint; error: unknown }[] = []
  const marked = rows.flatMap((row) => {
    const owner = { id: row.member_id, publicId: row.public_id }
    const plain = (of: 'phone' | 'account' | 'birth', value: Buffer | null): string | null =>
      value === null ? null : encryption.decryptText({ of, ...owner }, row.key_id, value)
    try {
      const values = {
        phone: plain('phone', row.phone_sealed),
        bankNumber: plain('account', row.bank_number_sealed),
        birth: plain('birth', row.birth_sealed),
      }
      return [
        {
          memberId: row.member_id,
          marks: hashing.marksOf({
            ...values,
            bankOwner: decryptName(config, { of: 'account-owner', ...owner }, row.bank_owner),
          }),
        },
      ]
    } catch (error) {
      failed.push({ memberId: row.member_id, error })
      return []
    }
  })
  await addPersonMarks(
    tx,
    marked.flatMap(({ memberId, marks }) => marks.map((mark) => ({ ...mark, memberId }))),
  )
  await sql`UPDATE member_person SET marked_key = ${hashing.marked}
             WHERE member_id = ANY (${marked.map(({ memberId }) => String(memberId))}::bigint[])`.execute(tx)
  return { failed }
}

/** The marks of a member, made now if they are not up to date: of all telephones and bank accounts they ever had. */
export async function currentMarks(tx: Tx, config: { secret: AppSecret }, memberId: bigint): Promise<PersonMark[]> {
  const { rows } = await sql<UnmarkedPerson>`
    SELECT p.member_id, m.public_id, p.key_id, p.phone_sealed, p.bank_number_sealed, p.bank_owner, p.birth_sealed
      FROM member_person p JOIN member m ON m.id = p.member_id
     WHERE p.member_id = ${memberId} AND ${isUnmarked(config)} FOR UPDATE OF p`.execute(tx)
  if (rows.length > 0) await markPersons(tx, config, rows)
  const marks = await tx.selectFrom('person_mark').select(['kind', 'hash']).where('member_id', '=', memberId).execute()
  return marks.map(({ kind, hash }) => ({ kind: kind as PersonMarkKind, hash }))
}

/** Stores the marks of a browser in which a member signed in for the first time, by its earlier and its new token. */
export async function addDeviceMarks(
  tx: Tx,
  config: { secret: AppSecret },
  memberId: bigint,
  devices: readonly (string | null)[],
): Promise<void> {
  const { marksOf } = createPersonHashing(config)
  const marks = devices.flatMap((device) =>
    marksOf({ phone: null, bankNumber: null, bankOwner: '', birth: null, device }),
  )
  await addPersonMarks(
    tx,
    marks.map((mark) => ({ ...mark, memberId })),
  )
}

/** Stores marks of members; known ones stay as they are. */
export async function addPersonMarks(
  tx: Tx | Database,
  marks: readonly (PersonMark & { memberId: bigint })[],
): Promise<void> {
  if (marks.length === 0) return
  await tx
    .insertInto('person_mark')
    .values(marks.map(({ memberId, kind, hash }) => ({ member_id: memberId, kind, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// What decides comes first: exact matches with restricted members, names of restricted members, shared bank accounts.
const matchColumns = sql.raw(`
  m.id, m.public_id, m.brand_id, m.login_id, m.status, coalesce(m.excluded_until > clock_timestamp(), false) AS excluded,
  array_agg(DISTINCT k.kind) AS by`)
const isRestricted = `(m.status = 'blocked' OR coalesce(m.excluded_until > clock_timestamp(), false))`
const matchOrder = sql.raw(`
  ${isRestricted} AND bool_or(k.kind IN ('phone', 'account')) DESC, ${isRestricted} AND bool_or(k.kind = 'person') DESC,
  bool_or(k.kind = 'account') DESC, m.id`)

/** The other members with one of these marks. */
export async function findMatches(
  db: Database | Tx,
  marks: readonly Pick<PersonMark, 'hash'>[],
  own: { memberId: bigint | null; brandId: number },
): Promise<MatchedMember[]> {
  const { rows } = await sql<MatchRow>`
    SELECT ${matchColumns} FROM person_mark k JOIN member m ON m.id = k.member_id
     WHERE k.hash = ANY (${marks.map(({ hash }) => hash)}::bytea[]) AND k.member_id IS DISTINCT FROM ${own.memberId}::bigint
     GROUP BY m.id ORDER BY ${matchOrder} LIMIT ${mostMatches}`.execute(db)
  return rows.map((row) => matchOf(row, own.brandId))
}

type MatchRow = {
  id: bigint
  public_id: string
  brand_id: number
  login_id: string
  status: MemberStatus
  excluded: boolean
  by: PersonMarkKind[]
}

function matchOf(row: MatchRow, brandId: number): MatchedMember {
  const { id, public_id, brand_id, login_id, status, excluded, by } = row
  const member = { memberId: id, publicId: public_id, brandId: brand_id, loginId: login_id }
  return { ...member, by, sameBrand: brand_id === brandId, status, excluded }
}

/** The most matches that the office is shown for one member. */
const mostShown = 20

/**
 * The matches of each of these members as the office sees them. A match of a brand that the operator may not see has
 * neither id nor name. Matches by the browser or the name alone are shown too; they decide nothing by themselves.
 */
export async function matchesForOffice(
  db: Database | Tx,
  members: readonly { memberId: bigint; brandId: number }[],
  brandIds: readonly number[],
): Promise<Map<bigint, { approval: 'excluded' | 'duplicate' | 'free'; matches: OfficeMatch[] }>> {
  const brandOf = new Map(members.map(({ memberId, brandId }) => [memberId, brandId]))
  const { rows } = await sql<MatchRow & { of: bigint; brand: string }>`
    SELECT own.of, matched.*, b.code AS brand
      FROM unnest(${members.map(({ memberId }) => String(memberId))}::bigint[]) AS own (of)
     CROSS JOIN LATERAL (
       SELECT ${matchColumns}, row_number() OVER (ORDER BY ${matchOrder}) AS place
         FROM person_mark mine JOIN person_mark k ON k.hash = mine.hash AND k.member_id <> mine.member_id
         JOIN member m ON m.id = k.member_id
        WHERE mine.member_id = own.of
        GROUP BY m.id ORDER BY place LIMIT ${mostShown}) matched
      JOIN brand b ON b.id = matched.brand_id ORDER BY matched.place`.execute(db)
  return new Map(
    [...brandOf].map(([memberId, brandId]) => {
      const own = rows.filter((row) => row.of === memberId)
      const approval = decideApproval(own.map((row) => matchOf(row, brandId)))
      return [memberId, { approval, matches: own.map((row) => officeMatchOf(row, brandIds)) }]
    }),
  )
}

function officeMatchOf(row: MatchRow & { brand: string }, brandIds: readonly number[]): OfficeMatch {
  const isVisible = brandIds.includes(row.brand_id)
  return {
    id: isVisible ? row.public_id : null,
    userId: isVisible ? row.login_id : null,
    brand: isVisible ? row.brand : null,
    by: row.by,
    status: row.status,
    excluded: row.excluded,
  }
}
