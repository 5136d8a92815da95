const indexScans = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'] as const

/** Statements of an open transaction that read whole tables: an index may lack rows (`src/server/ledger/checks/indexes.ts`). */
export async function readWithoutIndexes<Result>(
  run: (sql: string) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const set = (value: string) =>
    run(`SELECT ${indexScans.map((name) => `set_config('${name}', '${value}', true)`).join()}`)
  await set('off')
  const result = await work()
  await set('on')
  return result
}
