import { load as loadCards } from 'messages:cards'
import { load as loadDragonTiger } from 'messages:dragon-tiger'
import { dragonTiger } from '#domain/games/table/dragon-tiger/game.ts'
import { loadCardStage } from '../cards/card-stage.tsx'
import { roadParts } from '../roads/road-kind.tsx'
import { keysOfSpots, type TableKindParts } from '../table-kind.ts'
import { DragonTigerInfo } from './dragon-tiger-info.tsx'
import { dragonTigerRoads } from './dragon-tiger-roads.ts'
import { DragonTigerSpots, spotKeys } from './dragon-tiger-spots.tsx'
import { dragonTigerTable } from './dragon-tiger-stage.ts'
import { useDragonTigerTexts } from './dragon-tiger-text.ts'

/** Dragon Tiger in the window of a table. */
export const dragonTigerKind: TableKindParts = {
  games: [dragonTiger],
  loadStage: (manifest) => loadCardStage(manifest, dragonTigerTable),
  async loadMessages(locale) {
    const parts = await Promise.all([loadDragonTiger[locale](), loadCards[locale]()])
    return Object.assign({}, ...parts.map((part) => part.messages))
  },
  Spots: DragonTigerSpots,
  ...roadParts(dragonTigerRoads),
  Info: DragonTigerInfo,
  keys: keysOfSpots(spotKeys),
  useTexts: useDragonTigerTexts,
}
