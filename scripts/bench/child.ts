import { fork } from 'node:child_process'

/** A separate program that gets one order at a time and returns a report for each. */
export type Child<Order, Report> = {
  /** Rejects when the program ends before it has reported. */
  run: (order: Order) => Promise<Report>
  stop: () => void
}

export function startChild<Order extends object, Report>(program: URL): Child<Order, Report> {
  const child = fork(program, { execArgv: ['--max-semi-space-size=32'] })
  const take = (): void => void child.kill('SIGKILL')
  process.once('exit', take)
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the load program has ended'))
        child.once('exit', ended)
        child.once('message', (report) => {
          child.off('exit', ended)
          resolve(report as Report)
        })
        child.send(order)
      }),
    stop: () => {
      process.off('exit', take)
      child.disconnect()
    },
  }
}
