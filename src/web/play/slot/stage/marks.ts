import type { Theme } from '../theme.ts'

/** What lies over cells and reels: a mark on wilds that stay, and the frame of a reel that one symbol covers. */

function surface(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return context
}

/** Four corners of metal with a light around the cell: the wild is held. */
export function heldMark(width: number, height: number, { edge, featureLight }: Theme): OffscreenCanvas {
  const context = surface(width, height)
  const side = Math.min(width, height)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  const inset = side * 0.03
  const arm = side * 0.2
  const radius = side * 0.16
  context.lineCap = 'round'
  const corners = (wide: number, colour: string | CanvasGradient) => {
    context.lineWidth = wide
    context.strokeStyle = colour
    for (const [x, y, across, down] of [
      [left + inset, top + inset, 1, 1],
      [left + side - inset, top + inset, -1, 1],
      [left + inset, top + side - inset, 1, -1],
      [left + side - inset, top + side - inset, -1, -1],
    ] as const) {
      context.beginPath()
      context.moveTo(x, y + down * (radius + arm))
      context.lineTo(x, y + down * radius)
      context.quadraticCurveTo(x, y, x + across * radius, y)
      context.lineTo(x + across * (radius + arm), y)
      context.stroke()
    }
  }
  corners(side * 0.1, `rgba(${featureLight}, .34)`)
  corners(side * 0.06, 'rgba(10, 4, 8, .85)')
  corners(side * 0.036, metal(context, left, top, side, side, edge))
  return context.canvas
}

/** A frame as high as the reel, with light inside its edge. */
export function tallFrame(width: number, height: number, { edge, light }: Theme): OffscreenCanvas {
  const context = surface(width, height)
  const radius = width * 0.17
  const ring = (inset: number, wide: number, colour: string | CanvasGradient) => {
    context.beginPath()
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, radius)
    context.lineWidth = wide
    context.strokeStyle = colour
    context.stroke()
  }
  for (const [wide, alpha] of [
    [width * 0.2, 0.1],
    [width * 0.13, 0.16],
    [width * 0.08, 0.28],
  ] as const) {
    ring(width * 0.02, wide, `rgba(${light}, ${alpha})`)
  }
  ring(width * 0.03, width * 0.055, 'rgba(10, 4, 8, .8)')
  ring(width * 0.03, width * 0.034, metal(context, 0, 0, width, height, edge))
  return context.canvas
}

const places = [0, 0.22, 0.5, 0.78, 1]

function metal(
  context: OffscreenCanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colours: readonly string[],
): CanvasGradient {
  const ramp = context.createLinearGradient(x, y, x + width * 0.5, y + height)
  for (const [index, colour] of colours.entries()) ramp.addColorStop(places[index] ?? 1, colour)
  return ramp
}
