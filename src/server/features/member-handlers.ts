import type { MemberHandlers } from '#server/doors/context.ts'
import { betHistoryHandlers } from './bet-history.ts'
import { cashRequestHandlers } from './cash-request.ts'
import { compHandlers } from './comp.ts'
import { favouriteHandlers } from './favourites.ts'
import { helpHandlers } from './help.ts'
import { launchHandlers } from './launch.ts'
import { limitHandlers } from './limits.ts'
import { lobbyHandlers } from './lobby.ts'
import { memberAccountHandlers } from './member-account.ts'
import { memberRegisterHandlers } from './member-register.ts'
import { memberSessionHandlers } from './member-session.ts'
import { noteHandlers } from './note.ts'
import { noticeHandlers } from './notice.ts'
import { transferHandlers } from './transfer.ts'

/** Every call of the member door. One that is missing does not compile. */
export const memberHandlers = {
  ...memberSessionHandlers,
  ...memberRegisterHandlers,
  ...memberAccountHandlers,
  ...cashRequestHandlers,
  ...compHandlers,
  ...betHistoryHandlers,
  ...helpHandlers,
  ...noteHandlers,
  ...noticeHandlers,
  ...lobbyHandlers,
  ...launchHandlers,
  ...favouriteHandlers,
  ...limitHandlers,
  ...transferHandlers,
} satisfies MemberHandlers
