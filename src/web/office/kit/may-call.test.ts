import { expect, test } from 'vitest'
import { officeRoutes } from '#contract/office-api.ts'
import { operatorRoles } from '#contract/route.ts'
import { pageCalls } from './page-calls.ts'
import { mayCall, maySend } from './may-call.ts'

test('each role may make exactly the calls whose contract row names it', () => {
  for (const role of operatorRoles) {
    const allowed = Object.entries(officeRoutes).filter(
      ([, { access }]) => access === 'anyone' || access.some((one) => one === role),
    )
    const names = Object.keys(officeRoutes) as (keyof typeof officeRoutes)[]
    expect(names.filter((name) => mayCall([role], name))).toEqual(allowed.map(([name]) => name))
  }
})

test('one of several roles suffices, and no role allows only the sign-in', () => {
  expect(mayCall(['auditor', 'cashier'], 'pay-withdrawal')).toBe(true)
  expect(mayCall(['auditor'], 'pay-withdrawal')).toBe(false)
  expect([mayCall([], 'sign-in'), mayCall([], 'me')]).toEqual([true, false])
})

test('each role sees the pages whose call it may make', () => {
  const pagesOf = (role: (typeof operatorRoles)[number]) =>
    Object.entries(pageCalls).flatMap(([page, call]) => (mayCall([role], call) ? [page] : []))
  expect(Object.fromEntries(operatorRoles.map((role) => [role, pagesOf(role)]))).toEqual({
    manager: Object.keys(pageCalls),
    cashier: ['queue', 'corrections', 'members', 'rounds', 'tables', 'hands', 'account'],
    support: [
      'help',
      'registrations',
      'resets',
      'corrections',
      'members',
      'rounds',
      'tables',
      'hands',
      'notes',
      'account',
    ],
    editor: ['notes', 'notices', 'account'],
    auditor: [
      'queue',
      'help',
      'registrations',
      'resets',
      'corrections',
      'members',
      'rounds',
      'tables',
      'hands',
      'notices',
      'maintenance',
      'books',
      'audit',
      'operators',
      'account',
    ],
  })
})

test('only managers take over a request, as the contract row names it', () => {
  const { fieldRoles } = officeRoutes['claim-request']
  expect(operatorRoles.filter((role) => maySend([role], 'claim-request', 'takeOver'))).toEqual(fieldRoles.takeOver)
  expect(operatorRoles.filter((role) => maySend([role], 'release-request', 'takeOver'))).toEqual(['manager'])
})
