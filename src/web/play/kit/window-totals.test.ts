import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createTotalsKeeper } from './window-totals.ts'

function keeperOf(playSession: string, tab: Map<string, string>, times: { now: number; clock: number }) {
  return createTotalsKeeper({
    storage: { getItem: (key) => tab.get(key) ?? null, setItem: (key, value) => void tab.set(key, value) },
    playSession,
    now: () => times.now,
    clock: () => times.clock,
  })
}

const totals = { net: -wholeUnits(1_200), rounds: 6, startedAt: 500, realityFrom: 2_000 }

test('keeps a loss and the times over a reload', () => {
  const tab = new Map<string, string>()
  keeperOf('s1', tab, { now: 3_000, clock: 1_000_000 }).write(totals)
  expect(keeperOf('s1', tab, { now: 100, clock: 1_010_000 }).read()).toEqual({
    net: -wholeUnits(1_200),
    rounds: 6,
    startedAt: 100 - 12_500,
    realityFrom: 100 - 11_000,
  })
})

test('another play session, a foreign value and no storage begin anew', () => {
  const tab = new Map<string, string>()
  const times = { now: 3_000, clock: 1_000_000 }
  keeperOf('s1', tab, times).write(totals)
  expect(keeperOf('s2', tab, times).read()).toBeNull()
  for (const text of ['', '{}', 'null', '{"playSession":"s1","net":"x","rounds":1,"startedMs":1,"realityMs":1}']) {
    for (const key of tab.keys()) tab.set(key, text)
    expect(keeperOf('s1', tab, times).read()).toBeNull()
  }
  const without = createTotalsKeeper({ storage: null, playSession: 's1', now: () => 0, clock: () => 0 })
  without.write(totals)
  expect(without.read()).toBeNull()
})

test('a clock that was set back makes no time negative', () => {
  const tab = new Map<string, string>()
  keeperOf('s1', tab, { now: 3_000, clock: 1_000_000 }).write(totals)
  expect(keeperOf('s1', tab, { now: 100, clock: 5_000 }).read()).toMatchObject({ startedAt: 100, realityFrom: 100 })
})
