import type { PlayAnswers } from '#contract/play-api.ts'

/** The response of `get-session` when the window may play. */
export type PlaySession = Extract<PlayAnswers['get-session'], { status: 'success' }>
