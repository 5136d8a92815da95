import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noHold, suspectBooks } from '#server/ledger/book-runs.ts'
import { createPaymentHold, type RunsKnown } from './payment-hold.ts'
import { createRunSchedule, unread } from './run-schedule.ts'

/** By a clock that only the test moves. */

let nowMs = 0
beforeEach(() => {
  nowMs = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function startSchedule({ suspectedAtMs = null as number | null, everyMinutes = 60 } = {}) {
  const judged: RunsKnown[] = []
  const hold = {
    isUnstored: () => false,
    suspectedAtMs: () => suspectedAtMs,
    judge: (known: RunsKnown) => judged.push(known),
  }
  const schedule = createRunSchedule(hold, { everyMinutes, ownEveryMs: 86_400_000 })
  return { schedule, last: () => judged.at(-1) }
}

const clean = { ...unread, ageSeconds: 3_600, restSeconds: 3_590, runs: ['1 began ended clean'] }

test('an interrupted run leaves a run due, after a pause, and the age of the last result as it is', () => {
  const { schedule, last } = startSchedule()
  schedule.read(clean, false)
  expect(schedule.isDue()).toBe(true)
  schedule.begin()
  nowMs += 60_000
  schedule.end(true)
  const after = { ...clean, ageSeconds: 3_660, restSeconds: 0 }
  schedule.read(after, false)
  expect(last()).toMatchObject({ ageMs: 60_000, recordedMs: 3_660_000 })
  expect(schedule.isDue()).toBe(false)
  expect(schedule.dueMs()).toBe(60_000)
  nowMs += 10_000
  schedule.read({ ...after, ageSeconds: 3_670, restSeconds: 10 }, false)
  expect(schedule.isDue()).toBe(true)
  expect(schedule.dueMs()).toBe(70_000)
  expect(last()).toMatchObject({ ageMs: 70_000 })
  schedule.begin()
  nowMs += 30_000
  schedule.end(false)
  schedule.read({ ...clean, ageSeconds: 30, restSeconds: 0, runs: ['2'] }, false)
  expect(last()).toMatchObject({ ageMs: 0 })
  expect(schedule.isDue()).toBe(false)
  expect(schedule.dueMs()).toBe(0)
})

test.each([
  ['was requested, or is due because of what the process saw', { ageSeconds: 60, restSeconds: 50 }, false],
  [
    'counts by the own runs only, because somebody wrote to the recorded ones',
    { ageSeconds: 60, restSeconds: 50 },
    true,
  ],
])('an interrupted run that %s is made again', (_why, facts, isForged) => {
  const { schedule } = startSchedule({ suspectedAtMs: nowMs + 1 })
  nowMs += 2
  schedule.begin()
  schedule.end(true)
  schedule.read({ ...clean, ...facts }, isForged)
  expect(schedule.isDue()).toBe(false)
  nowMs += 10_000
  expect(schedule.isDue()).toBe(true)
})

test('a run of another process that began after the interrupted one has it made again no more', () => {
  const { schedule } = startSchedule()
  schedule.begin()
  nowMs += 60_000
  schedule.end(true)
  nowMs += 60_000
  schedule.read({ ...clean, ageSeconds: 90, restSeconds: 10, runs: ['2'] }, false)
  expect(schedule.isDue()).toBe(false)
  expect(schedule.dueMs()).toBe(0)
})

test('a recorded run that lies in the future, or seems newer after the clock was set back, lifts no hold', () => {
  const moneyOut = noHold()
  const hold = createPaymentHold({ log: { error: () => {} } as never, moneyOut }, 7_500_000)
  const schedule = createRunSchedule(hold, { everyMinutes: 60, ownEveryMs: 86_400_000 })
  const recorded = { ...clean, runs: ['2 began ended clean'] }
  schedule.read({ ...recorded, ageSeconds: 120 }, false)
  nowMs += 60_000
  suspectBooks(moneyOut)
  nowMs += 60_000
  for (const ageSeconds of [240, 30, -60]) {
    schedule.read({ ...recorded, ageSeconds }, false)
    expect(moneyOut.heldSince).not.toBeNull()
  }
  // The first look at a run that began after it.
  schedule.read({ ...recorded, runs: ['3'], ageSeconds: -1 }, false)
  expect(moneyOut.heldSince).not.toBeNull()
  schedule.read({ ...recorded, runs: ['4'], ageSeconds: 30 }, false)
  expect(moneyOut.heldSince).toBeNull()
})

test('a run whose age is unknown does not count as fresh', () => {
  const { schedule, last } = startSchedule()
  nowMs += 7_200_000
  schedule.read({ ...clean, ageSeconds: -60 }, false)
  expect(last()).toEqual({ ageMs: 7_200_000, recordedMs: Infinity, faults: 0 })
})

test('runs of the future, from before a clock was set back, have each process make its own, with a pause', () => {
  const { schedule } = startSchedule()
  schedule.read({ ...clean, ageSeconds: -82_800, restSeconds: -82_790 }, false)
  expect(schedule.isDue()).toBe(true)
  schedule.begin()
  nowMs += 5_000
  schedule.end(false)
  for (const [laterMs, isDue] of [
    [30_000, false],
    [269_000, false],
    [1_000, true],
  ] as const) {
    nowMs += laterMs
    schedule.read({ ...clean, ageSeconds: -82_500, restSeconds: -82_490 }, false)
    expect(schedule.isDue()).toBe(isDue)
  }
})

test.each([
  ['lies in the future', { ageSeconds: -3_600, restSeconds: -3_590 }, false],
  ['was not signed', { ageSeconds: 60, restSeconds: 50 }, true],
])(
  'without a schedule and while money-out is stopped, a run is due every five minutes beside one that %s',
  (_which, facts, isForged) => {
    const { schedule } = startSchedule({ everyMinutes: 0 })
    schedule.begin()
    schedule.end(false)
    const stopped = { ...clean, ...facts, stoppedAt: new Date() }
    schedule.read(stopped, isForged)
    expect(schedule.isDue()).toBe(false)
    nowMs += 300_000
    expect(schedule.isDue()).toBe(true)
    schedule.read({ ...stopped, stoppedAt: null }, isForged)
    expect(schedule.isDue()).toBe(false)
  },
)
