import { load as loadSicBo } from 'messages:sic-bo'
import { sicBo } from '#domain/games/table/sic-bo/game.ts'
import { keysOfSpots, type TableKindParts } from '../table-kind.ts'
import { DiceResults } from './dice-results.tsx'
import { DiceSpots, spotKeys } from './dice-spots.tsx'
import { DiceStrip } from './dice-strip.tsx'
import { DomeView, loadDomeArt } from './dome-view.tsx'
import { SicBoInfo } from './sic-bo-info.tsx'
import { useSicBoTexts } from './sic-bo-text.ts'
import style from './sic-bo-kind.module.css'

/** Sic Bo in the window of a table. */
export const sicBoKind: TableKindParts = {
  games: [sicBo],
  async loadStage(manifest) {
    const art = await loadDomeArt(manifest)
    return (props) => <DomeView {...props} art={art} />
  },
  loadMessages: (locale) => loadSicBo[locale]().then((loaded) => loaded.messages),
  Spots: DiceSpots,
  Strip: DiceStrip,
  Aside: null,
  Results: DiceResults,
  Info: SicBoInfo,
  keys: keysOfSpots(spotKeys),
  sounds: ['dice'],
  arrangement: style.dense,
  useTexts: useSicBoTexts,
}
