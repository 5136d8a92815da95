import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: 'Support',
    write: 'Write to us',
    subject: 'Subject',
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
    round: 'The round you ask about',
    roundGone: 'This round cannot be found. Please describe the game and the time in your message.',
    leaveRound: 'Leave the round out',
    roundTitle: 'About {game}',
    aboutRound: 'Round {round}',
  },
  /** Questions before the form. */
  helpFaq: {
    category: 'Topic',
    categories: {
      money: 'Deposits and withdrawals',
      game: 'Games',
      account: 'Account',
      other: 'Other',
    },
    usual: 'In the last 30 days, half of all inquiries were answered within {time}.',
    minutes: '{minutes, number} min',
    hours: '{hours, number} h {minutes, number} min',
    title: 'Frequently asked questions',
    measured: 'In the last 30 days, half were completed within {time}.',
    deposit: {
      question: 'How long does a deposit take?',
      answer: 'Get the account, send the money and file the amount; our staff credit it once they have checked it.',
      open: 'Deposit page',
    },
    withdraw: {
      question: 'How long does a withdrawal take?',
      answer:
        'The amount is held when you file, and paid once our staff have checked it. First withdrawals and large sums are checked by two people.',
      open: 'Withdrawal page',
    },
    round: {
      question: 'How can I check the result of a round?',
      answer: 'You can replay and verify each round from your history. An inquiry sent from there includes the round.',
      open: 'Fairness',
    },
    password: {
      question: 'I forgot my password.',
      answer: 'Request a reset on the login page; after verifying that it is you, we give you a one-time code.',
      open: 'Reset password',
    },
    limit: {
      question: 'I want to set limits or take a break.',
      answer: 'You can do so at once under “Limits”. Lower limits and breaks apply immediately.',
      open: 'Limits',
    },
    comp: {
      question: 'How do comp and levels work?',
      answer: 'Each bet earns comp at the rate of your level. Our team sets the levels.',
      open: 'Comp page',
    },
  },
} as const satisfies HelpMessages
