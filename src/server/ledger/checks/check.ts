import type { BookCheckName } from '#domain/book-check.ts'
import type { AppSecret } from '#server/config.ts'
import type { KeptAnchor } from '#server/ledger/anchor.ts'
import type { Drawing } from '#server/ledger/redraw.ts'
import type { KnownHead } from '#server/ledger/seals.ts'

/** A fault that a check found: the row it is about, and what is wrong with it. */
export type CheckFault = { subject: string; detail: string }

type Named = {
  name: BookCheckName
  /** The sentence that the check proves. */
  description: string
}

/** A check that is one statement: it returns the faults (`subject`, `detail`) it finds. */
export type SqlCheck = Named & {
  sql: string
  /** It reads whole tables: it is about rows that may be missing in an index. */
  withoutIndexes?: true
}

/** A check that is a program over rows, for what SQL cannot compute, such as a keyed hash or a redrawn round. */
export type ProgramCheck = Named & { find: (scope: CheckScope) => Promise<readonly CheckFault[] | NotRun> }

/** One check of the books. */
export type BookCheck = SqlCheck | ProgramCheck

/** A check could not run, and why; reports name it, because the books were then checked without it. */
export type NotRun = { notRun: string }

/** What a check reads: everything in the snapshot and within the time limit of its run. */
export type CheckScope = {
  /** The rows of a statement. */
  rows: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
  /** The rows of a large result, some at a time. */
  batches: <Row extends object>(sql: string, values?: readonly unknown[], size?: number) => AsyncGenerator<Row[]>
  /** The installation's keys; null where the caller has none. */
  secret: AppSecret | null
  /** The newest head of the journal's seals that the running program remembers; null where it does not run. */
  knownHead: KnownHead | null
  /** What is kept outside the database, as read before the snapshot; null where the caller keeps nothing. */
  anchor: KeptAnchor | null
  /** What rounds are redrawn by. */
  drawing: Drawing
  /** The most faults that are listed: a check may stop there. */
  mostFaults: number
}
