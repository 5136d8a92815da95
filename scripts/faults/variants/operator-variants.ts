import type { Variant } from './variant.ts'

/** Defects of the rules about operators' identities. */
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
]
