import { compMemberRoutes } from './comp.ts'
import { fairnessMemberRoutes } from './fairness.ts'
import { favouriteMemberRoutes } from './favourite.ts'
import { helpMemberRoutes } from './help.ts'
import { historyMemberRoutes } from './history.ts'
import { jackpotMemberRoutes } from './jackpot.ts'
import { launchMemberRoutes } from './launch.ts'
import { limitMemberRoutes } from './limit.ts'
import { lobbyMemberRoutes } from './lobby.ts'
import { maintenanceMemberRoutes } from './maintenance.ts'
import { memberMemberRoutes } from './member.ts'
import { moneyRequestMemberRoutes } from './money-request.ts'
import { noteMemberRoutes } from './note.ts'
import { noticeMemberRoutes } from './notice.ts'
import { passwordResetMemberRoutes } from './password-reset.ts'
import { registrationMemberRoutes } from './registration.ts'
import { replayMemberRoutes } from './replay.ts'
import type { AnswerOf, AnswersOf, BodiesOf, BodyOf } from './route.ts'
import { signInMemberRoutes } from './sign-in.ts'
import { slotMemberRoutes } from './slot.ts'
import { statementMemberRoutes } from './statement.ts'
import { tableMemberRoutes } from './table.ts'
import { transferMemberRoutes } from './transfer.ts'

/**
 * The member API: `POST /api/routes/<name>`, joined from the nouns. Section 7.1 of `docs/requirements.md` lists the
 * calls that the specification names.
 */
export const memberRoutes = {
  ...compMemberRoutes,
  ...fairnessMemberRoutes,
  ...favouriteMemberRoutes,
  ...helpMemberRoutes,
  ...historyMemberRoutes,
  ...jackpotMemberRoutes,
  ...launchMemberRoutes,
  ...limitMemberRoutes,
  ...lobbyMemberRoutes,
  ...maintenanceMemberRoutes,
  ...memberMemberRoutes,
  ...moneyRequestMemberRoutes,
  ...noteMemberRoutes,
  ...noticeMemberRoutes,
  ...passwordResetMemberRoutes,
  ...registrationMemberRoutes,
  ...replayMemberRoutes,
  ...signInMemberRoutes,
  ...slotMemberRoutes,
  ...statementMemberRoutes,
  ...tableMemberRoutes,
  ...transferMemberRoutes,
}

export type MemberRoutes = typeof memberRoutes
export type MemberRouteName = keyof MemberRoutes
/** A handler's answer, and the parsed body it receives. */
export type MemberAnswer<Name extends MemberRouteName> = AnswerOf<MemberRoutes[Name]>
export type MemberBody<Name extends MemberRouteName> = BodyOf<MemberRoutes[Name]>
/** Answers and bodies of each member call. */
export type MemberAnswers = AnswersOf<MemberRoutes>
export type MemberBodies = BodiesOf<MemberRoutes>
