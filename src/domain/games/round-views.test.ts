import { describe, expect, test } from 'vitest'
import { randomSlots } from '#test/random-slots.ts'
import { sampleSlot, sampleSlots } from '#test/sample-slots.ts'
import { slateSlots } from '#test/slate-slots.ts'
import type { Game } from './game.ts'
import { titleOf, viewsOf, type RoundView } from './round-views.ts'
import { recomputeRound } from './verify-round.ts'

const games = [...sampleSlots, ...slateSlots.map(({ game }) => game), ...randomSlots(3, 60)]

function roundsOf(game: Game, many: number) {
  return Array.from({ length: many }, (_, nonce) => {
    const seed = { serverSeed: '5a'.repeat(32), clientSeed: 'views', nonce, stakeUnits: game.stakes[0] ?? 0 }
    const { units, events } = recomputeRound(game, seed)
    return { units, events, views: viewsOf(game, events) }
  })
}

const rounds = games.flatMap((game) => roundsOf(game, 40).map((round) => ({ game, ...round })))

describe('the pictures of a round', () => {
  test('show together what it paid', () => {
    const paid = rounds.map(({ views }) => sumOf(views.map(paidBy)) - sumOf(views.map(({ cut }) => cut ?? 0)))
    expect(paid).toEqual(rounds.map(({ units }) => units))
    expect(rounds.some(({ views }) => views.some(({ cut }) => (cut ?? 0) > 0))).toBe(true)
  })

  test('show the symbol or a wild in every cell that wins, also under held wilds and after falls', () => {
    const shown = rounds.flatMap(({ game, views }) => {
      const wild = game.symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book')
      const special = game.features.some((feature) => 'expanding' in feature && feature.expanding)
      return views.flatMap((view) =>
        view.wins.flatMap(({ symbol, positions }) =>
          // The special symbol pays where its reels do not show it.
          special ? [] : positions.map((position) => [symbol, wild].includes(view.grid.flat()[position] ?? -1)),
        ),
      )
    })
    expect(shown.length).toBeGreaterThan(10_000)
    expect(shown.every(Boolean)).toBe(true)
  })

  test('have the factors on wilds and the pays on coins, wherever they fell', () => {
    const kindOf = (game: Game, view: RoundView, position: number) =>
      game.symbols[view.grid.flat()[position] ?? -1]?.kind
    const marked = rounds.flatMap(({ game, views }) =>
      views.flatMap((view) => [
        ...[...view.factors.keys()].map((position) => kindOf(game, view, position) === 'wild'),
        ...[...view.coins.keys()].map((position) => kindOf(game, view, position) === 'coin'),
      ]),
    )
    expect(marked.length).toBeGreaterThan(1000)
    expect(marked.every(Boolean)).toBe(true)
    const fell = rounds.flatMap(({ views }) => views.filter(({ falls, factors }) => falls > 0 && factors.size > 0))
    expect(fell.length).toBeGreaterThan(20)
  })

  test('are one for each spin and fall, and for the beginning and each respin of hold-and-win', () => {
    const counts = rounds.map(({ views }) => views.length)
    const due = rounds.map(({ events }) =>
      sumOf(
        events.map((event) => {
          if (event.type === 'reveal' || event.type === 'tumble') return 1
          if (event.type === 'featureStart') return Number(event.feature === 'pick' || event.feature === 'hold-and-win')
          return Number(event.type === 'featureStep' && event.feature === 'hold-and-win')
        }),
      ),
    )
    expect(counts).toEqual(due)
    const titles = new Set(rounds.flatMap(({ views }) => views.map(titleOf)))
    expect(titles).toEqual(new Set(['base', 'free', 'respin', 'coins', 'coinRespin', 'picks']))
  })

  test('name the jackpot that was hit', () => {
    const hits = roundsOf(sampleSlot('jackpots'), 200).map(({ events, views }) => ({
      hit: events.flatMap((event) => (event.type === 'jackpotHit' ? [event.tier] : [])),
      shown: views.flatMap(({ jackpot }) => jackpot ?? []),
    }))
    expect(hits.map(({ shown }) => shown)).toEqual(hits.map(({ hit }) => hit))
    expect(hits.some(({ hit }) => hit.length > 0)).toBe(true)
  })
})

function paidBy({ wins, scatter, prizes }: RoundView): number {
  return sumOf(wins.map(({ pay }) => pay)) + (scatter?.pay ?? 0) + sumOf(prizes.map(({ pay }) => pay))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
