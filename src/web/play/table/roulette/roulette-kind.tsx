import { load as loadRoulette } from 'messages:roulette'
import { roulette } from '#domain/games/table/roulette/game.ts'
import type { KindTexts, SpotKey, TableKindParts } from '../table-kind.ts'
import { NumberPanel } from './number-panel.tsx'
import { NumberStrip } from './number-strip.tsx'
import { RouletteInfo } from './roulette-info.tsx'
import { RouletteSpots } from './roulette-spots.tsx'
import { loadWheelArt, RouletteStage } from './roulette-stage.tsx'
import { useRouletteTexts } from './roulette-text.ts'
import style from './roulette-window.module.css'

/** Roulette in the window of a table. */
export const rouletteKind: TableKindParts = {
  games: [roulette],
  async loadStage(manifest) {
    const art = await loadWheelArt(manifest)
    return (props) => <RouletteStage {...props} art={art} />
  },
  loadMessages: (locale) => loadRoulette[locale]().then((part) => part.messages),
  Spots: RouletteSpots,
  Strip: NumberStrip,
  Aside: null,
  Results: NumberPanel,
  Info: RouletteInfo,
  keys: callKeys({ V: 'voisins', T: 'tiers', O: 'orphelins', Z: 'zero-game' }),
  sounds: ['wheel'],
  arrangement: style.window,
  useTexts,
}

function useTexts(): KindTexts {
  return useRouletteTexts(roulette.spots)
}

/** Keys that place the chips of a call. */
function callKeys(keys: Readonly<Record<string, string>>): SpotKey[] {
  return Object.entries(keys).map(([key, code]) => ({
    key,
    spots: roulette.calls.find((call) => call.code === code)?.chips ?? [],
  }))
}
