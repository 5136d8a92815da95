/** Points between two steps of a money operation at which the process, or its database connection, may fail. */
export type CrashPoint =
  /** Events are about to be sent to the database. */
  | 'money.before-send'
  /** The database has committed and answered; the process has not acted on it. */
  | 'money.committed'
  /** A round is posted; the member's browsers are not notified yet. */
  | 'spin.booked'
  /** The answer is made and not sent. */
  | 'api.before-answer'
  /** Comp is converted, inside the transaction. */
  | 'comp.posted'
  /** A money request is filed and its posting is not made, inside the transaction. */
  | 'cash-request.filed'
  | 'transaction.before-commit'
  | 'transaction.committed'
  /** A decided request's money has moved and its decision is not stored, inside the transaction. */
  | 'office.posted'
  | 'office.committed'
  /** A transfer is in the books and its provider has not been called. */
  | 'transfer.taken-up'
  /** The provider has acted and answered; the books do not have it yet. */
  | 'transfer.provider-answered'
  /** The resolver has the outcome of a transfer and has not posted it. */
  | 'transfer.resolved'
  /** New events are sealed, inside the transaction; their head is not added yet. */
  | 'journal.sealed'
  /** Audit rows are numbered and chained; the next batch has not begun. */
  | 'audit.chained'
  /** The shutdown has begun; calls are still in flight. */
  | 'drain.begun'

/**
 * Marks a crash point and does nothing: no setting changes that. A fault program starts the server with another module
 * in place of this one (`scripts/faults/crash-hook.ts`), which ends the process there.
 */
export function crashPoint(_at: CrashPoint): void {}
