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
    enrol: 'Start with an enrolment code',
    enrolTitle: 'Start with an enrolment code',
    enrolText:
      'After a reset of the second factors, set a new password with the enrolment code that you were given. Then sign in and enrol a second factor.',
    code: 'Enrolment code',
    newPassword: 'New password',
    newPasswordAgain: 'New password again',
    enrolSubmit: 'Set the new password',
    enrolRequired: 'Please fill in every field.',
    enrolFail: 'The login or the code is wrong, or the code has expired.',
    weak: 'The password needs at least 8 characters, must not contain the login or the name, and must not be common.',
    different: 'The two passwords differ.',
    enrolled: 'The password was set. Please sign in with it.',
    back: 'Back to the sign-in',
    ended: 'Your session has ended. Please sign in again.',
  },
} as const satisfies OfficeSignInMessages
