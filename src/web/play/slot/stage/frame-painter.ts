import type { Theme } from '../theme.ts'
import type { Box, StageLayout } from './layout.ts'

/** What the frame is painted from. */
export type FrameParts = {
  layout: StageLayout
  scale: number
  theme: Theme
  feature: boolean
  picture: ImageBitmap | null
}

/**
 * Paints the frame of the reels, once per size: lacquer with a metal edge inside and outside, and a row of chips. Its
 * opening is empty, because it lies over the reels: the ornaments of its corners reach into them. A feature has a frame and a
 * light of its own.
 */
export function paintFrame(canvas: HTMLCanvasElement, { layout, scale, theme, feature, picture }: FrameParts): void {
  const { frame } = layout
  const { lacquer } = theme
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
  context.shadowColor = feature ? `rgba(${theme.featureLight}, .8)` : 'rgba(0,0,0,.8)'
  context.shadowBlur = 26 * scale
  context.shadowOffsetY = feature ? 0 : 8 * scale
  context.fillStyle = '#08080d'
  rounded(context, outer, radius)
  context.fill()
  context.restore()

  if (picture) {
    cutOpening(context, outer, border)
    paintNineParts(context, picture, outer, border)
    if (feature) glowSides(context, outer, border, theme.featureLight)
    return
  }
  const body = context.createLinearGradient(0, 0, 0, frame.height)
  body.addColorStop(0, feature ? lacquer.featureOuter : lacquer.outer)
  body.addColorStop(0.25, lacquer.inner)
  body.addColorStop(0.75, lacquer.inner)
  body.addColorStop(1, feature ? lacquer.featureOuter : lacquer.outer)
  context.fillStyle = body
  rounded(context, outer, radius)
  context.fill()
  cutOpening(context, outer, border)

  const metal = feature ? theme.edge.toReversed() : theme.edge
  edge(context, inset(outer, 1), radius - 1, metal)
  edge(context, inset(outer, border - 2), 8, metal)
  if (feature) glowEdge(context, inset(outer, border / 2), radius - border / 2, theme.featureLight)
  else if (border >= 14) paintInlay(context, outer, border, theme.inlay)
}

/** Space around the frame for its shadow, in CSS pixels. */
export const frameBleed = 34

/**
 * In the picture (`scripts/art/frame.ts`), as shares of its edge: a third is a corner; the band lies from 50 to 82 of 512, and
 * an ornament reaches 50 from the middle of the band.
 */
const nine = { corner: 1 / 3, outer: 50 / 512, band: 32 / 512, ornament: 50 / 512 }

/** How far the ornaments of the corners reach beyond a frame of this width, in CSS pixels. */
export function ornamentReach(border: number): number {
  return (border * nine.ornament) / nine.band - border / 2
}

function cutOpening(context: CanvasRenderingContext2D, box: Box, border: number): void {
  const { x, y, width, height } = inset(box, border)
  context.clearRect(x, y, width, height)
}

/** Lays the corners unscaled and stretches the sides, so that the band is as wide as the frame. */
function paintNineParts(context: CanvasRenderingContext2D, picture: ImageBitmap, box: Box, border: number): void {
  const whole = border / nine.band
  const corner = whole * nine.corner
  const edge = picture.width * nine.corner
  const around = inset(box, -whole * nine.outer)
  const across = [0, corner, around.width - corner, around.width]
  const down = [0, corner, around.height - corner, around.height]
  const from = [0, edge, picture.width - edge, picture.width]
  for (const row of [0, 1, 2]) {
    for (const column of [0, 1, 2]) {
      if (row === 1 && column === 1) continue
      const part = (places: readonly number[], at: number) => ({
        at: places[at] ?? 0,
        size: (places[at + 1] ?? 0) - (places[at] ?? 0),
      })
      const [sx, sy] = [part(from, column), part(from, row)]
      const [x, y] = [part(across, column), part(down, row)]
      context.drawImage(picture, sx.at, sy.at, sx.size, sy.size, around.x + x.at, around.y + y.at, x.size, y.size)
    }
  }
}

function rounded(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, radius)
}

function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by }
}

const edgeAt = [0, 0.22, 0.5, 0.78, 1]

/** A metal edge lit from the top left. */
function edge(context: CanvasRenderingContext2D, box: Box, radius: number, metal: readonly string[]): void {
  const ramp = context.createLinearGradient(box.x, box.y, box.x + box.width * 0.4, box.y + box.height)
  for (const [index, colour] of metal.entries()) ramp.addColorStop(edgeAt[index] ?? 1, colour)
  context.strokeStyle = ramp
  context.lineWidth = 2
  rounded(context, box, radius)
  context.stroke()
}

/** The widths of a line of light with their opacity, the soft one first. */
const glow = [
  [7, 0.16],
  [3.5, 0.4],
  [1.4, 0.95],
] as const

/** The line of light along the sides only: it fades out before the ornaments of the corners, so that it crosses none. */
function glowSides(context: CanvasRenderingContext2D, outer: Box, border: number, light: string): void {
  const { x, y, width, height } = inset(outer, border / 2)
  const reach = (border * nine.ornament) / nine.band
  const [right, low] = [x + width, y + height]
  for (const [fromX, fromY, toX, toY] of [
    [x + reach, y, right - reach, y],
    [x + reach, low, right - reach, low],
    [x, y + reach, x, low - reach],
    [right, y + reach, right, low - reach],
  ] as const) {
    for (const [wide, alpha] of glow) {
      const ramp = context.createLinearGradient(fromX, fromY, toX, toY)
      for (const [at, share] of [
        [0, 0],
        [0.08, 1],
        [0.92, 1],
        [1, 0],
      ] as const)
        ramp.addColorStop(at, `rgba(${light}, ${alpha * share})`)
      context.strokeStyle = ramp
      context.lineWidth = wide
      context.beginPath()
      context.moveTo(fromX, fromY)
      context.lineTo(toX, toY)
      context.stroke()
    }
  }
}

/** A line of light in the middle of the frame, in place of the chips. */
function glowEdge(context: CanvasRenderingContext2D, box: Box, radius: number, light: string): void {
  for (const [width, alpha] of glow) {
    context.strokeStyle = `rgba(${light}, ${alpha})`
    context.lineWidth = width
    rounded(context, box, radius)
    context.stroke()
  }
}

const inlayEvery = 34

function paintInlay(context: CanvasRenderingContext2D, box: Box, border: number, inlay: readonly string[]): void {
  const chip = (x: number, y: number, index: number) => {
    const size = index % 2 === 0 ? 3.6 : 2
    context.globalAlpha = index % 2 === 0 ? 0.8 : 0.5
    context.fillStyle = inlay[(index * 7) % inlay.length] ?? '#f4eedd'
    context.beginPath()
    context.moveTo(x, y - size)
    context.lineTo(x + size * 0.8, y)
    context.lineTo(x, y + size)
    context.lineTo(x - size * 0.8, y)
    context.fill()
  }
  const across = Math.round((box.width - 4 * border) / inlayEvery)
  const down = Math.round((box.height - 4 * border) / inlayEvery)
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
