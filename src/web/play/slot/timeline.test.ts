import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { findRound } from '../rounds/find-round.ts'
import { timelineOf } from './timeline.ts'

const machines = catalogue.map(({ game }) => game).filter((game) => featureOf(game, 'pick'))

test.each(machines.map((game) => [game.code, game] as const))(
  'the symbols that begin the pick of %s are shown once, before its card',
  (_code, game) => {
    const found = findRound(game, 'pick', 1, 100_000)
    if (!found) throw new Error('There is no such round.')
    const steps = timelineOf(found.game, found.round.events, found.stake)
    const start = steps.findIndex((step) => step.kind === 'featureStart' && step.intro.kind === 'pick')
    const [before, card] = [steps[start - 1], steps[start]]
    if (card?.kind !== 'featureStart') throw new Error('There is no card.')
    const shown = before?.kind === 'scatter' ? before.positions : card.triggers
    expect(before?.kind === 'scatter' ? card.triggers : []).toEqual([])
    expect(shown.length).toBeGreaterThanOrEqual(featureOf(game, 'pick')?.trigger.count ?? Infinity)
    const symbols = new Set(
      shown.map((position) => {
        const { rows } = game.grid
        return card.after.view?.cells[Math.floor(position / rows)]?.[position % rows]
      }),
    )
    expect([...symbols].map((symbol) => game.symbols[symbol ?? -1]?.id)).toEqual([
      featureOf(game, 'pick')?.trigger.symbol,
    ])
  },
)
