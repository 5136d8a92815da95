import { amountToWire } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createPool } from '#server/db/pool.ts'
import { bookChecks, checkBooks } from '#server/ledger/books.ts'

/**
 * `npm run books`: the oracle over this installation's database, beside the running program or without it. Prints each
 * check, the faults it found and how the money lies; exits 1 when anything is wrong.
 */
async function main(): Promise<number> {
  const config = await loadConfig(process.env)
  const embedded =
    config.database.kind === 'embedded'
      ? await startEmbedded({ dataDir: config.dataDir, report: (line) => console.log(line) })
      : null
  const url = config.database.kind === 'external' ? config.database.appUrl : (embedded?.appUrl ?? '')
  const pool = createPool(url, { max: 1, statementTimeoutMs: 0, name: 'books' })
  try {
    const report = await checkBooks(pool, (check) => console.log(`  ${check.name.padEnd(14)} ${check.says}`))
    for (const fault of report.faults) console.error(`FAULT ${fault.check}: ${fault.subject}: ${fault.detail}`)
    const money = await pool.query<{ members: string; held: string; comp: string }>(
      `SELECT coalesce(sum(cash + in_play), 0)::text AS members, coalesce(sum(held), 0)::text AS held,
         coalesce(sum(comp), 0)::text AS comp FROM wallet`,
    )
    const sums = money.rows[0]
    if (sums) {
      const shown = [sums.members, sums.held, sums.comp].map((text) => amountToWire(BigInt(text)))
      console.log(`Members own ${shown[0]}, ${shown[1]} is held for withdrawals, ${shown[2]} is comp.`)
    }
    const seconds = (report.tookMs / 1000).toFixed(1)
    console.log(
      report.faults.length === 0
        ? `The books are clean: ${report.journalRows} events, ${bookChecks.length} checks, ${seconds} s.`
        : `The books are WRONG: ${report.faults.length} faults in ${report.journalRows} events, ${seconds} s.`,
    )
    return report.faults.length === 0 ? 0 : 1
  } finally {
    await pool.end()
    await embedded?.release()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 2
})
