import { enrolmentHashes } from '#server/auth/enrolment-code.ts'
import { sql } from 'kysely'
import { operatorRoles, type OperatorRole } from '#contract/route.ts'
import { enrolmentHours } from '#domain/factor.ts'
import { passwordFault, type SecretFault } from '#domain/member-secret.ts'
import type { AppSecret } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { readRecorded } from '../db/recorded-row.ts'
import type { Tx } from '../ledger/ledger.ts'
import { bindHash } from '#server/auth/bound-hash.ts'
import { hashSecret } from '#server/auth/hashing.ts'
import { endSessions, lockOperator, newEnrolmentCode, resetFactors } from '#server/modules/factor/store.ts'
import { makeBrand, makeOperator } from './builders.ts'

/** The first operator and brand of an installation without demo data: `npm run operator`. */

/** `brandId`: the only brand that the operator works for. Left out, a new one works for all, a renewed one as before. */
export type OperatorInput = {
  login: string
  name: string
  password: string
  roles: readonly OperatorRole[]
  brandId?: number
}

export type OperatorMade =
  /** `brands`: the codes of those that the operator works for; null: all. */
  | { status: 'made' | 'renewed'; login: string; roles: readonly OperatorRole[]; brands: string[] | null }
  /** The login exists; `renew` sets its password and roles. */
  | { status: 'exists' }
  | { status: 'login' }
  | { status: 'password'; why: SecretFault }

type Setup = { db: Database; config: { secret: AppSecret } }

/**
 * Creates an operator, or with `renew` sets the password and roles of an existing one, which
 * needs a second factor from then on, and ends its sessions. */
export async function setUpOperator(setup: Setup, input: OperatorInput, renew: boolean): Promise<OperatorMade> {
  const login = input.login.normalize('NFKC').trim().toLowerCase()
  if (!/^[a-z][a-z0-9._-]{2,30}$/.test(login)) return { status: 'login' }
  const why = passwordFault(input.password, [login])
  if (why !== null) return { status: 'password', why }
  const passwordHash = await hashSecret(input.password, 'signed-in')
  return setup.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('operator').select('id').where('login', '=', login).executeTakeFirst()
    // Before the row, as a sign-in takes them: one that verified the old password must not open a session behind this.
    if (known !== undefined) await lockOperator(tx, known.id)
    const existing = await tx
      .selectFrom('operator')
      .select(['id', 'brand_ids'])
      .where('login', '=', login)
      .forUpdate()
      .executeTakeFirst()
    if (existing !== undefined && !renew) return { status: 'exists' as const }
    const subject = login
    const brandIds = input.brandId === undefined ? (existing?.brand_ids ?? null) : [input.brandId]
    const brands = brandIds === null ? null : await codesOf(tx, brandIds)
    if (existing === undefined) {
      const options = { ...input, login, passwordHash, ...(brandIds === null ? {} : { brandIds }) }
      await makeOperator({ ...setup, db: tx, ownHashes: true }, options)
    } else {
      await tx
        .updateTable('operator')
        .set({
          name: input.name,
          password_hash: bindHash(setup.config.secret, { of: 'operator', id: existing.id }, passwordHash),
          roles: [...input.roles],
          brand_ids: brandIds,
          active: true,
          demo: false,
        })
        .where('id', '=', existing.id)
        .execute()
      // The new password takes the place of an enrolment code.
      await tx.deleteFrom('operator_enrolment').where('operator_id', '=', existing.id).execute()
      await endSessions(tx, existing.id)
    }
    const act = existing === undefined ? 'operator.make' : 'operator.renew'
    const detail = JSON.stringify({ roles: input.roles, ...(brands === null ? {} : { brands }) })
    await tx.insertInto('audit').values({ actor_kind: 'system', act, subject, detail }).execute()
    const status = existing === undefined ? ('made' as const) : ('renewed' as const)
    return { status, login, roles: input.roles, brands }
  })
}

async function codesOf(db: Database | Tx, brandIds: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('brand').select('code').where('id', 'in', brandIds).orderBy('code').execute()
  return rows.map((brand) => brand.code)
}

/**
 * Removes the second factors and recovery codes of an operator and ends their sessions and password: with the code they
 * set a new one and enrol anew. For a manager whom no other manager can help. Null for an unknown login.
 */
export async function resetOperatorFactors(
  db: Database,
  secret: AppSecret,
  given: string,
): Promise<{ login: string; ended: number; code: string } | null> {
  const login = given.normalize('NFKC').trim().toLowerCase()
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('operator').select('id').where('login', '=', login).executeTakeFirst()
    if (row === undefined) return null
    const recorded = await readRecorded(tx, secret, 'operator', row.id)
    if (recorded?.['login'] !== login)
      throw new Error(`the operator ${login} is not as the program recorded them: run the check of the books`)
    const ended = await resetFactors(tx, row.id)
    const code = newEnrolmentCode()
    const enrolment = {
      code_hash: enrolmentHashes(secret, row.id, code)[0],
      expires_at: sql<Date>`now() + make_interval(hours => ${enrolmentHours}::int)`,
      made_by: null,
    }
    await tx
      .insertInto('operator_enrolment')
      .values({ operator_id: row.id, ...enrolment })
      .onConflict((on) => on.column('operator_id').doUpdateSet(enrolment))
      .execute()
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'operator.reset-factors', subject: login })
      .execute()
    return { login, ended, code }
  })
}

/** The roles of an operator, which a renewal proposes; null: the login is unknown. */
export async function rolesOf(db: Database, given: string): Promise<string[] | null> {
  const login = given.normalize('NFKC').trim().toLowerCase()
  const row = await db.selectFrom('operator').select('roles').where('login', '=', login).executeTakeFirst()
  return row?.roles ?? null
}

/** Reads roles as people write them: `manager, cashier`. null when one is unknown or there is none. */
export function readRoles(text: string): OperatorRole[] | null {
  const named = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const roles = operatorRoles.filter((role) => named.includes(role))
  return roles.length === 0 || roles.length < new Set(named).size ? null : roles
}

/** The first brand, in play money and with registrations approved by the office. */
export async function setUpBrand(setup: Setup, brand: { code: string; name: string; domain: string }): Promise<void> {
  await setup.db.transaction().execute((tx) =>
    makeBrand(
      { ...setup, db: tx },
      {
        code: brand.code,
        name: brand.name,
        domains: [brand.domain.toLowerCase()],
        isDefault: true,
        depositAccount: '',
      },
    ),
  )
}
