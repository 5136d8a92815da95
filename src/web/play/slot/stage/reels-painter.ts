import type { StageLayout } from './layout.ts'
import { positionAt, speedShareAt, type ReelMotion } from './reel-motion.ts'
import { symbolAt, type Tape } from './reel-tape.ts'
import type { SymbolBitmaps } from './symbol-bitmaps.ts'

/** One reel to paint: its tape and its motion (null at rest). */
export type PaintedReel = { tape: Tape; motion: ReelMotion | null }

/** Paints the opening of the reels, opaque: one column at a time, and only those that move. */
export type ReelsPainter = {
  /** Paints reel `index` at `ms` after the press. `glow` (0 to 1) lights a reel in anticipation. */
  paintReel: (index: number, reel: PaintedReel, ms: number, glow?: number) => void
  /** Darkens all reels; winning symbols are then painted on the overlay. */
  dim: (share: number) => void
  /** A copy of the current picture, for cross-fades. */
  picture: () => Promise<ImageBitmap>
  /** Draws an earlier picture over the current one. */
  lay: (picture: ImageBitmap, alpha: number) => void
}

const smearFrom = 0.5

/** Creates the painter for one size; `scale` is device pixels per CSS pixel. */
export function createReelsPainter(
  canvas: HTMLCanvasElement,
  layout: StageLayout,
  bitmaps: SymbolBitmaps,
  scale: number,
): ReelsPainter {
  const width = Math.round(layout.reels.width * scale)
  const height = Math.round(layout.reels.height * scale)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no 2D canvas.')
  const gap = Math.round(layout.gap * scale)
  const pitchX = bitmaps.width + gap
  const pitchY = bitmaps.height + gap
  const column = columnBackground(bitmaps.width, height)
  const shade = columnShade(bitmaps.width, height)
  context.fillStyle = '#050509'
  context.fillRect(0, 0, width, height)

  return {
    paintReel(index, { tape, motion }, ms, glow = 0) {
      const x = index * pitchX
      const position = motion ? positionAt(motion, ms) : 0
      const smear = motion !== null && speedShareAt(motion, ms) > smearFrom
      const source = smear ? bitmaps.smeared : bitmaps.sharp
      const travelled = Math.floor(position)
      const part = position - travelled
      context.drawImage(column, x, 0)
      if (glow > 0) {
        context.fillStyle = `rgba(232, 193, 119, ${0.2 * glow})`
        context.fillRect(x, 0, bitmaps.width, height)
        lightEdges(context, x, bitmaps.width, height, glow)
      }
      for (let row = -1; row <= layout.rows; row += 1) {
        const y = Math.round((row + part) * pitchY)
        if (y <= -pitchY || y >= height) continue
        const picture = source[symbolAt(tape, travelled, row)]
        if (picture) context.drawImage(picture, x, y)
      }
      context.drawImage(shade.top, x, 0)
      context.drawImage(shade.bottom, x, height - shade.height)
    },
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

/** Gilt light along both sides of a reel in anticipation. */
function lightEdges(context: CanvasRenderingContext2D, x: number, width: number, height: number, glow: number): void {
  const reach = Math.round(width * 0.16)
  for (const [from, to] of [
    [x, x + reach],
    [x + width, x + width - reach],
  ] as const) {
    const light = context.createLinearGradient(from, 0, to, 0)
    light.addColorStop(0, `rgba(255, 232, 170, ${0.75 * glow})`)
    light.addColorStop(1, 'rgba(255, 232, 170, 0)')
    context.fillStyle = light
    context.fillRect(Math.min(from, to), 0, reach, height)
  }
}

function column2d(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return context
}

/** Black lacquer, slightly lighter in the middle like a cylinder. */
function columnBackground(width: number, height: number): OffscreenCanvas {
  const context = column2d(width, height)
  const down = context.createLinearGradient(0, 0, 0, height)
  down.addColorStop(0, '#0a0a12')
  down.addColorStop(0.5, '#1b1522')
  down.addColorStop(1, '#0a0a12')
  context.fillStyle = down
  context.fillRect(0, 0, width, height)
  const across = context.createLinearGradient(0, 0, width, 0)
  across.addColorStop(0, 'rgba(0,0,0,.55)')
  across.addColorStop(0.12, 'rgba(0,0,0,0)')
  across.addColorStop(0.5, 'rgba(255,226,170,.05)')
  across.addColorStop(0.88, 'rgba(0,0,0,0)')
  across.addColorStop(1, 'rgba(0,0,0,.55)')
  context.fillStyle = across
  context.fillRect(0, 0, width, height)
  return context.canvas
}

/** The shadow of the frame on a reel: drawn at the top, mirrored at the bottom. */
function columnShade(width: number, height: number): { top: OffscreenCanvas; bottom: OffscreenCanvas; height: number } {
  const band = Math.round(height * 0.13)
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
