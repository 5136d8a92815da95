import { readFileSync, renameSync } from 'node:fs'
import { Socket } from 'node:net'
import type { CrashPoint } from '#server/crash-point.ts'

/**
 * What stands in the place of `src/server/crash-point.ts` in a server under fault. An order is a file that says
 * `<serial> <moment> <which time> <die|cut>`; it is renamed when it is carried out.
 */
const orders = process.env['FAULT_ORDERS'] ?? ''
const databaseSockets = new Set<Socket>()
let serial = ''
let times = 0

export function crashPoint(at: CrashPoint): void {
  const [order, moment, which, how] = readOrder()
  if (order === undefined || moment !== at) return
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
  // The signal is on its way; not one step more is taken.
  for (;;);
}

function readOrder(): string[] {
  try {
    return readFileSync(orders, 'utf8').split(' ')
  } catch {
    return []
  }
}

// The driver connects by a path or a port; whatever else connects does so by a list of options.
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
