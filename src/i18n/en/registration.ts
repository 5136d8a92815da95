import type { RegistrationMessages } from '../ko/registration.ts'

export const messages = {
  registration: {
    title: 'Sign up',
    step: 'Step {step, number} of {steps, number}',
    stepAccount: 'Account',
    stepPerson: 'You and your bank',
    stepAgree: 'Confirm and agree',
    id: 'ID',
    idHint: '4 to 16 letters and digits, starting with a letter',
    password: 'Password',
    passwordHint: 'At least 8 characters, hard to guess',
    passwordAgain: 'Password again',
    nick: 'Nickname',
    nickHint: '2 to 12 characters',
    free: 'Available.',
    takenId: 'This ID is already in use.',
    takenNick: 'This nickname is already in use.',
    owner: 'Name (account holder)',
    ownerHint: 'Only an account in your own name can be used.',
    phone: 'Phone number',
    birth: 'Date of birth',
    birthHint: 'For example 19900131',
    bank: 'Bank',
    account: 'Account number',
    playMoneyHint:
      'This site runs on play money, so bank and account number are already filled in with made-up ones. Please do not enter a real account number.',
    pin: 'Withdrawal PIN',
    pinHint: '4 digits you will use for withdrawals',
    code: 'Referral code',
    codeHint: 'Enter it if you were given one.',
    terms: 'I agree to the terms of use. (required)',
    privacy: 'I agree to the collection and use of my personal data. (required)',
    adult: 'I confirm that I am {age, number} or older. (required)',
    submit: 'Sign up',
    underage: 'Only people aged {age, number} and over can sign up.',
    wrongCode: 'This referral code cannot be found.',
    closed: 'Registration is closed at the moment.',
    doneTitle: 'You are signed up',
    doneText: 'You can log in right away.',
    pendingTitle: 'Your registration has been received',
    pendingText:
      'Our team is reviewing it, usually within {minutes, plural, one {# minute} other {# minutes}}. You can log in as soon as it is approved.',
    pendingId: 'Your ID',
    contactTitle: 'This registration cannot be completed online',
    contactText:
      'We cannot complete a registration with these details online. Please contact us, and we will be glad to help.',
    contactPlainText:
      'We cannot complete a registration with these details online. Please contact our support team, who will be glad to help.',
    contactLabel: 'Contact',
    legal: {
      read: 'Read in full',
      termsTitle: 'Terms of use',
      terms: {
        first:
          '{brand} runs on play money only. Play money has no value and cannot be exchanged for cash or goods. Please do not send real money.',
        second:
          'You must be {age, number} or older to sign up. Each person may hold one account, and it may not be lent or handed to anyone else.',
        third:
          'Deposits and withdrawals are requests: our staff checks and processes each one. If a request is rejected, the reason appears in your history.',
        fourth:
          'The result of a game is drawn and recorded before it is shown. Closing the window or losing the connection does not change it. A round affected by a malfunction is void and its stake is returned.',
        fifth:
          'An account may be restricted for using automated programs, deceiving other members or otherwise disrupting the site. A restricted account can still withdraw, see its records and contact support.',
      },
      privacyTitle: 'Personal data',
      privacy: {
        first:
          'When you sign up we ask for an ID, a nickname, your name (account holder), phone number, date of birth, bank and account number. We use them only to confirm who you are and how old you are, and to process deposits and withdrawals.',
        second:
          'Your phone number, date of birth and account number are stored encrypted; of the phone and account numbers, only the last four digits are shown. Passwords and withdrawal PINs are stored only in a form from which they cannot be read back. Your phone number, your account number and your name with your date of birth are also kept in such a form, used only to recognise duplicate accounts and restrictions of use.',
        third:
          'When you log in we record your network address, your browser and the time, to protect your account and to show you where you are logged in. A login lasts 8 hours at most.',
        fourth:
          'Deposits, withdrawals and games are kept in a ledger that nobody can change or erase. Inquiries and messages you remove from your list are still kept. There is no fixed retention period: records are kept for as long as the site runs.',
        fifth: 'We do not use your data for advertising or tracking. If you have questions, please contact support.',
      },
    },
  },
} as const satisfies RegistrationMessages
