import type { OfficeHandlers } from '#server/auth/context.ts'
import { officeBooksHandlers } from './modules/books/office.ts'
import { officeHelpHandlers } from './modules/help/office.ts'
import { officeMaintenanceHandlers } from './modules/maintenance/office.ts'
import { officeMemberHandlers } from './modules/member/office.ts'
import { officePasswordResetHandlers } from './modules/password-reset/office.ts'
import { officeRegistrationHandlers } from './modules/registration/office.ts'
import { officeRequestHandlers } from './modules/money-request/office.ts'
import { officeRoundHandlers } from './modules/history/office.ts'
import { officeSessionHandlers } from './modules/sign-in/office.ts'
import { officeWordsHandlers } from './modules/notice/office.ts'

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
