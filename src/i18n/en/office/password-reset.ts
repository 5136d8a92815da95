import type { OfficePasswordResetMessages } from '../../ko/office/password-reset.ts'

export const messages = {
  passwordReset: {
    title: 'Password resets',
    empty: 'No resets are waiting.',
    pick: 'Choose a request from the list.',
    requestedAt: 'Requested',
    birth: 'Date of birth',
    states: { filed: 'To be verified', issued: 'Code issued' },
    until: 'valid until {time}',
    verifyText: 'Call the registered number to verify the member’s identity. Access to member data is logged.',
    verify: 'Start verification',
    callText: 'Give the code only after verification. Let the member state the details; never read them out.',
    issue: 'Issue code',
    issueAgain: 'Issue a new code',
    propose: 'Request the code',
    proposed: 'The code was requested. Another operator verifies the member and issues it.',
    takesTwo:
      'Codes take two operators. Verify the member and request the code; another operator verifies again and issues it.',
    proposedByMe: 'You requested the code. Another operator can issue it until {time}.',
    proposedBy:
      '{by} verified the member and requested the code. Call the registered number yourself and verify again. Valid until {time}.',
    changed: 'This request has changed. Please check it again.',
    browser: 'Requested from',
    knownBrowser: 'a browser the member has signed in from',
    unknownBrowser: 'a browser the member has never signed in from',
    code: 'One-time code',
    once: 'Shown only this once. Valid until {time}.',
    reason: 'Reason for refusing',
    reasonRequired: 'Please give a reason.',
    refuse: 'Refuse request',
    refused: 'The request was refused.',
    gone: 'This request was handled or has expired.',
  },
} as const satisfies OfficePasswordResetMessages
