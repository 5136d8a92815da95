import { afterEach, expect, test, vi } from 'vitest'
import { anySlot } from '#test/any-slot.ts'
import type { View } from '../view.ts'
import { themeOf } from '../theme.ts'
import { cellBox, layOut } from './layout.ts'
import { createWinsPainter } from './wins-painter.ts'
import { filmMargin } from './symbol-films.ts'

type Area = { x: number; y: number; width: number; height: number }

/** A canvas that paints nothing and keeps which areas are cleared. */
function createCanvas(width: number, height: number, cleared: Area[] = []): HTMLCanvasElement {
  const calls = {
    canvas: { width, height },
    clearRect: (x: number, y: number, across: number, down: number) =>
      cleared.push({ x, y, width: across, height: down }),
  }
  const nothing = () => ({ addColorStop: () => undefined })
  const context = new Proxy(calls, { get: (own, name) => Reflect.get(own, name) ?? nothing, set: () => true })
  return { width, height, getContext: () => context } as unknown as HTMLCanvasElement
}

afterEach(() => vi.unstubAllGlobals())

test.each([390, 1400, 1920, 2560])('clearing the overlay of a window of %i removes all of a film', (wide) => {
  vi.stubGlobal('OffscreenCanvas', function (width: number, height: number) {
    return createCanvas(width, height)
  })
  const layout = layOut({ width: wide, height: wide * 0.6 }, { columns: 5, rows: 3 }, wide < 500)
  const { width, height } = layout.cell
  const picture = createCanvas(width, height)
  const cleared: Area[] = []
  const painter = createWinsPainter(
    createCanvas(0, 0, cleared),
    layout,
    { sharp: [picture], smeared: [picture], width, height },
    1,
    {
      fontFamily: 'sans-serif',
      theme: themeOf(anySlot.code),
      outlineOf: () => 'roundel',
      films: () => ({ frame: () => createCanvas(1, 1) as unknown as OffscreenCanvas, isLively: () => true }),
    },
  )
  const view: View = {
    strips: 'base',
    tops: [],
    cells: [[0, 0, 0]],
    factors: new Map(),
    coins: null,
    held: [],
    covered: [],
  }
  painter.paintActs([1], view, 'land', 0)
  painter.clear()
  const cell = cellBox(layout, 0, 1)
  const reach = Math.min(width, height) * filmMargin
  const [area] = cleared
  if (!area) throw new Error('nothing is cleared')
  expect(area.x).toBeLessThan(cell.x + width / 2 - Math.min(width, height) / 2 - reach)
  expect(area.y).toBeLessThan(cell.y + height / 2 - Math.min(width, height) / 2 - reach)
  expect(area.x + area.width).toBeGreaterThan(cell.x + width / 2 + Math.min(width, height) / 2 + reach)
})
