import { wholeUnits } from '#domain/money.ts'
import { putLimit } from '#server/ledger/limits.ts'
import type { TestApp } from '#test/test-app.ts'

/** Gives a member a limit of losses a day and one of stakes a week, both of 90 000. */
export async function putLossAndWager(app: Pick<TestApp, 'db'>, memberId: bigint): Promise<void> {
  for (const [kind, period] of [
    ['loss', 'day'],
    ['wager', 'week'],
  ] as const)
    await app.db.transaction().execute((tx) => putLimit(tx, memberId, { kind, period, most: wholeUnits(90_000) }))
}

/** What a member has used of each kind of limit now. */
export async function usedLimits(app: Pick<TestApp, 'ownerPool'>, memberId: bigint): Promise<Record<string, bigint>> {
  const { rows } = await app.ownerPool.query<{ kind: string; used: bigint }>(
    'SELECT kind, used FROM limit_state($1, now(), NULL) ORDER BY kind',
    [String(memberId)],
  )
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, used]))
}
