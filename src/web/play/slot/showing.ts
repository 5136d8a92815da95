import type { Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import type { Pause } from './pause.ts'
import type { PlayState } from './play-state.ts'
import type { SlotStage } from './stage/stage.ts'

/** The stage functions needed to show a round. */
export type StagePort = Pick<
  SlotStage,
  'place' | 'press' | 'returnReels' | 'show' | 'celebrate' | 'stopCelebrating' | 'hurry' | 'setFeature'
>

export type RoundPresenterParts = {
  game: Game
  stage: StagePort
  get: () => PlayState
  set: (change: Partial<PlayState>) => void
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Sounds of scenes; the stage plays those of reels and wins. */
  sound: (name: 'feature' | 'bigWin' | 'open', step?: number) => void
}

/** What showing one round shares between its steps. */
export type Showing = RoundPresenterParts & {
  pause: Pause
  stake: Amount
  /** What the jackpot that the round hit paid; 0 without a hit. */
  jackpot: Amount
  /** When the count-up in the bar is over. */
  countsUntil: number
  /** The box that the member pressed. */
  chosenBox: number | null
}
