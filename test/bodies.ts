import fc from 'fast-check'
import { z } from 'zod'
import type { Route } from '#contract/route.ts'

/** Random request bodies for any route, drawn from its schema: valid, almost valid, and hostile ones. */

type Schema = {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

function schemaOf(route: Route): Schema {
  return z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Texts that are known to break programs; every string field gets them. */
export const hostileTexts = [
  '',
  ' ',
  `'; DROP TABLE member; --`,
  `" OR 1=1 --`,
  '%_\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '{{7*7}}',
  '\u202Eabc',
  '\u200B\uFEFF',
  '한글 입력',
  '😀👨‍👩‍👧‍👦',
  'ﬁ\u0301\u0301\u0301',
  'NaN',
  'null',
  '-1',
  '1e309',
  '0x10',
  '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a',
  '\r\nset-cookie: a=b',
  '\\u0000',
  '{1,2}',
  '9999-99-99',
  'infinity',
]

const amounts = ['10000', '1', '0', '0.0001', '9007199254740991', '12.5', '5000000']

/** Values that fit a schema, except for rules that JSON Schema cannot express (blank text, amounts). */
function valueOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.description?.startsWith('Decimal string')) return fc.constantFrom<unknown>(...amounts, 1, 250)
  const among = schema.anyOf ?? schema.oneOf
  if (among) return fc.oneof(...among.map((one) => valueOf(one, ids)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, ids)
    case 'string':
      return stringOf(schema, ids)
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
          max: Math.min(schema.maximum ?? 1_000, 2 ** 31),
        }),
        // The largest that the contract allows.
        fc.constant(schema.maximum ?? Number.MAX_SAFE_INTEGER),
      )
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    default:
      return fc.constant('x')
  }
}

function objectOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, of]) => [name, valueOf(of, ids)]),
  )
  return fc.record(fields, { requiredKeys: schema.required ?? [] })
}

function stringOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return ids.length === 0 ? fc.uuid() : fc.oneof(fc.uuid(), fc.constantFrom(...ids))
  if (schema.format === 'date') return fc.constantFrom('2026-01-31', '0001-01-01', '2024-02-29', '9999-12-31')
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const most = schema.maxLength ?? 100
  const texts = hostileTexts.filter((text) => text.length <= most && text.length >= (schema.minLength ?? 0))
  return fc.oneof(
    fc.constantFrom(...texts, 'x'),
    fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(most, 40) }),
    fc.constant('y'.repeat(most)),
  )
}

const wrongValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0.1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    [[]],
    { $ne: null },
    'x'.repeat(6_000),
  ),
  fc.constantFrom(...hostileTexts),
  fc.constantFrom('-1', '1e5', '1,000', '+1', '0x1', '1.00001', ' 1', '١٢٣', 'Infinity', '99999999999999999999'),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Valid bodies for the route. `ids` are existing ids, so that calls get past the answer `none`. */
export function validBodies(route: Route, ids: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
  return objectOf(schemaOf(route), ids)
}

/** Bodies with one fault: a field is missing, unknown, or of another type. */
export function almostValidBodies(route: Route, ids: readonly string[] = []): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schemaOf(route).properties ?? {})
  const spoil = fc.tuple(
    fc.constantFrom(...names, 'stranger', 'memberId', 'brand_id'),
    fc.option(wrongValues, { nil: undefined }),
  )
  return fc.tuple(validBodies(route, ids), spoil).map(([body, [name, value]]) => {
    const { [name]: _, ...rest } = body
    return value === undefined ? rest : { ...rest, [name]: value }
  })
}

/** Malformed bodies, as text. */
export const malformedBodies: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '""',
    '1',
    '{"id":}',
    '{"__proto__":{"id":"x"}}',
    '{"constructor":{"prototype":{"id":1}}}',
    '{"id":"\\u0000"}',
    '{"title":"\\ud800"}',
    `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
    `{${'"a":1,'.repeat(5_000)}"a":1}`,
    '\uFEFF{}',
  ),
)

/** Fields that a caller must never be able to set. */
export const forbiddenFields = [
  'memberId',
  'member_id',
  'brandId',
  'brand_id',
  'userId',
  'role',
  'roles',
  'level',
  'playType',
  'status',
  'state',
  'rolling',
  'in_balance',
  'cash',
  'held',
  'credited',
  'isAdmin',
  'operatorId',
  'decided_by',
  'approved',
] as const
