import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { booksText, type BooksOutcome } from './books-report.ts'

const checks = [
  { name: 'wallet', description: 'Each wallet equals its last journal row.' },
  { name: 'acts-signed', description: 'Every act is signed.' },
]
const outcome: BooksOutcome = {
  report: {
    faults: [],
    checks: 2,
    journalRows: 24n,
    tookMs: 1_240,
    notRun: [],
    each: [
      { name: 'wallet', faults: 0, ms: 7 },
      { name: 'acts-signed', faults: 0, ms: 1_200 },
    ],
    auditEnd: { seq: 10n, hash: Buffer.from('ab', 'hex') },
    journalEnd: null,
    clockSpans: [],
    unverifiedSpans: [],
  },
  checks,
  isMoneyOutStopped: false,
  unrecorded: null,
  money: { members: wholeUnits(2_000), held: wholeUnits(50), comp: 0n },
}

test('of clean books, the first line is that they are clean, and nothing is to be done', () => {
  const { summary, faults, details } = booksText(outcome)
  expect(summary).toEqual(['The books are clean: 2 of 2 checks, 24 events, 1.2 s.', 'Nothing is to be done.'])
  expect(faults).toEqual([])
  expect(details).toEqual([
    'Members own 2000, 50 is held for withdrawals, 0 is comp.',
    'The audit is chained up to 10: ab',
    'Checks:',
    '  ✓ wallet           7 ms  Each wallet equals its last journal row.',
    '  ✓ acts-signed   1200 ms  Every act is signed.',
  ])
})

test('of wrong books, the first lines are how many faults there are, and what to do', () => {
  const fault = { check: 'wallet', subject: 'member 7', detail: 'the wallet has 2, its last row 1' }
  const report = {
    ...outcome.report,
    faults: [fault, { ...fault, subject: 'member 8' }],
    each: [{ name: 'wallet', faults: 2, ms: 7 }],
    notRun: [{ check: 'acts-signed', reason: 'the key is lost' }],
  }
  const { summary, faults, details } = booksText({ ...outcome, report, isMoneyOutStopped: true, unrecorded: 'a lock' })
  expect(summary).toEqual([
    'The books are WRONG: 2 faults, 1 of 2 checks, 24 events, 1.2 s.',
    'Money-out is stopped. What to do: transfer no withdrawal, keep this text, and read "What the alarms mean" in docs/operations.md.',
    'Faults by check: wallet 2.',
    'Not checked: acts-signed; the reasons follow.',
    'This run is not recorded, so it stops no payments: a lock.',
  ])
  expect(faults).toEqual([
    'FAULT wallet: member 7: the wallet has 2, its last row 1',
    'FAULT wallet: member 8: the wallet has 2, its last row 1',
    'NOT CHECKED acts-signed: the key is lost',
  ])
  expect(details.at(-1)).toBe('  ✗ wallet      7 ms  Each wallet equals its last journal row.')
})

test('clean books with a check that did not run are not the whole truth', () => {
  const report = { ...outcome.report, notRun: [{ check: 'wallet', reason: 'no rights' }] }
  const { summary, details } = booksText({ ...outcome, report })
  expect(details.at(-2)).toMatch(/^ {2}– wallet /)
  expect(summary).toEqual([
    'The books are clean: 1 of 2 checks, 24 events, 1.2 s.',
    'Not checked: wallet; the reasons follow.',
  ])
})

test('without the keys, records of a clock that was set back are named as not verified', () => {
  const unverifiedSpans = [{ from: '2026-11-01T00:00:00+00:00', until: '2026-11-01T02:00:00+00:00' }]
  const { details } = booksText({ ...outcome, report: { ...outcome.report, unverifiedSpans } })
  expect(details).toContain(
    'NOT VERIFIED without APP_SECRET: that the clock of the database was set back. Times from 2026-11-01T00:00:00+00:00 to 2026-11-01T02:00:00+00:00 were judged as if it was not.',
  )
})
