import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { startProcessorMeter } from './processor-time.ts'

const burn = (seconds: number): string =>
  `const used = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1e6; while (used() < ${seconds}) {}`
const startAndWait = (code: string): string =>
  `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: 'inherit' })`

/** The seconds that the meter counts for a program and the programs below it. */
async function measured(code: string): Promise<number> {
  // The meter marks this process and what it starts.
  vi.stubEnv('BAIZE_RUN_MARK', '')
  const meter = startProcessorMeter()
  try {
    const before = meter.seconds() ?? 0
    const own = process.cpuUsage()
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' })
    await once(child, 'exit')
    const { user, system } = process.cpuUsage(own)
    return (meter.seconds() ?? 0) - before - (user + system) / 1e6
  } finally {
    meter.stop()
    vi.unstubAllEnvs()
  }
}

test.runIf(process.platform === 'linux')(
  'the time of a program counts once when it ends together with the one that started it',
  { timeout: 60_000 },
  async () => {
    const alone = await measured(burn(1))
    const below = await measured(startAndWait(startAndWait(burn(1))))
    expect(alone).toBeGreaterThan(0.9)
    expect(below).toBeGreaterThan(0.9)
    // Two more starts of Node.
    expect(below).toBeLessThan(alone + 0.7)
  },
)
