import type { OfficeRouteName } from '#contract/office-api.ts'
import type { OfficeAccess, OperatorRole } from '#contract/route.ts'

// Written by `npm run docs` from the contract; do not edit.

/** Who may make each call of the office API. */
export const callRoles: Readonly<Record<OfficeRouteName, OfficeAccess>> = {
  'answer-help': ['manager', 'support'],
  'approve-deposit': ['manager', 'cashier'],
  'approve-registration': ['manager', 'support'],
  'approve-withdrawal': ['manager', 'cashier'],
  'check-books': ['manager', 'auditor'],
  'claim-request': ['manager', 'cashier'],
  'create-notice': ['manager', 'editor'],
  'create-popup': ['manager', 'editor'],
  'get-book-run': ['manager', 'auditor'],
  'get-books': ['manager', 'auditor'],
  'get-helps': ['manager', 'support', 'auditor'],
  'get-maintenance': ['manager', 'auditor'],
  'get-member': ['manager', 'cashier', 'support', 'auditor'],
  'get-members': ['manager', 'cashier', 'support', 'auditor'],
  'get-notices': ['manager', 'editor', 'auditor'],
  'get-password-resets': ['manager', 'support', 'auditor'],
  'get-popups': ['manager', 'editor', 'auditor'],
  'get-registrations': ['manager', 'support', 'auditor'],
  'get-request': ['manager', 'cashier', 'auditor'],
  'get-requests': ['manager', 'cashier', 'auditor'],
  'get-round': ['manager', 'cashier', 'support', 'auditor'],
  'hide-notice': ['manager', 'editor'],
  'hide-popup': ['manager', 'editor'],
  'issue-reset-code': ['manager', 'support'],
  me: ['manager', 'cashier', 'support', 'editor', 'auditor'],
  'open-help': ['manager', 'support'],
  'open-password-reset': ['manager', 'support'],
  'pay-withdrawal': ['manager', 'cashier'],
  'propose-deposit': ['manager', 'cashier'],
  'refuse-password-reset': ['manager', 'support'],
  'reject-registration': ['manager', 'support'],
  'reject-request': ['manager', 'cashier'],
  'release-request': ['manager', 'cashier'],
  'send-note': ['manager', 'support', 'editor'],
  'set-maintenance': ['manager'],
  'sign-in': 'anyone',
  'sign-out': ['manager', 'cashier', 'support', 'editor', 'auditor'],
}

/** The fields of a call that take effect only for operators with one of these roles. */
export const fieldRoles = {
  'claim-request': { takeOver: ['manager'] },
  'release-request': { takeOver: ['manager'] },
} as const satisfies { readonly [Name in OfficeRouteName]?: Readonly<Record<string, readonly OperatorRole[]>> }
