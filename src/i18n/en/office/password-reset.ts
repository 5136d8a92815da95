import type { OfficePasswordResetMessages } from '../../ko/office/password-reset.ts'

export const messages = {
  passwordReset: {
    title: 'Password resets',
    empty: 'No resets are waiting.',
    pick: 'Choose a request on the left.',
    requestedAt: 'Requested',
    birth: 'Date of birth',
    states: { filed: 'To be verified', issued: 'Code issued' },
    until: 'valid until {time}',
    verifyText: 'Call the registered number to verify the member’s identity. Access to member data is logged.',
    verify: 'Start verification',
    callText: 'Give the code only after verification. Let the member state the details; never read them out.',
    issue: 'Issue code',
    issueAgain: 'Issue a new code',
    code: 'One-time code',
    once: 'Shown only this once. Valid until {time}.',
    reason: 'Reason for refusing',
    reasonRequired: 'Please give a reason.',
    refuse: 'Refuse request',
    refused: 'The request was refused.',
    gone: 'This request was handled or has expired.',
  },
} as const satisfies OfficePasswordResetMessages
