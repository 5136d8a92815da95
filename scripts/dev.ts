import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { readCommand } from './command.ts'
import { root } from './run-tool.ts'

/**
 * `npm run dev`: the program as `npm start` runs it, restarted when the server's sources, the messages or the
 * migrations change; pages are rebuilt when their sources change. Reload the browser to see new pages.
 */

const restartFolders = ['src/server', 'src/domain', 'src/contract', 'src/i18n', 'db', '.build']
const settleMs = 150

readCommand('dev\n  Runs the program; restarts it and builds the pages anew when their sources change.', {})

let server: ChildProcess | null = null
let ending = false

function start(...args: string[]): void {
  server = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], { cwd: root, stdio: 'inherit' })
  server.once('exit', (code) => {
    if (!ending && code !== 0 && code !== null) console.log('The program ended with an error. Waiting for a change …')
  })
}

let restarting: Promise<void> | null = null
let again = false

/** One restart at a time; a change during a restart causes another one. */
function restart(): void {
  if (ending) return
  if (restarting !== null) {
    again = true
    return
  }
  restarting = (async () => {
    await endServer()
    if (!ending) start('--no-build')
  })().finally(() => {
    restarting = null
    if (again) {
      again = false
      restart()
    }
  })
}

async function endServer(): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

/** The server restarts for changes of its sources and of the build output that it reads. */
function concerns(folder: string, file: string): boolean {
  if (file.endsWith('.test.ts')) return false
  return folder !== '.build' || /(^|[/\\])(render\.js|manifest\.json)$/.test(file)
}

function watchSources(): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of restartFolders) {
    if (!existsSync(join(root, folder))) continue
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !concerns(folder, file)) return
      clearTimeout(timer)
      timer = setTimeout(restart, settleMs)
    })
  }
}

// The first start builds what is stale; the builder then only watches.
const first = spawn(process.execPath, [join(root, 'scripts/build.ts')], { cwd: root, stdio: 'inherit' })
await once(first, 'exit')
const builder = spawn(process.execPath, [join(root, 'scripts/build.ts'), '--watch'], { cwd: root, stdio: 'inherit' })
start('--no-build')
watchSources()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending) return
    ending = true
    builder.kill('SIGTERM')
    void endServer().then(() => process.exit(0))
  })
}
