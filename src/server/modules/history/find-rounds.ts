import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import type { FoundRound } from '#contract/history.ts'
import { nickKey, userIdKey } from '#domain/member-name.ts'
import { roundSearchOf, type RoundSearch } from '#domain/round-search.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import { sql, type RawBuilder } from 'kysely'

/** Rounds of slots, tables and with decisions, for operators who have an id or a number and do not know the kind. */

const mostFound = 20

type Row = Omit<FoundRound, 'at' | 'number' | 'member'> & {
  at: Date
  number: string
  memberId: string | null
  userId: string
  nick: string
  level: number
  referenceCode: string
}

export async function findRounds(
  context: OfficeContext,
  body: OfficeBody<'get-found-rounds'>,
): Promise<OfficeAnswer<'get-found-rounds'>> {
  const search = roundSearchOf(body.text)
  if (search === null) return { status: 'success', rounds: [] }
  const brandIds = brandIdsOf(context)
  const { rows } = await sql<Row>`
    SELECT f.kind, f.id, b.code AS brand, g.names, f.number, f.at, m.public_id AS "memberId", m.login_id AS "userId", m.nick, m.level,
           m.reference_code AS "referenceCode"
      FROM (${foundBy(search, brandIds)}) f LEFT JOIN member m ON m.id = f.member_id JOIN brand b ON b.id = coalesce(f.brand_id, m.brand_id)
           JOIN game g ON g.code = f.game
     WHERE b.id = any(${brandIds}::int[])
     ORDER BY f.at DESC, f.id LIMIT ${mostFound}`.execute(context.deps.db)
  return {
    status: 'success',
    rounds: rows.map(({ memberId, userId, nick, level, referenceCode, number, at, ...round }) => ({
      ...round,
      number: Number(number),
      at: at.toISOString(),
      member: memberId === null ? null : { id: memberId, userId, nick, level, referenceCode },
    })),
  }
}

/** Each kind, table and member by a key of its own, so that no list is read. */
function foundBy(search: RoundSearch, brandIds: readonly number[]): RawBuilder<unknown> {
  const [ofMember, ofTable] =
    search.kind === 'id'
      ? [sql`r.id = ${search.id}::uuid`, sql`r.id = ${search.id}::uuid`]
      : [
          sql`r.member_id IN (${membersNamed(search.name, brandIds)}) AND r.nonce = ${search.number}`,
          sql`r.table_id IN (${tablesNamed(search.name)}) AND r.number = ${search.number}`,
        ]
  return sql`
    SELECT 'slot' AS kind, r.id, v.game_code AS game, r.nonce AS number, r.at, r.member_id, NULL::int AS brand_id
      FROM round r JOIN game_version v ON v.id = r.game_version_id WHERE ${ofMember}
    UNION ALL
    SELECT 'seat', r.id, v.game_code, r.nonce, r.at, r.member_id, NULL
      FROM seat_round r JOIN game_version v ON v.id = r.game_version_id WHERE ${ofMember}
    UNION ALL
    SELECT 'table', r.id, t.game_code, r.number, r.opened_at, NULL, t.brand_id
      FROM table_round r JOIN game_table t ON t.id = r.table_id WHERE ${ofTable}`
}

/** The tables with this name, or whose game has this code or, in any language, this name. */
function tablesNamed(name: string): RawBuilder<unknown> {
  const shown = name.normalize('NFKC').toLowerCase()
  return sql`SELECT t.id FROM game_table t JOIN game g ON g.code = t.game_code
    WHERE lower(t.name) = ${shown} OR t.game_code = ${shown}
      OR EXISTS (SELECT 1 FROM jsonb_each_text(g.names) n WHERE lower(n.value) = ${shown})`
}

/** The members of the brands with this id, nickname or reference code, however it is spelled; the keys begin with the brand. */
function membersNamed(name: string, brandIds: readonly number[]): RawBuilder<unknown> {
  const nick = nickKey(name.normalize('NFKC'))
  return sql`SELECT id FROM member WHERE brand_id = any(${brandIds}::int[])
    AND (login_id_key = ${userIdKey(name)} OR nick_key = ${nick} OR reference_code = ${name.toUpperCase()})`
}
