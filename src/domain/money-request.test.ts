import { describe, expect, test } from 'vitest'
import {
  amountFault,
  fittingBounds,
  memberHistory,
  refuseDeposit,
  refuseWithdrawal,
  usualMinutes,
} from './money-request.ts'
import { wholeUnits } from './money.ts'

const side = { min: wholeUnits(10_000), max: wholeUnits(1_000_000), step: wholeUnits(1_000) }

test.each([
  [wholeUnits(10_000), null],
  [wholeUnits(1_000_000), null],
  [wholeUnits(10_000) - 1n, 'min'],
  [0n, 'min'],
  [wholeUnits(1_000_000) + 1n, 'max'],
  [wholeUnits(10_500), 'step'],
  [wholeUnits(11_000) + 1n, 'step'],
])('%s breaks the rule %s', (amount, fault) => {
  expect(amountFault(amount, side)).toBe(fault)
})

test.each([
  [{ decided: 0, medianSeconds: null }, 10],
  [{ decided: 19, medianSeconds: 240 }, 10],
  [{ decided: 20, medianSeconds: 240 }, 4],
  [{ decided: 20, medianSeconds: 241 }, 5],
  [{ decided: 500, medianSeconds: 3 }, 1],
  // Clocks that were set back.
  [{ decided: 20, medianSeconds: -60 }, 1],
])('of %o the usual time is %i minutes, where the brand’s setting is 10', (measured, minutes) => {
  expect(usualMinutes(measured, 10)).toBe(minutes)
})

test('the bounds that members read are the least and the largest amount that fit', () => {
  const uneven = { min: 15n, max: 94n, step: 10n }
  expect(fittingBounds(side)).toEqual(side)
  expect(fittingBounds(uneven)).toEqual({ min: 20n, max: 90n, step: 10n })
  for (let amount = 1n; amount < 200n; amount++) {
    const fits = amountFault(amount, uneven) === null
    expect(fits).toBe(amount >= 20n && amount <= 90n && amount % 10n === 0n)
  }
})

const deposit = {
  amount: wholeUnits(50_000),
  side,
  hours: { opens: 540, closes: 1080 },
  timeZone: 'Asia/Seoul',
  at: new Date('2026-11-20T03:00:00Z'),
  excluded: false,
}

test('a deposit is refused for one reason, the most serious first', () => {
  const night = { at: new Date('2026-11-20T12:00:00Z') }
  expect(refuseDeposit(deposit)).toBeNull()
  expect(refuseDeposit({ ...deposit, ...night, excluded: true, amount: 1n })).toEqual({ status: 'excluded' })
  expect(refuseDeposit({ ...deposit, ...night, amount: 1n })).toEqual({
    status: 'closed',
    opens: new Date('2026-11-21T00:00:00Z'),
  })
  expect(refuseDeposit({ ...deposit, amount: 1n })).toEqual({ status: 'min' })
})

describe('a withdrawal', () => {
  const valid = { amount: side.min, side, pin: 'right', waitsUntil: null, turnoverHolds: true } as const
  const cash = valid.amount
  const withWallet = (amount: bigint, turnoverDue: bigint) =>
    refuseWithdrawal({ ...valid, amount, wallet: { cash, turnoverDue } })

  test('is refused above the cash and while turnover is due', () => {
    expect(withWallet(cash, 0n)).toBeNull()
    expect(withWallet(cash + side.step, 0n)).toEqual({ status: 'balance' })
    expect(withWallet(cash, 1n)).toEqual({ status: 'turnover', remaining: 1n })
  })

  test('is not held back by turnover of a member who may not play for months', () => {
    const excluded = { ...valid, turnoverHolds: false }
    expect(refuseWithdrawal({ ...excluded, wallet: { cash, turnoverDue: 1n } })).toBeNull()
    expect(refuseWithdrawal({ ...excluded, wallet: { cash: 0n, turnoverDue: 1n } })).toEqual({ status: 'balance' })
  })

  test('is refused by PIN, then amount, then waiting time, then wallet', () => {
    const waitsUntil = new Date(0)
    const wallet = { cash: 0n, turnoverDue: 1n }
    const wrong = { ...valid, amount: 0n, waitsUntil, wallet }
    expect(refuseWithdrawal({ ...wrong, pin: 'locked' })).toEqual({ status: 'locked' })
    expect(refuseWithdrawal({ ...wrong, pin: 'pass' })).toEqual({ status: 'pass' })
    expect(refuseWithdrawal(wrong)).toEqual({ status: 'min' })
    expect(refuseWithdrawal({ ...wrong, amount: cash })).toEqual({ status: 'wait', until: waitsUntil })
    expect(refuseWithdrawal({ ...wrong, amount: cash, waitsUntil: null })).toEqual({
      status: 'turnover',
      remaining: 1n,
    })
    expect(refuseWithdrawal({ ...valid, wallet: null })).toBeNull()
  })
})

test('a history contains each status once in a row', () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 0, minute))
  expect(
    memberHistory([
      { state: 'filed', at: at(0) },
      { state: 'claimed', at: at(1) },
      { state: 'awaiting_second', at: at(2) },
      { state: 'filed', at: at(3) },
      { state: 'rejected', at: at(4) },
    ]),
  ).toEqual([
    { status: 'reg', at: at(0) },
    { status: 'wait', at: at(1) },
    { status: 'reg', at: at(3) },
    { status: 'cansel', at: at(4) },
  ])
})
