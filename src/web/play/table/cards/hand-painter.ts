import { project, type Cover, type Point, type Spot } from './camera.ts'

/** Paints the dealer's hands: the picture of one, turned so that its arm comes from the dealer's shoulder. */

export type Hand = { picture: ImageBitmap }

/** The picture of the hand in its own pixels, and where it is cut into sleeve and hand (`scripts/art/table-pieces.ts`). */
const art = { width: 220, height: 480, tip: { x: 110, y: 448 }, cuff: 290 } as const

/** The shoulders in the picture of the table, above its upper edge. */
const shoulders = { near: { x: 838, y: -70 }, far: { x: 562, y: -70 } } as const
const scale = 0.56

/** `near` is the hand at the shoe, on the right of the picture; the other one is its mirror image. */
export function paintHand(
  context: CanvasRenderingContext2D,
  { picture }: Hand,
  which: 'near' | 'far',
  tip: Point,
  cover: Cover,
): void {
  const spot = project(tip)
  const shoulder = shoulders[which]
  const reach = Math.hypot(shoulder.x - spot.x, shoulder.y - spot.y) / scale
  const pixels = picture.width / art.width
  const sleeve = reach - (art.tip.y - art.cuff)
  context.save()
  context.translate(cover.left + spot.x * cover.scale, cover.top + spot.y * cover.scale)
  context.scale(cover.scale * scale, cover.scale * scale)
  context.rotate(Math.atan2(shoulder.y - spot.y, shoulder.x - spot.x) + Math.PI / 2)
  if (which === 'far') context.scale(-1, 1)
  const rest = art.height - art.cuff
  context.drawImage(picture, 0, 0, art.width * pixels, art.cuff * pixels, -art.tip.x, -reach, art.width, sleeve + 1)
  context.drawImage(
    picture,
    0,
    art.cuff * pixels,
    art.width * pixels,
    rest * pixels,
    -art.tip.x,
    art.cuff - art.tip.y,
    art.width,
    rest,
  )
  context.restore()
}

/** The part of the stage that a hand with its arm covers. */
export function handBounds(
  which: 'near' | 'far',
  tip: Point,
  cover: Cover,
): { x: number; y: number; width: number; height: number } {
  const spot = project(tip)
  const shoulder = shoulders[which]
  const by = 120 * scale + 24
  const at = (point: Spot) => ({ x: cover.left + point.x * cover.scale, y: cover.top + point.y * cover.scale })
  const low = at({ x: Math.min(spot.x, shoulder.x) - by, y: 0 })
  const high = at({ x: Math.max(spot.x, shoulder.x) + by, y: spot.y + by })
  return { x: low.x, y: Math.min(0, low.y), width: high.x - low.x, height: high.y - Math.min(0, low.y) }
}
