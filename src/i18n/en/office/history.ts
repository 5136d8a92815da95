import type { OfficeHistoryMessages } from '../../ko/office/history.ts'

export const messages = {
  history: {
    show: 'Show round',
    title: 'Round',
    none: 'The round cannot be found.',
    id: 'Round ID',
    game: 'Game',
    at: 'Time',
    stake: 'Stake',
    pay: 'Pay',
    shown: 'Member’s window',
    shownYes: 'shown to the end',
    shownNo: 'not shown to the end yet',
    nonce: 'Number',
    serverSeedHash: 'Server seed hash',
    clientSeed: 'Client seed',
    mathHash: 'Game data hash',
    events: 'Events',
  },
} as const satisfies OfficeHistoryMessages
