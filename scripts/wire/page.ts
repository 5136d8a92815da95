import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { factorOf, type OfficeRoute, type Route } from '#contract/route.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleAnswer, exampleBody } from './examples.ts'
import { inWords, shapeOf, withoutNull, type Shape } from './shape.ts'

/** `docs/wire.md`: the preface beside this file, then every call of the contract, by API and name. */

export const wireApis: readonly { name: string; prefix: string; routes: Readonly<Record<string, Route>> }[] = [
  { name: 'member', prefix: '/api/routes/', routes: memberRoutes },
  { name: 'play', prefix: '/api/play/', routes: playRoutes },
  { name: 'office', prefix: '/api/office/', routes: officeRoutes },
]

export const preface = readFileSync(join(import.meta.dirname, 'preface.md'), 'utf8')

export function wirePage(): string {
  const apis = wireApis.map(({ name, prefix, routes }) => {
    const calls = Object.entries(routes).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const shared = sharedObjects(calls.map(([, route]) => route))
    return [
      `## The ${name} API: \`POST ${prefix}<call>\``,
      ...(shared.size > 0 ? [objectsPart(name, shared)] : []),
      ...calls.map(([call, route]) => callPart(name, prefix, call, route, shared)),
    ]
  })
  return `${[preface.trim(), ...apis.flat()].join('\n\n')}\n`
}

function callPart(api: string, prefix: string, call: string, route: Route, shared: SharedObjects): string {
  const body = shapeOf(route.body, 'input')
  const success = shapeOf(route.answers.success, 'output')
  const fields = fieldLines(body, '', 'input', shared)
  const answers = Object.entries(route.answers).flatMap(([status, schema]) => {
    const inside = fieldLines(shapeOf(schema, 'output'), '  ', 'output', shared)
    return [`- \`${status}\`${inside.length > 0 ? ':' : ''}`, ...inside]
  })
  const example = exampleAnswer(`${api} ${call}`, 'success', success)
  return [
    `### ${call}`,
    route.summary,
    factsOf(api, route),
    fields.length > 0
      ? `Body:\n\n${fields.join('\n')}`
      : `Body: ${body.additionalProperties === false ? '`{}`' : 'ignored'}.`,
    `Answers:\n\n${answers.join('\n')}`,
    `\`\`\`http\nPOST ${prefix}${call}\n\n${compact(exampleBody(`${api} ${call}`, body))}\n\`\`\``,
    route.file ? 'A success is the file itself.' : `\`\`\`json\n${compact(example)}\n\`\`\``,
  ].join('\n\n')
}

function factsOf(api: string, route: Route): string {
  const facts = [
    `Access: ${accessOf(route.access)}.`,
    api === 'office' && `Second factor: \`${factorOf(route as OfficeRoute)}\`.`,
    route.throttle && `Throttled as \`${route.throttle}\`.`,
    `Urgency: \`${route.urgency ?? 'act'}\`.`,
    route.bodyLimitBytes && `Body: at most ${route.bodyLimitBytes / 1024} KiB.`,
    route.origin === 'any' && 'A caller may set `Origin` freely.',
  ]
  return facts.filter(Boolean).join(' ')
}

function accessOf(access: unknown): string {
  if (Array.isArray(access)) return access.join(', ')
  const descriptions: Readonly<Record<string, string>> = {
    guest: 'everyone',
    member: 'members',
    restricted: 'members, also those who are blocked or excluded',
    anyone: 'everyone',
  }
  return descriptions[String(access)] ?? String(access)
}

/** Objects that several calls of an API answer, by their content: described once, under a name. */
type SharedObjects = ReadonlyMap<string, { name: string; shape: Shape }>

const leastFields = 5
/**
 * An object is named after the first field that holds it, except these, which are recognised by some of their fields: the first that
 * fits holds.
 */
const objectNames: Readonly<Record<string, string>> = {
  'casiono gameCompany': 'tile',
  'member referenceCode': 'memberRef',
  'proposal id': 'voidProposal',
  'round unit mathHash': 'pastSeatRound',
  'rounds unit mathHash': 'pastSeatRound',
  'round unit': 'seatRound',
  'round voidReason': 'tableRound',
  'rounds voidReason': 'tableRound',
}

function nameOf(field: string, of: Shape, object: Shape): string {
  const own = Object.entries(objectNames).find(([key]) => {
    const [holder, ...names] = key.split(' ')
    return holder === field && names.every((name) => Object.hasOwn(object.properties ?? {}, name))
  })
  return own?.[1] ?? (of.type === 'array' ? field.replace(/s$/, '') : field)
}

function sharedObjects(routes: readonly Route[]): SharedObjects {
  const found = new Map<string, { name: string; shape: Shape; routes: Set<Route> }>()
  function collect(route: Route, shape: Shape): void {
    for (const [field, of] of Object.entries(shape.properties ?? {})) {
      const object = objectWithin(of)
      if (Object.keys(object.properties ?? {}).length >= leastFields) {
        const one = found.get(keyOf(object)) ?? { name: nameOf(field, of, object), shape: object, routes: new Set() }
        one.routes.add(route)
        found.set(keyOf(object), one)
      }
      collect(route, object)
    }
  }
  for (const route of routes)
    for (const answer of Object.values(route.answers)) collect(route, shapeOf(answer, 'output'))
  const shared = [...found].filter(([, one]) => one.routes.size > 1)
  const names = shared.map(([, one]) => one.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two objects of one API would be called ${twice}: name one in objectNames`)
  return new Map(shared)
}

function keyOf(object: Shape): string {
  return JSON.stringify(object.properties)
}

function objectsPart(api: string, shared: SharedObjects): string {
  const objects = [...shared.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const parts = objects.map(({ name, shape }) => `**${name}**\n\n${fieldLines(shape, '', 'output', shared).join('\n')}`)
  return [`### Objects of the ${api} API`, ...parts].join('\n\n')
}

/** One line a field, deeper ones indented. */
function fieldLines(shape: Shape, indent: string, io: 'input' | 'output', shared: SharedObjects): string[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const object = objectWithin(field)
    const named = shared.get(keyOf(object))
    const optional = !shape.required?.includes(name) || (io === 'input' && field.default !== undefined)
    const remark = field.description?.replace(/\.$/, '').replace(/^Decimal string[^:]*$/, '')
    const standard = field.default === undefined ? '' : `, ${JSON.stringify(field.default)} when left out`
    const description = named ? inWords(field).replace(/objects?/, `**${named.name}**`) : inWords(field)
    const line = `${indent}- \`${name}\`: ${description}${optional && !standard ? ', optional' : standard}${remark ? `. ${remark}` : ''}`
    if (named) return [line]
    const alternatives = alternativesOf(field).flatMap((one) => [
      `${indent}  - ${inWords(one)}`,
      ...fieldLines(one, `${indent}    `, io, shared),
    ])
    return [line, ...fieldLines(object, `${indent}  `, io, shared), ...alternatives]
  })
}

/** The objects of which a field is one; none of a field that is always of one kind. */
function alternativesOf(field: Shape): Shape[] {
  const { shape } = withoutNull(field)
  return (shape.anyOf ?? []).filter((one) => Object.keys(one.properties ?? {}).length > 0)
}

/** The object that a field is, or lists, or maps to. */
function objectWithin(field: Shape): Shape {
  const { shape } = withoutNull(field)
  if (shape.type === 'array') return objectWithin(shape.items ?? {})
  if (typeof shape.additionalProperties === 'object' && !shape.properties)
    return objectWithin(shape.additionalProperties)
  return shape.type === 'object' ? shape : {}
}

const widest = 110

/** JSON in lines as long as fits. */
function compact(value: unknown, indent = ''): string {
  const line = oneLine(value)
  if (line.length + indent.length <= widest || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => compact(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${compact(item, inner)}`)
  return `${isList ? '[' : '{'}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
