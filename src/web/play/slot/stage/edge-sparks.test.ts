import { afterEach, expect, test, vi } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { themeOf } from '../theme.ts'
import { createEdgeSparks } from './edge-sparks.ts'
import { cellBox, layOut, overlayMargin } from './layout.ts'
import { anticipationMs } from './reel-motion.ts'

afterEach(() => vi.unstubAllGlobals())

/** A context that keeps where it draws pictures and the widths of its lines. */
function recordingContext() {
  const drawn: { x: number; y: number; size: number }[] = []
  const lines: number[] = []
  const calls = {
    drawImage: (_picture: unknown, x: number, y: number, size: number) => drawn.push({ x, y, size }),
    stroke: () => lines.push(calls.lineWidth),
    lineWidth: 0,
  }
  const context = new Proxy(calls, {
    get: (own, name) => Reflect.get(own, name) ?? (() => ({ addColorStop: () => undefined })),
  })
  return { context: context as unknown as CanvasRenderingContext2D, drawn, lines }
}

function lightedAt(code: string, columns: number, rows: number, ms: number) {
  vi.stubGlobal('OffscreenCanvas', function () {
    return { getContext: () => recordingContext().context }
  })
  const layout = layOut({ width: 1400, height: 600 }, { columns, rows })
  const record = recordingContext()
  createEdgeSparks(layout, themeOf(code), 1).draw(record.context, columns - 1, ms)
  return { ...record, cell: cellBox(layout, columns - 1, 0), layout }
}

test.each(catalogue.map(({ game }) => [game.code, game.grid.reels, game.grid.rows] as const))(
  'the edges of the reel that %s waits for have more light the longer it runs, always the same',
  (code, columns, rows) => {
    const at = (ms: number) => lightedAt(code, columns, rows, ms)
    const sum = ({ drawn, lines }: ReturnType<typeof at>) =>
      drawn.reduce((all, { size }) => all + size, 0) + lines.reduce((all, width) => all + width, 0)
    const [first, middle, last] = [at(60), at(anticipationMs / 2), at(anticipationMs)]
    expect(sum(first)).toBeGreaterThan(0)
    expect(sum(middle)).toBeGreaterThan(sum(first))
    expect(sum(last)).toBeGreaterThan(sum(middle))
    expect(at(anticipationMs).drawn).toEqual(last.drawn)
    // The middle of the reel stays free, and the edge of the overlay cuts nothing.
    const { cell, drawn, layout } = last
    for (const { x, size } of drawn) {
      const away = Math.min(Math.abs(x + size / 2 - cell.x), Math.abs(x + size / 2 - cell.x - cell.width))
      expect(away).toBeLessThanOrEqual(cell.width * 0.3)
      expect(x + size).toBeLessThanOrEqual(layout.reels.width + overlayMargin + 0.001)
    }
  },
)
