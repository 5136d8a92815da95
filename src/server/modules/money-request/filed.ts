import type { MoneyRequest } from '#contract/money-request.ts'
import { memberHistory, requestStatus, type RequestState, type RequestType } from '#domain/money-request.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { nameMark, encryptName } from '#server/auth/encrypted-name.ts'
import type { RowOwner } from '#server/auth/encryption.ts'
import { depositorOf, payeeOf } from '#server/auth/request-name.ts'
import { readName, type ReadingDeps } from '#server/auth/stored-value.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { isErased } from '#server/modules/member/store.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'

/** Money requests as their member files and reads them. */

/**
 * Files a request; returns its id, or null when another request of the member and type is open, or their personal data were erased. A withdrawal goes to
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
    /** What names are read and encrypted with. */
    deps: ReadingDeps
  },
): Promise<string | null> {
  const { deps, memberId } = request
  const id = uuidv7()
  const state: RequestState = request.type === 'deposit' ? 'filed' : 'held'
  const { public_id: publicId, ...person } = await tx
    .selectFrom('member as m')
    .leftJoin('member_person as p', 'p.member_id', 'm.id')
    .select(['m.public_id', 'p.key_id', 'p.bank_number_sealed', orEmpty('p.bank_name').as('bank_name')])
    .select([orEmpty('p.bank_owner').as('bank_owner'), orEmpty('p.bank_number_last4').as('bank_number_last4')])
    .where('m.id', '=', request.memberId)
    .executeTakeFirstOrThrow()
  const member = { id: memberId, publicId }
  const named = { id, amount: request.amount }
  // A name that cannot be read is copied: nobody can read it in the request, so nothing is paid.
  const owner = readOwner(deps, member, person.bank_owner)
  const payee = owner === null ? person.bank_owner : encryptName(deps.config, payeeOf(member, named, person), owner)
  const depositor = request.depositor === '' ? (owner ?? '') : request.depositor
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
        ? { ...person, bank_owner: payee }
        : {
            depositor: encryptName(deps.config, depositorOf(member, named), depositor),
            depositor_mark: nameMark(deps.config, depositor),
          }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // After the insert, which waits for a member that is being erased.
  if (row === undefined || (await isErased(tx, memberId))) return null
  await tx.insertInto('money_request_event').values({ request_id: id, state }).execute()
  return id
}

const orEmpty = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`

/** The name of the member's account owner; empty where there is none, null where it cannot be read. */
function readOwner(deps: ReadingDeps, member: RowOwner, stored: string): string | null {
  return readName(deps, { owner: { of: 'account-owner', ...member }, row: `member_person ${member.id}` }, stored)
}

/** Whether a deposit was filed with this depositor's name; without a name it came from the account's owner. */
export async function isDepositor(
  deps: { db: Database | Tx } & ReadingDeps,
  id: string,
  depositor: string,
): Promise<boolean> {
  const row = await deps.db
    .selectFrom('money_request as q')
    .innerJoin('member as m', 'm.id', 'q.member_id')
    .leftJoin('member_person as p', 'p.member_id', 'q.member_id')
    .select(['q.id', 'q.member_id', 'm.public_id', 'q.amount', 'q.depositor', 'p.bank_owner'])
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow()
  const member = { id: row.member_id, publicId: row.public_id }
  const wanted = depositor === '' ? (readOwner(deps, member, row.bank_owner ?? '') ?? '') : depositor
  return readName(deps, { owner: depositorOf(member, row), row: `money_request ${id}` }, row.depositor) === wanted
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
