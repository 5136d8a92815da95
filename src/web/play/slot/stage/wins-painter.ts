import { cellBox, type Box, type StageLayout } from './layout.ts'
import type { SymbolBitmaps } from './symbol-bitmaps.ts'

/** One win on the overlay: a line or a scatter, with its formatted amount. */
export type PaintedWin = {
  /** Rows by reel; null for a win without a line. */
  line: readonly number[] | null
  /** `reel * rows + row`. */
  positions: readonly number[]
  amount: string | null
}

/** The animation state of a win. */
export type WinMoment = {
  /** Share of the line drawn, 0 to 1. */
  drawn: number
  /** Scale of the winning symbols; 1 with reduced motion. */
  pulse: number
  /** Opacity of everything. */
  alpha: number
}

export type WinsPainter = {
  clear: () => void
  /** Winning symbols with a gilt edge, each position once, however many lines cross it. */
  paintSymbols: (positions: readonly number[], grid: readonly (readonly number[])[], moment: WinMoment) => void
  paintLine: (win: PaintedWin, moment: WinMoment) => void
  paintAmount: (win: PaintedWin, moment: WinMoment) => void
  /** Gilt dust for a big win: `progress` 0 to 1. */
  paintDust: (progress: number) => void
}

/** Margin around the opening for lines and enlarged symbols, in CSS pixels. */
export const overlayMargin = 18

/** Creates the painter of the overlay for one size. */
export function createWinsPainter(
  canvas: HTMLCanvasElement,
  layout: StageLayout,
  bitmaps: SymbolBitmaps,
  scale: number,
  fontFamily: string,
): WinsPainter {
  canvas.width = Math.round((layout.reels.width + 2 * overlayMargin) * scale)
  canvas.height = Math.round((layout.reels.height + 2 * overlayMargin) * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  context.setTransform(scale, 0, 0, scale, overlayMargin * scale, overlayMargin * scale)
  let dirty = false
  const boxOf = (position: number): Box => cellBox(layout, Math.floor(position / layout.rows), position % layout.rows)
  const paint: Paint = { context, layout, bitmaps, fontFamily, boxOf, tile: paintWinTile(layout, scale) }
  return {
    clear() {
      if (!dirty) return
      context.clearRect(
        -overlayMargin,
        -overlayMargin,
        layout.reels.width + 2 * overlayMargin,
        layout.reels.height + 2 * overlayMargin,
      )
      dirty = false
    },
    paintSymbols(positions, grid, moment) {
      dirty = true
      for (const position of positions) paintWinningSymbol(paint, position, grid, moment)
      context.globalAlpha = 1
    },
    paintLine(win, moment) {
      dirty = true
      if (win.line) paintWinLine(paint, win.line, moment)
      context.globalAlpha = 1
    },
    paintAmount(win, moment) {
      dirty = true
      if (win.amount !== null) paintWinAmount(paint, win, win.amount, moment)
      context.globalAlpha = 1
    },
    paintDust(progress) {
      dirty = true
      paintGiltDust(paint, progress)
      context.globalAlpha = 1
    },
  }
}

type Paint = {
  context: CanvasRenderingContext2D
  layout: StageLayout
  bitmaps: SymbolBitmaps
  fontFamily: string
  tile: WinTile
  boxOf: (position: number) => Box
}

function paintWinningSymbol(
  { context, layout, bitmaps, tile, boxOf }: Paint,
  position: number,
  grid: readonly (readonly number[])[],
  moment: WinMoment,
): void {
  const box = boxOf(position)
  const symbol = grid[Math.floor(position / layout.rows)]?.[position % layout.rows]
  const picture = symbol === undefined ? undefined : bitmaps.sharp[symbol]
  if (!picture) return
  context.globalAlpha = moment.alpha
  context.drawImage(tile.back, box.x, box.y, box.width, box.height)
  const width = box.width * moment.pulse
  const height = box.height * moment.pulse
  context.drawImage(picture, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
  context.drawImage(tile.edge, box.x, box.y, box.width, box.height)
}

/** Background and edge of a winning symbol; painted once per size, because gradients are expensive. */
type WinTile = { back: OffscreenCanvas; edge: OffscreenCanvas }

function paintWinTile({ cell, portrait }: StageLayout, scale: number): WinTile {
  const surface = () => {
    const context = new OffscreenCanvas(Math.round(cell.width * scale), Math.round(cell.height * scale)).getContext(
      '2d',
    )
    if (!context) throw new Error('This browser has no 2D canvas.')
    context.scale(scale, scale)
    return context
  }
  const side = Math.min(cell.width, cell.height) * 0.94
  const corner = { x: (cell.width - side) / 2, y: (cell.height - side) / 2 }
  const middle = { x: cell.width / 2, y: cell.height / 2 }
  const back = surface()
  back.fillStyle = '#17111c'
  back.fillRect(0, 0, cell.width, cell.height)
  const glow = back.createRadialGradient(middle.x, middle.y, side * 0.1, middle.x, middle.y, side * 0.66)
  glow.addColorStop(0, 'rgba(232,177,90,.42)')
  glow.addColorStop(1, 'rgba(232,177,90,.04)')
  back.fillStyle = glow
  back.beginPath()
  back.roundRect(corner.x, corner.y, side, side, side * 0.17)
  back.fill()
  const edge = surface()
  const gilt = edge.createLinearGradient(corner.x, corner.y, corner.x + side, corner.y + side)
  for (const [at, colour] of [
    [0, '#fff3cf'],
    [0.3, '#d9a94f'],
    [0.55, '#a8752c'],
    [0.8, '#f0c975'],
    [1, '#fff3cf'],
  ] as const) {
    gilt.addColorStop(at, colour)
  }
  edge.strokeStyle = gilt
  edge.lineWidth = portrait ? 1.75 : 2.5
  edge.beginPath()
  edge.roundRect(corner.x, corner.y, side, side, side * 0.17)
  edge.stroke()
  return { back: back.canvas, edge: edge.canvas }
}

function paintWinLine({ context, layout, boxOf }: Paint, rows: readonly number[], moment: WinMoment): void {
  const points = rows.map((row, reel) => {
    const box = boxOf(reel * layout.rows + row)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return
  const path = [{ x: -4, y: first.y }, ...points, { x: layout.reels.width + 4, y: last.y }]
  const trace = () => {
    const reach = -4 + (layout.reels.width + 8) * moment.drawn
    context.beginPath()
    for (const [index, point] of path.entries()) {
      const before = path[index - 1]
      if (!before) context.moveTo(point.x, point.y)
      else if (point.x <= reach) context.lineTo(point.x, point.y)
      else {
        const share = Math.max(0, (reach - before.x) / (point.x - before.x))
        context.lineTo(before.x + (point.x - before.x) * share, before.y + (point.y - before.y) * share)
        break
      }
    }
    context.stroke()
  }
  const thin = layout.portrait ? 0.6 : 1
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [width, colour] of [
    [13, 'rgba(232,193,119,.14)'],
    [8, 'rgba(30,14,2,.55)'],
    [4.5, '#e8c177'],
    [1.6, '#fff6dc'],
  ] as const) {
    context.globalAlpha = moment.alpha
    context.lineWidth = width * thin
    context.strokeStyle = colour
    trace()
  }
}

function paintWinAmount(
  { context, layout, fontFamily, boxOf }: Paint,
  win: PaintedWin,
  amount: string,
  moment: WinMoment,
): void {
  const middle = win.positions[Math.floor((win.positions.length - 1) / 2)]
  if (middle === undefined) return
  const box = boxOf(middle)
  const size = Math.round(Math.max(13, Math.min(26, layout.cell.width * 0.16)))
  context.font = `700 ${size}px ${fontFamily}`
  const width = context.measureText(amount).width + size * 1.5
  const height = size * 1.75
  const x = Math.min(Math.max(0, box.x + box.width / 2 - width / 2), layout.reels.width - width)
  const y = box.y + box.height - height * 0.9
  context.globalAlpha = moment.alpha
  roundedBox(context, { x, y, width, height }, height / 2)
  context.fillStyle = 'rgba(9,7,14,.94)'
  context.fill()
  context.lineWidth = 1.25
  context.strokeStyle = '#e8c177'
  context.stroke()
  context.fillStyle = '#ffe9b8'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(amount, x + width / 2, y + height / 2 + size * 0.06)
}

const dustGrains = 42

/** Grains rise and fade; their positions derive from their index, without randomness. */
function paintGiltDust({ context, layout }: Paint, progress: number): void {
  for (let grain = 0; grain < dustGrains; grain += 1) {
    const own = (grain * 0.618_034) % 1
    const age = (progress * 1.6 + own) % 1
    const x = layout.reels.width * ((grain * 0.754_877) % 1) + Math.sin((age + own) * 9) * 10
    const y = layout.reels.height * (1.02 - age * 0.95)
    const size = 1.2 + 2.6 * ((grain * 0.569_84) % 1)
    context.globalAlpha = Math.max(0, Math.sin(Math.PI * age)) * (1 - progress) ** 0.4
    context.fillStyle = grain % 3 === 0 ? '#fff3cf' : '#e8c177'
    context.fillRect(x, y, size, size)
  }
}

function roundedBox(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, radius)
}
