import type { Tx } from '#server/ledger/ledger.ts'
import { officeRoutes, type OfficeAnswer, type OfficeBody } from '#contract/office-api.ts'
import type { OfficeOperator } from '#contract/sign-in.ts'
import { operatorRoles, type OperatorRole } from '#contract/route.ts'
import type { Brand } from '#server/http/brands.ts'
import type { OfficeContext, OfficeGuestContext, OfficeHandlers } from '#server/auth/context.ts'
import { newSessionToken, readSessionToken } from '#server/auth/session-token.ts'
import { resetLapsesDays } from '#domain/password-reset.ts'
import { acceptAttempt, countSignIn, verifyCounted } from '#server/auth/attempts.ts'
import { unbindHash } from '#server/auth/bound-hash.ts'
import { withHashingPlace, withKnownPlace, withLookUpPlace } from '#server/auth/hashing.ts'
import { findKnownBrowser, lockOperator, rememberBrowser } from '#server/modules/factor/store.ts'
import { networkOf } from '#server/http/address.ts'
import { sql, type SqlBool } from 'kysely'
import { countOpen } from '#server/modules/money-request/store.ts'
import { countOpenResets, readResets } from '#server/modules/operator/store.ts'
import { brandIdsOf, brandsOf } from '#server/auth/office-scope.ts'
import { openHelpStates } from '#domain/help.ts'
import { nameIn } from '#domain/notice.ts'
import { readClosedGames } from '#server/modules/slot/store.ts'

/** Operators sign in and out. The API enforces the idle end of 30 min; the absolute end of 8 h is set here. */
export const signInOfficeHandlers = {
  'sign-in': signIn,
  'sign-out': signOut,
  me,
} satisfies Partial<OfficeHandlers>

/** A known browser has a place that strangers cannot take: see `withHashingPlace`. */
async function signIn(context: OfficeGuestContext, body: OfficeBody<'sign-in'>): Promise<OfficeAnswer<'sign-in'>> {
  const login = body.login.normalize('NFKC').trim().toLowerCase()
  if (body.pw === '') return { status: 'fail' }
  const { browser: token, deps } = context
  const network = networkOf(context.ip)
  const lookUp = (known: string) => findKnownBrowser(deps.db, deps.config.secret, login, known)
  const browser = token === null ? null : await withLookUpPlace('known-office', network, () => lookUp(token))
  const attempted = { login, pw: body.pw, browser }
  if (browser !== null)
    return withKnownPlace({ queue: 'known-office', network }, login, () => signInFrom(context, attempted))
  return withHashingPlace({ queue: 'office', network }, () => signInFrom(context, attempted))
}

/** The hash of the password; null after a reset of the sign-in, when only the enrolment code opens the account. */
const validPassword = sql<string | null>`CASE WHEN NOT EXISTS (
  SELECT 1 FROM operator_enrolment e WHERE e.operator_id = operator.id) THEN password_hash END`.as('password_hash')

/**
 * Locks the operator for a session that begins, and reads their password again. False where it is not the verified one any
 * more: a reset or a change of password ends all sessions, and would miss one that is opened behind it.
 */
async function lockCurrent(tx: Tx, operatorId: bigint, verified: string | null): Promise<boolean> {
  await lockOperator(tx, operatorId)
  const row = await tx.selectFrom('operator').select(validPassword).where('id', '=', operatorId).executeTakeFirst()
  return verified !== null && row?.password_hash === verified
}

type Attempted = { login: string; pw: string; browser: string | null }

/**
 * An unknown login, a wrong password and an inactive operator get the same answer after the same time. Attempts count as
 * those of members do: per login and network, and a known browser alone, so that strangers cannot keep an operator out.
 */
async function signInFrom(
  context: OfficeGuestContext,
  { login, pw, browser }: Attempted,
): Promise<OfficeAnswer<'sign-in'>> {
  const { db, config } = context.deps
  // Members' ids are counted with the number of their brand before them.
  const network = networkOf(context.ip)
  const attempt = await countSignIn(db, { id: `office ${login}`, network, device: browser })
  if ('wait' in attempt) return { status: 'throttled', retryAfter: attempt.wait }
  const { counted } = attempt
  const row = await db
    .selectFrom('operator')
    .select(['id', 'public_id', 'login', 'name', 'roles', 'brand_ids', 'active', 'demo'])
    .select(validPassword)
    .where('login', '=', login)
    .executeTakeFirst()
  const caller = { queue: browser === null ? 'office' : 'known-office', network } as const
  const stored = row?.password_hash ?? null
  const hashed =
    row === undefined || stored === null ? null : unbindHash(config.secret, { of: 'operator', id: row.id }, stored)
  const matches = await verifyCounted(db, counted, hashed, pw, caller)
  if (row === undefined || !matches || !row.active) return { status: 'fail' }

  const earlier = context.token === null ? null : readSessionToken(config.secret, 'operator', context.token)
  const ip = context.ip
  const token = await db.transaction().execute(async (tx) => {
    if (!(await lockCurrent(tx, row.id, stored))) return null
    const { rows } = await sql<{ active: boolean }>`SELECT operator_stays_active(${row.id}) AS active`.execute(tx)
    if (!rows[0]?.active) return null
    if (earlier !== null) {
      await tx
        .updateTable('operator_session')
        .set({ ended_at: sql<Date>`now()` })
        .where('token_hash', '=', earlier.hash)
        .where('ended_at', 'is', null)
        .execute()
    }
    const endsAt = await sessionEnd(tx)
    const made = newSessionToken(config.secret, { of: 'operator', holder: row.id, endsAt })
    await tx
      .insertInto('operator_session')
      .values({
        token_hash: made.hash,
        operator_id: row.id,
        ends_at: endsAt,
        ip,
        user_agent: context.userAgent.slice(0, 300),
      })
      .execute()
    await tx
      .insertInto('audit')
      .values({
        actor_kind: 'operator',
        actor_id: row.id,
        act: 'office.sign-in',
        subject: row.public_id,
        detail: JSON.stringify({ ip }),
      })
      .execute()
    await acceptAttempt(tx, counted)
    // Other operators complete the sign-in with their second factor.
    if (row.demo && config.factors !== 'on')
      context.setBrowser(await rememberBrowser(tx, config.secret, context.browser, row.id))
    return made.token
  })
  if (token === null) return { status: 'fail' }
  context.setSession(token)
  const mayAll = row.brand_ids === null
  const brands = mayAll ? context.brands : context.brands.filter((brand) => row.brand_ids?.includes(brand.id))
  return {
    status: 'success',
    operator: operatorView({ ...row, publicId: row.public_id, roles: knownRoles(row.roles) }, brands),
  }
}

/** When a session of the office that begins now ends, by the database's clock. */
async function sessionEnd(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ ends_at: Date }>`SELECT now() + interval '8 hours' AS ends_at`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no clock')
  return row.ends_at
}

async function signOut(context: OfficeContext): Promise<OfficeAnswer<'sign-out'>> {
  await context.deps.db
    .updateTable('operator_session')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', context.caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  context.clearSession()
  return { status: 'success' }
}

async function me(context: OfficeContext): Promise<OfficeAnswer<'me'>> {
  const { db, config } = context.deps
  const brandIds = brandIdsOf(context)
  const { operatorId, operatorPublicId } = context.caller
  const [open, operators, resets, closed, rest] = await Promise.all([
    countOpen(db, { brandIds, operatorId }),
    countOpenResets(context),
    readResets(db, [operatorPublicId], operatorId),
    readClosedGames(db),
    db
      .selectFrom('installation')
      .select([
        'currency',
        sql<Date>`now()`.as('now'),
        sql<bigint>`(select count(*) from help_item where state = any(${[...openHelpStates]}::text[]) and brand_id = any(${brandIds}::int[]))`.as(
          'helps',
        ),
        sql<bigint>`(select count(*) from member where status = 'pending' and brand_id = any(${brandIds}::int[]))`.as(
          'registrations',
        ),
        sql<bigint>`(select count(*) from password_reset where member_id is not null and state = 'filed'
          and asked_at > now() - make_interval(days => ${resetLapsesDays}::int) and brand_id = any(${brandIds}::int[]))`.as(
          'resets',
        ),
        sql<bigint>`(select count(*) from approval where kind = 'adjust_balance' and state = 'open' and expires_at > now()
          and proposed_by <> all ((select operator_one_person(${operatorId}))::bigint[]) and brand_id = any(${brandIds}::int[]))`.as(
          'corrections',
        ),
        waitingVoids(operatorId, brandIds, 'table').as('voids'),
        waitingVoids(operatorId, brandIds, 'seat').as('seatVoids'),
        sql<Date | null>`(select stopped_at from money_out)`.as('stopped'),
      ])
      .where(sql<SqlBool>`one`)
      .executeTakeFirstOrThrow(),
  ])
  const reset = resets.get(operatorPublicId)
  /** A list that the operator may not read has no number for them either. */
  const reads = (list: keyof typeof officeRoutes): boolean => {
    const { access } = officeRoutes[list]
    return access !== 'anyone' && access.some((role) => context.caller.roles.includes(role))
  }
  return {
    status: 'success',
    operator: operatorView({ ...context.caller, publicId: operatorPublicId }, brandsOf(context)),
    waiting: {
      deposits: reads('get-requests') ? open.deposits : 0,
      withdrawals: reads('get-requests') ? open.withdrawals : 0,
      helps: reads('get-helps') ? Number(rest.helps) : 0,
      registrations: reads('get-registrations') ? Number(rest.registrations) : 0,
      resets: reads('get-password-resets') ? Number(rest.resets) : 0,
      corrections: reads('get-corrections') ? Number(rest.corrections) : 0,
      voids: reads('get-shared-rounds') ? Number(rest.voids) : 0,
      seatVoids: reads('get-seat-rounds') ? Number(rest.seatVoids) : 0,
      operators,
    },
    ownReset:
      reset === undefined
        ? null
        : { state: reset.state, by: reset.by, decidedBy: reset.decidedBy, at: reset.decidedAt ?? reset.at },
    serverTime: rest.now.toISOString(),
    currency: rest.currency,
    mode: config.mode,
    withoutFactor: context.caller.factor.withoutFactor,
    closedGames: closed.map(({ names }) => nameIn(names, context.locale)),
    moneyOutStoppedSince: (rest.stopped ?? context.deps.moneyOut.heldSince)?.toISOString() ?? null,
  }
}

function operatorView(
  operator: { publicId: string; login: string; name: string; roles: readonly OperatorRole[] },
  brands: readonly Brand[],
): OfficeOperator {
  return {
    id: operator.publicId,
    login: operator.login,
    name: operator.name,
    roles: [...operator.roles],
    brands: brands.map((brand) => ({ code: brand.code, name: brand.name, timeZone: brand.timeZone })),
  }
}

function knownRoles(roles: readonly string[]): OperatorRole[] {
  return operatorRoles.filter((role) => roles.includes(role))
}

/** How many voids of rounds of tables, or with decisions, wait for this operator. */
function waitingVoids(operatorId: bigint, brandIds: number[], kind: 'table' | 'seat') {
  const isOfSeat = kind === 'seat' ? sql`exists` : sql`not exists`
  return sql<bigint>`(select count(*) from approval a where kind = 'void_round' and state = 'open' and expires_at > now()
    and proposed_by <> all ((select operator_one_person(${operatorId}))::bigint[]) and brand_id = any(${brandIds}::int[])
    and ${isOfSeat} (select from seat_round q where q.id = a.subject))`
}
