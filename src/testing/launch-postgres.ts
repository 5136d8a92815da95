import { startEmbedded } from '../server/db/embedded.ts'

/**
 * A program of its own that starts PostgreSQL on a folder, for tests of what happens when such a program is killed or
 * runs as somebody else: `node launch-postgres.ts <folder> [stop]`. It prints one line of JSON and stays, or stops.
 */
const [folder = '', then] = process.argv.slice(2)
const server = await startEmbedded({ dataDir: folder })
process.stdout.write(`${JSON.stringify({ pid: server.pid, how: server.how, appUrl: server.appUrl })}\n`)
if (then === 'stop') await server.stop()
else setInterval(() => {}, 60_000)
