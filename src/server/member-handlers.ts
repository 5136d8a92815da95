import type { MemberHandlers } from '#server/auth/context.ts'
import { betHistoryHandlers } from './modules/history/member.ts'
import { cashRequestHandlers } from './modules/money-request/member.ts'
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

/** Every call of the member door. One that is missing does not compile. */
export const memberHandlers = {
  ...memberSessionHandlers,
  ...memberRegisterHandlers,
  ...memberAccountHandlers,
  ...memberSessionsHandlers,
  ...passwordResetHandlers,
  ...statementHandlers,
  ...cashRequestHandlers,
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
