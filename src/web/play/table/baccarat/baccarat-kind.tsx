import { load as loadBaccarat } from 'messages:baccarat'
import { load as loadCards } from 'messages:cards'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { noCommissionBaccarat } from '#domain/games/table/no-commission-baccarat/game.ts'
import { speedBaccarat } from '#domain/games/table/speed-baccarat/game.ts'
import { loadCardStage } from '../cards/card-stage.tsx'
import { roadParts } from '../roads/road-kind.tsx'
import { keysOfSpots, type TableKindParts } from '../table-kind.ts'
import { BaccaratInfo } from './baccarat-info.tsx'
import { baccaratRoads } from './baccarat-roads.ts'
import { BaccaratSpots, spotKeys } from './baccarat-spots.tsx'
import { baccaratTable } from './baccarat-stage.ts'
import { useBaccaratTexts } from './baccarat-text.ts'

/** Baccarat in the window of a table. */
export const baccaratKind: TableKindParts = {
  games: [baccarat, speedBaccarat, noCommissionBaccarat],
  loadStage: (manifest) => loadCardStage(manifest, baccaratTable),
  async loadMessages(locale) {
    const parts = await Promise.all([loadBaccarat[locale](), loadCards[locale]()])
    return Object.assign({}, ...parts.map((part) => part.messages))
  },
  Spots: BaccaratSpots,
  ...roadParts(baccaratRoads),
  Info: BaccaratInfo,
  keys: keysOfSpots(spotKeys),
  useTexts: useBaccaratTexts,
}
