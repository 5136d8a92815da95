import type { Box, StageLayout } from './layout.ts'

/**
 * Paints the frame of the reels, once per size: black lacquer with a gilt edge inside and outside, and a row of
 * mother-of-pearl chips.
 */
export function paintFrame(canvas: HTMLCanvasElement, layout: StageLayout, scale: number, feature: boolean): void {
  const { frame } = layout
  const bleed = frameBleed
  canvas.width = Math.round((frame.width + 2 * bleed) * scale)
  canvas.height = Math.round((frame.height + 2 * bleed) * scale)
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(scale, 0, 0, scale, bleed * scale, bleed * scale)
  const border = (frame.width - layout.reels.width) / 2
  const outer: Box = { x: 0, y: 0, width: frame.width, height: frame.height }
  const radius = border + 6

  context.save()
  context.shadowColor = feature ? 'rgba(150,30,70,.75)' : 'rgba(0,0,0,.8)'
  context.shadowBlur = 26 * scale
  context.shadowOffsetY = 8 * scale
  context.fillStyle = '#08080d'
  rounded(context, outer, radius)
  context.fill()
  context.restore()

  const body = context.createLinearGradient(0, 0, 0, frame.height)
  body.addColorStop(0, feature ? '#4a1230' : '#241b22')
  body.addColorStop(0.25, '#0d0b12')
  body.addColorStop(0.75, '#0b0a10')
  body.addColorStop(1, feature ? '#35102a' : '#1c151c')
  context.fillStyle = body
  rounded(context, outer, radius)
  context.fill()

  edge(context, inset(outer, 1), radius - 1, 2)
  edge(context, inset(outer, border - 2), 8, 2)
  if (border >= 14) paintPearl(context, outer, border)
}

/** Space around the frame for its shadow, in CSS pixels. */
export const frameBleed = 34

function rounded(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, radius)
}

function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by }
}

/** A gilt edge lit from the top left. */
function edge(context: CanvasRenderingContext2D, box: Box, radius: number, width: number): void {
  const gilt = context.createLinearGradient(box.x, box.y, box.x + box.width * 0.4, box.y + box.height)
  gilt.addColorStop(0, '#fff0c4')
  gilt.addColorStop(0.22, '#d9a94f')
  gilt.addColorStop(0.5, '#8a6427')
  gilt.addColorStop(0.78, '#c99a45')
  gilt.addColorStop(1, '#6b4a1c')
  context.strokeStyle = gilt
  context.lineWidth = width
  rounded(context, box, radius)
  context.stroke()
}

const pearls = ['#bfe7dc', '#e9d5ec', '#f4eedd', '#a9cfe6', '#f0d9c8']
const pearlEvery = 34

function paintPearl(context: CanvasRenderingContext2D, box: Box, border: number): void {
  const chip = (x: number, y: number, index: number) => {
    const size = index % 2 === 0 ? 3.6 : 2
    context.globalAlpha = index % 2 === 0 ? 0.8 : 0.5
    context.fillStyle = pearls[(index * 7) % pearls.length] ?? '#f4eedd'
    context.beginPath()
    context.moveTo(x, y - size)
    context.lineTo(x + size * 0.8, y)
    context.lineTo(x, y + size)
    context.lineTo(x - size * 0.8, y)
    context.fill()
  }
  const across = Math.round((box.width - 4 * border) / pearlEvery)
  const down = Math.round((box.height - 4 * border) / pearlEvery)
  for (let index = 0; index <= across; index += 1) {
    const x = 2 * border + ((box.width - 4 * border) * index) / across
    chip(x, border / 2, index)
    chip(x, box.height - border / 2, index + 1)
  }
  for (let index = 0; index <= down; index += 1) {
    const y = 2 * border + ((box.height - 4 * border) * index) / down
    chip(border / 2, y, index + 1)
    chip(box.width - border / 2, y, index)
  }
  context.globalAlpha = 1
}
