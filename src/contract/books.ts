import { bookRunOutcomes, bookRunReasons } from '#domain/book-check.ts'
import { z } from 'zod'
import { officeRoute } from './route.ts'
import { amountOut, count, emptyBody, id, idBody, listBody, moment, nothing } from './wire.ts'

/** The books: the runs of their check, and starting one. */

const readsBooks = ['manager', 'auditor'] as const

/**
 * One run of the books check: waiting while `beganAt` is null, running while `endedAt` is null, then ended with
 * `outcome`.
 */
const bookRun = z.object({
  id,
  why: z.enum(bookRunReasons),
  by: z.string().nullable().meta({ description: 'The operator who requested it.' }),
  askedAt: moment,
  beganAt: moment.nullable(),
  endedAt: moment.nullable(),
  outcome: z.enum(bookRunOutcomes).nullable(),
  done: count.meta({ description: 'How many checks are done.' }),
  rows: count.nullable().meta({ description: 'Journal rows read.' }),
  faultCount: count,
})

const bookCheck = z.object({ name: z.string(), faults: count, ms: count })
const bookFault = z.object({ check: z.string(), subject: z.string(), detail: z.string() })

/** A version of a game that the failed check of a round's result closed, and what the round is drawn from. */
const closing = z.object({
  game: z.string(),
  code: z.string(),
  mathHash: z.string(),
  at: moment,
  isClosed: z.boolean().meta({ description: 'Whether the game is closed: this program has no other version of it.' }),
  reason: z.string().meta({ description: 'The reason that is published, and what the program found.' }),
  member: id,
  roundId: id,
  nonce: z.string(),
  pair: count,
  stake: amountOut,
  serverSeedHash: z.string(),
  clientSeed: z.string(),
})
export type OfficeClosing = z.output<typeof closing>

/** What a game has returned by its sealed rounds, beside what its par sheet expects; percent of the stakes. */
const gameReturn = z.object({
  code: z.string(),
  game: z.string(),
  rounds: count,
  expected: z.string().meta({ description: 'The return of the par sheet, without jackpots.' }),
  returned: z.string(),
  deviations: z.string().meta({
    description: 'Deviations of the total pay from the expected one, to a tenth: above 4 either way it is off.',
  }),
  isOff: z.boolean().meta({ description: 'Too far from the par sheet, after at least 10 000 rounds.' }),
})
export type OfficeGameReturn = z.output<typeof gameReturn>

export type OfficeBookRun = z.output<typeof bookRun>
export type OfficeBookFault = z.output<typeof bookFault>

export const booksOfficeRoutes = {
  'get-books': officeRoute({
    access: readsBooks,
    summary: 'The runs of the books check, newest first, and whether payouts are allowed.',
    reads: true,
    body: listBody,
    answers: {
      success: z.object({
        stoppedSince: moment.nullable(),
        everyMinutes: count.meta({ description: 'Interval of scheduled runs; 0: only on request.' }),
        checks: count.meta({ description: 'Number of checks in a run.' }),
        redraws: z.object({
          anHour: count.meta({ description: 'How many rounds are redrawn an hour at most; 0: none.' }),
          redrawn: count.meta({ description: 'How often a round was redrawn from its seeds.' }),
          oldScheme: count.meta({ description: 'How often a round of the old scheme came up, which is not redrawn.' }),
          lostKey: count.meta({ description: 'How often a round under a lost key came up.' }),
          different: count.meta({ description: 'Rounds that ever differed from what their seeds give.' }),
          at: moment.nullable(),
        }),
        closings: z.array(closing).meta({
          description: 'Versions of games that a void round closed, newest first; of members of the operator’s brands.',
        }),
        returns: z.array(gameReturn).meta({
          description:
            'Of each game with sealed rounds of the version in play; empty for an operator who may not see every brand.',
        }),
        last: bookRun.nullable().meta({ description: 'The last run with the outcome clean or faults.' }),
        open: bookRun.nullable().meta({ description: 'The run that waits or is in progress.' }),
        runs: z.array(bookRun),
        maxCount: count,
      }),
    },
  }),
  'get-book-run': officeRoute({
    access: readsBooks,
    summary: 'The result of one run of the books check, check by check.',
    reads: true,
    body: idBody,
    answers: {
      success: z.object({
        run: bookRun,
        problem: z.string().meta({ description: 'Why it could not finish.' }),
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
    summary: 'Run the books check now. `running`: a run is already in progress.',
    body: emptyBody,
    answers: { success: z.object({ run: bookRun }), running: z.object({ run: bookRun }) },
  }),
}
