import type { MoneyRequest } from '#contract/money-request.ts'
import { memberHistory, requestStatus, type RequestState, type RequestType } from '#domain/money-request.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameMark, decryptName, encryptName } from '#server/auth/encrypted-name.ts'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { v7 as uuidv7 } from 'uuid'

/** Money requests as their member files and reads them. */

/**
 * Files a request; returns its id, or null when another request of the member and type is open. A withdrawal goes to
 * the account the member has at this moment; a deposit without a name comes from that account's owner.
 */
export async function insertRequest(
  tx: Tx,
  request: {
    brandId: number
    memberId: bigint
    type: RequestType
    amount: Amount
    key: string
    depositor: string
    /** The keys that the depositor's name is encrypted with. */
    config: { secret: AppSecret }
  },
): Promise<string | null> {
  const { config } = request
  const id = uuidv7()
  const state: RequestState = request.type === 'deposit' ? 'filed' : 'held'
  const person = await tx
    .selectFrom('member_person')
    .select(['key_id', 'bank_name', 'bank_owner', 'bank_number_sealed', 'bank_number_last4'])
    .where('member_id', '=', request.memberId)
    .executeTakeFirst()
  const depositor = request.depositor === '' ? decryptName(config, person?.bank_owner ?? '') : request.depositor
  const row = await tx
    .insertInto('money_request')
    .values({
      id,
      brand_id: request.brandId,
      member_id: request.memberId,
      type: request.type,
      state,
      amount: request.amount,
      request_key: request.key,
      ...(request.type === 'withdraw'
        ? person
        : { depositor: encryptName(config, depositor), depositor_mark: nameMark(config, depositor) }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await tx.insertInto('money_request_event').values({ request_id: id, state }).execute()
  return id
}

/** Whether a deposit was filed with this depositor's name; without a name it came from the account's owner. */
export async function isDepositor(
  { db, config }: { db: Database | Tx; config: { secret: AppSecret } },
  id: string,
  depositor: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('money_request as q')
    .leftJoin('member_person as p', 'p.member_id', 'q.member_id')
    .select(['q.depositor', 'p.bank_owner'])
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow()
  const wanted = depositor === '' ? decryptName(config, row.bank_owner ?? '') : depositor
  return decryptName(config, row.depositor) === wanted
}

/** The member's requests, newest first, and their number. */
export async function listRequests(
  db: Database | Tx,
  memberId: bigint,
  wanted: { type?: RequestType | undefined; id?: string; skip: number; take: number },
): Promise<{ requests: MoneyRequest[]; count: number }> {
  let query = db.selectFrom('money_request').where('member_id', '=', memberId)
  if (wanted.type !== undefined) query = query.where('type', '=', wanted.type)
  if (wanted.id !== undefined) query = query.where('id', '=', wanted.id)
  const rows = await query
    .select(['id', 'type', 'state', 'amount', 'credited', 'reason', 'filed_at'])
    .orderBy('filed_at', 'desc')
    .orderBy('id', 'desc')
    .offset(wanted.skip)
    .limit(wanted.take)
    .execute()
  const total = await query.select((of) => of.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const ids = rows.map((row) => row.id)
  const events =
    ids.length === 0
      ? []
      : await db
          .selectFrom('money_request_event')
          .select(['request_id', 'state', 'at'])
          .where('request_id', 'in', ids)
          .orderBy('id')
          .execute()
  const requests = rows.map((row): MoneyRequest => {
    const own = events.filter((event) => event.request_id === row.id)
    const steps = own.map((event) => ({ state: event.state as RequestState, at: event.at }))
    return {
      id: row.id,
      type: row.type as RequestType,
      balance: amountToWire(row.amount),
      credited: row.credited === null ? null : amountToWire(row.credited),
      status: requestStatus[row.state as RequestState],
      regdate: row.filed_at.toISOString(),
      history: memberHistory(steps).map((step) => ({ status: step.status, at: step.at.toISOString() })),
      reason: row.reason === '' ? null : row.reason,
    }
  })
  return { requests, count: Number(total.count) }
}

/** One request of the member. Throws when it does not exist. */
export async function readRequest(db: Database | Tx, memberId: bigint, id: string): Promise<MoneyRequest> {
  const { requests } = await listRequests(db, memberId, { id, skip: 0, take: 1 })
  const [request] = requests
  if (request === undefined) throw new Error(`request ${id} is missing`)
  return request
}
