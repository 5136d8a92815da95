import { requestIds } from '#web/shared/request-id.ts'

export type TransferIds = {
  /** The id of moving an amount in. */
  readonly in: (amount: string) => string
  /** The id of bringing everything back; `there` is what the member saw there when they pressed. */
  readonly out: (there: string) => string
  /** A transfer was answered with this word. */
  readonly answered: (direction: 'in' | 'out', status: string) => void
}

/**
 * The request ids of transfers with one provider, where one is underway at a time. Bringing everything back twice does no
 * harm, so an unanswered one is given up when money is moved in: it would answer for money that went in after it. One that
 * moves money in is kept until a transfer asked after it was taken up, which says that it is over.
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
