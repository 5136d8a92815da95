import type { OfficeRouteName } from '#contract/office-api.ts'
import type { OperatorRole } from '#contract/route.ts'
import { callRoles } from './call-roles.ts'

/** Whether an operator with these roles may make a call, by the contract. */
export function mayCall(roles: readonly OperatorRole[], name: OfficeRouteName): boolean {
  const allowed = callRoles[name]
  return allowed === 'anyone' || allowed.some((role) => roles.includes(role))
}
