import type { SignInMessages } from '../ko/sign-in.ts'

export const messages = {
  signIn: {
    title: 'Log in',
    id: 'ID',
    password: 'Password',
    showPassword: 'Show password',
    submit: 'Log in',
    noAccount: 'Not a member yet?',
    again: 'Your session has ended. Log in again: what you were typing is still here.',
    throttled: 'Too many attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
    already: 'You are already logged in.',
  },
  signInAnswer: {
    pending: 'Your registration is waiting for approval. You can log in as soon as it is approved.',
    wasReset:
      'Your password was reset with a code from support on {time}. If you did not request this, please contact us at once.',
  },
  signInReasons: {
    title: 'What members get',
    proof: 'Verify every result yourself',
    comp: 'Comp on every bet, converted from 1 comp',
    cashier: 'Deposits and withdrawals you can follow step by step',
    limits: 'Limits and breaks that you set yourself at any time',
  },
  signInIdle: {
    title: 'You may soon be logged out',
    text: 'You’ve been inactive for a while. Stay logged in to continue.',
    stay: 'Stay logged in',
  },
  signInSessions: {
    title: 'Logged-in devices',
    thisDevice: 'This device',
    lastSeen: 'Last used {date}',
    startedAt: 'Logged in {date}',
    end: 'Log out',
    endOf: 'Log out {device}',
    endConfirm: 'Log out {device}?',
    ended: 'Logged out.',
    gone: 'This device was already logged out.',
    endOthers: 'Log out all other devices',
    endOthersConfirm: 'Log out every device except this one?',
    othersEnded: 'All other devices are logged out.',
    keep: 'Keep it',
  },
  signInEnd: {
    over: 'You have been logged out. Please log in again.',
    title: 'You will be logged out soon',
    text: 'You logged in 8 hours ago, so you will be logged out within a minute. Please send what you are writing first.',
  },
} as const satisfies SignInMessages
