import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import type { Route } from '#contract/route.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pollCalls, readCalls } from '#web/shared/member-calls.ts'
import { callTables } from './wire/call-tables.ts'

test.each(Object.entries(callTables()))('%s is generated from the contract: run `npm run docs`', (path, source) => {
  expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(source)
})

test('the poll calls of the browser include every poll of the contract', () => {
  const routes: Readonly<Record<string, Route>> = memberRoutes
  expect(pollCalls).toEqual(
    Object.keys(routes)
      .filter((name) => routes[name]?.urgency === 'poll')
      .toSorted(),
  )
  expect(pollCalls).toContain('get-maintenance')
})

test.each(Object.entries({ member: memberRoutes, play: playRoutes, office: officeRoutes }))(
  'the %s calls that read are named `get-…`, and no others are',
  (_api, routes) => {
    const names = Object.keys(routes)
    expect(names.filter((name) => (routes as Readonly<Record<string, Route>>)[name]?.reads === true)).toEqual(
      names.filter((name) => name.startsWith('get-')),
    )
  },
)

test('a call that reads takes no request id and moves no money', () => {
  const routes = Object.entries<Route>({ ...memberRoutes, ...playRoutes, ...officeRoutes })
  const reads = routes.filter(([, route]) => route.reads === true)
  expect(reads.map(([name]) => name)).toEqual(expect.arrayContaining([...readCalls]))
  for (const [name, route] of reads) {
    expect([name, route.urgency === 'money']).toEqual([name, false])
    expect([name, 'shape' in route.body && 'requestId' in (route.body.shape as object)]).toEqual([name, false])
  }
})
