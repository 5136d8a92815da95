import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { factorOf, type OfficeRoute, type Route } from '#contract/route.ts'

/**
 * The facts of the contract that browsers need, as plain data, because the contract itself would add zod to the
 * bundles. Written by `npm run docs`; a test compares them.
 */

const notice = '// Written by `npm run docs` from the contract; do not edit.'

/** The source of each table by its path. */
export function callTables(): Readonly<Record<string, string>> {
  return {
    'src/web/shared/member-calls.ts': memberCalls(),
    'src/web/office/kit/call-roles.ts': callRoles(),
  }
}

function memberCalls(): string {
  const names = Object.keys(memberRoutes).toSorted()
  const routes: Readonly<Record<string, Route>> = memberRoutes
  return [
    "import type { MemberRouteName } from '#contract/member-api.ts'",
    '',
    notice,
    '',
    '/** The calls that pages repeat by themselves; they are no member activity. */',
    listOf(
      'pollCalls',
      names.filter((name) => routes[name]?.urgency === 'poll'),
    ),
    '',
    '/** The calls that only read. */',
    listOf(
      'readCalls',
      names.filter((name) => routes[name]?.reads === true),
    ),
    '',
  ].join('\n')
}

function listOf(constant: string, names: readonly string[]): string {
  const lines = names.map((name) => `  '${name}',`)
  return [`export const ${constant}: readonly MemberRouteName[] = [`, ...lines, ']'].join('\n')
}

function callRoles(): string {
  const routes: Readonly<Record<string, OfficeRoute>> = officeRoutes
  const lines = Object.keys(routes)
    .toSorted()
    .map((name) => `  '${name}': ${accessOf(routes[name]?.access ?? [])},`)
  const fields = Object.entries(routes).flatMap(([name, { fieldRoles }]) =>
    fieldRoles === undefined ? [] : [`  '${name}': { ${fieldRolesOf(fieldRoles)} },`],
  )
  return [
    "import type { OfficeRouteName } from '#contract/office-api.ts'",
    "import type { FactorLevel, OfficeAccess, OperatorRole } from '#contract/route.ts'",
    '',
    notice,
    '',
    '/** Who may make each call of the office API. */',
    'export const callRoles: Readonly<Record<OfficeRouteName, OfficeAccess>> = {',
    ...lines.map((line) => line.replace(/^ {2}'(\w+)':/, '  $1:')),
    '}',
    '',
    '/** What each call needs of the operator’s second factor. */',
    'export const callFactors: Readonly<Record<OfficeRouteName, FactorLevel>> = {',
    ...Object.entries(routes)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, route]) => `  '${name}': '${factorOf(route)}',`)
      .map((line) => line.replace(/^ {2}'(\w+)':/, '  $1:')),
    '}',
    '',
    '/** The fields of a call that take effect only for operators with one of these roles. */',
    'export const fieldRoles = {',
    ...fields.toSorted(),
    '} as const satisfies { readonly [Name in OfficeRouteName]?: Readonly<Record<string, readonly OperatorRole[]>> }',
    '',
  ].join('\n')
}

function fieldRolesOf(fields: NonNullable<OfficeRoute['fieldRoles']>): string {
  return Object.entries(fields)
    .map(([field, roles]) => `${field}: ${accessOf(roles)}`)
    .join(', ')
}

function accessOf(access: OfficeRoute['access']): string {
  if (access === 'anyone') return "'anyone'"
  return `[${access.map((role) => `'${role}'`).join(', ')}]`
}
