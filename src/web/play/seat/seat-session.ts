import type { WindowAnswers } from '#web/play/kit/calls.ts'

/** The response of `get-seat-session` when the window may play. */
export type SeatSession = Extract<WindowAnswers['get-seat-session'], { status: 'success' }>
