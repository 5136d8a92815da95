import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { examplesOf } from '#domain/games/example-rounds.ts'
import type { StagePort } from '#web/play/slot/showing.ts'
import { createWatchPlay, watchedStake } from './watch-play.ts'

const stage: StagePort = {
  place: () => undefined,
  press: () => undefined,
  returnReels: () => Promise.resolve(),
  show: () => Promise.resolve(),
  celebrate: () => undefined,
  stopCelebrating: () => undefined,
  hurry: () => undefined,
  setFeature: () => undefined,
}

describe.each(catalogue.map(({ game }) => game))('a watched round of $code', (game) => {
  test.each(examplesOf(game))('is shown to its end, and counts in stakes ($why)', async ({ round }) => {
    const stake = watchedStake(game)
    const play = createWatchPlay({
      game,
      stake,
      events: round.events,
      stage,
      now: () => 0,
      wait: () => Promise.resolve(),
      sound: () => undefined,
    })
    // Cards wait for a press.
    const presses = setInterval(() => void play.press(), 1)
    await play.run()
    const { phase, won, balance, announcement } = play.state.get()
    expect([phase, won ?? 0n, balance]).toEqual(['ready', round.pay, 0n])
    expect(announcement).toEqual(
      round.pay === 0n ? { kind: 'nothing' } : { kind: round.pay > stake ? 'won' : 'returned', amount: round.pay },
    )
    await play.run()
    clearInterval(presses)
    expect(play.state.get().won ?? 0n).toBe(round.pay)
  })
})
