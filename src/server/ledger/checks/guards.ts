import { findGuardFaults } from '#server/db/guards.ts'
import type { BookCheck } from './check.ts'

/** Checks that what refuses wrong rows is in force as the program's own files declare it. */
export const guardChecks: readonly BookCheck[] = [
  {
    name: 'guards',
    description:
      'Constraints, unique indexes, triggers, functions, views and rights are those of this program’s files, and nothing else acts on money tables.',
    find: ({ rows }) => findGuardFaults(rows),
  },
]
