/** Curved forms as path data in the 512 box: what silhouettes of animals and plants are put together from. */

export type Point = readonly [x: number, y: number]

export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A closed curve through the points (Catmull-Rom). */
export function closed(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] as Point
  const [first] = points as [Point]
  const steps = points.map((_point, i) => segment(at(i - 1), at(i), at(i + 1), at(i + 2)))
  return `M${n(first[0])} ${n(first[1])}${steps.join('')}Z`
}

/** An open curve through the points, without its own `M`. */
function segment(before: Point, from: Point, to: Point, after: Point): string {
  const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const
  const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const
  return `C${n(c1[0])} ${n(c1[1])} ${n(c2[0])} ${n(c2[1])} ${n(to[0])} ${n(to[1])}`
}

export function open(points: readonly Point[]): string {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] as Point
  const [first] = points as [Point]
  let path = `M${n(first[0])} ${n(first[1])}`
  for (let i = 0; i < points.length - 1; i += 1) path += segment(at(i - 1), at(i), at(i + 1), at(i + 2))
  return path
}

/** A cubic curve: the place and the direction (a unit vector) at `t` of 0..1. */
export function along(curve: readonly [Point, Point, Point, Point], t: number): { at: Point; way: Point } {
  const [a, b, c, d] = curve
  const u = 1 - t
  const mix = (i: 0 | 1) => u * u * u * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t * t * t * d[i]
  const slope = (i: 0 | 1) => u * u * (b[i] - a[i]) + 2 * u * t * (c[i] - b[i]) + t * t * (d[i] - c[i])
  const [x, y] = [slope(0), slope(1)]
  const length = Math.hypot(x, y) || 1
  return { at: [mix(0), mix(1)], way: [x / length, y / length] }
}

/** The point beside a curve: `aside` units to the right of its direction. */
export function beside(curve: readonly [Point, Point, Point, Point], t: number, aside: number): Point {
  const { at, way } = along(curve, t)
  return [at[0] - way[1] * aside, at[1] + way[0] * aside]
}

/** A body along a curve: `width` is half the thickness at `t`. */
export function body(
  curve: readonly [Point, Point, Point, Point],
  width: (t: number) => number,
  from = 0,
  to = 1,
  steps = 14,
): string {
  const ts = Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps)
  const right = ts.map((t) => beside(curve, t, width(t)))
  const left = ts.toReversed().map((t) => beside(curve, t, -width(t)))
  return closed([...right, ...left])
}

/** The half thickness at `t` from a list of [t, width] knots. */
export function widths(...knots: readonly Point[]): (t: number) => number {
  return (t) => {
    const upper = Math.max(
      1,
      knots.findIndex(([at]) => at >= t),
    )
    const [t0, w0] = knots[upper - 1] as Point
    const [t1, w1] = knots[upper] as Point
    const share = Math.min(1, Math.max(0, (t - t0) / (t1 - t0)))
    return w0 + (w1 - w0) * share * share * (3 - 2 * share)
  }
}

/**
 * A leaf, petal or feather from its foot, `length` long and `half` wide to each side, bowed by `bow` units, pointing
 * `turn` degrees clockwise from up. `belly` of 0..1 is where it is widest.
 */
export function blade(
  foot: Point,
  form: { length: number; half: number; turn: number; bow?: number; belly?: number; foot?: number },
): string {
  const { length, half, turn, bow = 0, belly = 0.55 } = form
  const base = form.foot ?? half * 0.34
  const angle = (turn * Math.PI) / 180
  const put = (along: number, aside: number): Point => {
    const bent = aside + bow * Math.sin((along / length) * Math.PI)
    return [
      foot[0] + Math.sin(angle) * along + Math.cos(angle) * bent,
      foot[1] - Math.cos(angle) * along + Math.sin(angle) * bent,
    ]
  }
  const p = (along: number, aside: number) => put(along, aside).map(n).join(' ')
  return (
    `M${p(0, -base)}C${p(length * belly * 0.45, -half * 1.05)} ${p(length * (belly + 0.2), -half * 1.15)} ${p(length, 0)}` +
    `C${p(length * (belly + 0.2), half * 1.15)} ${p(length * belly * 0.45, half * 1.05)} ${p(0, base)}Z`
  )
}

export function path(data: string): string {
  return `<path d="${data}"/>`
}

/** Lines for tooling: strokes without a fill. */
export function strokes(data: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** The shape and its mirror image about the middle of the board. */
export function both(shape: string): string {
  return `${shape}<g transform="translate(512 0) scale(-1 1)">${shape}</g>`
}

/** A fill that fades between two points: for zones. `stops` are [offset, opacity]. */
export function fading(
  shape: string,
  line: readonly [Point, Point],
  stops: readonly Point[],
  kind: 'linear' | 'radial' = 'linear',
): string {
  const [[x1, y1], [x2, y2]] = line
  const id = `f${[x1, y1, x2, y2].map((value) => Math.round(value * 10)).join('_')}`.replaceAll('-', 'm')
  const marks = stops
    .map(([offset, opacity]) => `<stop offset="${offset}" stop-color="#fff" stop-opacity="${opacity}"/>`)
    .join('')
  const gradient =
    kind === 'linear'
      ? `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${marks}</linearGradient>`
      : `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x1}" cy="${y1}" r="${Math.hypot(x2 - x1, y2 - y1)}">${marks}</radialGradient>`
  return `<defs>${gradient}</defs><g fill="url(#${id})">${shape}</g>`
}

export const everything = '<rect x="-512" y="-512" width="1536" height="1536"/>'
