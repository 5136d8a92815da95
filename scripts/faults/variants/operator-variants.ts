import type { Variant } from './variant.ts'

/** Defects of the rules about who acts, and whose a stored value is. */
export const operatorVariants: readonly Variant[] = [
  {
    name: 'reset-is-another-person',
    breaks: 'An operator whose sign-in was reset counts as another person than the two who reset it.',
    caughtBy: [
      {
        file: 'src/server/modules/operator/reset.test.ts',
        test: 'operators after a reset an operator counts as the same person as the two who took part, for 96 hours',
      },
      {
        file: 'src/server/lone-operator.test.ts',
        test: 'one operator with ten members takes nothing out',
      },
    ],
  },
  {
    name: 'request-unbound',
    breaks:
      'The name of who is paid, or who pays in, is not bound to its request: its member, amount, bank or account may be exchanged.',
    caughtBy: [
      {
        file: 'src/server/auth/bound-value.test.ts',
        test: 'a withdrawal that names the member of another account is not shown or paid to it',
      },
      {
        file: 'src/server/auth/bound-value.test.ts',
        test: 'the number alone, the owner’s name alone, a plain or no name, another amount and another bank are refused, too',
      },
      {
        file: 'src/server/auth/bound-value.test.ts',
        test: 'another member’s, another deposit’s or the account owner’s name is no depositor',
      },
    ],
  },
  {
    name: 'random-id-unbound',
    breaks: 'Encrypted values are bound to the number of their member alone, which a sequence may give twice.',
    caughtBy: [
      {
        file: 'src/server/auth/bound-value.test.ts',
        test: 'an account of a registration that never was is not the account of the next member with its number',
      },
      {
        file: 'src/server/auth/bound-value.test.ts',
        test: 'the values of a member whose random id was altered cannot be read',
      },
    ],
  },
]
