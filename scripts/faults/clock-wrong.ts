import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep, type FaultProgram } from './program.ts'
import { startCallers } from './callers.ts'
import { checkUnderWrongClock } from './clock-claims.ts'
import { acceptAlteredTriggers, openFaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The shifts of the server's clock in ms, applied one after the other while it runs: each is a jump. */
const sizes = {
  full: {
    players: 16,
    shifts: [5 * minuteMs, -5 * minuteMs, dayMs, -dayMs, 0, -minuteMs, dayMs, 5 * minuteMs, -dayMs, 40 * dayMs],
    hold: 5_000,
  },
  short: { players: 4, shifts: [dayMs, -dayMs], hold: 0 },
} as const

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/faketime/libfaketime.so.1`,
)

/**
 * The server's clock is wrong and jumps while it runs; the database's is right. The full form shifts the clock of the
 * whole process with libfaketime, the short form only the clock of its JavaScript.
 */
export const clockWrong: FaultProgram = {
  description:
    'The server’s clock is wrong by minutes and days and jumps back: decisions about time follow the database’s clock.',
  async run({ size, seed, log, on }) {
    const { players, shifts, hold } = sizes[size]
    const library = libraries.find((file) => existsSync(file))
    if (size === 'full' && library === undefined) {
      throw new Error('libfaketime is missing: apt-get install faketime, or use --short, which does not need it.')
    }
    const file = join('/tmp', `baize-clock-${process.pid}-${Date.now()}`)
    const shiftClock = async (byMs: number): Promise<void> => {
      await writeFile(file, size === 'full' ? `${byMs < 0 ? '-' : '+'}${Math.abs(byMs) / 1000}\n` : String(byMs))
      // Our hook reads the file every 50 ms, the library at each call.
      await sleep(200)
    }
    await shiftClock(0)
    const app = await openFaultApp({
      players,
      on,
      operators: 1,
      // A pace short enough for the test to wait.
      brand: { minSpinMs: paceMs },
      ...(size === 'full' && library !== undefined
        ? { env: { ...fakeTime(library), FAKETIME_TIMESTAMP_FILE: file } }
        : { env: { FAULT_CLOCK_FILE: file }, nodeArgs: ['--import', join(import.meta.dirname, 'clock-hook.ts')] }),
    })
    try {
      await app.start()
      const callers = startCallers(app, { seed, restMs: paceMs })
      const faults: string[] = []
      let claims = 0
      for (const byMs of shifts) {
        await shiftClock(byMs)
        const checked = await checkUnderWrongClock(app, { byMs, paceMs, seen: size === 'full' })
        claims += checked.claims
        faults.push(...checked.faults.map((fault) => `${byMs / minuteMs} min: ${fault}`))
        await sleep(hold)
        log(`${byMs / minuteMs} min wrong: ${checked.claims} rules, ${checked.faults.length} broken`)
      }
      await callers.stop()
      await acceptAlteredTriggers(app)
      faults.push(...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25)))
      return {
        figures: {
          jumps: shifts.length,
          claims,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          shiftedBy: size === 'full' ? 'libfaketime' : 'a hook',
        },
        faults,
      }
    } finally {
      await app.close()
      await rm(file, { force: true })
    }
  },
}

const paceMs = 400

/** Shifts the wall clock and leaves the monotonic clock alone. */
function fakeTime(library: string): Record<string, string> {
  return { LD_PRELOAD: library, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' }
}
