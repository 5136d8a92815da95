import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import type { Route } from '#contract/route.ts'
import { openApiOf } from './openapi.ts'

const apis = [
  { name: 'member', prefix: '/api/routes/', routes: memberRoutes },
  { name: 'play', prefix: '/api/play/', routes: playRoutes },
  { name: 'office', prefix: '/api/office/', routes: officeRoutes },
] as const

const schema = z.record(z.string(), z.unknown())
const content = z.strictObject({
  'application/json': z.strictObject({ schema }),
  // For routes with a file as success.
  'application/octet-stream': z.strictObject({ schema }).optional(),
})
/** The part of OpenAPI 3.1 that we use; anything else in the document is a mistake. */
const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string().min(1),
    version: z.string().min(1),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      post: z.strictObject({
        operationId: z.string(),
        tags: z.array(z.string()),
        summary: z.string().min(5),
        'x-access': z.union([z.string(), z.array(z.string())]),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        requestBody: z.strictObject({ required: z.boolean(), content }),
        responses: z.record(
          z.string().regex(/^[1-5]\d\d$/),
          z.strictObject({ description: z.string().min(1), content }),
        ),
      }),
    }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), schema),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
  }),
})

const read = openApi.parse(JSON.parse(JSON.stringify(openApiOf('Baize', apis))))

describe('the OpenAPI document', () => {
  it('contains every route of every API, once', () => {
    const expected = apis.flatMap(({ prefix, routes }) => Object.keys(routes).map((name) => prefix + name))
    expect(Object.keys(read.paths).sort()).toEqual(expected.sort())
    const ids = Object.values(read.paths).map(({ post }) => post.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contains every answer of every route', () => {
    for (const { prefix, routes } of apis) {
      for (const [name, route] of Object.entries<Route>(routes)) {
        const answers = read.paths[prefix + name]?.post.responses['200']?.content['application/json'].schema['oneOf']
        const statuses = z
          .array(z.looseObject({ properties: z.looseObject({ status: z.object({ const: z.string() }) }) }))
          .parse(answers)
          .map((answer) => answer.properties.status.const)
        expect(statuses).toEqual(Object.keys(route.answers))
      }
    }
  })

  it('has no dangling references', () => {
    for (const reference of JSON.stringify(read).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference[1] ?? '')?.[1]
      expect(Object.keys(read.components.schemas)).toContain(name)
    }
    const schemes = Object.keys(read.components.securitySchemes)
    for (const { post } of Object.values(read.paths)) {
      for (const need of post.security) expect(schemes).toEqual(expect.arrayContaining(Object.keys(need)))
    }
  })

  it('describes bodies as JSON Schema that accepts the same as the contract', () => {
    const body = (path: string): z.ZodType => {
      const found = read.paths[path]?.post.requestBody.content['application/json'].schema
      return z.fromJSONSchema(found as Parameters<typeof z.fromJSONSchema>[0])
    }
    const spin = body('/api/play/spin')
    const requestId = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'
    expect(spin.safeParse({ requestId, stake: '1000' }).success).toBe(true)
    expect(spin.safeParse({ requestId, stake: 1000 }).success).toBe(true)
    expect(spin.safeParse({ requestId, stake: true }).success).toBe(false)
    expect(spin.safeParse({ requestId, stake: '1', more: 1 }).success).toBe(false)
    expect(body('/api/routes/user-del-note').safeParse({ anything: [1] }).success).toBe(true)
  })
})
