import type { TransferMessages } from '../ko/transfer.ts'

export const messages = {
  transfer: {
    title: 'Game money',
    text: 'Money you moved to games of other providers. It is shown together with your balance; bring it back before you withdraw.',
    back: 'Bring all back',
    backOf: 'Bring all back from {name}',
    in: 'Move in',
    inOf: 'Move in: {name}',
    inTitle: 'Move money to {name}',
    amount: 'Amount to move',
    underwayIn: 'Moving {amount}. We are checking the result.',
    underwayOut: 'Bringing money back. We are checking the result.',
    closed: 'No money can be moved in right now. What is there can be brought back.',
    held: 'After a restore, amounts are being compared with this provider. Nothing can be moved in or back until then; your money stays where it is.',
    broughtBack: 'Brought back {amount}.',
    movedIn: 'Moved {amount}.',
    short: 'Your balance is too low.',
    nothing: 'There is nothing to bring back.',
    fail: 'Nothing was moved and your money is where it was. Please try again in a moment.',
    unknown: 'We are checking the result. Until then the amount is shown as game money.',
    required: 'Please enter an amount.',
  },
} as const satisfies TransferMessages
