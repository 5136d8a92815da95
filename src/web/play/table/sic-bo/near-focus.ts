/** Where a focus goes by an arrow key among things that lie anywhere on a plane. */

export type Box = { left: number; top: number; width: number; height: number }

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const directions = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const satisfies Record<Arrow, readonly [number, number]>

export function isArrow(key: string): key is Arrow {
  return key in directions
}

/** The place of the nearest box in a direction, one straight ahead before one aside; null at the edge. */
export function nearestBox(boxes: readonly Box[], from: number, arrow: Arrow): number | null {
  const start = boxes[from]
  if (!start) return null
  const [across, down] = directions[arrow]
  let [nearest, least]: [number | null, number] = [null, Infinity]
  for (const [index, box] of boxes.entries()) {
    const ahead = across === 0 ? gapOf(start, box, 'top', 'height', down) : gapOf(start, box, 'left', 'width', across)
    if (index === from || ahead < 0) continue
    const aside = across === 0 ? asideOf(start, box, 'left', 'width') : asideOf(start, box, 'top', 'height')
    const far = ahead + aside * 3
    if (far < least) [nearest, least] = [index, far]
  }
  return nearest
}

/** How far a box begins behind the end of another in a direction; negative when it does not lie there. */
function gapOf(from: Box, to: Box, edge: 'left' | 'top', size: 'width' | 'height', sign: 1 | -1): number {
  const gap = sign > 0 ? to[edge] - (from[edge] + from[size]) : from[edge] - (to[edge] + to[size])
  // Borders may touch, and share a pixel.
  return gap < -2 ? -1 : Math.max(0, gap)
}

/** How far the middle of a box is from the span of another, across the direction. */
function asideOf(from: Box, to: Box, edge: 'left' | 'top', size: 'width' | 'height'): number {
  const middle = to[edge] + to[size] / 2
  const [low, high] = [from[edge], from[edge] + from[size]]
  const centre = (low + high) / 2
  if (middle >= low && middle <= high) return Math.abs(middle - centre) * 0.01
  const apart = Math.max(0, Math.max(low, to[edge]) - Math.min(high, to[edge] + to[size]))
  return apart > 0 ? apart + Math.abs(middle - centre) * 0.1 : Math.abs(middle - centre) * 0.1
}
