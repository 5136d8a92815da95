import { amountToWire, type Amount } from '#domain/money.ts'
import type { LedgerEvent, LedgerOutcome } from '#server/ledger/events.ts'
import { issueIn, postIn, type Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import type { SimProcess } from './sim-app.ts'

/** Issues and corrections with the acts that the database demands for them. */

/** Thrown to undo the act of an event that moved nothing. */
class MovedNothing extends Error {
  override name = 'MovedNothing'
  readonly outcome: LedgerOutcome

  constructor(outcome: LedgerOutcome) {
    super(outcome.outcome)
    this.outcome = outcome
  }
}

/** Posts an issue, or a correction of cash that two operators of the simulation signed. */
export async function postSigned(
  process: SimProcess,
  event: LedgerEvent & { kind: 'issue' | 'adjustment' },
): Promise<LedgerOutcome> {
  const { kind } = event
  if (kind === 'issue') return process.ownerDb.transaction().execute((tx) => issueIn(tx, { ...event, kind }))
  const work = process.deps.db.transaction().execute(async (tx) => {
    await sign(tx, event.memberId, event.key, event.cash ?? 0n)
    const outcome = await postIn(tx, { ...event, ref: event.key })
    if (outcome.outcome === 'short') throw new MovedNothing(outcome)
    return outcome
  })
  return work.catch((error: unknown) => {
    if (error instanceof MovedNothing) return error.outcome
    throw error
  })
}

async function sign(tx: Tx, memberId: bigint, id: string, amount: Amount): Promise<void> {
  const member = await tx
    .selectFrom('member')
    .select(['brand_id', 'public_id'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const { brand_id: brandId, public_id: subject } = member
  const what = { account: 'cash', amount: amountToWire(amount), reason: 'simulation' }
  const command = JSON.stringify({ act: 'adjust_balance', member: subject, ...what })
  const detail = JSON.stringify({ approval: id, ...what })
  // Operators of their own, who decide no request: whom they credited matters to nobody.
  // The product proposes and approves in two transactions; in one, two of the same correction could wait for each other.
  await sql`SELECT pg_advisory_xact_lock(${memberId}::bigint)`.execute(tx)
  const proposed = await sql`
    INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposal_key)
    SELECT ${id}, ${brandId}, 'adjust_balance', ${subject}, ${memberId}, ${command}::jsonb, o.id, gen_random_uuid()
      FROM operator o WHERE o.login = 'signs-first' ON CONFLICT (id) DO NOTHING RETURNING id`.execute(tx)
  if (proposed.rows.length === 0) return
  await sql`
    UPDATE approval SET state = 'approved', decision_key = gen_random_uuid(),
      decided_by = (SELECT id FROM operator WHERE login = 'signs-second') WHERE id = ${id}`.execute(tx)
  await sql`
    INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail)
    SELECT ${brandId}, 'operator', o.id, 'correction.' || CASE o.login WHEN 'signs-first' THEN 'propose' ELSE 'approve' END,
      ${subject}, ${detail}::jsonb FROM operator o WHERE o.login IN ('signs-first', 'signs-second')`.execute(tx)
}
