import { expect, it } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createJackpotMeter } from './store.ts'

function meterOf() {
  const clock = { ms: 1_000 }
  const pools = new Map([['mega', wholeUnits(1_000)]])
  const readings = { many: 0 }
  const meter = createJackpotMeter(
    () => {
      readings.many += 1
      return Promise.resolve(new Map(pools))
    },
    () => clock.ms,
  )
  const readAfter = async (ms: number, units: number) => {
    clock.ms += ms
    pools.set('mega', wholeUnits(units))
    return (await meter.read())[0]
  }
  return { meter, pools, readings, readAfter }
}

it('reports the growth per second over the last minutes, and 0 before it has samples', async () => {
  const { readAfter } = meterOf()
  expect(await readAfter(0, 1_000)).toEqual({ tier: 'mega', amount: '1000', ratePerSecond: '0' })
  expect(await readAfter(3_000, 1_300)).toMatchObject({ amount: '1300', ratePerSecond: '0' })
  expect(await readAfter(7_000, 2_000)).toMatchObject({ amount: '2000', ratePerSecond: '100' })
  // Samples older than three minutes no longer count.
  expect(await readAfter(600_000, 2_000)).toMatchObject({ ratePerSecond: '0' })
  expect(await readAfter(10_000, 2_050)).toMatchObject({ ratePerSecond: '5' })
})

it('starts again when a pool was paid out', async () => {
  const { readAfter } = meterOf()
  await readAfter(0, 1_000)
  expect(await readAfter(10_000, 9_000)).toMatchObject({ ratePerSecond: '800' })
  expect(await readAfter(10_000, 500)).toMatchObject({ amount: '500', ratePerSecond: '0' })
  expect(await readAfter(10_000, 510)).toMatchObject({ ratePerSecond: '1' })
})

it('reads once for all callers within two seconds, and once more after a failure', async () => {
  const { meter, readings, readAfter, pools } = meterOf()
  await Promise.all([meter.read(), meter.read(), meter.read()])
  expect(readings.many).toBe(1)
  await readAfter(1_000, 1_100)
  expect(readings.many).toBe(1)
  await readAfter(1_500, 1_100)
  expect(readings.many).toBe(2)
  pools.clear()
  const failing = createJackpotMeter(
    () => Promise.reject(new Error('unavailable')),
    () => 0,
  )
  await expect(failing.read()).rejects.toThrow('unavailable')
  await expect(failing.read()).rejects.toThrow('unavailable')
})
