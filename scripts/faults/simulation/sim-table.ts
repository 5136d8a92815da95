import type { Amount } from '#domain/money.ts'
import type { ModelRound } from '#test/table-model.ts'

/** A round of the table in the model, in the state in which the app had it after the last step. */
export type SimRound = ModelRound & { number: number; state: string }

/** The table of the simulation; `owed`: the receivables, by member and round. */
export type SimTable = { id: number; gameVersionId: number; rounds: SimRound[]; owed: Map<string, Amount> }
