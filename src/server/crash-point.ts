/** Moments between two steps of a money operation at which the process, or its database connection, may fail. */
export type CrashPoint =
  /** Events are about to be sent to the database. */
  | 'money.before-send'
  /** The database has committed and answered; nothing else knows yet. */
  | 'money.committed'
  /** A round is posted; its player's browsers are not notified yet. */
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
  /** The resolver has learnt the outcome of a transfer and has not posted it. */
  | 'transfer.resolved'
  /** Audit rows are numbered and chained; the next batch has not begun. */
  | 'audit.chained'
  /** The shutdown has begun; calls are still in flight. */
  | 'drain.begun'

/**
 * Names a moment and does nothing: there is no switch in it. A fault program starts the server with another module in
 * place of this one (`scripts/faults/crash-hook.ts`), which ends the process there.
 */
export function crashPoint(_at: CrashPoint): void {}
