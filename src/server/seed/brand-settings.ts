import { sql, type SqlBool } from 'kysely'
import type { RequestType } from '#domain/money-request.ts'
import type { DepositAccount } from '#domain/deposit-account.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../ledger/ledger.ts'
import { depositAccountOf } from '../http/brands.ts'
import { moneyRequestOfficeRoutes } from '#contract/money-request.ts'

/** Settings of the command line: two operators for money, the deposit account, slot windows, and the contact of the site. */

/** From which sum of 24 hours on a brand's deposits and withdrawals need two operators; null: one is enough. */
type SecondAmounts = Record<RequestType, Amount | null>

/** The amounts, as set. */
export type SecondApproval =
  /** `operators`: how many may decide money requests of the brand. With fewer than two, some would wait for ever. */
  | { status: 'success'; from: SecondAmounts; operators: number }
  /** No request can be of this amount: probably a typing error. */
  | { status: 'step'; step: Amount }
  /** Deposits may do without the amount in play-money mode only. */
  | { status: 'mode' }
  | { status: 'unknown'; brands: string[] }

/** Reads the amounts from which a brand's deposits and withdrawals need two operators. */
export async function readSecondApproval(db: Database, code: string): Promise<SecondApproval> {
  return db.transaction().execute((tx) => read(tx, code))
}

/** Sets those that are named. Open proposals stay. */
export async function setSecondApproval(
  db: Database,
  code: string,
  wanted: Partial<SecondAmounts>,
): Promise<SecondApproval> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .selectFrom('brand')
      .select(['id', 'mode', 'deposit_step', 'withdraw_step'])
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (brand === undefined) return read(tx, code)
    const { deposit, withdraw } = wanted
    if (deposit === null && brand.mode !== 'play') return { status: 'mode' }
    for (const [from, step] of [
      [deposit, brand.deposit_step],
      [withdraw, brand.withdraw_step],
    ] as const) {
      if (from !== undefined && from !== null && from % step !== 0n) return { status: 'step', step }
    }
    await tx
      .updateTable('brand')
      .set({
        ...(deposit === undefined ? {} : { deposit_second_from: deposit }),
        ...(withdraw === undefined ? {} : { second_approval_from: withdraw }),
      })
      .where('id', '=', brand.id)
      .execute()
    for (const [act, from] of [
      ['brand.deposit-second', deposit],
      ['brand.second-approval', withdraw],
    ] as const) {
      if (from === undefined) continue
      const detail = JSON.stringify({ from: from === null ? null : amountToWire(from) })
      await tx
        .insertInto('audit')
        .values({ actor_kind: 'system', act, brand_id: brand.id, subject: code, detail })
        .execute()
    }
    return read(tx, code)
  })
}

/** The roles of the operators who may decide money requests. */
const { access: decidingRoles } = moneyRequestOfficeRoutes['approve-withdrawal']

async function read(tx: Tx, code: string): Promise<SecondApproval> {
  const brands = await tx
    .selectFrom('brand')
    .select(['id', 'code', 'deposit_second_from', 'second_approval_from'])
    .orderBy('id')
    .execute()
  const brand = brands.find((one) => one.code === code)
  if (brand === undefined) return { status: 'unknown', brands: brands.map((one) => one.code) }
  const able = await tx
    .selectFrom('operator')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('active', '=', true)
    .where(sql<SqlBool>`roles && ${[...decidingRoles]}::text[]`)
    .where(sql<SqlBool>`(brand_ids IS NULL OR ${brand.id} = ANY (brand_ids))`)
    .executeTakeFirstOrThrow()
  const from = { deposit: brand.deposit_second_from, withdraw: brand.second_approval_from }
  return { status: 'success', from, operators: Number(able.count) }
}

/** Whether a brand's codes for a new password take two operators; null: the brand does not exist. */
export async function readResetSecond(db: Database, code: string): Promise<boolean | null> {
  const brand = await db.selectFrom('brand').select('reset_second').where('code', '=', code).executeTakeFirst()
  return brand?.reset_second ?? null
}

/** Sets it, audited; `mode`: one operator is enough in play-money mode only. */
export async function setResetSecond(
  db: Database,
  code: string,
  takesTwo: boolean,
): Promise<'success' | 'mode' | 'unknown'> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .selectFrom('brand')
      .select(['id', 'mode'])
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (brand === undefined) return 'unknown'
    if (!takesTwo && brand.mode !== 'play') return 'mode'
    await tx.updateTable('brand').set({ reset_second: takesTwo }).where('id', '=', brand.id).execute()
    const detail = JSON.stringify({ takesTwo })
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'brand.reset-second', brand_id: brand.id, subject: code, detail })
      .execute()
    return 'success'
  })
}

/** Whether members of a brand have one slot window at a time; null: the brand does not exist. */
export async function readOneSlotWindow(db: Database, code: string): Promise<boolean | null> {
  const brand = await db.selectFrom('brand').select('one_slot_window').where('code', '=', code).executeTakeFirst()
  return brand?.one_slot_window ?? null
}

/** Sets it, audited, for windows that are opened from now on; false: the brand does not exist. */
export async function setOneSlotWindow(db: Database, code: string, isOne: boolean): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .updateTable('brand')
      .set({ one_slot_window: isOne })
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirst()
    if (brand === undefined) return false
    const detail = JSON.stringify({ isOne })
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'brand.one-slot-window', brand_id: brand.id, subject: code, detail })
      .execute()
    return true
  })
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

/** The columns of a brand for a deposit account: a bank's replaces the free text, and free text the bank's. */
export function depositColumns(account: DepositAccount) {
  return 'text' in account
    ? { deposit_account: account.text, deposit_bank: null, deposit_number: null, deposit_owner: null }
    : {
        deposit_account: '',
        deposit_bank: account.bank,
        deposit_number: account.number,
        deposit_owner: account.owner,
      }
}

/** The account that members of a brand pay into; null: the brand does not exist. */
export async function readDepositAccount(db: Database, code: string): Promise<DepositAccount | null> {
  const brand = await db
    .selectFrom('brand')
    .select(['deposit_account', 'deposit_bank', 'deposit_number', 'deposit_owner'])
    .where('code', '=', code)
    .executeTakeFirst()
  return brand === undefined ? null : depositAccountOf(brand)
}

/** Sets it, audited, for the replies from now on; false: the brand does not exist. */
export async function setDepositAccount(db: Database, code: string, account: DepositAccount): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .updateTable('brand')
      .set(depositColumns(account))
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirst()
    if (brand === undefined) return false
    const detail = JSON.stringify(account)
    await tx
      .insertInto('audit')
      .values({ actor_kind: 'system', act: 'brand.deposit-account', brand_id: brand.id, subject: code, detail })
      .execute()
    return true
  })
}
