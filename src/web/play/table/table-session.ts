import type { WindowAnswers } from '#web/play/kit/calls.ts'

/** The response of `get-table-session` when the window may play. */
export type TableSession = Extract<WindowAnswers['get-table-session'], { status: 'success' }>

/** The response of `get-table` with the steps that were missed. */
export type TableNews = Extract<WindowAnswers['get-table'], { status: 'success' }>
