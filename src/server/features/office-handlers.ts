import type { OfficeHandlers } from '#server/auth/context.ts'
import { officeBooksHandlers } from './office-books.ts'
import { officeHelpHandlers } from './office-helps.ts'
import { officeMaintenanceHandlers } from './office-maintenance.ts'
import { officeMemberHandlers } from './office-members.ts'
import { officePasswordResetHandlers } from './office-password-resets.ts'
import { officeRegistrationHandlers } from './office-registrations.ts'
import { officeRequestHandlers } from './office-requests.ts'
import { officeRoundHandlers } from './office-rounds.ts'
import { officeSessionHandlers } from './office-session.ts'
import { officeWordsHandlers } from './office-words.ts'

/** Every handler of the office door; a route without one does not compile. */
export const officeHandlers: OfficeHandlers = {
  ...officeSessionHandlers,
  ...officeRequestHandlers,
  ...officeHelpHandlers,
  ...officeRegistrationHandlers,
  ...officeMemberHandlers,
  ...officePasswordResetHandlers,
  ...officeRoundHandlers,
  ...officeWordsHandlers,
  ...officeMaintenanceHandlers,
  ...officeBooksHandlers,
}
