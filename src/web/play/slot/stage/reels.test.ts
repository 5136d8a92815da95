import { expect, test } from 'vitest'
import { anySlot } from '#test/any-slot.ts'
import { createSound } from '#web/play/kit/sound.ts'
import { findRound } from '../../rounds/find-round.ts'
import { timelineOf } from '../timeline.ts'
import { createReels } from './reels.ts'
import type { Surface } from './surface.ts'

const nothing = (): void => undefined

test('while a reel is waited for, of the symbols that spring back only those that trigger are bright', () => {
  const found = findRound(anySlot.game, 'anticipation', 1, 100_000)
  if (!found) throw new Error('There is no such round.')
  const steps = timelineOf(found.game, found.round.events, found.stake)
  const spin = steps.find((step) => step.kind === 'spin' && step.anticipated.includes(true))
  if (spin?.kind !== 'spin') throw new Error('No reel is waited for.')
  const bright = { waiting: new Set<number>(), before: new Set<number>() }
  let waits = false
  const surface = {
    reels: {
      paintReel: (_reel: number, _at: unknown, _ms: number, light?: { glow: number }) => {
        waits ||= (light?.glow ?? 0) > 0
      },
      paintRest: nothing,
      paintCells: nothing,
    },
    wins: {
      clear: nothing,
      paintFreely: nothing,
      paintSymbols: nothing,
      paintActs: (positions: readonly number[]) => {
        for (const position of positions) bright[waits ? 'waiting' : 'before'].add(position)
      },
    },
    sparks: { boxOf: nothing, draw: nothing },
    films: { isLively: () => true, frame: () => null },
  } as unknown as Surface
  const sound = createSound(null, { root: 220, timbre: 'bell' })
  const reels = createReels(found.game)
  reels.press(0)
  reels.planStops(spin, 0)
  for (let now = 0; reels.moving(); now += 16) {
    waits = false
    reels.paintMoving(surface, now, sound)
  }
  const triggers = new Set(spin.triggers)
  expect([...bright.before].some((position) => !triggers.has(position))).toBe(true)
  expect([...bright.waiting].filter((position) => !triggers.has(position))).toEqual([])
  expect([...bright.waiting].length).toBeGreaterThan(0)
})
