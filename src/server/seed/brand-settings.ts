import { sql, type SqlBool } from 'kysely'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../ledger/ledger.ts'
import { moneyRequestOfficeRoutes } from '#contract/money-request.ts'

/** Settings of the command line: two operators for large withdrawals, and the contact of the site. */

/** The amount from which withdrawals take two operators, as set. */
export type SecondApproval =
  /**
   * `operators`: how many may decide withdrawals of the brand. With fewer than two, a large withdrawal would wait for
   * ever.
   */
  | { status: 'success'; from: Amount | null; operators: number }
  /** No withdrawal can be of this amount: probably a typing error. */
  | { status: 'step'; step: Amount }
  | { status: 'unknown'; brands: string[] }

/** The amount from which a brand's withdrawals need two operators; null: one is enough. */
export async function readSecondApproval(db: Database, code: string): Promise<SecondApproval> {
  return db.transaction().execute((tx) => read(tx, code))
}

/** Sets it. Existing first approvals stay. */
export async function setSecondApproval(db: Database, code: string, from: Amount | null): Promise<SecondApproval> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .selectFrom('brand')
      .select(['id', 'withdraw_step'])
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (brand === undefined) return read(tx, code)
    if (from !== null && from % brand.withdraw_step !== 0n) return { status: 'step', step: brand.withdraw_step }
    await tx.updateTable('brand').set({ second_approval_from: from }).where('id', '=', brand.id).execute()
    const detail = JSON.stringify({ from: from === null ? null : amountToWire(from) })
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'brand.second-approval', brand_id: brand.id, subject: code, detail })
      .execute()
    return read(tx, code)
  })
}

/** The roles of the operators who may decide withdrawals. */
const { access: decidingRoles } = moneyRequestOfficeRoutes['approve-withdrawal']

async function read(tx: Tx, code: string): Promise<SecondApproval> {
  const brands = await tx.selectFrom('brand').select(['id', 'code', 'second_approval_from']).orderBy('id').execute()
  const brand = brands.find((one) => one.code === code)
  if (brand === undefined) return { status: 'unknown', brands: brands.map((one) => one.code) }
  const able = await tx
    .selectFrom('operator')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('active', '=', true)
    .where(sql<SqlBool>`roles && ${[...decidingRoles]}::text[]`)
    .where(sql<SqlBool>`(brand_ids IS NULL OR ${brand.id} = ANY (brand_ids))`)
    .executeTakeFirstOrThrow()
  return { status: 'success', from: brand.second_approval_from, operators: Number(able.count) }
}

/** The contact of a brand's site, as set; null: a brand of this code does not exist. */
export async function readContact(db: Database, code: string): Promise<string | null> {
  const brand = await db.selectFrom('brand').select('contact').where('code', '=', code).executeTakeFirst()
  return brand?.contact ?? null
}

/** Sets where visitors may ask whose registration cannot be completed online; false: the brand does not exist. */
export async function setContact(db: Database, code: string, contact: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .updateTable('brand')
      .set({ contact })
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirst()
    if (brand === undefined) return false
    const detail = JSON.stringify({ contact })
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'brand.contact', brand_id: brand.id, subject: code, detail })
      .execute()
    return true
  })
}
