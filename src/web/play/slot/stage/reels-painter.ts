import type { Amount } from '#domain/money.ts'
import type { Theme } from '../theme.ts'
import type { View } from '../view.ts'
import { createBadges, type Badges } from './badges.ts'
import type { StageLayout } from './layout.ts'
import { heldMark, tallFrame } from './marks.ts'
import { positionAt, speedShareAt, type ReelMotion } from './reel-motion.ts'
import { symbolAt, type Tape } from './reel-tape.ts'
import type { SymbolBitmaps } from './symbol-bitmaps.ts'

/** One reel to paint in motion: its tape, and the rows over which a wild lies meanwhile. */
export type PaintedReel = {
  tape: Tape
  motion: ReelMotion | null
  held?: readonly number[]
  wild?: number
}

/** One cell of a column: `row` may lie between two rows. */
export type PaintedCell = {
  /** Null: an empty place of hold-and-win. */
  symbol: number | null
  row: number
  /** Size and opacity, 1 by default; `across` squeezes it sideways, as when it turns over. */
  scale?: number
  alpha?: number
  across?: number
  factor?: number | undefined
  coin?: Amount | undefined
  /** Its wild stays. */
  held?: boolean
}

/** Paints the opening of the reels, opaque: one column at a time, and only those that change. */
export type ReelsPainter = {
  /** Paints reel `index` at `ms` after the press. `glow` (0 to 1) lights it, `dim` darkens it. */
  paintReel: (index: number, reel: PaintedReel, ms: number, light?: { glow: number; dim: number }) => void
  /** Paints reel `index` of a view at rest. */
  paintRest: (index: number, view: View, dim: number) => void
  /** Paints reel `index` from single cells. */
  paintCells: (index: number, cells: readonly PaintedCell[], dim?: number) => void
  /** Darkens all reels; winning symbols are then painted on the overlay. */
  dim: (share: number) => void
  /** A copy of the current picture, for cross-fades. */
  picture: () => Promise<ImageBitmap>
  /** Draws an earlier picture over the current one. */
  lay: (picture: ImageBitmap, alpha: number) => void
}

export type ReelsPaintParts = {
  canvas: HTMLCanvasElement
  layout: StageLayout
  bitmaps: SymbolBitmaps
  /** Device pixels per CSS pixel. */
  scale: number
  theme: Theme
  fontFamily: string
  formatAmount: (amount: Amount) => string
}

const smearFrom = 0.5

/** Creates the painter for one size. */
export function createReelsPainter(parts: ReelsPaintParts): ReelsPainter {
  const { canvas, layout, bitmaps, scale, theme } = parts
  const width = Math.round(layout.reels.width * scale)
  const height = Math.round(layout.reels.height * scale)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no 2D canvas.')
  const gap = Math.round(layout.gap * scale)
  const paint: Paint = {
    ...parts,
    context,
    height,
    pitchX: bitmaps.width + gap,
    pitchY: bitmaps.height + gap,
    column: columnBackground(bitmaps.width, height, theme),
    shade: columnShade(bitmaps.width, bitmaps.height),
    hole: emptyPlace(bitmaps.width, bitmaps.height, theme),
    badges: createBadges(bitmaps, parts.fontFamily),
    mark: heldMark(bitmaps.width, bitmaps.height, theme),
    tall: tallFrame(bitmaps.width, height, theme),
  }
  context.fillStyle = '#050509'
  context.fillRect(0, 0, width, height)
  const cells = (index: number, items: readonly PaintedCell[], dim = 0, over: OffscreenCanvas | null = null) => {
    context.drawImage(paint.column, index * paint.pitchX, 0)
    withinColumn(paint, index, () => {
      for (const item of items) paintCell(paint, index, item)
    })
    if (over) context.drawImage(over, index * paint.pitchX, 0)
    finishColumn(paint, index, dim)
  }

  return {
    paintReel: (index, reel, ms, light) => paintMotion(paint, index, reel, ms, light ?? { glow: 0, dim: 0 }),
    paintRest: (index, view, dim) =>
      cells(index, restCells(view, index), dim, view.covered.includes(index) ? paint.tall : null),
    paintCells: (index, items, dim) => cells(index, items, dim),
    dim(share) {
      context.fillStyle = `rgba(5, 5, 10, ${share})`
      context.fillRect(0, 0, width, height)
    },
    picture: () => createImageBitmap(canvas),
    lay(picture, alpha) {
      context.globalAlpha = alpha
      context.drawImage(picture, 0, 0, width, height)
      context.globalAlpha = 1
    },
  }
}

/** The cells of one reel of a view: in hold-and-win only coins are there. */
export function restCells({ cells, factors, coins, held }: View, index: number): PaintedCell[] {
  const symbols = cells[index] ?? []
  return symbols.map((symbol, row) => {
    const position = index * symbols.length + row
    const coin = coins?.get(position)
    if (coins !== null && coin === undefined) return { symbol: null, row }
    return { symbol, row, factor: factors.get(position), coin, held: held.includes(position) }
  })
}

type Paint = Omit<ReelsPaintParts, 'canvas'> & {
  context: CanvasRenderingContext2D
  height: number
  pitchX: number
  pitchY: number
  column: OffscreenCanvas
  shade: { top: OffscreenCanvas; bottom: OffscreenCanvas; height: number }
  hole: OffscreenCanvas
  badges: Badges
  mark: OffscreenCanvas
  tall: OffscreenCanvas
}

function paintMotion(
  paint: Paint,
  index: number,
  reel: PaintedReel,
  ms: number,
  { glow, dim }: { glow: number; dim: number },
): void {
  const { context, layout, bitmaps, pitchX, pitchY, height, theme } = paint
  const { tape, motion, held = [], wild = -1 } = reel
  const x = index * pitchX
  const position = motion ? positionAt(motion, ms) : 0
  const source = motion !== null && speedShareAt(motion, ms) > smearFrom ? bitmaps.smeared : bitmaps.sharp
  const travelled = Math.floor(position)
  const part = position - travelled
  context.drawImage(paint.column, x, 0)
  if (glow > 0) lightEdges(context, x, bitmaps.width, height, glow, theme.light)
  for (let row = -1; row <= layout.rows; row += 1) {
    const y = Math.round((row + part) * pitchY)
    if (y <= -pitchY || y >= height) continue
    const picture = source[symbolAt(tape, travelled, row)]
    if (picture) context.drawImage(picture, x, y)
  }
  for (const row of held) {
    const y = row * pitchY
    context.drawImage(paint.column, 0, y, bitmaps.width, bitmaps.height, x, y, bitmaps.width, bitmaps.height)
    const picture = bitmaps.sharp[wild]
    if (picture) context.drawImage(picture, x, y)
    context.drawImage(paint.mark, x, y)
  }
  finishColumn(paint, index, dim)
}

function paintCell(paint: Paint, index: number, cell: PaintedCell): void {
  const { context, bitmaps, pitchX, pitchY, badges } = paint
  const x = index * pitchX
  const y = Math.round(cell.row * pitchY)
  if (cell.symbol === null) {
    context.drawImage(paint.hole, x, y)
    return
  }
  const picture = bitmaps.sharp[cell.symbol]
  if (!picture) return
  const scale = cell.scale ?? 1
  const width = bitmaps.width * scale * (cell.across ?? 1)
  const height = bitmaps.height * scale
  context.globalAlpha = cell.alpha ?? 1
  if (width === bitmaps.width && height === bitmaps.height) context.drawImage(picture, x, y)
  else context.drawImage(picture, x + (bitmaps.width - width) / 2, y + (bitmaps.height - height) / 2, width, height)
  if (cell.held === true) context.drawImage(paint.mark, x, y)
  if (cell.factor !== undefined && cell.factor > 1) badges.factor(context, x, y, `×${cell.factor}`)
  if (cell.coin !== undefined) badges.coin(context, x, y, paint.formatAmount(cell.coin))
  context.globalAlpha = 1
}

/** Cuts what `draw` paints to the reel: nothing repaints the gaps, so a symbol that grows would leave specks in them. */
function withinColumn({ context, bitmaps, pitchX, height }: Paint, index: number, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(index * pitchX, 0, bitmaps.width, height)
  context.clip()
  draw()
  context.restore()
}

/** The shadow of the frame, and the darkness over a reel that is not the point. */
function finishColumn({ context, shade, bitmaps, pitchX, height }: Paint, index: number, dim: number): void {
  const x = index * pitchX
  context.drawImage(shade.top, x, 0)
  context.drawImage(shade.bottom, x, height - shade.height)
  if (dim === 0) return
  context.fillStyle = `rgba(5, 5, 10, ${dim})`
  context.fillRect(x, 0, bitmaps.width, height)
}

/** Light along both sides of a reel in anticipation. */
function lightEdges(
  context: CanvasRenderingContext2D,
  x: number,
  width: number,
  height: number,
  glow: number,
  light: string,
): void {
  context.fillStyle = `rgba(${light}, ${0.14 * glow})`
  context.fillRect(x, 0, width, height)
  const reach = Math.round(width * 0.16)
  for (const [from, to] of [
    [x, x + reach],
    [x + width, x + width - reach],
  ] as const) {
    const ramp = context.createLinearGradient(from, 0, to, 0)
    ramp.addColorStop(0, `rgba(${light}, ${0.85 * glow})`)
    ramp.addColorStop(0.2, `rgba(${light}, ${0.4 * glow})`)
    ramp.addColorStop(1, `rgba(${light}, 0)`)
    context.fillStyle = ramp
    context.fillRect(Math.min(from, to), 0, reach, height)
  }
}

function column2d(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return context
}

/** Lacquer, slightly lighter in the middle like a cylinder. */
function columnBackground(width: number, height: number, { ground, light }: Theme): OffscreenCanvas {
  const context = column2d(width, height)
  const down = context.createLinearGradient(0, 0, 0, height)
  down.addColorStop(0, ground.edge)
  down.addColorStop(0.5, ground.middle)
  down.addColorStop(1, ground.edge)
  context.fillStyle = down
  context.fillRect(0, 0, width, height)
  const across = context.createLinearGradient(0, 0, width, 0)
  across.addColorStop(0, 'rgba(0,0,0,.55)')
  across.addColorStop(0.12, 'rgba(0,0,0,0)')
  across.addColorStop(0.5, `rgba(${light}, .05)`)
  across.addColorStop(0.88, 'rgba(0,0,0,0)')
  across.addColorStop(1, 'rgba(0,0,0,.55)')
  context.fillStyle = across
  context.fillRect(0, 0, width, height)
  for (const [from, to] of [
    [0, height * frameShadow],
    [height, height * (1 - frameShadow)],
  ] as const) {
    const shade = context.createLinearGradient(0, from, 0, to)
    shade.addColorStop(0, 'rgba(3,3,7,.78)')
    shade.addColorStop(1, 'rgba(3,3,7,0)')
    context.fillStyle = shade
    context.fillRect(0, Math.min(from, to), width, Math.abs(to - from))
  }
  return context.canvas
}

/** A place without a coin: a shallow round recess. */
function emptyPlace(width: number, height: number, { light }: Theme): OffscreenCanvas {
  const context = column2d(width, height)
  const radius = Math.min(width, height) * 0.4
  const hollow = context.createRadialGradient(width / 2, height * 0.44, radius * 0.2, width / 2, height / 2, radius)
  hollow.addColorStop(0, 'rgba(0,0,0,.62)')
  hollow.addColorStop(0.86, 'rgba(0,0,0,.34)')
  hollow.addColorStop(1, 'rgba(0,0,0,.1)')
  context.fillStyle = hollow
  context.beginPath()
  context.arc(width / 2, height / 2, radius, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = `rgba(${light}, .2)`
  context.lineWidth = Math.max(1, radius * 0.03)
  context.stroke()
  return context.canvas
}

/** How far the shadow of the frame reaches: on the ground of a reel, as a share of its height, and on its symbols, of a cell. */
const frameShadow = 0.13
const symbolShadow = 0.05

/**
 * The shadow of the frame on the symbols of a reel: drawn at the top, mirrored at the bottom. It ends above the words of the
 * lowest symbols.
 */
export function columnShade(
  width: number,
  cellHeight: number,
): { top: OffscreenCanvas; bottom: OffscreenCanvas; height: number } {
  const band = Math.max(1, Math.round(cellHeight * symbolShadow))
  const paint = (from: number, to: number) => {
    const context = column2d(width, band)
    const shade = context.createLinearGradient(0, from, 0, to)
    shade.addColorStop(0, 'rgba(3,3,7,.78)')
    shade.addColorStop(1, 'rgba(3,3,7,0)')
    context.fillStyle = shade
    context.fillRect(0, 0, width, band)
    return context.canvas
  }
  return { top: paint(0, band), bottom: paint(band, 0), height: band }
}
