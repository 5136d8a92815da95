import { describe, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, linesOf, type Game } from '#domain/games/game.ts'
import type { PlayedRound } from '#domain/games/round.ts'
import { play } from '#domain/games/slot/play.ts'
import { workshop } from '#domain/games/workshop.ts'
import { wholeUnits } from '#domain/money.ts'
import { sampleDraw } from '#test/random.ts'
import { slateSlots } from '#test/slate-slots.ts'
import type { Step, WinsStep } from '#web/play/slot/steps.ts'
import { resumeAfter, timelineOf } from '#web/play/slot/timeline.ts'

const stake = wholeUnits(1000)
const machines: readonly Game[] = [
  ...[...catalogue, ...workshop].map(({ game }) => game),
  ...slateSlots.map(({ game }) => game),
  // A low cap, so that capped rounds occur.
  ...slateSlots.slice(0, 6).map(({ game, machine }) => ({ ...game, code: `capped-${machine}`, maxWinTimesStake: 4 })),
]

type Sample = { round: PlayedRound; steps: Step[] }

/** Rounds of the real engine: the first ones, and those among many that start a feature or reach the cap. */
function samplesOf(game: Game): Sample[] {
  const samples: Sample[] = []
  let rare = 0
  for (let seed = 0; seed < 1200 && rare < 24; seed += 1) {
    const round = play(game, sampleDraw(seed), { stake })
    const isRare = round.events.some(({ type }) => type === 'featureStart' || type === 'maxWin')
    if (isRare) rare += 1
    if (isRare || seed < 60) samples.push({ round, steps: timelineOf(game, round.events, stake) })
  }
  return samples
}

const paying = new Set(['wins', 'scatter', 'prize'])

/** The sum of all pays in the steps; what the cap cut is not among them. */
function sumOf(steps: readonly Step[]): bigint {
  return steps.reduce((sum, step) => ('amount' in step && paying.has(step.kind) ? sum + step.amount : sum), 0n)
}

describe.each(machines.map((game) => ({ code: game.code, game, samples: samplesOf(game) })))(
  '$code',
  ({ game, samples }) => {
    test('has one step for every event, and each sum shown is the total of the event', () => {
      for (const { round, steps } of samples) {
        expect(steps.map((step) => step.eventIndex)).toEqual(round.events.map((_, index) => index))
        const totals = round.events.flatMap((event, index) =>
          'total' in event ? [[steps[index]?.shown, (BigInt(event.total) * stake) / BigInt(game.unitsPerStake)]] : [],
        )
        for (const [shown, total] of totals) expect(shown).toBe(total)
        expect(steps.at(-1)).toMatchObject({ kind: 'total', shown: round.pay })
        const cut = round.events.find((event) => event.type === 'maxWin')?.cut ?? 0
        expect(sumOf(steps)).toBe(round.pay + (BigInt(cut) * stake) / BigInt(game.unitsPerStake))
      }
    })

    test('every card after the largest win names it, and none before', () => {
      for (const { steps } of samples) {
        const reached = steps.findIndex(({ kind }) => kind === 'maxWin')
        const named = steps.flatMap((step) => ('capped' in step ? [[step.eventIndex, step.capped]] : []))
        expect(named).toEqual(named.map(([index]) => [index, reached >= 0 && Number(index) > reached]))
      }
    })

    test('shows the cells of the events: every win lies on cells of its symbol or wilds', () => {
      for (const { round, steps } of samples) {
        const { rows } = game.grid
        const viewAt = (index: number) => steps[index]?.after.view
        const fallen = round.events.flatMap((event, index) => (event.type === 'tumble' ? [{ event, index }] : []))
        for (const { event, index } of fallen) expect(viewAt(index)?.cells).toEqual(event.grid)
        const won = round.events.flatMap((event, index) => (event.type === 'wins' ? [{ event, index }] : []))
        for (const { event, index } of won) {
          for (const win of event.wins) {
            const shown = win.positions.map(
              (cell) => viewAt(index)?.cells[Math.floor(cell / rows)]?.[cell % rows] ?? -1,
            )
            const fits = shown.every((cell) => cell === win.symbol || /wild|book/.test(game.symbols[cell]?.kind ?? ''))
            expect(fits, `${game.code}: ${JSON.stringify(win)}`).toBe(true)
          }
        }
      }
    })

    test('never shows a symbol that the strips of the spin do not hold, besides what lies over them', () => {
      for (const { steps } of samples) {
        for (const step of steps) {
          if (step.kind !== 'spin') continue
          const strips = game.strips[step.view.strips] ?? []
          for (const [reel, symbols] of step.grid.entries()) {
            const strip = strips[reel] ?? []
            const stop = step.view.tops[reel] ?? 0
            const ids = symbols.map((symbol) => game.symbols[symbol]?.id)
            expect(ids).toEqual(symbols.map((_, row) => strip[(stop + row) % strip.length]))
          }
        }
      }
    })

    test('is not celebrated at or below the stake, whatever happens in it', () => {
      for (const { round, steps } of samples.filter((sample) => sample.round.pay <= stake)) {
        expect(steps.filter((step) => 'celebrated' in step && step.celebrated)).toEqual([])
        expect(steps.filter((step) => 'tier' in step && step.kind !== 'jackpot' && step.tier > 0)).toEqual([])
        expect(round.pay <= stake).toBe(true)
      }
    })

    test('one card at most shows the last amount', () => {
      for (const { steps } of samples) {
        const total = steps.at(-1)
        const ends = steps.filter((step) => step.kind === 'featureEnd' && step.shown === total?.shown)
        const cards = ends.length + (total?.kind === 'total' && total.tier > 0 ? 1 : 0)
        expect(cards).toBeLessThanOrEqual(1)
      }
    })

    test('the wins before a card leave the amount to it', () => {
      for (const { steps } of samples) {
        const last = steps.findLast((step): step is WinsStep => step.kind === 'wins')
        const total = steps.at(-1)
        if (!last || total?.kind !== 'total') continue
        const between = steps.slice(steps.indexOf(last) + 1)
        if (between.some((step) => paying.has(step.kind) || step.kind === 'spin' || step.kind === 'featureStart'))
          continue
        const hasCard = total.tier > 0 || between.some((step) => step.kind === 'featureEnd')
        expect(last.cardFollows).toBe(hasCard)
      }
    })

    test('a win has its amount on the reels only where the total neither counts nor stands beside it', () => {
      const wins = samples.flatMap(({ steps }) => steps.filter((step): step is WinsStep => step.kind === 'wins'))
      for (const { amounts, celebrated, cardFollows, falls, wins: all } of wins) {
        const isQuiet = !celebrated || cardFollows
        expect(amounts).toBe(isQuiet && (!falls || all.length === 1))
      }
    })

    test('after every index, the stage state and the remaining steps make up the whole round', () => {
      const whole = samples.filter(({ steps }) => !steps.some(({ kind }) => kind === 'maxWin'))
      for (const { round, steps } of whole.slice(-12)) {
        for (let lastShown = -1; lastShown < round.events.length; lastShown += 1) {
          const { state, rest } = resumeAfter(game, steps, lastShown)
          expect(rest).toHaveLength(round.events.length - 1 - lastShown)
          expect(rest[0]?.eventIndex ?? round.events.length).toBe(lastShown + 1)
          expect(state.shown + sumOf(rest)).toBe(round.pay)
        }
      }
    })

    test('the ladder shown is the multiplier of the wins', () => {
      const tumble = featureOf(game, 'tumble')
      if (!tumble) return
      for (const { steps } of samples) {
        for (const [index, step] of steps.entries()) {
          if (step.kind !== 'wins') continue
          const { ladder, feature } = steps[index]?.after ?? {}
          const spin = feature?.kind === 'free-spins' ? feature.multiplier : 1
          expect((ladder?.rungs[ladder.at] ?? 1) * spin).toBe(step.multiplier)
        }
      }
    })

    test('a reel is anticipated by what landed before it, and only while its strip can still bring the feature', () => {
      const trigger = (featureOf(game, 'free-spins') ?? featureOf(game, 'hold-and-win') ?? featureOf(game, 'pick'))
        ?.trigger
      for (const { steps } of samples) {
        for (const step of steps) {
          if (step.kind !== 'spin') continue
          for (const [reel, anticipated] of step.anticipated.entries()) {
            const before = step.grid
              .slice(0, reel)
              .flat()
              .filter((symbol) => game.symbols[symbol]?.id === trigger?.symbol).length
            if (!anticipated) continue
            expect(before).toBeLessThan(trigger?.count ?? 0)
            expect(game.strips[step.view.strips]?.[reel]).toContain(trigger?.symbol)
          }
        }
      }
    })

    test('the coins held and what was paid make up the total of hold-and-win', () => {
      for (const { steps } of samples) {
        const ends = steps.filter((step) => step.kind === 'prize' && step.prize === 'coins')
        for (const end of ends) {
          const before = steps[steps.indexOf(end) - 1]?.after
          const held = before?.feature?.kind === 'hold-and-win' ? before.feature.held : -1n
          expect((before?.shown ?? 0n) + held >= end.shown).toBe(true)
          expect(end.after.feature).toMatchObject({ held: 0n })
        }
      }
    })

    test('lines are those of the data', () => {
      const lines = linesOf(game).length
      for (const { steps } of samples) {
        for (const step of steps) {
          if (step.kind !== 'wins') continue
          for (const win of step.wins)
            expect(win.line === null ? lines : win.line < lines).toBe(win.line === null ? 0 : true)
        }
      }
    })
  },
)

test('the samples contain every kind of step', () => {
  const kinds = new Set(machines.flatMap(samplesOf).flatMap(({ steps }) => steps.map(({ kind }) => kind)))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'cells',
      'coins',
      'factors',
      'featureEnd',
      'featureStart',
      'featureStep',
      'ladder',
      'maxWin',
      'prize',
    ]),
  )
})
