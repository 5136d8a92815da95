import { readFileSync } from 'node:fs'

/**
 * Given to a server under fault with `--import`: its clock goes wrong by as many milliseconds as the file says that
 * `FAULT_CLOCK_FILE` names, and again whenever that changes. Its steady clock and its timers go on.
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
