import { readFileSync } from 'node:fs'

/**
 * Loaded into a server under test with `--import`: shifts its clock by the milliseconds in the file named by
 * `FAULT_CLOCK_FILE`, again whenever the file changes. The monotonic clock and timers are not affected.
 */
const file = process.env['FAULT_CLOCK_FILE'] ?? ''
const rightDate = Date
let wrongByMs = 0

function read(): void {
  wrongByMs = Number(readFileSync(file, 'utf8'))
}

const wrongNow = (): number => rightDate.now() + wrongByMs

globalThis.Date = new Proxy(rightDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, newTarget) as Date,
  apply: () => new rightDate(wrongNow()).toString(),
  get: (target, key, receiver) => (key === 'now' ? wrongNow : (Reflect.get(target, key, receiver) as unknown)),
})

read()
setInterval(read, 50).unref()
