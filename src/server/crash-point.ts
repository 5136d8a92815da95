/** Moments between two steps of the money, at which the process, or its way to the database, may end. */
export type CrashPoint =
  /** Events are about to be sent to the database. */
  | 'money.before-send'
  /** The database has committed and said so; nobody else knows yet. */
  | 'money.committed'
  /** A round is booked; its player's browsers have not been told. */
  | 'spin.booked'
  /** The answer is made and has not left. */
  | 'door.before-answer'
  /** Comp has become balance, inside the transaction. */
  | 'comp.posted'
  /** A request for money is filed and its posting is not, inside the transaction. */
  | 'cash-request.filed'
  | 'transaction.before-commit'
  | 'transaction.committed'
  /** A decided request's money has moved and its decision is not written, inside the transaction. */
  | 'office.posted'
  | 'office.committed'
  /** A transfer is in the books and its provider has not been called. */
  | 'transfer.taken-up'
  /** The provider has acted and said so; the books do not know. */
  | 'transfer.provider-answered'
  /** The resolver has heard what became of a transfer and has not booked it. */
  | 'transfer.resolved'
  /** Rows of the audit are numbered and chained; the next batch has not begun. */
  | 'audit.sealed'
  /** Asked to end; calls are still in flight. */
  | 'drain.begun'

/**
 * Names a moment and does nothing: there is no switch in it. A fault program starts the server with another module in the
 * place of this one (`scripts/faults/crash-hook.ts`), which ends the process there.
 */
export function crashPoint(_at: CrashPoint): void {}
