import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { openPlatform, type DatabaseUrls, type Platform } from '#server/platform.ts'

/**
 * Opens the house a program of the command line works in, embedded or not, and closes it whatever happens. Sets the
 * process's exit code: 1, with the message on the error output, when `work` throws.
 */
export async function withHouse(
  work: (house: Platform, say: (line: string) => void, urls: DatabaseUrls) => Promise<void>,
): Promise<void> {
  const say = (line: string): void => console.log(line)
  try {
    const config = await loadConfig(process.env)
    const embedded =
      config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, report: say }) : null
    const urls = config.database.kind === 'external' ? config.database : embedded
    if (urls === null) throw new Error('There is no database.')
    try {
      const house = await openPlatform({ ...config, logLevel: 'warn' }, urls, say)
      try {
        await work(house, say, urls)
      } finally {
        await house.close()
      }
    } finally {
      await embedded?.release()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
