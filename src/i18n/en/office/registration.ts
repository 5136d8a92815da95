import type { OfficeRegistrationMessages } from '../../ko/office/registration.ts'

export const messages = {
  registration: {
    title: 'Registrations waiting',
    empty: 'No registration is waiting.',
    userId: 'User ID',
    nick: 'Nickname',
    phone: 'Phone',
    bank: 'Bank · holder',
    code: 'Referral code',
    registeredAt: 'Registered',
    actions: 'Actions',
    approve: 'Approve',
    approveFor: 'Approve {userId}',
    reject: 'Reject',
    rejectFor: 'Reject {userId}',
    rejectTitle: 'Reject registration',
    rejectSubmit: 'Reject the registration',
    reason: 'Reason',
    reasonRequired: 'Please give a reason.',
    approved: 'Registration of {userId} approved.',
    rejected: 'Registration of {userId} rejected.',
    alreadyDecided: 'Already decided by {by}.',
    gone: 'The registration could not be found.',
  },
} as const satisfies OfficeRegistrationMessages
