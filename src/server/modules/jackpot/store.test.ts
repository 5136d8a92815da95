import { expect, it, vi } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createJackpotMeter } from './store.ts'

const poolOf = (units: number) => ({ pool: wholeUnits(units), sharePpm: 5_000, hit: null })

function meterOf() {
  const clock = { ms: 1_000 }
  const pools = new Map([['mega', poolOf(1_000)]])
  const meter = createJackpotMeter(
    () => Promise.resolve(new Map(pools)),
    () => clock.ms,
  )
  const readAfter = async (ms: number, units: number) => {
    clock.ms += ms
    pools.set('mega', poolOf(units))
    return (await meter.read())[0]
  }
  return { readAfter }
}

it('reports the growth per second over the last minutes, and 0 before it has samples', async () => {
  const { readAfter } = meterOf()
  expect(await readAfter(0, 1_000)).toEqual({
    tier: 'mega',
    amount: '1000',
    ratePerSecond: '0',
    share: '0.5',
    hit: null,
  })
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

it('answers from a reading that began after the request, one at a time and at most twenty a second', async () => {
  const clock = { ms: 1_000 }
  const begun: number[] = []
  const endings: (() => void)[] = []
  const meter = createJackpotMeter(
    () => {
      begun.push(clock.ms)
      const pools = new Map([['mega', poolOf(1_000 * begun.length)]])
      return new Promise((resolve) => endings.push(() => resolve(pools)))
    },
    () => clock.ms,
    async (ms) => void (clock.ms += ms),
  )
  const first = meter.read()
  await vi.waitFor(() => expect(begun).toEqual([1_000]))
  clock.ms += 10
  // These came after the first reading had begun: they wait for one of their own, together.
  const later = [meter.read(), meter.read()]
  endings.shift()?.()
  expect((await first)[0]).toMatchObject({ amount: '1000' })
  await vi.waitFor(() => expect(begun).toEqual([1_000, 1_050]))
  endings.shift()?.()
  for (const figures of await Promise.all(later)) expect(figures[0]).toMatchObject({ amount: '2000' })
})

it('reads again after a failure', async () => {
  const failing = createJackpotMeter(
    () => Promise.reject(new Error('unavailable')),
    () => 0,
    async () => {},
  )
  await expect(failing.read()).rejects.toThrow('unavailable')
  await expect(failing.read()).rejects.toThrow('unavailable')
})
