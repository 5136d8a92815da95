import type { PasswordResetMessages } from '../ko/password-reset.ts'

export const messages = {
  passwordReset: {
    title: 'Reset password',
    forgot: 'Forgot your password?',
    requestTitle: 'Request a reset',
    requestText:
      'Enter your ID and the phone number you registered with. Our staff will verify that it is you and give you a one-time code.',
    id: 'ID',
    phone: 'Phone number',
    request: 'Request reset',
    requested:
      'Your request has been received. If the details are right, our staff will contact you at the registered number.',
    codeTitle: 'Choose a new password',
    codeText: 'Your code works once, within 30 minutes.',
    code: 'One-time code',
    codeHint: 'For example ABCD-2345-WXYZ',
    submit: 'Change password',
    fail: 'The ID or code is not correct, or the code has expired.',
    done: 'Your password was changed. Please log in with the new one.',
    after: 'All devices will be logged out and, for your safety, withdrawals wait for 24 hours.',
    login: 'Log in',
  },
} as const satisfies PasswordResetMessages
