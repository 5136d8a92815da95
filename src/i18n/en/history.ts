import type { HistoryMessages } from '../ko/history.ts'

export const messages = {
  history: {
    title: 'Game history',
    empty: 'There is no game history.',
    stake: 'Stake',
    win: 'Win',
    open: 'in progress',
    completed: 'completed',
    cancelled: 'cancelled',
    refunded: 'refunded',
    company: 'Provider',
    all: 'All',
    from: 'From',
    to: 'To',
    replay: 'Replay',
    replayOf: 'Replay {game}, {date}',
    verify: 'Verify',
    verifyOf: 'Verify {game}, {date}',
    inquiry: 'Ask',
    inquiryOf: 'Ask about {game}, {date}',
    none: 'No games match these filters.',
    unseen: 'not seen yet',
    actions: 'Actions',
  },
} as const satisfies HistoryMessages
