import type { WireRound } from '#contract/slot.ts'
import { leastStake, type Game } from '#domain/games/game.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { Play } from '#web/play/slot/play.ts'
import { resultAnnouncement, type PlayState } from '#web/play/slot/play-state.ts'
import { createRoundPresenter } from '#web/play/slot/show-round.ts'
import type { StagePort } from '#web/play/slot/showing.ts'
import { openingStage } from '#web/play/slot/timeline.ts'

/** The controller of a window that shows one round: it has no call, no balance and no stake. */
export type WatchPlay = Pick<Play, 'press' | 'pickBox'> & {
  state: Store<PlayState>
  /** Shows the round from its beginning. */
  run: () => Promise<void>
}

/** `stake`: what the amounts of the round are counted from; the window shows them as multiples of it. */
export function createWatchPlay(parts: {
  game: Game
  stake: Amount
  events: WireRound['events']
  stage: StagePort
  now: () => number
  wait: (ms: number) => Promise<void>
  sound: (name: 'feature' | 'bigWin' | 'open', step?: number) => void
}): WatchPlay {
  const { game, stake, events, stage, now, wait, sound } = parts
  const state = createStore(standing(game, stake))
  const set = (change: Partial<PlayState>) => state.set({ ...state.get(), ...change })
  const presenter = createRoundPresenter({ game, stage, get: state.get, set, now, wait, sound })
  return {
    state,
    press: () => Promise.resolve(presenter.skip()),
    pickBox: presenter.pickBox,
    async run() {
      if (state.get().phase === 'replaying') return
      set({ ...standing(game, stake), phase: 'replaying' })
      await presenter.show({ events, stake: amountToWire(stake), jackpot: null }, -1)
      set({ phase: 'ready', scene: null, announcement: resultAnnouncement(payOf(game, events, stake), stake) })
    },
  }
}

/** The least stake of the machine, which divides into its units. */
export function watchedStake(game: Game): Amount {
  return leastStake(game)
}

function payOf(game: Game, events: WireRound['events'], stake: Amount): Amount {
  const last = events.at(-1)
  return last?.type === 'totalWin' ? amountOfUnits(last.pay, stake, game.unitsPerStake) : 0n
}

/** The state before the first round of a window, without money. */
function standing(game: Game, stake: Amount): PlayState {
  return {
    phase: 'ready',
    balance: 0n,
    stakes: [stake],
    stake,
    won: null,
    wonMs: 0,
    amountsOnReels: false,
    feature: null,
    ladder: openingStage(game).ladder,
    pressable: false,
    scene: null,
    notice: null,
    readyAt: 0,
    waitFrom: 0,
    net: 0n,
    rounds: 0,
    lastRoundId: null,
    startedAt: 0,
    realityCheck: false,
    replay: null,
    announcement: null,
    closed: false,
  }
}
