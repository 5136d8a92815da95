import { project, type Cover, type Point } from '../cards/camera.ts'
import { coverArt, dome } from './dome.ts'

/** Paints the lacquered cover, moved from where it stands over the glass, with its shadow on the table. */

export type Area = { x: number; y: number; width: number; height: number }

export function paintCover(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  at: Point,
  cover: Cover,
  alpha = 1,
): void {
  const { x, y, width, height } = areaOf(at, cover)
  context.globalAlpha = alpha
  paintShadow(context, at, cover)
  context.drawImage(picture, x, y, width, height)
  context.globalAlpha = 1
}

/** Where its picture lies: moved as its middle is, and larger the nearer it is to the camera. */
function areaOf(at: Point, { scale, left, top }: Cover): Area {
  const home = project(dome.at)
  const moved = { x: dome.at.x + at.x, y: dome.at.y + at.y, z: dome.at.z + at.z }
  const middle = project(moved)
  const size = (project({ ...moved, x: moved.x + 1 }).x - middle.x) / (project({ ...dome.at, x: 1 }).x - home.x)
  return {
    x: left + (middle.x - (home.x - coverArt.x) * size) * scale,
    y: top + (middle.y - (home.y - coverArt.y) * size) * scale,
    width: coverArt.width * size * scale,
    height: coverArt.height * size * scale,
  }
}

/** On the felt below it; none while it stands on the shaker. */
function paintShadow(context: CanvasRenderingContext2D, at: Point, cover: Cover): void {
  const away = Math.min(1, Math.abs(at.x) / 2.4)
  if (away < 0.02) return
  const height = Math.max(0, at.z + dome.at.z)
  const spot = project({ x: dome.at.x + at.x + 0.12 + height * 0.2, y: dome.at.y + at.y - 0.16 - height * 0.3, z: 0 })
  const radius = dome.radius * coverArt.grown * 100 * cover.scale * (1.16 + height * 0.08)
  context.save()
  context.translate(cover.left + spot.x * cover.scale, cover.top + spot.y * cover.scale)
  context.scale(1, 0.81)
  const soft = context.createRadialGradient(0, 0, radius * 0.7, 0, 0, radius)
  soft.addColorStop(0, `rgba(0, 0, 0, ${(0.62 * away) / (1 + height)})`)
  soft.addColorStop(1, 'rgba(0, 0, 0, 0)')
  context.fillStyle = soft
  context.fillRect(-radius, -radius, radius * 2, radius * 2)
  context.restore()
}

/** The part of the stage that the cover and its shadow may change. */
export function coverBounds(at: Point, cover: Cover): Area {
  const { x, y, width, height } = areaOf(at, cover)
  const ground = areaOf({ ...at, z: -dome.at.z }, cover)
  const margin = width * 0.14
  const low = Math.max(y + height, ground.y + ground.height) + margin
  return { x: x - margin, y: y - 2, width: width + margin * 2.6, height: low - y + 2 }
}
