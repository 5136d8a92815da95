import { amountFromWire, type Amount } from './money.ts'

/**
 * Money on its way to a provider that keeps a wallet of its own, and back. What the provider says of a transfer is judged
 * here; what nobody has said is never guessed.
 */

export const transferDirections = ['in', 'out'] as const
export type TransferDirection = (typeof transferDirections)[number]

export const transferStates = ['asked', 'sent', 'unknown', 'done', 'refused'] as const
export type TransferState = (typeof transferStates)[number]

/** Whether its fate is still open: then no other transfer of the member with this provider is taken up. */
export function isUnderway(state: TransferState): boolean {
  return state !== 'done' && state !== 'refused'
}

/** More than anyone has: beyond it a figure is a defect of whoever says it, and could not be stored. */
export const mostTransferred: Amount = 10n ** 17n

/** The provider's word for "there is not so much here". */
export const shortReason = 'short'

/** What a provider may say of one transfer, read but not yet believed. */
export type ProviderAnswer =
  | { kind: 'done'; amount: Amount; balance: Amount }
  | { kind: 'refused'; reason: string }
  /** The provider itself does not know yet. */
  | { kind: 'pending' }
  /** It speaks of another transfer, or in no words of the protocol. */
  | { kind: 'unreadable'; why: string }

/** Reads the body of an answer about a transfer. Nothing in it is taken on trust, and what does not fit is never a verdict. */
export function readProviderAnswer(body: unknown, transferId: string): ProviderAnswer {
  const unreadable = (why: string): ProviderAnswer => ({ kind: 'unreadable', why })
  if (typeof body !== 'object' || body === null) return unreadable('the answer is no object')
  const said = new Map(Object.entries(body))
  if (said.get('transfer') !== transferId) return unreadable('the answer is about another transfer')
  switch (said.get('status')) {
    case 'pending':
      return { kind: 'pending' }
    case 'refused': {
      const reason = said.get('reason')
      const word = typeof reason === 'string' && /^[a-z][a-z_-]{0,31}$/.test(reason) ? reason : 'other'
      return { kind: 'refused', reason: word }
    }
    case 'done': {
      const amount = amountFromWire(said.get('amount'))
      const balance = amountFromWire(said.get('balance'))
      if (amount === null || amount === 0n || amount > mostTransferred) return unreadable('the amount is none')
      if (balance === null || balance > mostTransferred) return unreadable('the balance is none')
      return { kind: 'done', amount, balance }
    }
    default:
      return unreadable('the status is unknown')
  }
}

/** The word on the wire for where a transfer stands: `short` of the provider is `balance`, every other refusal `fail`. */
export function transferAnswer(state: TransferState, reason: string): 'success' | 'balance' | 'fail' | 'unknown' {
  if (state === 'done') return 'success'
  if (state === 'refused') return reason === shortReason ? 'balance' : 'fail'
  return 'unknown'
}

const firstRetryMs = 1_000
const longestRetryMs = 600_000

/** How long to wait before a transfer's fate is asked for again: doubled each time, at most ten minutes. */
export function retryDelayMs(tries: number): number {
  return Math.min(firstRetryMs * 2 ** Math.min(Math.max(tries, 0), 20), longestRetryMs)
}

/** After so long without a word a person should look. */
export const stuckAfterMs = 300_000
