import { readFile } from 'node:fs/promises'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import { createPool } from '#server/db/pool.ts'
import { assertSigningKey } from '#server/db/signing-key.ts'
import { changeByHand } from '#server/seed/hand-change.ts'
import { readCommand, refuse, runCommand } from './command.ts'
import { printLine } from './printable.ts'

/**
 * `npm run change -- --file change.sql --reason "…"`: runs the statements of a file as the owner in one signed transaction
 * and audits it. The database refuses the same statements from `psql`, because nothing signs them. It does not start the platform, so it
 * also works where a lost key keeps the program from starting.
 */

const usage = `change -- --file change.sql --reason <text>
  Runs the statements of a file as the owner of the database, in one signed transaction with an audit row.`

const { values } = readCommand(usage, { file: { type: 'string' }, reason: { type: 'string' } })

await runCommand(async () => {
  const reason = values.reason?.trim() ?? ''
  if (values.file === undefined || reason === '') return refuse(usage, 'Required: --file and --reason.')
  const text = await readFile(values.file, 'utf8')
  const config = await loadConfig(process.env)
  const embedded =
    config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, report: printLine }) : null
  const ownerUrl = config.database.kind === 'external' ? config.database.ownerUrl : (embedded?.ownerUrl ?? null)
  if (ownerUrl === null) throw new Error('This command signs in as the owner of the tables: set DATABASE_OWNER_URL.')
  const identity = createDatabaseIdentity({ dir: config.anchorDir, secret: config.secret })
  const pool = createPool(ownerUrl, { max: 1, statementTimeoutMs: 0, name: 'baize-change', identity })
  try {
    await assertSigningKey(pool, config.secret)
    for (const rows of await changeByHand(pool, config.secret, { text, reason }))
      for (const row of rows)
        printLine(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    printLine('The change is made, signed and audited.')
  } finally {
    await pool.end()
    await embedded?.release()
  }
})
