import { fork } from 'node:child_process'

/** A program apart that is told one order at a time and answers each. */
export type Child<Order, Report> = {
  /** Rejects when the program ends before it has answered. */
  obey: (order: Order) => Promise<Report>
  stop: () => void
}

export function startChild<Order extends object, Report>(program: URL): Child<Order, Report> {
  const child = fork(program, { execArgv: ['--max-semi-space-size=32'] })
  const take = (): void => void child.kill('SIGKILL')
  process.once('exit', take)
  return {
    obey: (order) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the program that makes the load has ended'))
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
