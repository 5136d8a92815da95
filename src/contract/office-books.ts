import { bookRunOutcomes, bookRunReasons } from '#domain/book-check.ts'
import { z } from 'zod'
import { officeRoute } from './route.ts'
import { count, emptyBody, id, listFields, moment, nothing } from './wire.ts'

/** The office's calls about the books: the looks at them, what each found, and one more. */

const readsBooks = ['manager', 'auditor'] as const

/** One look at the books: it waits while `beganAt` is null, runs while `endedAt` is, and then says how it ended. */
const bookRun = z.object({
  id,
  why: z.enum(bookRunReasons),
  by: z.string().nullable().meta({ description: 'The operator who asked for it.' }),
  askedAt: moment,
  beganAt: moment.nullable(),
  endedAt: moment.nullable(),
  outcome: z.enum(bookRunOutcomes).nullable(),
  done: count.meta({ description: 'How many checks are done.' }),
  rows: count.nullable().meta({ description: 'Rows of the journal it read.' }),
  faultCount: count,
})

const bookCheck = z.object({ name: z.string(), faults: count, ms: count })
const bookFault = z.object({ check: z.string(), subject: z.string(), detail: z.string() })

export type OfficeBookRun = z.output<typeof bookRun>
export type OfficeBookFault = z.output<typeof bookFault>

export const officeBooksRoutes = {
  'get-books': officeRoute({
    access: readsBooks,
    summary: 'The looks at the books, newest first, and whether money may leave the house.',
    body: z.strictObject(listFields),
    answers: {
      success: z.object({
        stoppedSince: moment.nullable(),
        everyMinutes: count.meta({ description: 'How often the house looks by itself; 0: only when it is asked.' }),
        checks: count.meta({ description: 'How many checks a run makes.' }),
        last: bookRun.nullable().meta({ description: 'The last run that ended and says how the books are.' }),
        open: bookRun.nullable().meta({ description: 'The one that waits or runs.' }),
        runs: z.array(bookRun),
        maxCount: count,
      }),
    },
  }),
  'get-book-run': officeRoute({
    access: readsBooks,
    summary: 'What one look at the books found, check by check.',
    body: z.strictObject({ id }),
    answers: {
      success: z.object({
        run: bookRun,
        problem: z.string().meta({ description: 'Why it could not end, or was broken off.' }),
        checks: z.array(bookCheck),
        faults: z
          .array(bookFault)
          .nullable()
          .meta({ description: 'At most 20 a check; null for an operator who may not see every brand.' }),
      }),
      none: nothing,
    },
  }),
  'check-books': officeRoute({
    access: readsBooks,
    summary: 'Look at the books now. `running`: that is being done already.',
    body: emptyBody,
    answers: { success: z.object({ run: bookRun }), running: z.object({ run: bookRun }) },
  }),
}
