import { ArchiveDamaged, fetchWal, archiveWal } from '#server/backup/wal-archive.ts'

/**
 * What PostgreSQL runs for each file of its write-ahead log (`archive_command`, `restore_command`):
 * `node scripts/wal.ts keep|fetch <folder> <name> <path>`. Exits with 0 when done, 1 to be called again or when there is no such
 * file, 200 when recovery must not continue without it.
 */
const [how, folder = '', name = '', path = ''] = process.argv.slice(2)
try {
  if (how === 'keep') await archiveWal(folder, name, path)
  else if (how === 'fetch') process.exitCode = (await fetchWal(folder, name, path)) ? 0 : 1
  else throw new Error('Usage: node scripts/wal.ts keep|fetch <folder> <name> <path>')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = how === 'fetch' && error instanceof ArchiveDamaged ? 200 : 1
}
