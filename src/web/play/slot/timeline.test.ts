import { describe, expect, test } from 'vitest'
import { play } from '#domain/games/slot/play.ts'
import type { PlayedRound } from '#domain/games/round.ts'
import { wholeUnits } from '#domain/money.ts'
import { sampleDraw } from '#test/random.ts'
import { celebrationOf, resumeAfter, timelineOf, type Step } from './timeline.ts'
import { anySlot } from '#test/any-slot.ts'

const { game } = anySlot
const stake = wholeUnits(1000)

/** Rounds of the real engine: with free spins, with wins at and below the stake, and without a win. */
const rounds: readonly PlayedRound[] = Array.from({ length: 1500 }, (_, seed) =>
  play(game, sampleDraw(seed), { stake }),
)
const withFeature = rounds.filter((round) => round.events.some((event) => event.type === 'featureStart'))

/** The sum of all wins and scatters in the steps. */
function sumOf(steps: readonly Step[]): bigint {
  return steps.reduce((sum, step) => (step.kind === 'wins' || step.kind === 'scatter' ? sum + step.amount : sum), 0n)
}

describe('the steps of a round', () => {
  test('the sample contains every kind of round', () => {
    expect(withFeature.length).toBeGreaterThan(3)
    expect(rounds.some((round) => round.pay > 0n && round.pay <= stake)).toBe(true)
    expect(rounds.some((round) => round.pay >= stake * 10n)).toBe(true)
  })

  test('the wins add up to the pay, which is also the last sum shown', () => {
    for (const { events, pay } of rounds) {
      const steps = timelineOf(game, events, stake)
      expect(sumOf(steps)).toBe(pay)
      expect(steps.at(-1)).toMatchObject({ kind: 'total', shown: pay })
      const wins = steps.filter((step) => step.kind === 'wins')
      expect(wins.map((step) => step.wins.reduce((sum, win) => sum + win.amount, 0n))).toEqual(
        wins.map((step) => step.amount),
      )
    }
  })

  test('the sum shown never falls, and every event has one step, in order', () => {
    for (const { events } of rounds) {
      const steps = timelineOf(game, events, stake)
      expect(steps.map((step) => step.eventIndex)).toEqual(events.map((_, index) => index))
      for (const [index, step] of steps.entries()) expect(step.shown >= (steps[index - 1]?.shown ?? 0n)).toBe(true)
    }
  })

  test('a round that paid at most its stake is not celebrated', () => {
    const quiet = rounds.filter((round) => round.pay <= stake)
    const steps = quiet.flatMap((round) => timelineOf(game, round.events, stake))
    expect(steps.filter((step) => 'celebrated' in step && step.celebrated)).toEqual([])
    expect(steps.filter((step) => step.kind === 'total' && step.celebration !== 'none')).toEqual([])
    expect(celebrationOf(stake, stake)).toBe('none')
    expect(celebrationOf(stake + 1n, stake)).toBe('small')
    expect(celebrationOf(stake * 10n, stake)).toBe('big')
  })

  test('a reel is anticipated only when the scatters landed before it are one short', () => {
    const coin = game.symbols.findIndex((symbol) => symbol.id === 'coin')
    const before = (grid: readonly (readonly number[])[], reel: number) =>
      grid.slice(0, reel).flatMap((symbols) => symbols.filter((symbol) => symbol === coin)).length
    for (const { events } of rounds) {
      const spins = timelineOf(game, events, stake).filter((step) => step.kind === 'spin')
      expect(spins.map((spin) => spin.anticipated)).toEqual(
        spins.map((spin) => spin.grid.map((_, reel) => before(spin.grid, reel) === 2)),
      )
    }
  })
})

describe('resuming a round', () => {
  test('after every index, the stage state and the remaining steps make up the whole round', () => {
    for (const { events, pay } of [...withFeature.slice(0, 4), ...rounds.slice(0, 20)]) {
      const steps = timelineOf(game, events, stake)
      for (let lastShown = -1; lastShown < events.length; lastShown += 1) {
        const { state, rest } = resumeAfter(steps, lastShown)
        expect(rest).toHaveLength(events.length - 1 - lastShown)
        expect(rest[0]?.eventIndex ?? events.length).toBe(lastShown + 1)
        expect(state.shown + sumOf(rest)).toBe(pay)
      }
    }
  })

  test('during free spins the counter and multiplier are restored, and the reels are not spun again', () => {
    const [round] = withFeature
    const events = round?.events ?? []
    const steps = timelineOf(game, events, stake)
    const third = steps.find((step) => step.kind === 'featureStep' && step.step === 3)
    const revealed = steps.find((step) => step.kind === 'spin' && step.eventIndex > (third?.eventIndex ?? 0))
    const { state, rest } = resumeAfter(steps, revealed?.eventIndex ?? 0)
    expect(state.free).toMatchObject({ step: 3, multiplier: 2 })
    expect(state.spin).toBe(revealed)
    expect(rest.some((step) => step === revealed)).toBe(false)
  })
})
