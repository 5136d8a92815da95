import { sql } from 'kysely'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { operatorRoles } from '#contract/route.ts'
import { factorKinds } from '#domain/factor.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { endSessions } from '#server/modules/factor/store.ts'
import { changeOwnPassword, enrolOperator } from './password.ts'
import { approveOperatorReset, proposeOperatorReset, refuseOperatorReset } from './resets.ts'
import { findOperatorId, readResets, seenOperators } from './store.ts'
import { getOperatorSums } from './sums.ts'

/** The operators as managers see them. */
export const operatorOfficeHandlers = {
  'get-operators': getOperators,
  'get-operator-sums': getOperatorSums,
  'end-operator-sessions': endOperatorSessions,
  'propose-operator-reset': proposeOperatorReset,
  'approve-operator-reset': approveOperatorReset,
  'refuse-operator-reset': refuseOperatorReset,
  'change-own-password': changeOwnPassword,
  'enrol-operator': enrolOperator,
} satisfies Partial<OfficeHandlers>

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
  const resets = await readResets(
    context.deps.db,
    rows.map((row) => row.public_id),
    context.caller.operatorId,
  )
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
    reset: resets.get(row.public_id) ?? null,
  }))
  return { status: 'success', operators, maxCount: Number(total.count) }
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
