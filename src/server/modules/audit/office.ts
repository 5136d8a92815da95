import { sql } from 'kysely'
import type { OfficeAuditAct } from '#contract/audit.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { quietAct, type AuditActor } from '#domain/audit.ts'
import { userIdKey } from '#domain/member-name.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { brandIdsOf, isOfDays } from '#server/auth/office-scope.ts'
import type { Database } from '#server/db/pool.ts'

/** The audit as managers and auditors read it: acts of their brands, and those of no brand for operators of all. */
export const auditOfficeHandlers = {
  'get-audit': getAudit,
} satisfies Partial<OfficeHandlers>

type Row = {
  id: bigint
  at: Date
  act: string
  brand: string | null
  kind: AuditActor
  actor_id: bigint | null
  subject: string
  detail: Record<string, unknown>
}

async function getAudit(context: OfficeContext, body: OfficeBody<'get-audit'>): Promise<OfficeAnswer<'get-audit'>> {
  const { db } = context.deps
  const brandIds = brandIdsOf(context)
  const filters = [
    context.caller.brandIds === null
      ? sql`(a.brand_id = any(${brandIds}::int[]) OR a.brand_id IS NULL)`
      : sql`a.brand_id = any(${brandIds}::int[])`,
    body.act === undefined ? sql`a.act <> ${quietAct}` : sql`a.act = ${body.act}`,
  ]
  if (body.before !== undefined) filters.push(sql`a.id < ${body.before}::bigint`)
  if (body.from !== undefined || body.to !== undefined)
    filters.push(isOfDays(context, { at: sql`a.at`, brandId: sql`a.brand_id` }, body))
  if (body.operator !== undefined) {
    const ids = await findOperators(db, body.operator)
    filters.push(sql`a.actor_kind = 'operator' AND a.actor_id = any(${ids}::bigint[])`)
  }
  if (body.subject !== undefined) {
    const { subjects, memberIds } = await findSubjects(db, body.subject, brandIds)
    // What is not shown is not found either.
    const hidden = await findForeignMembers(context, subjects)
    filters.push(sql`(a.subject = any(${subjects.filter((one) => !hidden.has(one))}::text[])
      OR (a.actor_kind = 'member' AND a.actor_id = any(${memberIds}::bigint[])))`)
  }
  const { rows } = await sql<Row>`
    SELECT a.id, a.at, a.act, b.code AS brand, a.actor_kind AS kind, a.actor_id, a.subject, a.detail
      FROM audit a LEFT JOIN brand b ON b.id = a.brand_id
     WHERE ${sql.join(filters, sql` AND `)} ORDER BY a.id DESC LIMIT ${body.take + 1}`.execute(db)
  const shown = rows.slice(0, body.take)
  const last = shown.at(-1)
  return {
    status: 'success',
    acts: await withNames(context, shown),
    next: rows.length > body.take && last !== undefined ? String(last.id) : null,
  }
}

async function findOperators(db: Database, text: string): Promise<bigint[]> {
  const typed = text.normalize('NFKC').trim()
  const rows = await db
    .selectFrom('operator')
    .select('id')
    .where((where) => where.or([where('login', '=', typed.toLowerCase()), where('name', '=', typed)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** What a typed subject may be recorded as, and the members whose own acts belong to it. */
async function findSubjects(
  db: Database,
  text: string,
  brandIds: readonly number[],
): Promise<{ subjects: string[]; memberIds: bigint[] }> {
  const typed = text.normalize('NFKC').trim()
  const [members, operators] = await Promise.all([
    db
      .selectFrom('member')
      .select(['id', 'public_id'])
      .where('brand_id', 'in', brandIds.length === 0 ? [0] : brandIds)
      .where('login_id_key', '=', userIdKey(typed))
      .execute(),
    db.selectFrom('operator').select('public_id').where('login', '=', typed.toLowerCase()).execute(),
  ])
  const found = [...members, ...operators].map((one) => one.public_id)
  return { subjects: [typed, ...found], memberIds: members.map(({ id }) => id) }
}

type Named = { name: string; member: string | null }

/** The acts with the names of who acted and whom it is about. */
async function withNames(context: OfficeContext, rows: readonly Row[]): Promise<OfficeAuditAct[]> {
  const { db } = context.deps
  const brandIds = brandIdsOf(context)
  const idsOf = (kind: AuditActor): bigint[] =>
    rows.flatMap((row) => (row.kind === kind && row.actor_id !== null ? [row.actor_id] : []))
  const subjects = rows.map(({ subject }) => subject).filter((subject) => uuid.test(subject))
  const details = rows.map(({ detail }) =>
    Object.entries(detail).map(([name, value]) => ({ name, value: textOf(value) })),
  )
  const hidden = await findForeignMembers(context, [...subjects, ...details.flat().map(({ value }) => value)])
  const shown = (text: string): string => (hidden.has(text) ? '' : text)
  // A subject is an operator, a member, or something of a member that has an id: a request or an inquiry.
  const { rows: named } = await sql<Named & { kind: AuditActor | 'subject'; key: string }>`
    SELECT 'operator' AS kind, o.id::text AS key, o.name, NULL::uuid AS member FROM operator o WHERE o.id = any(${idsOf('operator')}::bigint[])
    UNION ALL SELECT 'member', m.id::text, m.login_id, m.public_id FROM member m WHERE m.id = any(${idsOf('member')}::bigint[])
    UNION ALL SELECT 'subject', o.public_id::text, o.name, NULL FROM operator o WHERE o.public_id = any(${subjects}::uuid[])
    UNION ALL SELECT 'subject', m.public_id::text, m.login_id, m.public_id FROM member m
      WHERE m.public_id = any(${subjects}::uuid[]) AND m.brand_id = any(${brandIds}::int[])
    UNION ALL SELECT 'subject', q.id::text, m.login_id, m.public_id FROM money_request q JOIN member m ON m.id = q.member_id
      WHERE q.id = any(${subjects}::uuid[]) AND q.brand_id = any(${brandIds}::int[])
    UNION ALL SELECT 'subject', h.id::text, m.login_id, m.public_id FROM help_item h JOIN member m ON m.id = h.member_id
      WHERE h.id = any(${subjects}::uuid[]) AND h.brand_id = any(${brandIds}::int[])`.execute(db)
  const names = new Map(named.map((one) => [`${one.kind} ${one.key}`, one]))
  return rows.map((row, at) => {
    const actor = names.get(`${row.kind} ${String(row.actor_id)}`)
    const subject = names.get(`subject ${row.subject}`)
    return {
      number: String(row.id),
      at: row.at.toISOString(),
      act: row.act,
      brand: row.brand,
      actor: { kind: row.kind, name: actor?.name ?? null, member: actor?.member ?? null },
      subject: { text: shown(row.subject), name: subject?.name ?? null, member: subject?.member ?? null },
      detail: (details[at] ?? []).map(({ name, value }) => ({ name, value: shown(value) })),
    }
  })
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Which of these texts are ids of members of brands that the operator may not see: an act about one person may name
 * them, and they stay blank.
 */
async function findForeignMembers(
  { caller, deps }: OfficeContext,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (caller.brandIds === null) return new Set()
  const ids = texts.filter((text) => uuid.test(text))
  const { rows } = await sql<{ id: string }>`
    SELECT public_id AS id FROM member
     WHERE public_id = any(${ids}::uuid[]) AND brand_id <> ALL(${caller.brandIds}::int[])`.execute(deps.db)
  return new Set(rows.map(({ id }) => id))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
