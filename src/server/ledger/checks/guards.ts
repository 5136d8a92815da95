import { compareGuards } from '#server/db/guards.ts'
import type { BookCheck } from './check.ts'

/** Checks that what refuses wrong rows is in force as the program's own files declare it. */
export const guardChecks: readonly BookCheck[] = [
  {
    name: 'guards',
    description:
      'Constraints, unique indexes, triggers, functions, views and rights are those of this program’s files, and nothing else acts on money tables; none was replaced since the program installed it.',
    // What was installed is recorded, and the records are verified with the key.
    find: async ({ rows, secret }) => {
      const { faults, tuned } = await compareGuards(rows, { withInstalled: secret !== null })
      if (faults.length > 0 || tuned.length === 0) return faults
      return {
        notRun: `statistics, storage, options, rights or columns were set by hand, or rows rewritten, of ${tuned.join(', ')}: whether these were altered before is not known until the next start as the owner`,
      }
    },
  },
]
