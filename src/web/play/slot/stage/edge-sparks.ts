import type { Theme } from '../theme.ts'
import { cellBox, overlayMargin, type Box, type StageLayout } from './layout.ts'
import { drawTurns, turnAt } from './particles.ts'
import { anticipationMs } from './reel-motion.ts'

/**
 * What runs along the edges of the reel that is waited for: particles of the machine's own, or bolts. They grow until the
 * reel stops, by the time that has passed alone, and move without chance.
 */
export type EdgeSparks = {
  /** What a reel's sparks may touch, in CSS pixels of the opening. */
  boxOf: (column: number) => Box
  /** Draws the moment `ms` after the reel was lit. */
  draw: (context: CanvasRenderingContext2D, column: number, ms: number) => void
}

/** On both edges together, at the end. */
const most = 44
/** How far they leave the edge, as a share of the cell's width. */
const spread = 0.22
const boltCorners = 9

export function createEdgeSparks(layout: StageLayout, { anticipation, light }: Theme, scale: number): EdgeSparks {
  const size = Math.max(11, Math.min(layout.cell.width, layout.cell.height) * 0.27 * (anticipation.size ?? 1))
  const { width, height } = layout.reels
  const reach = layout.cell.width * spread
  let pictures: OffscreenCanvas[][] | null = null
  const edgesOf = (column: number): readonly [number, number] => {
    const { x, width } = cellBox(layout, column, 0)
    return [x - layout.gap / 2, x + width + layout.gap / 2]
  }
  return {
    boxOf(column) {
      const [from, to] = edgesOf(column)
      return { x: from - reach, y: 0, width: to - from + 2 * reach, height }
    },
    draw(context, column, ms) {
      const grown = Math.min(1, ms / anticipationMs)
      if (anticipation.path === 'bolt') {
        for (const [side, x] of edgesOf(column).entries())
          for (const strand of [0, 1])
            drawBolt(context, { x, height, reach: reach * 0.6 }, side + 2 * strand, ms, grown, light)
        return
      }
      pictures ??= anticipation.colours.map((_, index) => drawTurns(anticipation, index, size * scale))
      const count = Math.round(most * (0.3 + 0.7 * grown))
      for (let index = 0; index < count; index += 1) {
        const picture = pictures[index % pictures.length]?.[turnAt(ms, even(index, 0.569_84))]
        if (!picture) continue
        const { along, away, own } = sparkAt(anticipation.path, index, ms)
        const edge = edgesOf(column)[index % 2] ?? 0
        const wide = size * own * (0.55 + 0.6 * grown)
        context.globalAlpha = Math.min(1, 7 * along, 5 * (1 - along)) * (0.55 + 0.45 * grown)
        const y = anticipation.path === 'fall' || anticipation.path === 'run' ? along : 1 - along
        // Never cut by the edge of the overlay.
        const x = Math.min(edge + away * reach - wide / 2, width + overlayMargin - wide)
        context.drawImage(picture, x, y * height - wide / 2, wide, wide)
      }
      context.globalAlpha = 1
    },
  }
}

const even = (index: number, step: number): number => (index * step) % 1

/** Where a spark is: its share of the way along the edge, its distance from it (-1 to 1), and its size. */
function sparkAt(
  path: Theme['anticipation']['path'],
  index: number,
  ms: number,
): { along: number; away: number; own: number } {
  const own = 0.7 + 0.6 * even(index, 0.381_966)
  const pace = path === 'run' ? 1 : 0.75 + 0.5 * even(index, 0.618_034)
  const begun = path === 'run' ? Math.floor(index / 2) / (most / 2) : even(index, 0.754_877)
  const along = ((ms / 1500) * pace + begun) % 1
  if (path === 'run') return { along, away: 0, own: 1 }
  const turns = path === 'swirl' ? 2 : 0.6
  const away = Math.sin((along * turns + even(index, 0.438)) * 2 * Math.PI) * (path === 'swirl' ? 1 : 0.55)
  return { along, away, own }
}

/** A bolt along an edge, whose corners wander slowly: it never flashes. */
function drawBolt(
  context: CanvasRenderingContext2D,
  { x, height, reach }: { x: number; height: number; reach: number },
  strand: number,
  ms: number,
  grown: number,
  light: string,
): void {
  context.beginPath()
  for (let corner = 0; corner <= boltCorners; corner += 1) {
    const wander = Math.sin(corner * 12.9 + strand * 4.7 + (ms / 1000) * (3 + strand))
    const away = (corner % 2 === 0 ? 0.5 : -0.5) * reach * (0.4 + 0.6 * grown) + wander * reach * 0.7 * grown
    context.lineTo(x + away, (corner / boltCorners) * height)
  }
  context.lineJoin = 'miter'
  for (const [width, colour, alpha] of [
    [15, `rgb(${light})`, 0.28],
    [7, `rgb(${light})`, 0.7],
    [2.6, '#ffffff', 1],
  ] as const) {
    context.globalAlpha = alpha * (0.35 + 0.65 * grown)
    context.lineWidth = width * (0.5 + 0.5 * grown)
    context.strokeStyle = colour
    context.stroke()
  }
  context.globalAlpha = 1
}
