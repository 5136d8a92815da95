import { join } from 'node:path'
import { checkBackups, dropOldBackups, takeBackup } from '#server/backup/take-backup.ts'
import { listBackups, type Backup } from '#server/backup/manifest.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { readBackupPlace } from '#server/db/embedded-backup.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { assertSigningKeyAt } from '#server/db/signing-key.ts'
import { readCommand, refuse, runCommand } from './command.ts'
import { printFault, printLine } from './printable.ts'

/**
 * `npm run backup [-- --keep n]`: takes a base backup of the embedded database, whether or not the program runs, into
 * the folder that `BACKUP_DIR` named when the program was started. `--keep` removes all but the newest n base backups,
 * and the WAL that none of them needs. `-- --check` only verifies all stored backups and exits with 1 when any of them
 * is damaged, altered or not signed.
 */
const usage = `backup [-- --keep n | --check [--accept-unsigned]]
  Makes a verified base backup of the embedded database in the folder that BACKUP_DIR named.
  --keep n   removes all but the newest n base backups, and the log that none of them needs
  --check    makes no backup: verifies the stored ones, and exits with 1 when any of them is damaged, altered or not signed;
             with --accept-unsigned those from before there were signatures are only reported`

async function main(): Promise<number> {
  const { values } = readCommand(usage, {
    check: { type: 'boolean', default: false },
    keep: { type: 'string' },
    'accept-unsigned': { type: 'boolean', default: false },
  })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isSafeInteger(keep) && keep >= 1)) {
    return refuse(usage, '--keep is a whole number from 1 on.')
  }
  if (values['accept-unsigned'] && !values.check) return refuse(usage, '--accept-unsigned belongs to --check.')
  const config = await loadConfig(process.env)
  if (config.database.kind === 'external') {
    printFault('DATABASE_URL names a PostgreSQL of your own: docs/operations.md describes how to back it up.')
    return 2
  }
  const place = await readBackupPlace(config.dataDir)
  if (place === null) {
    printFault(`The WAL of ${config.dataDir} is not archived yet: start the program with BACKUP_DIR=<folder> once.`)
    return 2
  }
  if (values.check) return await check(place.dir, config, values['accept-unsigned'])
  const database = await startEmbedded({ dataDir: config.dataDir, report: printLine })
  try {
    // Restores refuse what another secret signed.
    await assertSigningKeyAt(database.ownerUrl, config.secret)
    const begun = performance.now()
    const backup = await takeBackup({ ...database, dataDir: config.dataDir, secret: config.secret, report: printLine })
    printLine(
      `${describe(backup)}, verified, in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${backup.folder}`,
    )
  } finally {
    await database.release()
  }
  if (keep !== null) {
    const { backups, segments } = await dropOldBackups(place.dir, keep)
    printLine(`Removed as no longer needed: ${backups} base backups, ${segments} WAL segments.`)
  }
  const ids = [...config.secret.keys.keys()].join(', ')
  printLine(
    `The backup contains no key. Store APP_SECRET (${ids}; ${config.dataDir}/secret unless set) separately from the backups.`,
  )
  return 0
}

async function check(dir: string, { secret, dataDir }: Config, acceptsUnsigned: boolean): Promise<number> {
  const backups = await listBackups(dir)
  for (const backup of backups) printLine(`  ${backup.name}  ${describe(backup)}`)
  const { faults, unsigned, left } = await checkBackups(dir, secret, join(dataDir, 'postgres'))
  for (const fault of faults) printFault(`FAULT ${fault}`)
  for (const name of left)
    printFault(`LEFT BEHIND ${name}: no restore takes it without --timeline, since a restored copy went on before it.`)
  const [first] = unsigned
  if (first !== undefined)
    printFault(
      `${acceptsUnsigned ? 'NOT VERIFIED' : 'FAULT'} not signed with this APP_SECRET, so nothing shows whether it was altered: ${first}` +
        (unsigned.length > 1 ? ` and ${unsigned.length - 1} more, the last of them ${unsigned.at(-1)}` : ''),
    )
  const from = backups.find(({ name }) => !left.includes(name))?.manifest.completed
  if (from === undefined) printFault(`There is no base backup in ${dir} that restores take.`)
  else if (faults.length === 0 && first === undefined)
    printLine(`All files are intact and signed; any moment from ${from} on can be restored.`)
  const isRight = faults.length === 0 && (first === undefined || acceptsUnsigned)
  return isRight && from !== undefined ? 0 : 1
}

function describe({ manifest }: Backup): string {
  const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0)
  return `${manifest.files.length} files, ${(bytes / 2 ** 20).toFixed(0)} MiB, completed ${manifest.completed}`
}

await runCommand(main)
