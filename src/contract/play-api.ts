import type { AnswerOf, AnswersOf, BodiesOf, BodyOf } from './route.ts'
import { seatRoundPlayRoutes } from './seat-round.ts'
import { slotPlayRoutes } from './slot.ts'
import { tablePlayRoutes } from './table.ts'

/**
 * The play API, used by the in-house game windows: `POST /api/play/<name>` with the header `X-Play-Session` and the
 * member's own session, both of one member. Joined from the nouns.
 */
export const playRoutes = {
  ...seatRoundPlayRoutes,
  ...slotPlayRoutes,
  ...tablePlayRoutes,
}

export type PlayRoutes = typeof playRoutes
export type PlayRouteName = keyof PlayRoutes
/** A handler's answer, and the parsed body it receives. */
export type PlayAnswer<Name extends PlayRouteName> = AnswerOf<PlayRoutes[Name]>
export type PlayBody<Name extends PlayRouteName> = BodyOf<PlayRoutes[Name]>
/** Answers and bodies of each play call. */
export type PlayAnswers = AnswersOf<PlayRoutes>
export type PlayBodies = BodiesOf<PlayRoutes>
