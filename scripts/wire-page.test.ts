import type { Route } from '#contract/route.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodies, exampleAnswer, exampleBody } from './wire/examples.ts'
import { withOwnCalls } from './wire/own-calls.ts'
import { preface, wireApis, wirePage } from './wire/page.ts'
import { shapeOf } from './wire/shape.ts'

const calls = wireApis.flatMap(({ name: api, routes }) =>
  Object.entries<Route>(routes).map(([name, route]) => ({ call: `${api} ${name}`, route })),
)

test('docs/wire.md is generated from the contract: run `npm run docs`', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/wire.md'), 'utf8')).toBe(wirePage())
})

test('docs/requirements.md lists the own calls of the contract: run `npm run docs`', async () => {
  const requirements = readFileSync(join(import.meta.dirname, '../docs/requirements.md'), 'utf8')
  expect(requirements).toBe(await withOwnCalls(requirements))
})

describe('the examples', () => {
  test.each(calls)('of $call match the contract', ({ call, route }) => {
    const body = exampleBody(call, shapeOf(route.body, 'input'))
    expect(route.body.safeParse(body).error?.issues ?? []).toEqual([])
    for (const [status, schema] of Object.entries(route.answers)) {
      const { status: named, ...answer } = exampleAnswer(call, status, shapeOf(schema, 'output'))
      expect(named).toBe(status)
      expect(schema.strict().safeParse(answer).error?.issues ?? []).toEqual([])
    }
  })

  test('written by hand belong to existing calls', () => {
    expect(Object.keys(bodies).filter((name) => !calls.some(({ call }) => call === name))).toEqual([])
  })
})

test('the preface explains every refusal of the contract', () => {
  const explained = new Set([...preface.matchAll(/^- `([\w-]+)`/gm)].map((match) => match[1]))
  const refusals = new Set(calls.flatMap(({ route }) => Object.keys(route.answers)))
  expect([...refusals].filter((status) => !explained.has(status))).toEqual([])
})
