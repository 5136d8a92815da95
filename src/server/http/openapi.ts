import { z } from 'zod'
import { apiErrors, type ApiErrorCode } from '#contract/api-error.ts'
import type { Route } from '#contract/route.ts'
import type { Api } from './api.ts'

/** OpenAPI 3.1 of a listener's APIs, made from the same tables that validate the calls. */

type Json = Record<string, unknown>

const version = '1.0.0'

/** The document served at `/openapi.json`. `origin` is the listener's own address. */
export function openApiOf(title: string, apis: readonly Pick<Api, 'name' | 'prefix' | 'routes'>[]): Json {
  const paths: Record<string, Json> = {}
  for (const api of apis) {
    for (const [name, route] of Object.entries(api.routes)) {
      paths[api.prefix + name] = { post: operationOf(api, name, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: apis.map((api) => ({ name: api.name })),
    paths,
    components: { schemas: { ApiError: apiError }, securitySchemes },
  }
}

const securitySchemes = {
  memberCookie: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
  memberToken: { type: 'http', scheme: 'bearer' },
  playSession: { type: 'apiKey', in: 'header', name: 'X-Play-Session' },
  operatorCookie: { type: 'apiKey', in: 'cookie', name: '__Host-office' },
}

const securityOf = {
  member: [{ memberCookie: [] }, { memberToken: [] }],
  play: [
    { memberCookie: [], playSession: [] },
    { memberToken: [], playSession: [] },
  ],
  office: [{ operatorCookie: [] }],
  provider: [],
} as const satisfies Record<Api['name'], readonly object[]>

const apiError = {
  type: 'object',
  description: 'An error of the API itself: HTTP codes other than 200 never mean a business answer.',
  properties: {
    status: { type: 'string', enum: [...new Set(Object.values(apiErrors))] },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    retryAfter: { type: 'integer', minimum: 1 },
  },
  required: ['status'],
}

function operationOf(api: Pick<Api, 'name'>, name: string, route: Route): Json {
  const isOpen = route.access === 'guest' || route.access === 'anyone'
  return {
    operationId: `${api.name}-${name}`,
    tags: [api.name],
    summary: route.summary,
    'x-access': route.access,
    security: isOpen ? [] : securityOf[api.name],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
    },
    responses: {
      200: {
        description: route.file
          ? 'The file; any other outcome is named by `status`.'
          : 'The outcome, named by `status`.',
        content: {
          'application/json': { schema: answersOf(route) },
          ...(route.file && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
        },
      },
      ...errorsOf(route, isOpen),
    },
  }
}

function answersOf(route: Route): Json {
  const shapes = Object.entries(route.answers).map(([status, shape]) => {
    const { properties, required, ...rest } = schemaOf(shape, 'output')
    return {
      ...rest,
      properties: { status: { const: status }, message: { type: 'string' }, ...(properties as Json | undefined) },
      required: ['status', ...((required as string[] | undefined) ?? [])],
    }
  })
  return { oneOf: shapes }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json as Json
}

function errorsOf(route: Route, isOpen: boolean): Json {
  const codes: ApiErrorCode[] = [
    400,
    ...(isOpen ? [] : ([401] as const)),
    403,
    413,
    415,
    421,
    ...(route.throttle ? ([429] as const) : []),
    503,
  ]
  return Object.fromEntries(
    codes.map((code) => [
      code,
      {
        description: apiErrors[code],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
      },
    ]),
  )
}
