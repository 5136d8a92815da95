import { sql, type SqlBool } from 'kysely'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '../db/pool.ts'

/**
 * Sets from which amount on a brand's withdrawals take two operators; null: one is enough. What an operator has approved
 * first stays approved. Answers how many operators may decide withdrawals of the brand, because with fewer than two of them a
 * great withdrawal would wait for ever; null for an unknown brand.
 */
export async function setSecondApproval(db: Database, code: string, from: Amount | null): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const brand = await tx
      .updateTable('brand')
      .set({ second_approval_from: from })
      .where('code', '=', code)
      .returning('id')
      .executeTakeFirst()
    if (brand === undefined) return null
    await tx
      .insertInto('audit')
      .values({
        actor_kind: 'system',
        act: 'brand.second-approval',
        brand_id: brand.id,
        subject: code,
        detail: JSON.stringify({ from: from === null ? null : amountToWire(from) }),
      })
      .execute()
    const able = await tx
      .selectFrom('operator')
      .select((of) => of.fn.countAll<bigint>().as('count'))
      .where('active', '=', true)
      .where(sql<SqlBool>`roles && ARRAY['manager', 'cashier']`)
      .where(sql<SqlBool>`(brand_ids IS NULL OR ${brand.id} = ANY (brand_ids))`)
      .executeTakeFirstOrThrow()
    return Number(able.count)
  })
}
