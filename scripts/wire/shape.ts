import { amountIn, amountOut, changeIn, count, day, id, moment } from '#contract/wire.ts'
import { z } from 'zod'

/** A schema of the contract as JSON Schema, with the kinds of `src/contract/wire.ts` marked. */
export type Shape = {
  readonly kind?: Kind
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Kind = 'amount' | 'time' | 'day' | 'id' | 'count'

const kinds: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  [amountIn, 'amount'],
  [changeIn, 'amount'],
  [amountOut, 'amount'],
  [moment, 'time'],
  [day, 'day'],
  [id, 'id'],
  [count, 'count'],
])

export function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const kind = kindOf(zodSchema)
      if (kind) Object.assign(jsonSchema, { kind })
    },
  }) as Shape
}

/** A description makes a copy of a schema that names the original as its parent. */
function kindOf(schema: unknown): Kind | undefined {
  for (let one: unknown = schema; one !== undefined; one = parentOf(one)) {
    const kind = kinds.get(one)
    if (kind) return kind
  }
  return undefined
}

function parentOf(schema: unknown): unknown {
  return (schema as { _zod?: { parent?: unknown } })._zod?.parent
}

/** The shape without `null`, and whether null is allowed. */
export function withoutNull(shape: Shape): { shape: Shape; nullable: boolean } {
  if (typeof shape.type === 'object') {
    const [type = 'null'] = shape.type.filter((one) => one !== 'null')
    return { shape: { ...shape, type }, nullable: shape.type.includes('null') }
  }
  const others = shape.anyOf?.filter((one) => one.type !== 'null')
  if (!others || others.length === shape.anyOf?.length) return { shape, nullable: false }
  const [only] = others
  const { anyOf: _, ...rest } = shape
  return { shape: others.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: others }, nullable: true }
}

/** How a field's values are written, in words: `text, 1 to 200 characters`. Objects and lists name what they hold. */
export function inWords(of: Shape): string {
  const { shape, nullable } = withoutNull(of)
  return nullable ? `${notNull(shape)} or null` : notNull(shape)
}

function notNull(shape: Shape): string {
  if (shape.kind) return shape.kind
  if (shape.enum) return shape.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (shape.anyOf) return shape.anyOf.map(inWords).join(' or ')
  switch (shape.type) {
    case 'array':
      return shape.items?.type === 'object' && !shape.items.kind
        ? 'list of objects'
        : `list of ${inWords(shape.items ?? {})}`
    case 'object':
      return typeof shape.additionalProperties === 'object' && !shape.properties
        ? `map whose values are ${inWords(shape.additionalProperties)}`
        : 'object'
    case 'string':
      return `text${boundsOf(shape)}`
    case 'integer':
      return `whole number${rangeOf(shape)}`
    case 'boolean':
      return 'true or false'
    default:
      return 'any value'
  }
}

function boundsOf({ minLength, maxLength, pattern }: Shape): string {
  const least = minLength ?? 0
  const length =
    maxLength === undefined
      ? ''
      : least > 0
        ? `, ${least} to ${maxLength} characters`
        : `, at most ${maxLength} characters`
  return pattern === undefined ? length : `${length}, matching \`${pattern}\``
}

function rangeOf({ minimum, maximum }: Shape): string {
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return `, at least ${least}`
  return most === undefined ? '' : `, at most ${most}`
}
