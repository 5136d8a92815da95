import { onDemand } from '#web/shared/on-demand.tsx'
import { loadMessages } from '#web/member/message-parts.ts'

/** Why one joins, beside a form of guests, loaded lazily together with its messages. */
export const LazyJoinReasons = onDemand(
  async () => (await Promise.all([import('./join-reasons.tsx'), loadMessages('live')]))[0].JoinReasons,
)

/** The links below the sign-in form, loaded lazily together with their messages. */
export const LazySignInLinks = onDemand(
  async () => (await Promise.all([import('./sign-in-links.tsx'), loadMessages('records')]))[0].SignInLinks,
)
