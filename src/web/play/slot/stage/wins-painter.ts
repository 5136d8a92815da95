import { createBadges, type Badges } from './badges.ts'
import { amountPlace, cellBox, numberPlaces, overlayMargin, type Box, type StageLayout } from './layout.ts'
import { columnShade } from './reels-painter.ts'
import { traceFrame, type FrameOutline } from './frame-outline.ts'
import type { SymbolBitmaps } from './symbol-bitmaps.ts'
import { filmMargin, type SymbolFilms } from './symbol-films.ts'
import type { SymbolAct } from './symbol-motion.ts'
import type { View } from '../view.ts'
import { lineColour, type Theme } from '../theme.ts'

/** One win on the overlay, with its formatted amount. */
export type PaintedWin = {
  /** The number of the line from 0 and its rows by reel; null for a win without a line. */
  line: { index: number; rows: readonly number[] } | null
  /** `reel * rows + row`. */
  positions: readonly number[]
  amount: string | null
  /** Its colour: of the line, or of its place among the wins. */
  colour: string
  /** At or below the stake: the amount has no colour and no ring. */
  isPlain: boolean
}

/** The animation state of a win. */
export type WinMoment = {
  /** Share of the line drawn, 0 to 1. */
  drawn: number
  /** Scale of the winning symbols; 1 with reduced motion. */
  pulse: number
  /** Opacity of everything. */
  alpha: number
  /** Ms since the film of the winning symbols began; null: they stand still. */
  filmMs: number | null
}

export type WinsPainter = {
  clear: () => void
  /** Nothing lies over the reels. */
  isClear: () => boolean
  /** Symbols that land or move at rest, as bright as those of the reels. */
  paintActs: (positions: readonly number[], view: View, act: SymbolAct, ms: number) => void
  /** Winning symbols in the shape of their frames, each position once, however many lines cross it. */
  paintSymbols: (positions: readonly number[], view: View, moment: WinMoment, colour?: string) => void
  /** The line, behind the symbols: call before `paintSymbols`. */
  paintLine: (win: PaintedWin, moment: WinMoment) => void
  /** The numbers of the lines that are shown together, none over another. */
  paintNumbers: (wins: readonly PaintedWin[], moment: WinMoment) => void
  paintAmount: (win: PaintedWin, moment: WinMoment) => void
  /** Draws freely in CSS pixels of the opening; `box` is what it may touch. */
  paintFreely: (box: Box, draw: (context: CanvasRenderingContext2D) => void) => void
}

export type WinsPaintParts = {
  fontFamily: string
  theme: Theme
  /** By symbol index. */
  outlineOf: (symbol: number) => FrameOutline
  films: () => SymbolFilms | null
}

/** Creates the painter of the overlay for one size. */
export function createWinsPainter(
  canvas: HTMLCanvasElement,
  layout: StageLayout,
  bitmaps: SymbolBitmaps,
  scale: number,
  { fontFamily, theme, outlineOf, films }: WinsPaintParts,
): WinsPainter {
  canvas.width = Math.round((layout.reels.width + 2 * overlayMargin) * scale)
  canvas.height = Math.round((layout.reels.height + 2 * overlayMargin) * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  context.setTransform(scale, 0, 0, scale, overlayMargin * scale, overlayMargin * scale)
  let dirty: Box | null = null
  // Numbers and films leave their cells; a film's edge may share a pixel with what lies around it.
  const reach = Math.max(overlayMargin, Math.min(layout.cell.width, layout.cell.height) * filmMargin + 2)
  const boxOf = (position: number): Box => cellBox(layout, Math.floor(position / layout.rows), position % layout.rows)
  const paint: Paint = {
    context,
    layout,
    bitmaps,
    films,
    fontFamily,
    theme,
    boxOf,
    outlineOf,
    backs: {
      tablet: paintWinBack(layout, scale, theme, 'tablet'),
      roundel: paintWinBack(layout, scale, theme, 'roundel'),
      stone: paintWinBack(layout, scale, theme, 'stone'),
    },
    badges: createBadges(bitmaps, fontFamily),
    shade: columnShade(Math.round(layout.cell.width * scale), Math.round(layout.cell.height * scale)),
    scale,
  }
  const touch = (box: Box): void => void (dirty = dirty === null ? box : around(dirty, box))
  const free = (box: Box, draw: (context: CanvasRenderingContext2D) => void) => {
    touch(box)
    draw(context)
    context.globalAlpha = 1
  }
  const whole: Box = { x: 0, y: 0, width: layout.reels.width, height: layout.reels.height }
  return {
    clear() {
      if (dirty === null) return
      const { x, y, width, height } = grown(dirty, reach)
      context.clearRect(x, y, width, height)
      dirty = null
    },
    isClear: () => dirty === null,
    paintActs(positions, view, act, ms) {
      for (const position of positions) {
        const picture = films()?.frame(symbolOf(view, position, layout.rows), act, ms)
        if (!picture) continue
        touch(boxOf(position))
        paintFilm(context, boxOf(position), picture)
        shadeCell(paint, position)
      }
    },
    paintSymbols(positions, view, moment, colour = '#f0c975') {
      for (const position of positions) {
        touch(boxOf(position))
        paintWinningSymbol(paint, position, view, moment, colour)
      }
      context.globalAlpha = 1
    },
    paintLine(win, moment) {
      if (win.line) free(whole, () => paintWinLine(paint, win, moment))
    },
    paintNumbers(wins, moment) {
      for (const { win, place } of placedNumbers(layout, wins))
        free(whole, () => paintLineNumber(paint, win, place, moment))
    },
    paintAmount(win, moment) {
      const { amount } = win
      if (amount !== null) free(whole, () => paintWinAmount(paint, win, amount, moment))
    },
    paintFreely: free,
  }
}

/** The wins on lines, each with the place of its number beside those of the others. */
function placedNumbers(layout: StageLayout, wins: readonly PaintedWin[]) {
  const firsts = wins.map(({ line, positions }) => (line === null ? null : (positions[0] ?? null)))
  const places = numberPlaces(layout, firsts)
  return wins.flatMap((win, index) => {
    const place = places[index]
    return place ? [{ win, place }] : []
  })
}

function around(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

type Paint = {
  context: CanvasRenderingContext2D
  layout: StageLayout
  bitmaps: SymbolBitmaps
  films: () => SymbolFilms | null
  fontFamily: string
  theme: Theme
  outlineOf: (symbol: number) => FrameOutline
  backs: Readonly<Record<FrameOutline, OffscreenCanvas>>
  badges: Badges
  shade: ReturnType<typeof columnShade>
  scale: number
  boxOf: (position: number) => Box
}

function paintWinningSymbol(paint: Paint, position: number, view: View, moment: WinMoment, colour: string): void {
  const { context, layout, bitmaps, films, outlineOf, backs, boxOf } = paint
  const box = boxOf(position)
  const symbol = symbolOf(view, position, layout.rows)
  const picture = bitmaps.sharp[symbol]
  if (!picture) return
  const film = moment.filmMs === null ? null : (films()?.frame(symbol, 'win', moment.filmMs) ?? null)
  const pulse = film === null ? moment.pulse : 1
  const width = box.width * pulse
  const height = box.height * pulse
  const lit = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
  context.globalAlpha = moment.alpha
  const outline = outlineOf(symbol)
  context.drawImage(backs[outline], lit.x, lit.y, width, height)
  const thin = layout.portrait ? 2 : 3
  traceFrame(context, lit, outline)
  context.strokeStyle = colour
  // The subject of a film leaves its frame: the line around lies behind it, half of it below the tablet.
  context.lineWidth = film === null ? thin : 2 * thin + 1
  if (film !== null) {
    context.stroke()
    paintFilm(context, box, film)
  } else {
    context.drawImage(picture, lit.x, lit.y, width, height)
    context.stroke()
  }
  paintFactor(paint, box, view.factors.get(position))
}

/** The factor of a wild stays legible in a win. */
function paintFactor({ context, badges, scale }: Paint, { x, y }: Box, factor = 1): void {
  if (factor <= 1) return
  context.save()
  context.scale(1 / scale, 1 / scale)
  badges.factor(context, x * scale, y * scale, `×${factor}`)
  context.restore()
}

function symbolOf(view: View, position: number, rows: number): number {
  return view.cells[Math.floor(position / rows)]?.[position % rows] ?? -1
}

/** One frame of a film about the middle of its cell. */
function paintFilm(context: CanvasRenderingContext2D, { x, y, width, height }: Box, picture: OffscreenCanvas): void {
  const side = Math.min(width, height) * (1 + 2 * filmMargin)
  context.drawImage(picture, x + (width - side) / 2, y + (height - side) / 2, side, side)
}

/** The shadow of the frame on what was painted in the uppermost and the lowest cell of a reel. */
function shadeCell({ context, layout, shade, scale, boxOf }: Paint, position: number): void {
  const { x, width } = boxOf(position)
  const row = position % layout.rows
  const high = shade.height / scale
  context.globalCompositeOperation = 'source-atop'
  if (row === 0) context.drawImage(shade.top, x, 0, width, high)
  if (row === layout.rows - 1) context.drawImage(shade.bottom, x, layout.reels.height - high, width, high)
  context.globalCompositeOperation = 'source-over'
}

/** The ground of a winning symbol in the shape of its frame; painted once per size, because gradients are expensive. */
function paintWinBack(
  { cell }: StageLayout,
  scale: number,
  { ground, light }: Theme,
  outline: FrameOutline,
): OffscreenCanvas {
  const context = new OffscreenCanvas(Math.round(cell.width * scale), Math.round(cell.height * scale)).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  context.scale(scale, scale)
  const side = Math.min(cell.width, cell.height)
  const glow = context.createRadialGradient(
    cell.width / 2,
    cell.height / 2,
    side * 0.08,
    cell.width / 2,
    cell.height / 2,
    side * 0.62,
  )
  glow.addColorStop(0, `rgba(${light}, .3)`)
  glow.addColorStop(1, `rgba(${light}, .02)`)
  traceFrame(context, { x: 0, y: 0, ...cell }, outline)
  context.fillStyle = ground.middle
  context.fill()
  context.fillStyle = glow
  context.fill()
  return context.canvas
}

type Point = { x: number; y: number }

/** The line from the left edge through its winning cells. The symbols are painted over it, so it crosses no face. */
function paintWinLine({ context, layout, boxOf }: Paint, win: PaintedWin, moment: WinMoment): void {
  const points = win.positions.map((position): Point => middleOf(boxOf(position)))
  const [first] = points
  if (!first) return
  const path = [{ x: -6, y: first.y }, ...points]
  const reach = -6 + ((points.at(-1)?.x ?? 0) + 6) * moment.drawn
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const [width, colour] of [
    [layout.portrait ? 7 : 11, 'rgba(6, 4, 10, .7)'],
    [layout.portrait ? 4 : 6, win.colour],
  ] as const) {
    context.globalAlpha = moment.alpha
    context.lineWidth = width
    context.strokeStyle = colour
    context.beginPath()
    tracePath(context, path, reach)
    context.stroke()
  }
}

function tracePath(context: CanvasRenderingContext2D, path: readonly Point[], reach: number): void {
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
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function paintLineNumber({ context, fontFamily }: Paint, win: PaintedWin, place: Box, moment: WinMoment): void {
  if (win.line === null) return
  const { x, y } = middleOf(place)
  const size = place.width
  context.globalAlpha = moment.alpha
  context.beginPath()
  context.roundRect(place.x, place.y, size, size, size * 0.3)
  context.fillStyle = win.colour
  context.fill()
  context.strokeStyle = 'rgba(6, 4, 10, .85)'
  context.lineWidth = 1.5
  context.stroke()
  context.font = `800 ${Math.round(size * 0.56)}px ${fontFamily}`
  context.fillStyle = '#120a06'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(String(win.line.index + 1), x, y + size * 0.03)
}

function paintWinAmount(
  { context, layout, fontFamily }: Paint,
  win: PaintedWin,
  amount: string,
  moment: WinMoment,
): void {
  const middle = win.positions[Math.floor((win.positions.length - 1) / 2)]
  if (middle === undefined) return
  const size = Math.round(Math.max(13, Math.min(26, layout.cell.width * 0.13)))
  context.font = `700 ${size}px ${fontFamily}`
  const width = context.measureText(amount).width + size * 1.5
  const height = size * 1.75
  const { x, y } = amountPlace(layout, middle, { width, height })
  context.globalAlpha = moment.alpha
  context.beginPath()
  context.roundRect(x, y, width, height, height / 2)
  context.fillStyle = 'rgba(9,7,14,.94)'
  context.fill()
  if (!win.isPlain) {
    context.lineWidth = 1.5
    context.strokeStyle = win.colour
    context.stroke()
  }
  context.fillStyle = win.isPlain ? '#dcd8e2' : '#ffe9b8'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(amount, x + width / 2, y + height / 2 + size * 0.06)
}

/** The colour of a win: of its line, or of its place in the list where there are no lines. */
export function winColour(line: number | null, place: number): string {
  return lineColour(line ?? place)
}
