import { load as loadRace } from 'messages:race'
import { virtualHorses } from '#domain/games/table/virtual-horses/game.ts'
import { virtualHounds } from '#domain/games/table/virtual-hounds/game.ts'
import { keysOfSpots, type TableKindParts } from '../table-kind.ts'
import { RaceInfo } from './race-info.tsx'
import { RaceResults, RaceStrip } from './race-results.tsx'
import { raceKeys } from './race-bets.ts'
import { RaceSpots } from './race-spots.tsx'
import { loadRaceStage } from './race-stage-view.tsx'
import { useRaceTexts } from './race-text.ts'
import arrangement from './race-window.module.css'

/** Virtual races in the window of a table. */
export const raceKind: TableKindParts = {
  games: [virtualHorses, virtualHounds],
  loadStage: loadRaceStage,
  loadMessages: (locale) => loadRace[locale]().then((loaded) => loaded.messages),
  Spots: RaceSpots,
  Strip: RaceStrip,
  Aside: null,
  Results: RaceResults,
  Info: RaceInfo,
  keys: keysOfSpots(raceKeys(virtualHorses)),
  sounds: ['race'],
  arrangement: arrangement.window,
  useTexts: useRaceTexts,
}
