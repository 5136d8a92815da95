import { catalogue } from '#domain/games/catalogue.ts'
import { tables } from '#domain/games/table/tables.ts'

/** What verifying needs, a chunk of its own: the engine, the data of every game, and the verdicts. */

export { readGameData } from '#domain/games/game-data.ts'
export { readTableData } from '#domain/games/table/table-data.ts'
export { roundRecordText } from '#domain/games/round-record.ts'
export { seriesText } from './series-text.ts'
export { verifyText } from '#domain/games/verify-text.ts'
export { ChainVerdict } from './chain-verdict.tsx'
export { SeriesVerdict } from './series-verdict.tsx'
export { Verdict } from './verdict.tsx'

export const games = [...catalogue, ...tables].map(({ game }) => game)
