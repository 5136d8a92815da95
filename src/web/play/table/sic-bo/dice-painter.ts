import { project, type Cover, type Spot } from '../cards/camera.ts'
import { faceAxes, faceNormals } from './die.ts'
import type { DiePose } from './dice-motion.ts'
import { dome } from './dome.ts'
import { dot, plus, turned, type Vector } from './quaternion.ts'

/** Paints dice in space on a 2D canvas: a rounded body, and the pictures of the faces that look at the camera. */

/** The picture of the six faces in a row (`scripts/art/dice-dome.ts`), and a mask that darkens a face. */
export type Faces = { picture: ImageBitmap; edge: number; shade: OffscreenCanvas }

export function facesOf(picture: ImageBitmap): Faces {
  const edge = picture.height
  const shade = new OffscreenCanvas(edge, edge)
  const context = shade.getContext('2d')
  if (context) {
    context.fillStyle = '#1c0410'
    context.beginPath()
    context.roundRect(edge * 0.02, edge * 0.02, edge * 0.96, edge * 0.96, edge * 0.17)
    context.fill()
  }
  return { picture, edge, shade }
}

/** From where the light comes. */
const light: Vector = [-0.36, -0.42, 0.83]
/** The corners of the body are balls of this share of its edge. */
const rounding = 0.15
/** So much of an edge is flat, and bears the picture of the face. */
const flatShare = 0.95

const corners: readonly Vector[] = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Vector => [x, y, z])))

type Painter = CanvasRenderingContext2D
type ToStage = (local: Vector) => Spot

/** Paints dice with their shadows, those at the back first. */
export function paintDice(context: Painter, faces: Faces, poses: readonly DiePose[], cover: Cover, alpha = 1): void {
  const toStage = (at: Vector): Spot => {
    const spot = project({ x: dome.at.x + at[0], y: dome.at.y + at[1], z: dome.at.z + at[2] })
    return { x: cover.left + spot.x * cover.scale, y: cover.top + spot.y * cover.scale }
  }
  context.globalAlpha = alpha
  for (const pose of poses) paintShadow(context, pose, toStage, alpha)
  const byDepth = poses.toSorted((one, other) => depthOf(other) - depthOf(one))
  for (const pose of byDepth) paintDie(context, faces, pose, toStage, alpha)
  context.globalAlpha = 1
}

/** How far a die is from the camera, which looks down from the member's side. */
function depthOf({ at: [, y, z] }: DiePose): number {
  return y * 0.588 - z * 0.809
}

function paintDie(context: Painter, faces: Faces, { at, turn }: DiePose, toStage: ToStage, alpha: number): void {
  const half = dome.edge / 2
  const place = (local: Vector): Spot => toStage(plus(at, turned(turn, local), half))
  const inner = 1 - 2 * rounding
  const outline = hullOf(corners.map(([x, y, z]) => place([x * inner, y * inner, z * inner])))
  const unit = Math.abs(place([1, 0, 0]).x - place([-1, 0, 0]).x) + 1
  paintBody(context, outline, toStage(at), rounding * 2 * sizeOf(toStage, at), unit)
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const normal = faceNormals[face] ?? [0, 0, 1]
    const [right, down] = faceAxes[face] ?? [normal, normal]
    const middle = place(normal)
    const across = offset(place(plus(normal, right, flatShare)), middle)
    const along = offset(place(plus(normal, down, flatShare)), middle)
    if (across.x * along.y - across.y * along.x <= 0.5) continue
    context.save()
    context.transform(across.x * 2, across.y * 2, along.x * 2, along.y * 2, middle.x, middle.y)
    const { picture, edge, shade } = faces
    context.drawImage(picture, (face - 1) * edge, 0, edge, edge, -0.5, -0.5, 1, 1)
    const dark = darkness(turned(turn, normal))
    if (dark > 0.01) {
      context.globalAlpha = dark * alpha
      context.drawImage(shade, -0.5, -0.5, 1, 1)
      context.globalAlpha = alpha
    }
    context.restore()
  }
}

function offset(to: Spot, from: Spot): Spot {
  return { x: to.x - from.x, y: to.y - from.y }
}

/** The edge of a die in pixels of the stage. */
function sizeOf(toStage: ToStage, at: Vector): number {
  return toStage(plus(at, [dome.edge / 2, 0, 0])).x - toStage(plus(at, [-dome.edge / 2, 0, 0])).x
}

/** How dark a face is: by how far it turns from the light. */
function darkness(normal: Vector): number {
  return 0.56 * (1 - Math.max(0, dot(normal, light))) ** 1.3
}

/** The body under the faces is seen as their rounded edges: bright above, dark below. */
function paintBody(context: Painter, outline: readonly Spot[], middle: Spot, width: number, unit: number): void {
  const tint = context.createLinearGradient(
    middle.x - unit * 0.4,
    middle.y - unit * 0.9,
    middle.x + unit * 0.3,
    middle.y + unit,
  )
  tint.addColorStop(0, '#fffdf4')
  tint.addColorStop(0.45, '#efe3c8')
  tint.addColorStop(0.75, '#b39a74')
  tint.addColorStop(1, '#5e4630')
  context.fillStyle = tint
  context.strokeStyle = tint
  context.lineJoin = 'round'
  context.lineWidth = width
  trace(context, outline)
  context.fill()
  context.stroke()
}

/** A soft shadow on the plate, where the light throws it: wider and fainter the higher the die is. */
function paintShadow(context: Painter, { at, turn }: DiePose, toStage: ToStage, alpha: number): void {
  const half = dome.edge / 2
  const floor = hullOf(
    corners.map((corner) => {
      const [x, y, z] = plus(at, turned(turn, corner), half * 0.86)
      const height = Math.max(0, z)
      return toStage([x - light[0] * height * 0.5, y - light[1] * height * 0.5, 0])
    }),
  )
  const size = sizeOf(toStage, at)
  const lift = Math.max(0, at[2] - half)
  const layers = 8
  context.fillStyle = '#12010a'
  context.strokeStyle = '#12010a'
  context.lineJoin = 'round'
  trace(context, floor)
  for (let layer = 0; layer < layers; layer += 1) {
    context.globalAlpha = (0.11 / (1 + lift * 1.1)) * alpha
    context.lineWidth = size * (0.03 + (layer / layers) ** 1.3 * (0.26 + lift * 0.7))
    context.stroke()
    context.fill()
  }
  context.globalAlpha = alpha
}

function trace(context: Painter, outline: readonly Spot[]): void {
  context.beginPath()
  for (const [index, { x, y }] of outline.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

/** The convex hull (Andrew's monotone chain). */
function hullOf(spots: readonly Spot[]): Spot[] {
  const sorted = spots.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const chain = (all: readonly Spot[]): Spot[] => {
    const kept: Spot[] = []
    for (const spot of all) {
      for (let [before, last] = kept.slice(-2); before && last; [before, last] = kept.slice(-2)) {
        if ((last.x - before.x) * (spot.y - before.y) - (last.y - before.y) * (spot.x - before.x) > 0) break
        kept.pop()
      }
      kept.push(spot)
    }
    return kept.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}
