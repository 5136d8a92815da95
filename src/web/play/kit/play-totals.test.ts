import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createTotalsKeeper } from './play-totals.ts'

/** A window of the browser with this storage. */
function windowOf(signIn: string, browser: Map<string, string>, times: { now: number; clock: number }) {
  return createTotalsKeeper({
    storage: { getItem: (key) => browser.get(key) ?? null, setItem: (key, value) => void browser.set(key, value) },
    signIn,
    now: () => times.now,
    clock: () => times.clock,
  })
}

test('keeps a loss and the times over a reload and in the window of another game', () => {
  const browser = new Map<string, string>()
  const first = windowOf('s1', browser, { now: 3_000, clock: 1_000_000 })
  first.count('a', -wholeUnits(1_200))
  expect(first.read()).toEqual({ net: -wholeUnits(1_200), rounds: 1, startedAt: 3_000, realityFrom: 3_000 })
  const later = windowOf('s1', browser, { now: 100, clock: 1_010_000 })
  expect(later.read()).toEqual({
    net: -wholeUnits(1_200),
    rounds: 1,
    startedAt: 100 - 10_000,
    realityFrom: 100 - 10_000,
  })
  later.count('b', wholeUnits(200))
  expect(first.read()).toMatchObject({ net: -wholeUnits(1_000), rounds: 2 })
})

test('a round that two windows show to its end counts once', () => {
  const browser = new Map<string, string>()
  const times = { now: 0, clock: 0 }
  for (const window of [windowOf('s1', browser, times), windowOf('s1', browser, times)]) window.count('a', 5n)
  expect(windowOf('s1', browser, times).read()).toMatchObject({ net: 5n, rounds: 1 })
})

test('a reality check that was read in one window is over in all', () => {
  const browser = new Map<string, string>()
  const times = { now: 0, clock: 0 }
  const [first, second] = [windowOf('s1', browser, times), windowOf('s1', browser, times)]
  times.now = 60_000
  times.clock = 60_000
  first.passRealityCheck()
  expect(second.read()).toMatchObject({ startedAt: 0, realityFrom: 60_000 })
})

test('another sign-in, a foreign value and no storage begin anew', () => {
  const browser = new Map<string, string>()
  const times = { now: 3_000, clock: 1_000_000 }
  const none = { net: 0n, rounds: 0, startedAt: 3_000, realityFrom: 3_000 }
  windowOf('s1', browser, times).count('a', 1n)
  expect(windowOf('s2', browser, times).read()).toEqual(none)
  const foreign = { signIn: 's1', net: 'x', rounds: 1, startedMs: 1, realityMs: 1, counted: [] }
  for (const text of ['', '{}', 'null', JSON.stringify(foreign)]) {
    for (const key of browser.keys()) browser.set(key, text)
    expect(windowOf('s1', browser, times).read()).toEqual(none)
  }
  const without = createTotalsKeeper({ storage: null, signIn: 's1', now: () => 0, clock: () => 0 })
  without.count('a', 1n)
  expect(without.read()).toMatchObject({ net: 1n, rounds: 1 })
})

test('a full storage does not forget what the window counts', () => {
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  const window = createTotalsKeeper({ storage, signIn: 's1', now: () => 0, clock: () => 0 })
  window.count('a', 1n)
  window.count('b', 1n)
  expect(window.read()).toMatchObject({ net: 2n, rounds: 2 })
})

test('a clock that was set back makes no time negative', () => {
  const browser = new Map<string, string>()
  windowOf('s1', browser, { now: 3_000, clock: 1_000_000 })
  expect(windowOf('s1', browser, { now: 100, clock: 5_000 }).read()).toMatchObject({
    startedAt: 100,
    realityFrom: 100,
  })
})
