import { approvalOfficeRoutes } from './approval.ts'
import { auditOfficeRoutes } from './audit.ts'
import { booksOfficeRoutes } from './books.ts'
import { factorOfficeRoutes } from './factor.ts'
import { helpOfficeRoutes } from './help.ts'
import { historyOfficeRoutes } from './history.ts'
import { maintenanceOfficeRoutes } from './maintenance.ts'
import { memberOfficeRoutes } from './member.ts'
import { moneyRequestOfficeRoutes } from './money-request.ts'
import { noteOfficeRoutes } from './note.ts'
import { noticeOfficeRoutes } from './notice.ts'
import { operatorOfficeRoutes } from './operator.ts'
import { passwordResetOfficeRoutes } from './password-reset.ts'
import { registrationOfficeRoutes } from './registration.ts'
import { roundVoidOfficeRoutes } from './round-void.ts'
import type { AnswerOf, AnswersOf, BodiesOf, BodyOf } from './route.ts'
import { seatRoundOfficeRoutes } from './seat-round.ts'
import { sharedRoundOfficeRoutes } from './shared-round.ts'
import { signInOfficeRoutes } from './sign-in.ts'

/**
 * The office API: `POST /api/office/<name>` on its own listener, with its own cookie, joined from the nouns. Each row
 * names the roles that may call it; an operator may hold several. Every call is limited to the operator's brands.
 */
export const officeRoutes = {
  ...approvalOfficeRoutes,
  ...auditOfficeRoutes,
  ...booksOfficeRoutes,
  ...factorOfficeRoutes,
  ...helpOfficeRoutes,
  ...historyOfficeRoutes,
  ...maintenanceOfficeRoutes,
  ...memberOfficeRoutes,
  ...moneyRequestOfficeRoutes,
  ...noteOfficeRoutes,
  ...noticeOfficeRoutes,
  ...operatorOfficeRoutes,
  ...passwordResetOfficeRoutes,
  ...registrationOfficeRoutes,
  ...roundVoidOfficeRoutes,
  ...seatRoundOfficeRoutes,
  ...sharedRoundOfficeRoutes,
  ...signInOfficeRoutes,
}

export type OfficeRoutes = typeof officeRoutes
export type OfficeRouteName = keyof OfficeRoutes
/** A handler's answer, and the parsed body it receives. */
export type OfficeAnswer<Name extends OfficeRouteName> = AnswerOf<OfficeRoutes[Name]>
export type OfficeBody<Name extends OfficeRouteName> = BodyOf<OfficeRoutes[Name]>
/** Answers and bodies of each office call. */
export type OfficeAnswers = AnswersOf<OfficeRoutes>
export type OfficeBodies = BodiesOf<OfficeRoutes>
