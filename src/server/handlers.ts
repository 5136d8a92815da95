import type { MemberHandlers, OfficeHandlers, PlayHandlers } from '#server/auth/context.ts'
import type { AppHandlers } from './app.ts'
import { approvalOfficeHandlers } from './modules/approval/office.ts'
import { auditOfficeHandlers } from './modules/audit/office.ts'
import { booksOfficeHandlers } from './modules/books/office.ts'
import { compMemberHandlers } from './modules/comp/member.ts'
import { fairnessMemberHandlers } from './modules/fairness/member.ts'
import { factorOfficeHandlers } from './modules/factor/office.ts'
import { favouriteMemberHandlers } from './modules/favourite/member.ts'
import { helpMemberHandlers } from './modules/help/member.ts'
import { helpOfficeHandlers } from './modules/help/office.ts'
import { historyMemberHandlers } from './modules/history/member.ts'
import { historyOfficeHandlers } from './modules/history/office.ts'
import { jackpotMemberHandlers } from './modules/jackpot/member.ts'
import { launchMemberHandlers } from './modules/launch/member.ts'
import { limitMemberHandlers } from './modules/limit/member.ts'
import { lobbyMemberHandlers } from './modules/lobby/member.ts'
import { maintenanceMemberHandlers } from './modules/maintenance/member.ts'
import { maintenanceOfficeHandlers } from './modules/maintenance/office.ts'
import { memberMemberHandlers } from './modules/member/member.ts'
import { memberOfficeHandlers } from './modules/member/office.ts'
import { moneyRequestMemberHandlers } from './modules/money-request/member.ts'
import { moneyRequestOfficeHandlers } from './modules/money-request/office.ts'
import { noteMemberHandlers } from './modules/note/member.ts'
import { noteOfficeHandlers } from './modules/note/office.ts'
import { noticeMemberHandlers } from './modules/notice/member.ts'
import { noticeOfficeHandlers } from './modules/notice/office.ts'
import { operatorOfficeHandlers } from './modules/operator/office.ts'
import { passwordResetMemberHandlers } from './modules/password-reset/member.ts'
import { passwordResetOfficeHandlers } from './modules/password-reset/office.ts'
import { registrationMemberHandlers } from './modules/registration/member.ts'
import { registrationOfficeHandlers } from './modules/registration/office.ts'
import { replayMemberHandlers } from './modules/replay/member.ts'
import { roundVoidOfficeHandlers } from './modules/round-void/office.ts'
import { seatRoundOfficeHandlers } from './modules/seat-round/office.ts'
import { sharedRoundOfficeHandlers } from './modules/shared-round/office.ts'
import { signInMemberHandlers } from './modules/sign-in/member.ts'
import { signInOfficeHandlers } from './modules/sign-in/office.ts'
import { slotMemberHandlers } from './modules/slot/member.ts'
import { seatRoundPlayHandlers } from './modules/seat-round/play.ts'
import { slotPlayHandlers } from './modules/slot/play.ts'
import { statementMemberHandlers } from './modules/statement/member.ts'
import { tableMemberHandlers } from './modules/table/member.ts'
import { tablePlayHandlers } from './modules/table/play.ts'
import { transferMemberHandlers } from './modules/transfer/member.ts'

/** Every handler of the member API; a route without one does not compile. */
export const memberHandlers = {
  ...compMemberHandlers,
  ...fairnessMemberHandlers,
  ...favouriteMemberHandlers,
  ...helpMemberHandlers,
  ...historyMemberHandlers,
  ...jackpotMemberHandlers,
  ...launchMemberHandlers,
  ...limitMemberHandlers,
  ...lobbyMemberHandlers,
  ...maintenanceMemberHandlers,
  ...memberMemberHandlers,
  ...moneyRequestMemberHandlers,
  ...noteMemberHandlers,
  ...noticeMemberHandlers,
  ...passwordResetMemberHandlers,
  ...registrationMemberHandlers,
  ...replayMemberHandlers,
  ...signInMemberHandlers,
  ...slotMemberHandlers,
  ...statementMemberHandlers,
  ...tableMemberHandlers,
  ...transferMemberHandlers,
} satisfies MemberHandlers

/** Every handler of the office API; a route without one does not compile. */
export const officeHandlers: OfficeHandlers = {
  ...approvalOfficeHandlers,
  ...auditOfficeHandlers,
  ...booksOfficeHandlers,
  ...factorOfficeHandlers,
  ...helpOfficeHandlers,
  ...historyOfficeHandlers,
  ...maintenanceOfficeHandlers,
  ...memberOfficeHandlers,
  ...moneyRequestOfficeHandlers,
  ...noteOfficeHandlers,
  ...noticeOfficeHandlers,
  ...operatorOfficeHandlers,
  ...passwordResetOfficeHandlers,
  ...registrationOfficeHandlers,
  ...roundVoidOfficeHandlers,
  ...seatRoundOfficeHandlers,
  ...sharedRoundOfficeHandlers,
  ...signInOfficeHandlers,
}

/** Every handler of the play API; a route without one does not compile. */
export const playHandlers = {
  ...seatRoundPlayHandlers,
  ...slotPlayHandlers,
  ...tablePlayHandlers,
} satisfies PlayHandlers

/** Every handler of the program, one table per API. */
export const appHandlers: AppHandlers = { member: memberHandlers, play: playHandlers, office: officeHandlers }
