import { moneyRequestOfficeRoutes } from '#contract/money-request.ts'
import type { OfficeAnswer, OfficeBody } from '#contract/office-api.ts'
import { decideClaim, decideRelease, unclaimedState } from '#domain/money-request-decision.ts'
import type { OfficeContext, OfficeHandlers } from '#server/auth/context.ts'
import { auditAct } from '#server/modules/audit/store.ts'
import { accountColumns, readAccount } from './account.ts'
import { approveDeposit, approveWithdrawal, payWithdrawal, proposeDeposit, rejectRequest } from './decide.ts'
import { claimerOf, deciderOf, reread, scopeOf, withRequest } from './locked.ts'
import { readCredits } from './credits.ts'
import { readHistory } from './history.ts'
import { countOpen, listRequests, readRequest, stepRequest } from './store.ts'
import { brandIdsOf, containing } from '#server/auth/office-scope.ts'
import { sql, type SqlBool } from 'kysely'

/** The queue: operators read, claim and release money requests; `decide.ts` decides them. */
export const moneyRequestOfficeHandlers = {
  'get-requests': getRequests,
  'get-request': getRequest,
  'show-account-number': showAccountNumber,
  'claim-request': claimRequest,
  'release-request': releaseRequest,
  'approve-deposit': approveDeposit,
  'propose-deposit': proposeDeposit,
  'reject-request': rejectRequest,
  'approve-withdrawal': approveWithdrawal,
  'pay-withdrawal': payWithdrawal,
} satisfies Partial<OfficeHandlers>

async function getRequests(
  context: OfficeContext,
  body: OfficeBody<'get-requests'>,
): Promise<OfficeAnswer<'get-requests'>> {
  const scope = scopeOf(context)
  const search = body.search?.trim() ? containing(body.search) : undefined
  const [page, counts] = await Promise.all([
    listRequests(context.deps.db, { ...body, search, name: body.search }, scope),
    countOpen(context.deps.db, scope),
  ])
  return { status: 'success', ...page, counts }
}

async function getRequest(
  context: OfficeContext,
  body: OfficeBody<'get-request'>,
): Promise<OfficeAnswer<'get-request'>> {
  const { db } = context.deps
  const request = await readRequest(db, body.id, scopeOf(context))
  if (request === null) return { status: 'none' }
  const [history, credits] = await Promise.all([readHistory(db, body.id), readCredits(db, body.id)])
  return { status: 'success', request, history, credits }
}

/** The full account number that a withdrawal is paid to, for the operator who claimed it. Reading it is audited. */
async function showAccountNumber(
  context: OfficeContext,
  { id }: OfficeBody<'show-account-number'>,
): Promise<OfficeAnswer<'show-account-number'>> {
  return context.deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('money_request as q')
      .innerJoin('member as m', 'm.id', 'q.member_id')
      .select(['q.brand_id', 'q.state', 'q.claimed_by', ...accountColumns])
      .where('q.id', '=', id)
      .where('q.type', '=', 'withdraw')
      .where(sql<SqlBool>`q.brand_id = any(${brandIdsOf(context)}::int[])`)
      .executeTakeFirst()
    if (row === undefined) return { status: 'none' as const }
    if (row.state !== 'claimed' || row.claimed_by !== context.caller.operatorId) return { status: 'unclaimed' as const }
    const { number, owner } = readAccount(context.deps, row)
    if (number === null || owner === null) return { status: 'unreadable' as const }
    await auditAct(tx, context, { act: 'request.see-account-number', brandId: row.brand_id, subject: id })
    return { status: 'success' as const, banknum: number }
  })
}

/** Whether the operator claims or releases against another's claim: requested, and allowed to their roles. */
function takesOver(
  { caller }: OfficeContext,
  name: 'claim-request' | 'release-request',
  body: { takeOver: boolean },
): boolean {
  const { takeOver } = moneyRequestOfficeRoutes[name].fieldRoles
  return body.takeOver && takeOver.some((role) => caller.roles.includes(role))
}

async function claimRequest(
  context: OfficeContext,
  body: OfficeBody<'claim-request'>,
): Promise<OfficeAnswer<'claim-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const { operatorId } = context.caller
    const decision = decideClaim(request, operatorId, takesOver(context, 'claim-request', body))
    if (decision === 'late') return { status: 'late', by: await deciderOf(tx, request) }
    if (decision === 'taken') return { status: 'taken', by: await claimerOf(tx, request) }
    if (decision === 'self') return { status: 'self' }
    if (decision === 'claim') {
      const from = request.claimedBy === null ? '' : await claimerOf(tx, request)
      await stepRequest(tx, request, { state: 'claimed', claimedBy: operatorId }, { operatorId, note: from })
      await auditAct(tx, context, {
        act: from === '' ? 'request.claim' : 'request.take-over',
        brandId: request.brandId,
        subject: request.id,
        detail: from === '' ? {} : { from },
      })
    }
    return { status: 'success', request: await reread(tx, context, request.id) }
  })
}

async function releaseRequest(
  context: OfficeContext,
  body: OfficeBody<'release-request'>,
): Promise<OfficeAnswer<'release-request'>> {
  return withRequest(context, body.id, async (tx, request) => {
    const { operatorId } = context.caller
    const decision = decideRelease(request, operatorId, takesOver(context, 'release-request', body))
    if (decision === 'late') return { status: 'late', by: await deciderOf(tx, request) }
    if (decision === 'taken') return { status: 'taken', by: await claimerOf(tx, request) }
    if (decision === 'release') {
      await stepRequest(tx, request, { state: unclaimedState(request), claimedBy: null }, { operatorId, note: '' })
      await auditAct(tx, context, { act: 'request.release', brandId: request.brandId, subject: request.id })
    }
    return { status: 'success', request: await reread(tx, context, request.id) }
  })
}
