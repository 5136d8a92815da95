import {
  ballRadius,
  heightAt,
  highest,
  picture,
  pointAt,
  project,
  radii,
  rotorBox,
  scaleAt,
  unrolled,
  type Point,
} from './wheel-form.ts'
import type { BallPose } from './wheel-path.ts'

/**
 * Paints the turning rotor and the ball. For every pixel of the rotor the place on the unrolled picture that is seen there is computed
 * once for a size; a frame only shifts all of them by the angle, and multiplies by the light, which stands still.
 */

/** The pictures of the wheel (`scripts/art/wheel-pieces.ts`). */
export type WheelArt = { rotor: ImageBitmap; light: ImageBitmap }

/** What is known of a rotor at one size. */
export type Rotor = {
  image: ImageData
  /** Of each pixel that shows the rotor: its index, its column in 1/256 pixels of the texture, the beginning of its row. */
  pixels: Int32Array
  columns: Int32Array
  rows: Int32Array
  /** Three factors of 1/256 and three summands for each. */
  factors: Uint16Array
  mirror: Uint8Array
  texture: Uint8ClampedArray
  /** Columns of the texture. */
  wide: number
}

/** More pixels than these are painted smaller. */
const mostPixels = 330_000

/** The pixels of the rotor's canvas for one of the picture. */
export function rotorDensity(scale: number, ratio: number): number {
  const wanted = scale * ratio
  const pixels = rotorBox.width * rotorBox.height * wanted ** 2
  return pixels > mostPixels ? wanted * Math.sqrt(mostPixels / pixels) : wanted
}

/** Prepares the rotor for `density` pixels a pixel of the picture. */
export function rotorOf({ rotor, light }: WheelArt, density: number): Rotor | null {
  const [width, height] = [Math.round(rotorBox.width * density), Math.round(rotorBox.height * density)]
  const around = Math.min(unrolled.width, Math.ceil((2 * Math.PI * radii.rotor * 300 * density) / 37) * 37)
  const down = unrolled.height * 2
  const texture = pixelsOf(rotor, around, down)
  const lights = pixelsOf(light, width * 2, height)
  if (!texture || !lights || width < 2) return null
  const image = new ImageData(width, height)
  const most = width * height
  const [pixels, columns, rows] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  const [factors, mirror] = [new Uint16Array(most * 3), new Uint8Array(most * 3)]
  let count = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const point = rotorPointAt({ x: rotorBox.left + (x + 0.5) / density, y: rotorBox.top + (y + 0.5) / density })
      if (!point) continue
      const radius = Math.hypot(point.x, point.y)
      const cover = Math.min(1, (radii.rotor - radius) * scaleAt(point) * density + 0.5)
      if (cover <= 0) continue
      const pixel = y * width + x
      const row = Math.min(down - 1, Math.max(0, Math.floor(((unrolled.outer - radius) / unrolled.outer) * down)))
      pixels[count] = pixel * 4
      columns[count] = Math.floor(columnShare(point, 0) * around * 256)
      rows[count] = row * around * 4
      image.data[pixel * 4 + 3] = cover * 255
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width * 2 + x) * 4 + channel
        factors[count * 3 + channel] = ((lights[at] ?? 0) * 1.4 * 256) / 255
        mirror[count * 3 + channel] = lights[at + width * 4] ?? 0
      }
      count += 1
    }
  }
  return {
    image,
    pixels: pixels.subarray(0, count),
    columns,
    rows,
    factors,
    mirror,
    texture,
    wide: around,
  }
}

function pixelsOf(picture: ImageBitmap, width: number, height: number): Uint8ClampedArray | null {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}

/** Which column of the unrolled rotor is at a point, as a share of its width, when the rotor is turned by an angle. */
export function columnShare({ x, y }: Point, turned: number): number {
  const share = 0.5 / 37 + (turned - Math.atan2(y, x)) / (2 * Math.PI)
  return share - Math.floor(share)
}

/** The point of the rotor that is seen at a spot of the picture, or null beside it. */
export function rotorPointAt(spot: { x: number; y: number }): Point | null {
  const floor = -0.09
  const below = pointAt(spot, 0)
  if (Math.hypot(below.x, below.y) > radii.rotor + 0.25) return null
  // Only the turret is high.
  const top = Math.abs(below.x) < 0.1 && below.y > -0.2 && below.y < 0.5 ? highest : 0.14
  const steps = top === highest ? 48 : 16
  const isBelow = (z: number) => {
    const { x, y } = pointAt(spot, z)
    return heightAt(Math.hypot(x, y)) >= z
  }
  for (let step = 0; step <= steps; step += 1) {
    const z = top + ((floor - top) * step) / steps
    if (!isBelow(z)) continue
    let [high, low] = [Math.min(top, z + (top - floor) / steps), z]
    for (let half = 0; half < 6; half += 1) {
      const middle = (high + low) / 2
      if (isBelow(middle)) low = middle
      else high = middle
    }
    return pointAt(spot, low)
  }
  return null
}

/** Paints the rotor at an angle. */
export function paintRotor(context: CanvasRenderingContext2D, rotor: Rotor, angle: number): void {
  const { image, pixels, columns, rows, factors, mirror, texture, wide } = rotor
  const { data } = image
  const whole = wide * 256
  const turns = angle / (2 * Math.PI)
  const shift = Math.floor((turns - Math.floor(turns)) * whole)
  for (let index = 0, three = 0; index < pixels.length; index += 1, three += 3) {
    let column = (columns[index] as number) + shift
    if (column >= whole) column -= whole
    const left = column >> 8
    const part = column & 255
    const row = rows[index] as number
    const from = row + left * 4
    const next = left + 1 === wide ? row : from + 4
    const to = pixels[index] as number
    for (let channel = 0; channel < 3; channel += 1) {
      const one = texture[from + channel] as number
      const tint = one + ((((texture[next + channel] as number) - one) * part) >> 8)
      data[to + channel] = ((tint * (factors[three + channel] as number)) >> 8) + (mirror[three + channel] as number)
    }
  }
  context.putImageData(image, 0, 0)
}

/** How the picture lies on a stage: scale, and where its top left is. */
export type Cover = { scale: number; left: number; top: number }

/** Where a ball is on a canvas that covers the picture, and how large. */
function ballOn(pose: BallPose, scale: number): { x: number; y: number; radius: number } {
  const point = pointOf(pose)
  const spot = project(point)
  return { x: spot.x * scale, y: spot.y * scale, radius: ballRadius * scaleAt(point) * scale }
}

function pointOf({ angle, radius, height }: BallPose): Point {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), z: height }
}

export type Area = { x: number; y: number; width: number; height: number }

/** Paints the ball with its shadow; returns what it covers. `sprite`: from `ballSprite`. */
export function paintBall(
  context: CanvasRenderingContext2D,
  { sprite, pose, scale, alpha }: { sprite: OffscreenCanvas; pose: BallPose; scale: number; alpha: number },
): Area {
  const { x, y, radius } = ballOn(pose, scale)
  const ground = heightAt(pose.radius)
  const rise = Math.max(0, pose.height - ballRadius - ground)
  const foot = pointOf({ ...pose, height: ground })
  const shade = project({ x: foot.x + 0.012 + rise * 0.3, y: foot.y - 0.014 - rise * 0.4, z: ground })
  const [shadeX, shadeY] = [shade.x * scale, shade.y * scale]
  const wide = radius * (1.15 + rise * 3)
  context.globalAlpha = alpha * Math.max(0.16, 0.62 - rise * 4)
  context.fillStyle = '#000'
  context.beginPath()
  context.ellipse(shadeX, shadeY, wide, wide * 0.72, 0, 0, 2 * Math.PI)
  context.fill()
  context.globalAlpha = alpha
  context.drawImage(sprite, x - radius, y - radius, 2 * radius, 2 * radius)
  context.globalAlpha = 1
  const margin = 3
  const left = Math.min(x - radius, shadeX - wide) - margin
  const top = Math.min(y - radius, shadeY - wide) - margin
  return {
    x: left,
    y: top,
    width: Math.max(x + radius, shadeX + wide) + margin - left,
    height: Math.max(y + radius, shadeY + wide) + margin - top,
  }
}

/** An ivory ball under the lamps of the studio. */
export function ballSprite(): OffscreenCanvas {
  const size = 64
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const body = context.createRadialGradient(24, 20, 3, 32, 32, 31)
  body.addColorStop(0, '#ffffff')
  body.addColorStop(0.45, '#f4efe3')
  body.addColorStop(0.8, '#b9ad98')
  body.addColorStop(1, '#6d6353')
  context.fillStyle = body
  context.beginPath()
  context.arc(32, 32, 31, 0, 2 * Math.PI)
  context.fill()
  return canvas
}

/** The size of the picture on a stage. */
export function sizeOf(scale: number): { width: number; height: number } {
  return { width: picture.width * scale, height: picture.height * scale }
}
