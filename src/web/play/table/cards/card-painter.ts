import { rankOf, suitOf, type Card } from '#domain/games/table/cards.ts'
import { cardHeight, project, type Cover, type Point, type Spot } from './camera.ts'
import type { Pose } from './card-motion.ts'

/** Paints cards in space on a 2D canvas: a card is cut into cells, each drawn by its own affine map. */

/** The picture of the deck (`scripts/art/playing-cards.ts`): 13 columns of ranks, a row for each suit, the back below. */
export type Deck = {
  picture: ImageBitmap
  width: number
  height: number
  shade: OffscreenCanvas
  glow: OffscreenCanvas
}

const columns = 13
const rows = 5

/** Prepares the deck: its masks shade cards that turn away from the light, and lie below them as shadows. */
export function deckOf(picture: ImageBitmap): Deck {
  const width = picture.width / columns
  const height = picture.height / rows
  return { picture, width, height, shade: maskOf(width, height, 0), glow: maskOf(width, height, width * 0.08) }
}

function maskOf(width: number, height: number, blur: number): OffscreenCanvas {
  const margin = blur * 3
  const canvas = new OffscreenCanvas(Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin))
  const context = canvas.getContext('2d')
  if (!context) return canvas
  if (blur > 0) {
    context.shadowColor = '#000'
    context.shadowBlur = blur * 2
    // Only the shadow is drawn: its shape is outside the canvas.
    context.shadowOffsetX = canvas.width * 2
    context.translate(-canvas.width * 2, 0)
  }
  context.beginPath()
  context.roundRect(margin + 1, margin + 1, width - 2, height - 2, width * 0.075)
  context.fill()
  return canvas
}

/** The corner of a card's picture in the deck. */
function cornerOf({ width, height }: Deck, card: Card | null): Spot {
  if (card === null) return { x: 0, y: 4 * height }
  return { x: (rankOf(card) - 1) * width, y: suitOf(card) * height }
}

/** Where a point of a card is: `u` from its left to its right as it lies face down, `v` from its far to its near edge. */
function placeOf(pose: Pose, u: number, v: number): Point {
  const { along, up } = profile(pose, u)
  const [cos, sin] = [Math.cos(pose.yaw), Math.sin(pose.yaw)]
  const down = (0.5 - v) * cardHeight
  return { x: pose.x + along * cos - down * sin, y: pose.y + along * sin + down * cos, z: pose.z + up }
}

/** The profile of a card across its width: flat, turned about its middle, or bent round a roll. */
function profile({ turn, peel }: Pose, u: number): { along: number; up: number } {
  const across = u - 0.5
  if (peel === null) return { along: across * Math.cos(turn), up: -across * Math.sin(turn) }
  const { from, radius } = peel
  if (u <= from) return { along: across, up: 0 }
  const angle = Math.min((u - from) / radius, Math.PI * 0.82)
  const beyond = u - from - angle * radius
  return {
    along: from - 0.5 + radius * Math.sin(angle) + beyond * Math.cos(angle),
    up: radius * (1 - Math.cos(angle)) + beyond * Math.sin(angle),
  }
}

type Painter = CanvasRenderingContext2D

/** Paints a card and its shadow. `cells` across and down: more where it is bent, or where perspective shows. */
export function paintCard(context: Painter, deck: Deck, pose: Pose, cover: Cover, alpha = 1): void {
  const at = (u: number, v: number): Spot => {
    const spot = project(placeOf(pose, u, v))
    return { x: cover.left + spot.x * cover.scale, y: cover.top + spot.y * cover.scale }
  }
  paintShadow(context, deck, pose, cover, alpha)
  context.globalAlpha = alpha
  const across = pose.peel === null ? 1 : 14
  const down = 6
  const strips = Array.from({ length: across }, (_, index) => index)
  for (const index of strips) {
    const [from, to] = [index / across, (index + 1) / across]
    const [left, right, below] = [at(from, 0.5), at(to, 0.5), at(from, 1)]
    const isBack = (right.x - left.x) * (below.y - left.y) - (right.y - left.y) * (below.x - left.x) > 0
    const source = cornerOf(deck, isBack ? null : pose.card)
    if (Math.hypot(right.x - left.x, right.y - left.y) < 1.2 && across === 1) {
      paintRim(context, at(0, 0), at(0, 1))
      continue
    }
    for (let row = 0; row < down; row += 1) {
      const [top, bottom] = [row / down, (row + 1) / down]
      const [a, b] = isBack ? [from, to] : [to, from]
      const corners = [at(a, top), at(b, top), at(a, bottom), at(b, bottom)] as const
      const u = isBack ? from : 1 - to
      mapCell(context, corners, () => {
        const cut = { x: u * deck.width, y: top * deck.height, width: deck.width / across, height: deck.height / down }
        context.drawImage(deck.picture, source.x + cut.x, source.y + cut.y, cut.width, cut.height, 0, 0, 1, 1)
        const dark = darkness(pose, (from + to) / 2)
        if (dark <= 0.01) return
        context.globalAlpha = dark * alpha
        context.drawImage(deck.shade, cut.x, cut.y, cut.width, cut.height, 0, 0, 1, 1)
        context.globalAlpha = alpha
      })
    }
  }
  context.globalAlpha = 1
}

/** How dark a strip of a card is: by how far it turns from the light above the table. */
function darkness({ turn, peel }: Pose, u: number): number {
  if (peel === null) return 0.42 * (1 - Math.abs(Math.cos(turn)))
  if (u <= peel.from) return 0
  const angle = Math.min((u - peel.from) / peel.radius, Math.PI * 0.82)
  return 0.34 * Math.abs(Math.sin(angle * 0.9))
}

/** Draws into the unit square as it lies between four corners; a hair larger, so that no seams show. */
function mapCell(context: Painter, [a, b, c, d]: readonly [Spot, Spot, Spot, Spot], draw: () => void): void {
  const across = { x: (b.x - a.x + d.x - c.x) / 2, y: (b.y - a.y + d.y - c.y) / 2 }
  const down = { x: (c.x - a.x + d.x - b.x) / 2, y: (c.y - a.y + d.y - b.y) / 2 }
  const middle = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 }
  const grow = (length: number) => 1 + 0.7 / Math.max(1, length)
  const [wide, high] = [grow(Math.hypot(across.x, across.y)), grow(Math.hypot(down.x, down.y))]
  context.save()
  context.transform(
    across.x * wide,
    across.y * wide,
    down.x * high,
    down.y * high,
    middle.x - (across.x * wide + down.x * high) / 2,
    middle.y - (across.y * wide + down.y * high) / 2,
  )
  draw()
  context.restore()
}

/** The edge of a card that stands upright. */
function paintRim(context: Painter, from: Spot, to: Spot): void {
  context.strokeStyle = '#e9dfc9'
  context.lineWidth = 1.8
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** The shadow on the felt: softer, wider and further away the higher the card is. */
function paintShadow(context: Painter, deck: Deck, pose: Pose, cover: Cover, alpha: number): void {
  const height = pose.peel === null ? pose.z : 0.14
  const flat: Pose = {
    ...pose,
    x: pose.x + 0.03 + height * 0.12,
    y: pose.y - 0.05 - height * 0.34,
    z: 0,
    peel: null,
    turn: 0,
  }
  const squeeze = pose.peel === null ? Math.max(0.12, Math.abs(Math.cos(pose.turn))) : 1
  const margin = (deck.glow.width - deck.width) / 2 / deck.width
  const at = (u: number, v: number): Spot => {
    const spot = project(placeOf(flat, 0.5 + (u - 0.5) * squeeze, v))
    return { x: cover.left + spot.x * cover.scale, y: cover.top + spot.y * cover.scale }
  }
  const [low, high] = [-margin, 1 + margin]
  const corners = [at(low, low), at(high, low), at(low, high), at(high, high)] as const
  context.globalAlpha = (0.62 - Math.min(0.34, height * 0.5)) * alpha
  mapCell(context, corners, () => context.drawImage(deck.glow, 0, 0, 1, 1))
  context.globalAlpha = 1
}

/** The part of the stage that a card and its shadow may cover. */
export function boundsOf(pose: Pose, cover: Cover): { x: number; y: number; width: number; height: number } {
  const spot = project(pose)
  const reach = 190 * cover.scale
  return {
    x: cover.left + spot.x * cover.scale - reach,
    y: cover.top + spot.y * cover.scale - reach,
    width: 2 * reach,
    height: 2 * reach,
  }
}
