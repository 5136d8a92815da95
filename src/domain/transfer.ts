import { amountFromWire, type Amount } from './money.ts'

/**
 * Money on its way to or from a provider with a wallet of its own. Reads the provider's answers about a transfer; a
 * missing answer leaves the outcome open.
 */

export const transferDirections = ['in', 'out'] as const
export type TransferDirection = (typeof transferDirections)[number]

export const transferStates = ['asked', 'sent', 'unknown', 'done', 'refused'] as const
export type TransferState = (typeof transferStates)[number]

/** Whether the outcome is open. While it is, the member's other transfers with this provider are refused. */
export function isUnderway(state: TransferState): boolean {
  return state !== 'done' && state !== 'refused'
}

/** The states whose outcome is open. */
export const underwayStates = transferStates.filter(isUnderway)

/** More than any wallet holds: a larger amount is the provider's defect and could not be stored. */
export const mostTransferred: Amount = 10n ** 17n

/** The provider's reason for insufficient funds. */
export const shortReason = 'short'

/** A provider's answer about one transfer, parsed but not yet trusted. */
export type ProviderAnswer =
  | { kind: 'done'; amount: Amount; balance: Amount }
  | { kind: 'refused'; reason: string }
  /** The provider itself does not know yet. */
  | { kind: 'pending' }
  /** It is about another transfer, or does not follow the protocol. */
  | { kind: 'unreadable'; why: string }

/**
 * Reads the body of an answer about a transfer. A body that does not follow the protocol, or reports a balance or an amount of
 * more than `mostBalance`, never counts as done or refused.
 */
export function readProviderAnswer(body: unknown, transferId: string, mostBalance: Amount): ProviderAnswer {
  const unreadable = (why: string): ProviderAnswer => ({ kind: 'unreadable', why })
  if (typeof body !== 'object' || body === null) return unreadable('the answer is no object')
  const fields = new Map(Object.entries(body))
  if (fields.get('transfer') !== transferId) return unreadable('the answer is about another transfer')
  switch (fields.get('status')) {
    case 'pending':
      return { kind: 'pending' }
    case 'refused': {
      const reason = fields.get('reason')
      const word = typeof reason === 'string' && /^[a-z][a-z_-]{0,31}$/.test(reason) ? reason : 'other'
      return { kind: 'refused', reason: word }
    }
    case 'done': {
      const amount = decimalAmount(fields.get('amount'))
      const balance = decimalAmount(fields.get('balance'))
      if (amount === null || amount === 0n || amount > mostTransferred) return unreadable('the amount is invalid')
      if (balance === null || balance > mostTransferred) return unreadable('the balance is invalid')
      if (balance > mostBalance) return unreadable('the balance is out of range')
      // Of everything a member has there, no more than a member can have.
      if (amount > mostBalance) return unreadable('the amount is out of range')
      return { kind: 'done', amount, balance }
    }
    default:
      return unreadable('the status is unknown')
  }
}

/** An amount of the protocol: a decimal string only, because a JSON number may have been rounded on its way. */
function decimalAmount(value: unknown): Amount | null {
  return typeof value === 'string' ? amountFromWire(value) : null
}

/** The status on the wire for a transfer: the provider's `short` becomes `balance`, every other refusal `fail`. */
export function transferAnswer(state: TransferState, reason: string): 'success' | 'balance' | 'fail' | 'unknown' {
  if (state === 'done') return 'success'
  if (state === 'refused') return reason === shortReason ? 'balance' : 'fail'
  return 'unknown'
}

const firstRetryMs = 1_000
const longestRetryMs = 600_000

/** Milliseconds before the next inquiry about a transfer: doubled each time, at most ten minutes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** Math.min(Math.max(attempts, 0), 20), longestRetryMs)
}

/** A transfer without an answer for this long needs an operator. */
export const stuckAfterMs = 300_000
