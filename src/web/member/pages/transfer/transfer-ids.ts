import { requestIds } from '#web/shared/request-id.ts'

export type TransferIds = {
  /** The id of transferring an amount in. */
  readonly in: (amount: string) => string
  /** The id of transferring everything out; `there` is the amount on screen when the member submits. */
  readonly out: (there: string) => string
  /** A transfer got a response with this status. */
  readonly answered: (direction: 'in' | 'out', status: string) => void
}

/**
 * The request ids of transfers with one provider, one at a time. Transferring everything out twice is harmless, so the
 * id of an unanswered transfer out is dropped when money is transferred in: reusing it would replay the old response
 * for the new money. The id of a transfer in is kept until a later transfer out is accepted, which proves that it is
 * settled.
 */
export function transferIds(company: string): TransferIds {
  const into = requestIds(`user-transfer-in ${company}`)
  const back = requestIds(`user-withdraw ${company}`)
  return {
    in: (amount) => {
      back.forget()
      return into.of(amount)
    },
    out: (there) => back.of(there),
    answered: (direction, status) => {
      if (direction === 'in') return into.answered()
      back.answered()
      if (status === 'success' || status === 'unknown') into.forget()
    },
  }
}
