import type { MemberHandlers, OfficeHandlers } from '#server/auth/context.ts'
import { betHistoryHandlers } from './modules/history/member.ts'
import { moneyRequestHandlers } from './modules/money-request/member.ts'
import { compHandlers } from './modules/comp/member.ts'
import { favouriteHandlers } from './modules/favourite/member.ts'
import { helpHandlers } from './modules/help/member.ts'
import { launchHandlers } from './modules/launch/member.ts'
import { limitHandlers } from './modules/limit/member.ts'
import { lobbyHandlers } from './modules/lobby/member.ts'
import { maintenanceHandlers } from './modules/maintenance/member.ts'
import { memberAccountHandlers } from './modules/member/member.ts'
import { memberRegisterHandlers } from './modules/registration/member.ts'
import { memberSessionHandlers } from './modules/sign-in/member.ts'
import { memberSessionsHandlers } from './modules/sign-in/sessions.ts'
import { noteHandlers } from './modules/note/member.ts'
import { noticeHandlers } from './modules/notice/member.ts'
import { passwordResetHandlers } from './modules/password-reset/member.ts'
import { statementHandlers } from './modules/statement/member.ts'
import { transferHandlers } from './modules/transfer/member.ts'
import { officeBooksHandlers } from './modules/books/office.ts'
import { officeHelpHandlers } from './modules/help/office.ts'
import { officeMaintenanceHandlers } from './modules/maintenance/office.ts'
import { officeMemberHandlers } from './modules/member/office.ts'
import { officePasswordResetHandlers } from './modules/password-reset/office.ts'
import { officeRegistrationHandlers } from './modules/registration/office.ts'
import { officeMoneyRequestHandlers } from './modules/money-request/office.ts'
import { officeRoundHandlers } from './modules/history/office.ts'
import { officeSessionHandlers } from './modules/sign-in/office.ts'
import { officeNoteHandlers } from './modules/note/office.ts'
import { officeNoticeHandlers } from './modules/notice/office.ts'
import type { AppHandlers } from './app.ts'
import { playHandlers } from './modules/slot/play.ts'

/** Every handler of the member API; a route without one does not compile. */
export const memberHandlers = {
  ...memberSessionHandlers,
  ...memberRegisterHandlers,
  ...memberAccountHandlers,
  ...memberSessionsHandlers,
  ...passwordResetHandlers,
  ...statementHandlers,
  ...moneyRequestHandlers,
  ...compHandlers,
  ...betHistoryHandlers,
  ...helpHandlers,
  ...noteHandlers,
  ...noticeHandlers,
  ...lobbyHandlers,
  ...launchHandlers,
  ...maintenanceHandlers,
  ...limitHandlers,
  ...favouriteHandlers,
  ...transferHandlers,
} satisfies MemberHandlers

/** Every handler of the office API; a route without one does not compile. */
export const officeHandlers: OfficeHandlers = {
  ...officeSessionHandlers,
  ...officeMoneyRequestHandlers,
  ...officeHelpHandlers,
  ...officeRegistrationHandlers,
  ...officeMemberHandlers,
  ...officePasswordResetHandlers,
  ...officeRoundHandlers,
  ...officeNoteHandlers,
  ...officeNoticeHandlers,
  ...officeMaintenanceHandlers,
  ...officeBooksHandlers,
}

/** Every handler of the program, one table per API. */
export const appHandlers: AppHandlers = { member: memberHandlers, play: playHandlers, office: officeHandlers }
