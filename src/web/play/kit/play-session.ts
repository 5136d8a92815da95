import type { PlayAnswers } from '#contract/play-api.ts'

/** The response of `get-session` when the window may play. */
export type PlaySession = Extract<PlayAnswers['get-session'], { status: 'success' }>

/** The calls that answer the session of a window whose rounds are drawn from the member's seeds: a slot, or a game with a seat of one's own. */
export type SeedSessionCall = 'get-session' | 'get-seat-session'

/** What the seed keeper needs of such a session. */
export type SeedSession = Pick<PlaySession, 'member' | 'fairness'> & {
  game: { mathHash: string }
  /** The round to resume, whose result the answer has; null where no round is resumed by its result. */
  openRound: PlaySession['openRound']
}
