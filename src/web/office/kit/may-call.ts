import type { OfficeRouteName } from '#contract/office-api.ts'
import type { OperatorRole } from '#contract/route.ts'
import { callRoles, fieldRoles } from './call-roles.ts'

/** Whether an operator with these roles may make a call, by the contract. */
export function mayCall(roles: readonly OperatorRole[], name: OfficeRouteName): boolean {
  const allowed = callRoles[name]
  return allowed === 'anyone' || allowed.some((role) => roles.includes(role))
}

/** Whether a field of a call takes effect for an operator with these roles, by the contract. */
export function maySend<Name extends keyof typeof fieldRoles>(
  roles: readonly OperatorRole[],
  name: Name,
  field: keyof (typeof fieldRoles)[Name],
): boolean {
  const allowed = fieldRoles[name][field] as readonly OperatorRole[]
  return allowed.some((role) => roles.includes(role))
}
