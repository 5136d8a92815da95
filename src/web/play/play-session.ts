import type { PlayAnswers } from '#contract/play.ts'

/** What `get-session` answers when the window may play. */
export type PlaySession = Extract<PlayAnswers['get-session'], { status: 'success' }>
