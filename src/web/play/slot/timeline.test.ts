import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { findRound } from '../rounds/find-round.ts'
import { timelineOf } from './timeline.ts'

const machines = catalogue.map(({ game }) => game).filter((game) => featureOf(game, 'pick'))

test.each(machines.map((game) => [game.code, game] as const))(
  'the symbols that begin the pick of %s light up before its card, also where they pay nothing',
  (_code, game) => {
    const found = findRound(game, 'pick', 1, 100_000)
    if (!found) throw new Error('There is no such round.')
    const steps = timelineOf(found.game, found.round.events, found.stake)
    const start = steps.findIndex((step) => step.kind === 'featureStart' && step.intro.kind === 'pick')
    expect(steps[start - 1]).toMatchObject({ kind: 'scatter', begins: true })
    const scatters = steps.filter((step) => step.kind === 'scatter')
    expect(scatters.filter(({ begins }) => begins).length).toBe(1)
  },
)
