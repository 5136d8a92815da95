import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: 'Support',
    write: 'Write to us',
    subject: 'Title',
    contents: 'Message',
    send: 'Send',
    keepWriting: 'Keep writing',
    tooMany:
      '{open, plural, one {# inquiry is} other {# inquiries are}} waiting for a reply. Please write again once you have it.',
    showHidden: 'Show {hidden, plural, one {# deleted inquiry} other {# deleted inquiries}} again',
    list: 'Your inquiries',
    deleteAll: 'Remove all',
    keep: 'Keep them',
    none: 'You have no inquiries.',
    reply: 'Reply',
    noReply: 'We are preparing a reply.',
    unread: 'New reply',
    question: 'Your question',
    kindAccount: 'Deposit account',
    gone: 'This inquiry was removed or cannot be found.',
    round: 'The game you ask about',
    roundGone: 'This game cannot be found. Please describe the game and the time in your message.',
    leaveRound: 'Leave the game out',
    roundTitle: 'About {game}',
    aboutRound: 'Round {round}',
  },
} as const satisfies HelpMessages
