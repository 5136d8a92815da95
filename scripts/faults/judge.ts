import { checkBooks } from '#server/ledger/books.ts'
import { judgeTold } from '#testing/told.ts'
import { ask, toldOf, type Operation } from './callers.ts'
import type { FaultHouse } from './house.ts'

/** The whole oracle after a fault: the books' own checks, and the callers' list against them. Answers the faults in words. */
export async function judge(house: FaultHouse, operations: readonly Operation[]): Promise<string[]> {
  const books = await checkBooks(house.pool)
  const told = await judgeTold(house.pool, toldOf(operations))
  return [
    ...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`),
    ...told.lost.map((name) => `acknowledged and lost: ${name}`),
    ...told.twice.map((name) => `done twice: ${name}`),
    ...told.phantom.map((name) => `refused and booked: ${name}`),
  ]
}

/** Asks some spins once more: the same key must answer the same round. Nothing may move by it. */
export async function judgeReplays(
  house: FaultHouse,
  operations: readonly Operation[],
  everyNth: number,
): Promise<string[]> {
  const faults: string[] = []
  const spins = operations.filter((one) => one.path.endsWith('/spin') && one.answer.status === 'success')
  for (const spin of spins.filter((_, index) => index % everyNth === 0)) {
    const again = await ask(house.port, spin, { patienceMs: 10_000 })
    if (JSON.stringify(again.round) !== JSON.stringify(spin.answer.round)) {
      faults.push(`asked again, ${spin.key} is another round`)
    }
  }
  return faults
}
