import { NotSigned } from '#server/backup/signatures.ts'
import { ArchiveDamaged, archiveWal, fetchWal, systemOf } from '#server/backup/wal-archive.ts'
import { readWalKeys } from '#server/backup/wal-keys.ts'

/**
 * The program that PostgreSQL runs for each file of its write-ahead log (`archive_command`, `restore_command`): `node
 * scripts/wal.ts keep|fetch|fetch-unsigned <folder> <name> <path> [<file with keys>]`. `keep` signs with the keys, if
 * there are any; `fetch` demands a signature under one of them, `fetch-unsigned` only that one that is there is right.
 * Exits with 0 when done, with 1 when it must be called again or there is no such file, and with 200 when recovery must
 * not continue without the file. PostgreSQL runs it in the cluster's data folder, whose system identifier must be that
 * of the backup folder.
 */
const [how, folder = '', name = '', path = '', keysFile = ''] = process.argv.slice(2)
try {
  const keys = keysFile === '' ? null : await readWalKeys(keysFile)
  const system = await systemOf('.')
  if (how === 'keep') await archiveWal(folder, system, name, path, keys)
  else if (how === 'fetch' || how === 'fetch-unsigned') {
    const trust = { system, keys, acceptsUnsigned: how === 'fetch-unsigned' }
    process.exitCode = (await fetchWal(folder, name, path, trust)) ? 0 : 1
  } else throw new Error('Usage: node scripts/wal.ts keep|fetch|fetch-unsigned <folder> <name> <path> [<keys>]')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  const isFinal = error instanceof ArchiveDamaged || error instanceof NotSigned
  process.exitCode = how?.startsWith('fetch') === true && isFinal ? 200 : 1
}
