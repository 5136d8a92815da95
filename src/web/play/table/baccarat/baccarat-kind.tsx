import { load as loadBaccarat } from 'messages:baccarat'
import { load as loadCards } from 'messages:cards'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { noCommissionBaccarat } from '#domain/games/table/no-commission-baccarat/game.ts'
import { speedBaccarat } from '#domain/games/table/speed-baccarat/game.ts'
import { CardStage, loadCardArt } from '../cards/card-stage.tsx'
import { RoadPanel } from '../roads/road-panel.tsx'
import { DerivedRoads, RoadStrip } from '../roads/road-strip.tsx'
import { keysOfSpots, type TableKindParts } from '../table-kind.ts'
import { BaccaratInfo } from './baccarat-info.tsx'
import { BaccaratSpots, spotKeys } from './baccarat-spots.tsx'
import { useBaccaratTexts } from './baccarat-text.ts'

/** Baccarat in the window of a table. */
export const baccaratKind: TableKindParts = {
  games: [baccarat, speedBaccarat, noCommissionBaccarat],
  async loadStage(manifest) {
    const art = await loadCardArt(manifest)
    return (props) => <CardStage {...props} art={art} />
  },
  async loadMessages(locale) {
    const parts = await Promise.all([loadBaccarat[locale](), loadCards[locale]()])
    return Object.assign({}, ...parts.map((part) => part.messages))
  },
  Spots: BaccaratSpots,
  Strip: RoadStrip,
  Aside: DerivedRoads,
  Results: RoadPanel,
  Info: BaccaratInfo,
  keys: keysOfSpots(spotKeys),
  useTexts: useBaccaratTexts,
}
