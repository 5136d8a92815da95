import type { ArtAtlas } from '#domain/art-manifest.ts'
import { films, poseAt, type SymbolAct, type SymbolPose, type SymbolTemper } from './symbol-motion.ts'

/**
 * The films of the symbols: each frame is made of the symbol's layers once per size, when it is first shown, and then
 * copied. Films that were not shown for longest are dropped beyond a bound of memory.
 */
export type SymbolFilms = {
  /** The picture of a symbol `ms` after its film began; null when it has no layers, or once a film that ends is over. */
  frame: (symbol: number, act: SymbolAct, ms: number) => OffscreenCanvas | null
  /** Whether a symbol has a film of its own for landing and rest: letters have not. */
  isLively: (symbol: number) => boolean
}

/** What the films are made of: the layers, and the words in the page's language. */
export type LayerArt = {
  atlas: ArtAtlas
  picture: ImageBitmap
  words: { atlas: ArtAtlas; picture: ImageBitmap } | null
  /** The symbols as they stand: the subject of those that have no layer of it. */
  symbols: { atlas: ArtAtlas; picture: ImageBitmap }
}

/** The picture of a film is larger than the cell by this share of its edge on each side: a subject leaves its frame. */
export const filmMargin = 0.14

const mostBytes = 64 * 1024 * 1024

/** `edge` is that of a symbol in device pixels. */
export function createSymbolFilms(
  art: LayerArt,
  symbolIds: readonly string[],
  edge: number,
  temperOf: (id: string) => SymbolTemper | undefined,
): SymbolFilms {
  const side = Math.round(edge * (1 + 2 * filmMargin))
  const most = Math.max(60, Math.floor(mostBytes / (side * side * 4)))
  const made = new Map<string, OffscreenCanvas>()
  const layers = new Map<string, Layers>()
  const layersOf = (id: string): Layers => {
    const known = layers.get(id)
    if (known) return known
    const cut = cutLayers(art, id, edge)
    layers.set(id, cut)
    return cut
  }
  const isLively = (symbol: number) => {
    const id = symbolIds[symbol] ?? ''
    return temperOf(id) !== undefined || [`${id}-hero`, `${id}-limb`].some((name) => art.atlas.frames[name])
  }
  return {
    isLively,
    frame(symbol, act, ms) {
      const id = symbolIds[symbol]
      if (id === undefined || !art.atlas.frames[`${id}-lit`]) return null
      if (act !== 'win' && ms >= films[act].ms) return null
      const { frames } = films[act]
      const index = Math.floor(((ms % films[act].ms) / films[act].ms) * frames)
      const key = `${id} ${act} ${index}`
      const known = made.get(key)
      if (known) {
        // Shown last: dropped last.
        made.delete(key)
        made.set(key, known)
        return known
      }
      const temper = temperOf(id) ?? (isLively(symbol) ? 'leap' : 'swell')
      const picture = paintPose(layersOf(id), poseAt(act, temper, index / frames), edge, side)
      made.set(key, picture)
      const [oldest] = made.keys()
      if (made.size > most && oldest !== undefined) made.delete(oldest)
      return picture
    },
  }
}

const layerNames = ['back', 'glow', 'limb', 'hero', 'lit', 'eyes', 'front', 'word'] as const
type Layers = Partial<Record<(typeof layerNames)[number], OffscreenCanvas>> & {
  pivot: readonly [x: number, y: number]
}

/** The halo is a picture of a board 1.5 times as large. */
const glowReach = 1.5

function cutLayers({ atlas, picture, words, symbols }: LayerArt, id: string, edge: number): Layers {
  const layers: Layers = { pivot: atlas.pivots?.[`${id}-limb`] ?? [0.5, 0.5] }
  for (const name of layerNames) {
    const frame = atlas.frames[`${id}-${name}`]
    if (frame) layers[name] = scaled(picture, frame, name === 'glow' ? edge * glowReach : edge)
  }
  const word = words?.atlas.frames[`${id}-word`]
  if (words && word) layers.word = scaled(words.picture, word, edge)
  const whole = symbols.atlas.frames[id]
  if (!layers.hero && whole) layers.hero = scaled(symbols.picture, whole, edge)
  return layers
}

function scaled(picture: ImageBitmap, frame: readonly [number, number, number, number], edge: number): OffscreenCanvas {
  const size = Math.max(1, Math.round(edge))
  const context = contextOf(size)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, ...frame, 0, 0, size, size)
  return context.canvas
}

function contextOf(size: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(size, size).getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  return context
}

function paintPose(layers: Layers, pose: SymbolPose, edge: number, side: number): OffscreenCanvas {
  const context = contextOf(side)
  const margin = (side - edge) / 2
  const put = (layer: OffscreenCanvas | undefined, alpha = 1) => {
    if (!layer || alpha <= 0) return
    context.globalAlpha = Math.min(1, alpha)
    context.drawImage(layer, margin, margin, edge, edge)
  }
  put(layers.back)
  context.globalCompositeOperation = 'lighter'
  const halo = edge * glowReach
  if (layers.glow && pose.glow > 0) {
    context.globalAlpha = Math.min(1, pose.glow)
    const across = halo * Math.max(0.3, Math.min(1, Math.abs(pose.width)))
    context.drawImage(layers.glow, (side - across) / 2, (side - halo) / 2, across, halo)
  }
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = 1
  context.save()
  poseAbout(context, layers.pivot, { ...pose, turn: pose.swing + pose.turn * 0.5 }, pose.stretch, edge, margin)
  put(layers.limb)
  context.restore()
  context.save()
  poseAbout(context, [0.5, 0.86], pose, 1, edge, margin)
  context.drawImage(subject(layers, pose, edge), margin, margin)
  context.globalCompositeOperation = 'lighter'
  put(layers.eyes, pose.eyes)
  context.restore()
  context.save()
  context.translate(side / 2, margin + edge * 0.88)
  context.scale(pose.plate, pose.plate)
  context.translate(-side / 2, -(margin + edge * 0.88))
  put(layers.front)
  put(layers.word)
  context.restore()
  return context.canvas
}

/** Turns, stretches and lifts what is painted next about a point of the symbol. */
function poseAbout(
  context: OffscreenCanvasRenderingContext2D,
  [x, y]: readonly [x: number, y: number],
  pose: SymbolPose,
  stretch: number,
  edge: number,
  margin: number,
): void {
  // Coins turn about their middle.
  const turned = Math.abs(pose.width) < 0.9
  const at = { x: margin + x * edge, y: margin + (turned ? 0.5 : y) * edge }
  context.translate(at.x, at.y - pose.lift * edge)
  context.rotate(pose.turn)
  const width = Math.abs(pose.width) < 0.06 ? 0.06 : pose.width
  context.scale(width * stretch, pose.height * stretch)
  context.translate(-at.x, -at.y)
}

/** The subject under its light, with the band of the glint on it. */
function subject({ hero, lit }: Layers, pose: SymbolPose, edge: number): OffscreenCanvas {
  const context = contextOf(Math.max(1, Math.round(edge)))
  if (hero) context.drawImage(hero, 0, 0)
  context.globalCompositeOperation = 'source-atop'
  if (lit && pose.lit > 0) {
    context.globalAlpha = pose.lit
    context.drawImage(lit, 0, 0)
  }
  if (pose.glint !== null) paintGlint(context, pose.glint, edge)
  return context.canvas
}

/** A soft slanted band of light. */
function paintGlint(context: OffscreenCanvasRenderingContext2D, place: number, edge: number): void {
  const x = edge * (0.5 + place * 0.95)
  const reach = edge * 0.2
  const ramp = context.createLinearGradient(x - reach, edge * 0.5 - reach * 0.5, x + reach, edge * 0.5 + reach * 0.5)
  ramp.addColorStop(0, 'rgba(255, 255, 255, 0)')
  ramp.addColorStop(0.42, 'rgba(255, 250, 230, .18)')
  ramp.addColorStop(0.5, 'rgba(255, 255, 255, .8)')
  ramp.addColorStop(0.58, 'rgba(255, 250, 230, .18)')
  ramp.addColorStop(1, 'rgba(255, 255, 255, 0)')
  context.globalAlpha = 1
  context.fillStyle = ramp
  context.fillRect(0, 0, edge, edge)
}
