import { afterEach, expect, test, vi } from 'vitest'
import { anySlot } from '#test/any-slot.ts'
import { themeOf } from '../theme.ts'
import { layOut } from './layout.ts'
import { columnShade, createReelsPainter } from './reels-painter.ts'

type Span = { from: number; to: number }

/** A canvas that paints nothing. It keeps from where to where each picture is drawn, cut to the rectangle that clips it. */
function createCanvas(width: number, height: number, drawn: Span[] = []): HTMLCanvasElement {
  const whole = { from: -Infinity, to: Infinity }
  const clips: Span[] = [whole]
  let rectangle: Span = whole
  const calls = {
    canvas: { width, height },
    save: () => clips.push(clips.at(-1) ?? whole),
    restore: () => clips.pop(),
    rect: (x: number, _y: number, across: number) => (rectangle = { from: x, to: x + across }),
    clip: () => clips.splice(-1, 1, rectangle),
    drawImage(picture: { width: number }, x: number, _y: number, across = picture.width) {
      const clip = clips.at(-1) ?? whole
      drawn.push({ from: Math.max(x, clip.from), to: Math.min(x + across, clip.to) })
    },
  }
  const nothing = () => ({ addColorStop: () => undefined })
  const context = new Proxy(calls, { get: (own, name) => Reflect.get(own, name) ?? nothing, set: () => true })
  return { width, height, getContext: () => context } as unknown as HTMLCanvasElement
}

afterEach(() => vi.unstubAllGlobals())

test('a symbol that grows stays within its reel, because nothing repaints the gaps', () => {
  vi.stubGlobal('OffscreenCanvas', function (width: number, height: number) {
    return createCanvas(width, height)
  })
  const layout = layOut({ width: 1400, height: 600 }, { columns: 5, rows: 4 })
  const { width, height } = layout.cell
  const picture = createCanvas(width, height)
  const drawn: Span[] = []
  const painter = createReelsPainter({
    canvas: createCanvas(0, 0, drawn),
    layout,
    bitmaps: { sharp: [picture], smeared: [picture], width, height },
    scale: 1,
    theme: themeOf(anySlot.code),
    fontFamily: 'sans-serif',
    formatAmount: String,
  })
  painter.paintCells(2, [{ symbol: 0, row: 1, scale: 1.12 }])
  const from = 2 * (width + layout.gap)
  expect(drawn.length).toBeGreaterThan(1)
  expect(drawn.filter((span) => span.from < from || span.to > from + width)).toEqual([])
})

test('the shadow of the frame ends before the word at the lower edge of a symbol', () => {
  vi.stubGlobal('OffscreenCanvas', function (width: number, height: number) {
    return createCanvas(width, height)
  })
  for (const cell of [46, 120, 190]) expect(columnShade(cell, cell).height).toBeLessThan(cell * 0.07)
})
