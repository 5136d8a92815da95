import { describe, expect, test } from 'vitest'
import { drawFrom } from '#domain/games/draw.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { compile } from '#domain/games/slot/compiled.ts'
import { structureFaults } from '#domain/games/slot/structure.ts'
import { playUnits } from '#domain/games/slot/play.ts'
import { roundFault } from '#domain/games/slot/round-check.ts'
import { slateSlots } from '#test/slate-slots.ts'
import { cipherStream } from './chance.ts'
import { hasExactReturn } from './exact.ts'
import { simulate } from './simulate.ts'

/** Each machine of the slate as a sketch: its data are sound, and the mechanic that makes the machine occurs. */

test('the slate has twelve machines', () => {
  expect(slateSlots).toHaveLength(12)
})

describe.each(slateSlots)('$machine', ({ game, isExact, shows }) => {
  test('is data that the engine plays, and its mechanic occurs', () => {
    expect(structureFaults(game)).toEqual([])
    const compiled = compile(game)
    const draw = drawFrom(cipherStream(`play ${game.code}`))
    const rounds = Array.from({ length: 4000 }, () => {
      const events: RoundEvent[] = []
      const { total } = playUnits(compiled, draw, (event) => events.push(event), 1000)
      return { events, fault: roundFault(game, total, events) }
    })
    expect(rounds.filter(({ fault }) => fault !== null)).toEqual([])
    expect(rounds.some(({ events }) => events.some(shows))).toBe(true)
  })

  test('has the exact method that the decision names, and a simulation within its most draws', () => {
    expect(hasExactReturn(compile(game))).toBe(isExact)
    expect(simulate(game, 5000, 'slate').mostDraws).toBeLessThanOrEqual(compile(game).drawsLimit)
  })
})
