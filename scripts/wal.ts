import { ArchiveDamaged, archiveWal, fetchWal, systemOf } from '#server/backup/wal-archive.ts'

/**
 * The program that PostgreSQL runs for each file of its write-ahead log (`archive_command`, `restore_command`): `node
 * scripts/wal.ts keep|fetch <folder> <name> <path>`. Exits with 0 when done, with 1 when it must be called again or
 * there is no such file, and with 200 when recovery must not continue without the file. PostgreSQL runs it in the
 * cluster's data folder, whose system identifier must be that of the backup folder.
 */
const [how, folder = '', name = '', path = ''] = process.argv.slice(2)
try {
  if (how === 'keep') await archiveWal(folder, await systemOf('.'), name, path)
  else if (how === 'fetch') process.exitCode = (await fetchWal(folder, name, path)) ? 0 : 1
  else throw new Error('Usage: node scripts/wal.ts keep|fetch <folder> <name> <path>')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = how === 'fetch' && error instanceof ArchiveDamaged ? 200 : 1
}
