import { findGuardFaults } from '#server/db/guards.ts'
import type { BookCheck } from './check.ts'

/** Checks that what refuses wrong rows is in force as the program's own files declare it. */
export const guardChecks: readonly BookCheck[] = [
  {
    name: 'guards',
    description:
      'Constraints, unique indexes, triggers, functions, views and rights are those of this program’s files, and nothing else acts on money tables; none was replaced since the program installed it.',
    // What was installed is recorded, and the records are verified with the key.
    find: ({ rows, secret }) => findGuardFaults(rows, { withInstalled: secret !== null }),
  },
]
