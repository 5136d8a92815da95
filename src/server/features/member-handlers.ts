import type { MemberHandlers } from '#server/auth/context.ts'
import { betHistoryHandlers } from './bet-history.ts'
import { cashRequestHandlers } from './cash-request.ts'
import { compHandlers } from './comp.ts'
import { favouriteHandlers } from './favourites.ts'
import { helpHandlers } from './help.ts'
import { launchHandlers } from './launch.ts'
import { limitHandlers } from './limits.ts'
import { lobbyHandlers } from './lobby.ts'
import { maintenanceHandlers } from './maintenance.ts'
import { memberAccountHandlers } from './member-account.ts'
import { memberRegisterHandlers } from './member-register.ts'
import { memberSessionHandlers } from './member-session.ts'
import { memberSessionsHandlers } from './member-sessions.ts'
import { noteHandlers } from './note.ts'
import { noticeHandlers } from './notice.ts'
import { passwordResetHandlers } from './password-reset.ts'
import { statementHandlers } from './statement.ts'
import { transferHandlers } from './transfer.ts'

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
