const indexScans = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'] as const

/** Statements of an open transaction that read whole tables: an index may lack rows (`src/server/ledger/checks/indexes.ts`). */
export async function readWithoutIndexes<Result>(
  run: (sql: string) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const set = (value: string) =>
    run(
      `SELECT set_config('enable_seqscan', 'on', true), ${indexScans.map((name) => `set_config('${name}', '${value}', true)`).join()}`,
    )
  // Where a role's setting rules out whole tables, too, the planner would choose an index again.
  await set('off')
  const result = await work()
  await set('on')
  return result
}
