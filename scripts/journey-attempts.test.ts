import { expect, test } from 'vitest'
import { runTool } from './run-tool.ts'

/** Attempts in a process of their own: vitest has a listener for unhandled rejections, too. */
async function runAttempts(body: string): Promise<unknown> {
  const program = `
    import { EventEmitter } from 'node:events'
    import { setTimeout as pause } from 'node:timers/promises'
    import { openAttempts } from './scripts/journey-attempts.ts'
    const attempts = openAttempts(() => {})
    const messageOf = (error) => error?.message ?? null
    const fail = async (afterMs, message) => { await pause(afterMs); throw new Error(message) }
    const found = await (async () => { ${body} })()
    await pause(60)
    const late = attempts.late().map(({ name, error }) => [name, error.message])
    console.log(JSON.stringify({ found: found.map(messageOf), late }))`
  const { code, output } = await runTool('node', ['--input-type=module', '--eval', program])
  expect({ code, output }).toMatchObject({ code: 0 })
  return JSON.parse(output)
}

test('a rejection that nobody handles fails its own attempt; the others pass, and the process goes on', async () => {
  const found = await runAttempts(`return Promise.all([
    attempts.run('quiet', () => pause(40)),
    attempts.run('left a promise', async () => { void fail(5, 'closed'); await pause(40) }),
    attempts.run('at its very end', async () => { void Promise.reject(new Error('at once')) }),
    attempts.run('threw', async () => { void fail(5, 'closed'); await fail(20, 'thrown') }),
  ])`)
  expect(found).toEqual({ found: [null, 'closed', 'at once', 'thrown'], late: [] })
})

test('a rejection after the end counts for an attempt that had passed, and not again for one that had failed', async () => {
  const found = await runAttempts(`return [
    await attempts.run('passed', async () => { void fail(30, 'closed') }),
    await attempts.run('failed', async () => { void fail(30, 'closed'); throw new Error('thrown') }),
  ]`)
  expect(found).toEqual({ found: [null, 'thrown'], late: [['passed', 'closed']] })
})

test('a rejection of an event’s handler fails what is running, and is named where nothing is', async () => {
  const found = await runAttempts(`const bus = new EventEmitter()
    bus.on('route', () => fail(0, 'closed'))
    const running = ['one', 'other'].map((name) => attempts.run(name, () => pause(40)))
    bus.emit('route')
    const ran = [...(await Promise.all(running)), await attempts.run('next', async () => {})]
    bus.emit('route')
    return ran`)
  expect(found).toEqual({ found: ['closed', 'closed', null], late: [[null, 'closed']] })
})
