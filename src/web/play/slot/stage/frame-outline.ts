import type { Box } from './layout.ts'

/** The outline of a symbol's frame: a rounded square, a circle, or a stone of six sides that stands on a corner. */
export type FrameOutline = 'tablet' | 'roundel' | 'stone'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/**
 * What is drawn in `scripts/art`, as shares of the symbol's edge: distance from the edge and radius of the corner (`symbols.ts`),
 * radius of the roundel (`drawings/alpine.ts`), and of the stone with its rounded edge (`drawings/forest.ts`).
 */
const tablet = { inset: 0.039, radius: 0.1875 }
const roundel = 236 / 512
const stone = 0.5

/** Begins the path of a symbol's frame in its cell, in the middle of a cell that is taller than wide. */
export function traceFrame(context: Context, { x, y, width, height }: Box, outline: FrameOutline): void {
  const edge = Math.min(width, height)
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  context.beginPath()
  if (outline === 'roundel') return context.arc(middleX, middleY, edge * roundel, 0, 2 * Math.PI)
  if (outline === 'stone') {
    for (let corner = 0; corner < 6; corner += 1) {
      const angle = (corner * Math.PI) / 3
      context.lineTo(middleX + Math.sin(angle) * edge * stone, middleY - Math.cos(angle) * edge * stone)
    }
    return context.closePath()
  }
  const side = edge * (1 - 2 * tablet.inset)
  context.roundRect(middleX - side / 2, middleY - side / 2, side, side, edge * tablet.radius)
}
