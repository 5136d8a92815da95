import type { SymbolBitmaps } from './symbol-bitmaps.ts'

/** Figures on symbols: the factor of a wild, the value of a coin. Each text is drawn once per size and then copied. */
export type Badges = {
  factor: (context: Context, x: number, y: number, text: string) => void
  coin: (context: Context, x: number, y: number, text: string) => void
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function createBadges({ width, height }: SymbolBitmaps, fontFamily: string): Badges {
  const drawn = new Map<string, OffscreenCanvas>()
  const edge = Math.min(width, height)
  const cached = (key: string, draw: () => OffscreenCanvas): OffscreenCanvas => {
    const before = drawn.get(key)
    if (before) return before
    const made = draw()
    drawn.set(key, made)
    return made
  }
  return {
    factor(context, x, y, text) {
      const badge = cached(`f${text}`, () => drawPill(text, edge * 0.3, edge, fontFamily))
      context.drawImage(badge, x + width - badge.width - edge * 0.04, y + (height - edge) / 2 + edge * 0.05)
    },
    coin(context, x, y, text) {
      const badge = cached(`c${text}`, () => drawFigure(text, edge, fontFamily))
      context.drawImage(badge, x + (width - badge.width) / 2, y + (height - badge.height) / 2)
    },
  }
}

function surface(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height))).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return context
}

/** A small plate with a figure, as wide as its text. */
function drawPill(text: string, size: number, edge: number, fontFamily: string): OffscreenCanvas {
  const font = `800 ${Math.round(size * 0.72)}px ${fontFamily}`
  const measure = surface(1, 1)
  measure.font = font
  const width = Math.min(edge, measure.measureText(text).width + size * 0.6)
  const context = surface(width, size)
  context.beginPath()
  context.roundRect(1, 1, width - 2, size - 2, size * 0.3)
  context.fillStyle = 'rgba(10, 6, 14, .92)'
  context.fill()
  context.strokeStyle = '#f0c975'
  context.lineWidth = Math.max(1, size * 0.06)
  context.stroke()
  context.font = font
  context.fillStyle = '#ffe9b8'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, width / 2, size * 0.54)
  return context.canvas
}

/** A light figure on a dark round that covers the coin's middle; long amounts are smaller. The currency is in the total. */
function drawFigure(amount: string, edge: number, fontFamily: string): OffscreenCanvas {
  const text = amount.replace(/^[^\d]+|[^\d]+$/g, '')
  const room = edge * 0.56
  const measure = surface(1, 1)
  let size = edge * 0.215
  measure.font = `800 ${size}px ${fontFamily}`
  size = Math.max(8, Math.min(size, (size * room) / Math.max(1, measure.measureText(text).width)))
  const context = surface(edge * 0.86, edge * 0.62)
  const { width, height } = context.canvas
  const radius = edge * 0.295
  const hollow = context.createRadialGradient(width / 2, height * 0.38, 0, width / 2, height / 2, radius)
  hollow.addColorStop(0, '#2a1c34')
  hollow.addColorStop(1, '#0c0812')
  context.fillStyle = hollow
  context.beginPath()
  context.arc(width / 2, height / 2, radius, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = '#f6d98c'
  context.lineWidth = Math.max(1, edge * 0.014)
  context.stroke()
  context.font = `800 ${size}px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.strokeStyle = 'rgba(12, 6, 14, .94)'
  context.lineWidth = size * 0.22
  context.strokeText(text, width / 2, height * 0.52)
  context.fillStyle = '#fff1c2'
  context.fillText(text, width / 2, height * 0.52)
  return context.canvas
}
