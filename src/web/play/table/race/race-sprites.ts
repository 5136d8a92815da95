import { clothAt, frameBox, numberAt, sheetRows, strideFrames, type Animal } from './gait.ts'
import { coats, numberColours, sceneBands, type Track } from './track.ts'

/** The pictures of a race, painted once for the size of the stage: runners in their colours, the bands of the place, the ground. */

export type RaceArt = { scene: ImageBitmap; runners: ImageBitmap }

export type Size = { width: number; height: number }

/** What a stage of a size looks like, in CSS pixels. `top` and `bottom` are covered by other parts of the window. */
export type Layout = Size & {
  top: number
  bottom: number
  /** The line at which the ground begins. */
  horizon: number
  /** A length of a runner at the middle of the ground. */
  length: number
  ratio: number
}

export function layoutOf({ width, height }: Size, insets: { top: number; bottom: number }, ratio: number): Layout {
  const { top, bottom } = insets
  const open = height - top - bottom
  const length = Math.max(56, Math.min(width * 0.2, open * 0.36, 158))
  return { width, height, top, bottom, horizon: top + open * 0.37, length, ratio }
}

/** Where the hooves of a lane are, and how large a runner is there; lane 1 is the far one. */
export function laneOf({ horizon, height, bottom, length }: Layout, lane: number): { y: number; scale: number } {
  const share = (lane - 1) / 7
  const from = horizon + length * 0.2
  const to = height - bottom - length * 0.17
  return { y: from + (to - from) * share, scale: 0.84 + 0.24 * share }
}

export type Sprites = {
  /** One row of frames for each runner, by number. */
  runners: readonly HTMLCanvasElement[]
  badges: readonly HTMLCanvasElement[]
  far: HTMLCanvasElement
  stand: HTMLCanvasElement
  ground: HTMLCanvasElement
  rail: HTMLCanvasElement
}

const columns = strideFrames + 1

export function paintSprites(track: Track, art: RaceArt, layout: Layout): Sprites {
  const numbers = numberColours.map((_, index) => index + 1)
  return {
    runners: numbers.map((number) => paintRunner(track.animal, art.runners, layout, number)),
    badges: numbers.map((number) => paintBadge(layout, number)),
    ...paintBands(art.scene, layout),
    ground: paintGround(track, layout),
    rail: paintRail(track, layout),
  }
}

function canvasOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D | null } {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return { canvas, context: canvas.getContext('2d') }
}

/** The size of a frame in pixels of the sprite. */
export function frameSize({ length, ratio }: Layout, lane: number, layout: Layout): Size {
  const unit = ((length * laneOf(layout, lane).scale) / frameBox.length) * ratio
  return { width: Math.round(frameBox.width * unit), height: Math.round(frameBox.height * unit) }
}

function paintRunner(animal: Animal, sheet: ImageBitmap, layout: Layout, number: number): HTMLCanvasElement {
  const frame = frameSize(layout, number, layout)
  const { canvas, context } = canvasOf(frame.width * columns, frame.height)
  if (!context) return canvas
  const [silk = '', figure = ''] = numberColours[number - 1] ?? []
  const tints = { coat: coats[animal][number - 1] ?? '#888', silk, fixed: null }
  const rowHeight = sheet.height / sheetRows.length
  for (const [row, name] of sheetRows.entries()) {
    const layer = canvasOf(canvas.width, canvas.height)
    const draw = () =>
      layer.context?.drawImage(sheet, 0, row * rowHeight, sheet.width, rowHeight, 0, 0, canvas.width, canvas.height)
    draw()
    const tint = tints[name]
    if (layer.context && tint !== null) {
      layer.context.globalCompositeOperation = 'multiply'
      layer.context.fillStyle = tint
      layer.context.fillRect(0, 0, canvas.width, canvas.height)
      layer.context.globalCompositeOperation = 'destination-in'
      draw()
    }
    context.drawImage(layer.canvas, 0, 0)
    if (name === 'silk') writeNumbers(context, animal, frame, number, figure)
  }
  return canvas
}

function writeNumbers(
  context: CanvasRenderingContext2D,
  animal: Animal,
  frame: Size,
  number: number,
  fill: string,
): void {
  const unit = frame.width / frameBox.width
  context.fillStyle = fill
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `800 ${clothAt[animal].size * 0.86 * unit}px sans-serif`
  for (let index = 0; index < columns; index += 1) {
    const { x, y, turn } = numberAt(animal, index)
    context.save()
    context.translate(index * frame.width + x * unit, y * unit)
    context.rotate(turn)
    context.fillText(String(number), 0, 0)
    context.restore()
  }
}

/** The number over a runner. */
export const badgeSize = ({ length }: Layout): number => Math.max(13, Math.min(20, length * 0.14))

function paintBadge(layout: Layout, number: number): HTMLCanvasElement {
  const size = badgeSize(layout) * layout.ratio
  const { canvas, context } = canvasOf(size + 2, size + 2)
  if (!context) return canvas
  const [silk = '', figure = ''] = numberColours[number - 1] ?? []
  const middle = size / 2 + 1
  context.beginPath()
  context.arc(middle, middle, size / 2 - 0.5, 0, 7)
  context.fillStyle = silk
  context.fill()
  context.lineWidth = Math.max(1, size / 16)
  context.strokeStyle = '#07080dcc'
  context.stroke()
  context.fillStyle = figure
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `800 ${size * 0.68}px sans-serif`
  context.fillText(String(number), middle, middle + size * 0.04)
  return canvas
}

function paintBands(scene: ImageBitmap, { horizon, ratio }: Layout): Pick<Sprites, 'far' | 'stand'> {
  const whole = sceneBands.far + sceneBands.stand
  const density = scene.height / whole
  const high = horizon * 0.76
  const band = (from: number, tall: number, onStage: number) => {
    const scale = (onStage * ratio) / tall
    const { canvas, context } = canvasOf(sceneBands.width * scale, tall * scale)
    context?.drawImage(scene, 0, from * density, scene.width, tall * density, 0, 0, canvas.width, canvas.height)
    return canvas
  }
  return { far: band(0, sceneBands.far, horizon - high * 0.4), stand: band(sceneBands.far, sceneBands.stand, high) }
}

/** Two stripes of ground with a rail at its far edge; they repeat. */
function paintGround({ ground }: Track, { horizon, height, length, ratio }: Layout): HTMLCanvasElement {
  const [width, tall] = [length * 5, height - horizon]
  const { canvas, context } = canvasOf(width * ratio, tall * ratio)
  if (!context) return canvas
  context.scale(canvas.width / width, canvas.height / tall)
  const shade = context.createLinearGradient(0, 0, 0, tall)
  shade.addColorStop(0, ground.far)
  shade.addColorStop(1, ground.near)
  context.fillStyle = shade
  context.fillRect(0, 0, width, tall)
  context.fillStyle = `${ground.stripe}0c`
  context.fillRect(0, 0, width / 2, tall)
  // Streaks, so that the ground is seen to pass; the same at both ends.
  for (let index = 0; index < 90; index += 1) {
    const y = 6 + ((index * 47) % 97) * (tall / 100)
    const x = ((index * 131) % 100) * (width / 100)
    context.fillStyle = index % 2 === 0 ? `${ground.stripe}12` : '#0000001c'
    const long = 6 + (index % 7) * 5
    for (const at of [x, x - width]) context.fillRect(at, y, long, 1.2 + (y / tall) * 1.6)
  }
  return canvas
}

/** A piece of a rail of a height; it repeats. */
function paintRail({ ground }: Track, { length, ratio }: Layout): HTMLCanvasElement {
  const [width, tall] = [length * 1.25, railHeight(length)]
  const { canvas, context } = canvasOf(width * ratio, tall * ratio)
  if (!context) return canvas
  context.scale(canvas.width / width, canvas.height / tall)
  const thick = Math.max(2, tall * 0.17)
  context.fillStyle = '#00000055'
  context.fillRect(0, tall - 2, width, 2)
  context.fillStyle = '#b9b2a4'
  context.fillRect(width * 0.5, thick * 0.6, thick * 0.8, tall)
  context.fillStyle = ground.edge
  context.fillRect(0, 0, width, thick)
  context.fillStyle = '#0000002e'
  context.fillRect(0, thick * 0.65, width, thick * 0.35)
  return canvas
}

export function railHeight(length: number): number {
  return length * 0.16
}
