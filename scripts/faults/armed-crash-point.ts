import { readFileSync, renameSync } from 'node:fs'
import { Socket } from 'node:net'
import type { CrashPoint } from '#server/crash-point.ts'

/**
 * Replaces `src/server/crash-point.ts` in a server under test. An order is a file with `<serial> <moment> <which pass>
 * <die|cut> <process id>`; it is renamed when that process has carried it out.
 */
const orders = process.env['FAULT_ORDERS'] ?? ''
const databaseSockets = new Set<Socket>()
let serial = ''
let times = 0

export function crashPoint(at: CrashPoint): void {
  const [order, moment, which, how, pid] = readOrder()
  if (order === undefined || moment !== at || Number(pid) !== process.pid) return
  if (order !== serial) {
    serial = order
    times = 0
  }
  times += 1
  if (times < Number(which)) return
  renameSync(orders, `${orders}.done`)
  if (how === 'cut') {
    for (const socket of databaseSockets) socket.destroy()
    return
  }
  process.kill(process.pid, 'SIGKILL')
  // Blocks until the signal arrives, so that no further step runs.
  for (;;);
}

function readOrder(): string[] {
  try {
    return readFileSync(orders, 'utf8').split(' ')
  } catch {
    return []
  }
}

// The database driver connects with a path or a port; all other code passes an options object.
const database = process.env['DATABASE_URL'] ?? ''
const connect = Reflect.get(Socket.prototype, 'connect')
Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...how: unknown[]) {
  const [first] = how
  const isDatabase =
    (typeof first === 'string' && first.includes('.s.PGSQL')) ||
    (typeof first === 'number' && database.includes(`:${first}/`))
  if (isDatabase) {
    databaseSockets.add(this)
    this.once('close', () => databaseSockets.delete(this))
  }
  return Reflect.apply(connect, this, how)
})
