import { sql, type SqlBool } from 'kysely'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { operatorRoles } from '#contract/route.ts'
import { enrolmentHours, factorKinds } from '#domain/factor.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { endSessions, hashRecoveryCode, newEnrolmentCode, resetFactors } from '#server/modules/factor/store.ts'
import { getOperatorSums } from './sums.ts'
import { changeOwnPassword, enrolOperator } from './password.ts'

/** The operators as managers see them. */
export const operatorOfficeHandlers = {
  'get-operators': getOperators,
  'get-operator-sums': getOperatorSums,
  'end-operator-sessions': endOperatorSessions,
  'reset-operator-factors': resetOperatorFactors,
  'change-own-password': changeOwnPassword,
  'enrol-operator': enrolOperator,
} satisfies Partial<OfficeHandlers>

/** An operator limited to brands sees those who are limited to the same brands or fewer. */
function seenOperators(db: Database | Tx, { caller }: OfficeContext) {
  const query = db.selectFrom('operator as o')
  const { brandIds } = caller
  return brandIds === null ? query : query.where(sql<SqlBool>`o.brand_ids <@ ${[...brandIds]}::int[]`)
}

async function getOperators(
  context: OfficeContext,
  body: OfficeBody<'get-operators'>,
): Promise<OfficeAnswer<'get-operators'>> {
  const seen = seenOperators(context.deps.db, context)
  const open = sql`ended_at IS NULL AND ends_at > now() AND last_act_at > now() - interval '30 minutes'`
  const [rows, total] = await Promise.all([
    seen
      .select(['o.public_id', 'o.login', 'o.name', 'o.roles', 'o.brand_ids', 'o.active', 'o.demo'])
      .select([
        sql<
          string[]
        >`ARRAY(SELECT DISTINCT kind FROM operator_factor WHERE operator_id = o.id AND begun_in IS NULL)`.as('factors'),
        sql<number>`(SELECT count(*)::int FROM operator_recovery_code
          WHERE operator_id = o.id AND confirmed_at IS NOT NULL AND used_at IS NULL)`.as('codes'),
        sql<number>`(SELECT count(*)::int FROM operator_session WHERE operator_id = o.id AND ${open})`.as('sessions'),
        sql<Date | null>`(SELECT max(last_act_at) FROM operator_session WHERE operator_id = o.id)`.as('last_seen_at'),
      ])
      .orderBy('o.login')
      .offset(body.skip)
      .limit(body.take)
      .execute(),
    seen.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
  ])
  const operators = rows.map((row) => ({
    id: row.public_id,
    login: row.login,
    name: row.name,
    roles: operatorRoles.filter((role) => row.roles.includes(role)),
    brands:
      row.brand_ids === null
        ? null
        : context.brands.filter((brand) => row.brand_ids?.includes(brand.id)).map((brand) => brand.code),
    active: row.active,
    factors: factorKinds.filter((kind) => row.factors.includes(kind)),
    recoveryCodesLeft: row.codes,
    withoutFactor: row.demo && context.deps.config.factors !== 'on',
    sessions: row.sessions,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }))
  return { status: 'success', operators, maxCount: Number(total.count) }
}

async function findOperatorId(tx: Tx, context: OfficeContext, publicId: string): Promise<bigint | null> {
  const row = await seenOperators(tx, context).select('o.id').where('o.public_id', '=', publicId).executeTakeFirst()
  return row?.id ?? null
}

/** The operator's own sessions too, also the one that makes this call. */
async function endOperatorSessions(
  context: OfficeContext,
  body: OfficeBody<'end-operator-sessions'>,
): Promise<OfficeAnswer<'end-operator-sessions'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const operatorId = await findOperatorId(tx, context, body.id)
    if (operatorId === null) return { status: 'none' as const }
    const ended = await endSessions(tx, operatorId)
    const detail = { reason: body.reason, ended: String(ended) }
    await auditAct(tx, context, { act: 'operator.end-sessions', brandId: null, subject: body.id, detail })
    return { status: 'success' as const, ended }
  })
}

async function resetOperatorFactors(
  context: OfficeContext,
  body: OfficeBody<'reset-operator-factors'>,
): Promise<OfficeAnswer<'reset-operator-factors'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const operatorId = await findOperatorId(tx, context, body.id)
    if (operatorId === null) return { status: 'none' as const }
    if (operatorId === context.caller.operatorId) return { status: 'self' as const }
    await resetFactors(tx, operatorId)
    const code = newEnrolmentCode()
    const { rows } = await sql<{ done: boolean }>`
      SELECT operator_end_password(${operatorId}, ${context.caller.sessionId}, ${hashRecoveryCode(code)},
        ${enrolmentHours}) AS done`.execute(tx)
    if (!rows[0]?.done) throw new Error('the password of an operator could not be ended')
    const detail = { reason: body.reason }
    await auditAct(tx, context, { act: 'operator.reset-factors', brandId: null, subject: body.id, detail })
    return { status: 'success' as const, code }
  })
}
