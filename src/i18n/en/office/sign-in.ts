import type { OfficeSignInMessages } from '../../ko/office/sign-in.ts'

export const messages = {
  signIn: {
    title: 'Operator sign-in',
    login: 'Login',
    password: 'Password',
    submit: 'Sign in',
    required: 'Please enter login and password.',
    fail: 'Please check login and password.',
    throttled: 'Too many attempts. Try again in {minutes, number} min.',
    ended: 'Your session has ended. Please sign in again.',
  },
} as const satisfies OfficeSignInMessages
