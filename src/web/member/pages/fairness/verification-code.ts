import { catalogue } from '#domain/games/catalogue.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { tables } from '#domain/games/table/tables.ts'

/** What verifying needs, a chunk of its own: the engine, the data of every game, and the verdicts. */

export { readBlackjackData } from '#domain/games/blackjack/blackjack-data.ts'
export { readGameData } from '#domain/games/game-data.ts'
export { readTableData } from '#domain/games/table/table-data.ts'
export { roundRecordText } from '#domain/games/round-record.ts'
export { seatRoundText } from './seat-round-text.ts'
export { seriesText } from './series-text.ts'
export { verifyText } from '#domain/games/verify-text.ts'
export { ChainVerdict } from './chain-verdict.tsx'
export { DecidedVerdict } from './decided-verdict.tsx'
export { SeriesVerdict } from './series-verdict.tsx'
export { Verdict } from './verdict.tsx'

export const games = [...catalogue, ...tables, ...seatGames].map(({ game }) => game)
