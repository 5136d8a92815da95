import { startEmbedded } from '#server/db/embedded.ts'

/**
 * A separate program that starts PostgreSQL on a folder, for tests in which it is killed or runs as another user:
 * `node launch-postgres.ts <folder> [stop]`. It prints one line of JSON and keeps running, or stops.
 */
const [folder = '', then] = process.argv.slice(2)
const server = await startEmbedded({ dataDir: folder })
process.stdout.write(`${JSON.stringify({ pid: server.pid, how: server.how, appUrl: server.appUrl })}\n`)
if (then === 'stop') await server.stop()
else setInterval(() => {}, 60_000)
