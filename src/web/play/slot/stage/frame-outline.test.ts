import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { themeOf } from '../theme.ts'
import { traceFrame, type FrameOutline } from './frame-outline.ts'

/** How far an outline reaches in a cell of 100 by 140. */
function extentOf(outline: FrameOutline): { left: number; right: number; top: number; low: number } {
  const points: [number, number][] = []
  const box = (x: number, y: number, width: number, height: number) => points.push([x, y], [x + width, y + height])
  const context = {
    beginPath: () => undefined,
    closePath: () => undefined,
    lineTo: (x: number, y: number) => points.push([x, y]),
    arc: (x: number, y: number, r: number) => box(x - r, y - r, 2 * r, 2 * r),
    roundRect: box,
  } as unknown as CanvasRenderingContext2D
  traceFrame(context, { x: 10, y: 20, width: 100, height: 140 }, outline)
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), low: Math.max(...ys) }
}

test.each(['tablet', 'roundel', 'stone'] as const)('the outline of a %s lies in the middle of its cell', (outline) => {
  const { left, right, top, low } = extentOf(outline)
  expect((left + right) / 2).toBeCloseTo(60)
  expect((top + low) / 2).toBeCloseTo(90)
  expect(low - top).toBeGreaterThan(90)
  expect(low - top).toBeLessThanOrEqual(100)
})

test('a stone stands on a corner: it is narrower than high', () => {
  const { left, right, top, low } = extentOf('stone')
  expect((right - left) / (low - top)).toBeCloseTo(Math.sqrt(3) / 2)
})

test('the outlines of a theme are those of symbols of its machine', () => {
  const named = catalogue.flatMap(({ game }) =>
    Object.keys(themeOf(game.code).outlines).map((id) => ({
      id,
      isKnown: game.symbols.some((symbol) => symbol.id === id),
    })),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ isKnown }) => !isKnown)).toEqual([])
})
