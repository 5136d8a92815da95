import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { anySlot } from '#test/any-slot.ts'
import { hostileEngines } from '#test/hostile-engines.ts'
import { sampleDraw } from '#test/random.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { compile } from './compiled.ts'
import { playChecked, type Engine } from './checked-play.ts'
import { play } from './play.ts'

const { game } = anySlot
const stake = wholeUnits(1_000)
const first = (): number => 0

test('every round of the real engine fits, with its events as text', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const checked = playChecked(game, sampleDraw(seed), stake)
    if (checked.kind === 'void') throw new Error(`round ${seed} is void: ${checked.detail}`)
    const { round, text } = checked
    expect(JSON.parse(text)).toEqual(round.events)
    expect(round.pay).toBe(amountOfUnits(round.units, stake, game.unitsPerStake))
  }
})

test.each(Object.entries(hostileEngines))('an engine that %s makes a void round', (_, { engine, reason, detail }) => {
  const checked = playChecked(game, first, stake, engine)
  expect(checked).toMatchObject({ kind: 'void', reason, detail: expect.stringMatching(detail) })
})

test('an engine that goes on after its draws are refused makes a void round', () => {
  const deaf: Engine = (of, draw, options) => {
    for (let index = 0; index <= compile(of).drawsLimit; index += 1) {
      try {
        draw(2)
      } catch {
        // It does not listen.
      }
    }
    return play(of, first, options)
  }
  expect(playChecked(game, first, stake, deaf)).toMatchObject({ kind: 'void', reason: 'no-result' })
})

test('what an engine says of its failure is cut', () => {
  const talkative: Engine = () => {
    throw new Error('x'.repeat(10_000))
  }
  const checked = playChecked(game, first, stake, talkative)
  expect(checked.kind === 'void' && checked.detail.length).toBe(300)
})
