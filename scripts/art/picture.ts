/**
 * Pictures in memory: four premultiplied channels of 0..1 a pixel, so that layers, shadows and light
 * are added without the banding that bytes would leave in dark gradients.
 */

export type Picture = { readonly width: number; readonly height: number; readonly data: Float32Array }

/** One channel of 0..1 values: an alpha mask, a height field, a distance. */
export type Field = { readonly width: number; readonly height: number; readonly data: Float32Array }

/** Red, green, blue of 0..1, in sRGB. */
export type Colour = readonly [number, number, number]

export function colour(hex: string): Colour {
  const value = Number.parseInt(hex, 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function emptyPicture(width: number, height: number): Picture {
  return { width, height, data: new Float32Array(width * height * 4) }
}

export function emptyField(width: number, height: number): Field {
  return { width, height, data: new Float32Array(width * height) }
}

/** Draws `top` over `under` in place, its left upper corner at (`left`, `up`), clipped to `under`. */
export function drawOver(under: Picture, top: Picture, left: number, up: number, opacity = 1): void {
  const fromX = Math.max(0, -left)
  const toX = Math.min(top.width, under.width - left)
  const fromY = Math.max(0, -up)
  const toY = Math.min(top.height, under.height - up)
  const source = top.data
  const target = under.data
  for (let y = fromY; y < toY; y += 1) {
    let from = (y * top.width + fromX) * 4
    let to = ((y + up) * under.width + fromX + left) * 4
    for (let x = fromX; x < toX; x += 1, from += 4, to += 4) {
      const alpha = (source[from + 3] as number) * opacity
      if (alpha === 0) continue
      const keep = 1 - alpha
      target[to] = (source[from] as number) * opacity + (target[to] as number) * keep
      target[to + 1] = (source[from + 1] as number) * opacity + (target[to + 1] as number) * keep
      target[to + 2] = (source[from + 2] as number) * opacity + (target[to + 2] as number) * keep
      target[to + 3] = alpha + (target[to + 3] as number) * keep
    }
  }
}

/** Draws light of one colour through a mask: adds, never covers; alpha stays as it is. */
export function drawLight(under: Picture, mask: Field, tint: Colour, left: number, up: number, strength: number): void {
  for (let y = Math.max(0, -up); y < Math.min(mask.height, under.height - up); y += 1) {
    for (let x = Math.max(0, -left); x < Math.min(mask.width, under.width - left); x += 1) {
      const light = (mask.data[y * mask.width + x] as number) * strength
      const to = ((y + up) * under.width + x + left) * 4
      const alpha = under.data[to + 3] as number
      for (let channel = 0; channel < 3; channel += 1) {
        const was = under.data[to + channel] as number
        under.data[to + channel] = was + (alpha - was) * Math.min(1, light * (tint[channel] as number))
      }
    }
  }
}

/** Draws one flat colour through a mask: shadows and glows. */
export function drawTint(under: Picture, mask: Field, tint: Colour, left: number, up: number, opacity: number): void {
  const fromX = Math.max(0, -left)
  const toX = Math.min(mask.width, under.width - left)
  const fromY = Math.max(0, -up)
  const toY = Math.min(mask.height, under.height - up)
  const [red, green, blue] = tint
  const target = under.data
  for (let y = fromY; y < toY; y += 1) {
    let from = y * mask.width + fromX
    let to = ((y + up) * under.width + fromX + left) * 4
    for (let x = fromX; x < toX; x += 1, from += 1, to += 4) {
      const alpha = Math.min(1, (mask.data[from] as number) * opacity)
      if (alpha < 0.002) continue
      const keep = 1 - alpha
      target[to] = red * alpha + (target[to] as number) * keep
      target[to + 1] = green * alpha + (target[to + 1] as number) * keep
      target[to + 2] = blue * alpha + (target[to + 2] as number) * keep
      target[to + 3] = alpha + (target[to + 3] as number) * keep
    }
  }
}

export function alphaOf(picture: Picture, margin = 0): Field {
  const field = emptyField(picture.width + margin * 2, picture.height + margin * 2)
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      field.data[(y + margin) * field.width + x + margin] = picture.data[(y * picture.width + x) * 4 + 3] as number
    }
  }
  return field
}

/** The rectangle of a mask that is not empty, with a border of a pixel, and where it lies. */
export function trimmed(mask: Field): { field: Field; left: number; up: number } {
  let [left, up, right, down] = [mask.width, mask.height, -1, -1]
  for (let y = 0, i = 0; y < mask.height; y += 1) {
    for (let x = 0; x < mask.width; x += 1, i += 1) {
      if (mask.data[i] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < up) up = y
      if (y > down) down = y
    }
  }
  if (right < 0) return { field: emptyField(3, 3), left: 0, up: 0 }
  const field = emptyField(right - left + 3, down - up + 3)
  for (let y = up; y <= down; y += 1) {
    const from = y * mask.width + left
    field.data.set(mask.data.subarray(from, from + right - left + 1), (y - up + 1) * field.width + 1)
  }
  return { field, left: left - 1, up: up - 1 }
}

/** The part of a field that lies where `like` lies on the board, at (`left`, `up`); empty beyond the field. */
export function cropped(field: Field, left: number, up: number, like: Field): Field {
  const out = emptyField(like.width, like.height)
  for (let y = Math.max(0, -up); y < Math.min(like.height, field.height - up); y += 1) {
    const from = Math.max(0, -left)
    const to = Math.min(like.width, field.width - left)
    const start = (y + up) * field.width + left
    out.data.set(field.data.subarray(start + from, start + to), y * like.width + from)
  }
  return out
}

/** The picture with left and right exchanged. */
export function mirrored(picture: Picture): Picture {
  const out = emptyPicture(picture.width, picture.height)
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const from = (y * picture.width + x) * 4
      const to = (y * picture.width + picture.width - 1 - x) * 4
      for (let channel = 0; channel < 4; channel += 1) out.data[to + channel] = picture.data[from + channel] as number
    }
  }
  return out
}

/** Approximates a Gaussian blur by three box blurs, whose cost does not grow with the radius. */
export function blur(field: Field, sigma: number): Field {
  if (sigma < 0.3) return field
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let low = Math.floor(ideal)
  if (low % 2 === 0) low -= 1
  const lowCount = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  const from = Float32Array.from(field.data)
  const to = new Float32Array(from.length)
  for (let pass = 0; pass < 3; pass += 1) {
    const radius = ((pass < lowCount ? low : low + 2) - 1) / 2
    if (radius < 1) continue
    boxRows(from, to, field.width, field.height, radius)
    boxColumns(to, from, field.width, field.height, radius)
  }
  return { width: field.width, height: field.height, data: from }
}

function boxRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (radius * 2 + 1)
  for (let y = 0; y < height; y += 1) {
    const start = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x += 1) sum += from[start + x] as number
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += from[start + x + radius] as number
      if (x - radius - 1 >= 0) sum -= from[start + x - radius - 1] as number
      to[start + x] = sum * share
    }
  }
}

/** All columns at once, row by row: memory is walked in order, which is several times as fast as down each column. */
function boxColumns(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (radius * 2 + 1)
  const sums = new Float64Array(width)
  const add = (y: number, sign: number) => {
    const start = y * width
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) + sign * (from[start + x] as number)
  }
  for (let y = 0; y < Math.min(radius, height); y += 1) add(y, 1)
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) add(y + radius, 1)
    if (y - radius - 1 >= 0) add(y - radius - 1, -1)
    const start = y * width
    for (let x = 0; x < width; x += 1) to[start + x] = (sums[x] as number) * share
  }
}

/**
 * Distance in pixels from each pixel inside the mask to its edge, 0 outside: the exact Euclidean
 * transform by lower envelopes of parabolas, with the mask's own antialiasing kept as the fraction.
 */
export function distanceInside(mask: Field): Field {
  const { width, height } = mask
  const far = 1e9
  const grid = new Float64Array(width * height)
  for (let i = 0; i < grid.length; i += 1) {
    const alpha = mask.data[i] as number
    grid[i] = alpha >= 0.999 ? far : alpha <= 0.001 ? 0 : alpha * alpha
  }
  const longest = Math.max(width, height)
  const scratch = { line: new Float64Array(longest), at: new Int32Array(longest), edge: new Float64Array(longest + 1) }
  for (let x = 0; x < width; x += 1) envelope(grid, x, width, height, scratch)
  for (let y = 0; y < height; y += 1) envelope(grid, y * width, 1, width, scratch)
  const out = emptyField(width, height)
  for (let i = 0; i < grid.length; i += 1) out.data[i] = Math.sqrt(grid[i] as number)
  return out
}

type Scratch = { line: Float64Array; at: Int32Array; edge: Float64Array }

function envelope(grid: Float64Array, start: number, step: number, length: number, scratch: Scratch): void {
  const { line, at, edge } = scratch
  for (let i = 0; i < length; i += 1) line[i] = grid[start + i * step] as number
  let count = 0
  at[0] = 0
  edge[0] = -Infinity
  edge[1] = Infinity
  for (let q = 1; q < length; q += 1) {
    let cross = crossing(line, at[count] as number, q)
    while (count > 0 && cross <= (edge[count] as number)) {
      count -= 1
      cross = crossing(line, at[count] as number, q)
    }
    count += 1
    at[count] = q
    edge[count] = cross
    edge[count + 1] = Infinity
  }
  let k = 0
  for (let q = 0; q < length; q += 1) {
    while ((edge[k + 1] as number) < q) k += 1
    const p = at[k] as number
    grid[start + q * step] = (q - p) * (q - p) + (line[p] as number)
  }
}

function crossing(line: Float64Array, p: number, q: number): number {
  return ((line[q] as number) + q * q - (line[p] as number) - p * p) / (2 * q - 2 * p)
}
