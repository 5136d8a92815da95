import { fewestConnections, loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { printError, printLine } from './printable.ts'
import { openPlatform, type DatabaseUrls, type Platform } from '#server/platform.ts'

/**
 * Opens the platform for a command-line program, with an embedded or an external database, and always closes it. Its
 * `deps.db` and `deps.pool` sign in as the owner: the application's role may not change settings. With `showsOnly` they sign in as
 * that role, and the database is neither updated nor accepted as it is, as at a start: the command fails where a start must update it first. When `work` throws,
 * prints the message on stderr and sets the exit code to 1.
 */
export async function withPlatform(
  work: (platform: Platform, print: (line: string) => void, urls: DatabaseUrls) => Promise<void>,
  { showsOnly = false }: { showsOnly?: boolean } = {},
): Promise<void> {
  const print = printLine
  try {
    const config = await loadConfig(process.env)
    const embedded =
      config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, report: print }) : null
    const urls = config.database.kind === 'external' ? config.database : embedded
    if (urls === null) throw new Error('There is no database.')
    const url = showsOnly ? urls.appUrl : urls.ownerUrl
    if (url === null) throw new Error('Commands sign in as the owner of the tables: set DATABASE_OWNER_URL.')
    try {
      const settings = { ...config, connections: fewestConnections, logLevel: 'warn' } as const
      const platform = await openPlatform(settings, showsOnly ? { ...urls, ownerUrl: null } : urls, print)
      const pool = createPool(url, { max: 2, name: 'baize-command', identity: platform.deps.identity })
      try {
        await work({ ...platform, deps: { ...platform.deps, pool, db: createDb(pool, config.secret) } }, print, urls)
      } finally {
        await pool.end()
        await platform.close()
      }
    } finally {
      await embedded?.release()
    }
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}
