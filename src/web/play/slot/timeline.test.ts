import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { findRound } from '../rounds/find-round.ts'
import { timelineOf } from './timeline.ts'

const machinesWith = (kind: 'pick' | 'hold-and-win') =>
  catalogue.map(({ game }) => game).filter((game) => featureOf(game, kind))

test.each(machinesWith('hold-and-win').map((game) => [game.code, game] as const))(
  'the end of hold-and-win of %s counts the coins that were held',
  (_code, game) => {
    const found = findRound(game, 'feature-end', 1, 100_000)
    if (!found) throw new Error('There is no such round.')
    const steps = timelineOf(found.game, found.round.events, found.stake)
    const coins = steps.flatMap((step) => (step.kind === 'coins' ? step.positions : []))
    expect(new Set(coins).size).toBeGreaterThan(featureOf(game, 'hold-and-win')?.respins ?? 0)
    const end = steps.find((step) => step.kind === 'featureEnd' && step.feature === 'hold-and-win')
    expect(end).toMatchObject({ count: new Set(coins).size })
  },
)

test.each(machinesWith('pick').map((game) => [game.code, game] as const))(
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
