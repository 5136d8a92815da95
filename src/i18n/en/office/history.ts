import type { OfficeHistoryMessages } from '../../ko/office/history.ts'

export const messages = {
  history: {
    show: 'Show round',
    title: 'Round',
    find: 'Find a round',
    search: 'Round ID, or table or member with a number',
    searchHint:
      'Paste a round ID, or type the name of a table or a member’s user ID with a number: “baccarat 120”, “haneul 7”.',
    pick: 'Choose a round from the list.',
    number: 'No. {number, number}',
    kind: 'Kind',
    kinds: { slot: 'Slot', table: 'Table', seat: 'Single-player round' },
    member: 'Member',
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
