import { call } from './api.ts'
import { jackpotFigures, setJackpotFigures } from './jackpot-figures.ts'

/** Loads the pools where no live event brings them. Figures that arrived meanwhile are newer, and no meter runs backwards. */
export async function loadJackpots(): Promise<void> {
  const before = jackpotFigures.get()
  const answer = await call('get-jackpots', {}, { quiet: true }).catch(() => null)
  if (answer !== null && jackpotFigures.get() === before) setJackpotFigures(answer.jackpots)
}
