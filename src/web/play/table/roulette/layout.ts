import { wheel } from '#domain/games/table/roulette/wheel.ts'

/**
 * The betting layout as geometry: the twelve streets of numbers lie one after the other along it, the numbers of a street across it. The
 * unit is a number's cell. The zero lies before the first street, the columns behind the last, dozens and even chances below the
 * first number of each street. Wide windows show it lying, narrow ones standing.
 */

/** `cell`: a field of its own. The others lie on a line: between streets, between the numbers of one, or where lines cross. */
export type SpotShape = 'cell' | 'along' | 'across' | 'cross'

/** Where the middle of a spot is, and its size in cells. */
export type SpotPlace = {
  code: string
  shape: SpotShape
  along: number
  across: number
  long: number
  wide: number
  covers: readonly number[]
}

/** The number of the street, from 0, and the place in it, 0 to 2. */
function placeOfNumber(number: number): { street: number; place: number } {
  return { street: Math.floor((number - 1) / 3), place: (number - 1) % 3 }
}

/** The even chances as they lie, along the layout. */
export const evenChances = ['low', 'even', 'red', 'black', 'odd', 'high'] as const

/** The place of a spot of the game; `covers` are its pockets. */
export function spotPlace(code: string, covers: readonly number[]): SpotPlace {
  const [name = '', ...rest] = code.split('-')
  const numbers = rest.map(Number).filter((number) => Number.isInteger(number))
  const cell = (along: number, across: number, long = 1, wide = 1): SpotPlace => ({
    code,
    shape: 'cell',
    along,
    across,
    long,
    wide,
    covers,
  })
  const line = (shape: SpotShape, along: number, across: number): SpotPlace => ({
    ...cell(along, across, shape === 'across' ? 1 : 0, shape === 'along' ? 1 : 0),
    shape,
  })
  const [first = 0, second = 0] = numbers
  const { street, place } = placeOfNumber(first)
  switch (name) {
    case 'straight':
      return first === 0 ? cell(-0.5, 1.5, 1, 3) : cell(street + 0.5, place + 0.5)
    case 'split': {
      if (first === 0) return line('along', 0, placeOfNumber(second).place + 0.5)
      return second === first + 3 ? line('along', street + 1, place + 0.5) : line('across', street + 0.5, place + 1)
    }
    case 'street':
      return line('across', street + 0.5, 0)
    case 'trio':
      return line('cross', 0, second)
    case 'corner':
      return line('cross', street + 1, place + 1)
    case 'first':
      return line('cross', 0, 0)
    case 'six':
      return line('cross', street + 1, 0)
    case 'dozen':
      return cell(first * 4 - 2, -0.5, 4)
    case 'column':
      return cell(12.5, first - 0.5)
    default:
      return cell(evenChances.findIndex((one) => one === code) * 2 + 1, -1.5, 2)
  }
}

/** A direction on the layout: along it, or across it. */
export type Direction = 'on' | 'back' | 'up' | 'down'

/** The direction of an arrow key on a layout that lies, or stands. */
export function directionOf(key: string, isStanding: boolean): Direction | null {
  switch (key) {
    case 'ArrowRight':
      return isStanding ? 'up' : 'on'
    case 'ArrowLeft':
      return isStanding ? 'down' : 'back'
    case 'ArrowUp':
      return isStanding ? 'back' : 'up'
    case 'ArrowDown':
      return isStanding ? 'on' : 'down'
    default:
      return null
  }
}

/** The next spot in a direction; the same one where there is none. A spot straight ahead comes before a nearer one aside. */
export function nextSpot(places: readonly SpotPlace[], from: SpotPlace, direction: Direction): SpotPlace {
  const sign = direction === 'on' || direction === 'up' ? 1 : -1
  const isAlong = direction === 'on' || direction === 'back'
  let [best, least] = [from, Infinity]
  for (const place of places) {
    const way = sign * (isAlong ? place.along - from.along : place.across - from.across)
    if (way < 0.01) continue
    const aside = isAlong ? Math.abs(place.across - from.across) : Math.abs(place.along - from.along)
    const half = (isAlong ? place.wide : place.long) / 2
    const cost = way + 3 * Math.max(0, aside - half) + aside * 0.01 + place.along * 0.0001
    if (cost < least) [best, least] = [place, cost]
  }
  return best
}

/** A point of the racetrack and the direction in which the track runs there, clockwise, in radians. */
export type TrackPoint = { x: number; y: number; angle: number }

/** The racetrack as an oval of this size, as its middle line. */
export type Track = { width: number; height: number }

/**
 * Where a share of the track is, clockwise from the zero: in the middle of the right end of an oval that lies, of the upper end of one
 * that stands.
 */
export function trackAt(share: number, { width, height }: Track): TrackPoint {
  const isStanding = height > width
  const [long, wide] = isStanding ? [height, width] : [width, height]
  const radius = wide / 2
  const straight = long - wide
  const length = 2 * straight + 2 * Math.PI * radius
  const { x, y, angle } = lyingPoint((share - Math.floor(share)) * length, { straight, radius })
  return isStanding ? { x: y, y: long - x, angle: angle - Math.PI / 2 } : { x, y, angle }
}

/** Where each pocket is on the racetrack, in the order of the wheel. */
export function trackPoints(track: Track): TrackPoint[] {
  return wheel.map((_, index) => trackAt(index / wheel.length, track))
}

/** The field of a pocket on the racetrack as the corners of a polygon. */
export function trackField(index: number, track: Track, thickness: number): { x: number; y: number }[] {
  const parts = [-0.5, -0.25, 0, 0.25, 0.5].map((off) => trackAt((index + off) / wheel.length, track))
  const aside = ({ x, y, angle }: TrackPoint, by: number) => ({
    x: x + by * Math.sin(angle),
    y: y - by * Math.cos(angle),
  })
  const half = thickness / 2
  return [...parts.map((point) => aside(point, half)), ...parts.toReversed().map((point) => aside(point, -half))]
}

/** From the middle of the right end clockwise: down and round, back below, round the left end, and above to the right. */
function lyingPoint(way: number, { straight, radius }: { straight: number; radius: number }): TrackPoint {
  const quarter = (Math.PI / 2) * radius
  const right = radius + straight
  if (way < quarter) return onArc(right, radius, way / radius)
  if (way < quarter + straight) return { x: right - (way - quarter), y: 2 * radius, angle: Math.PI }
  if (way < 3 * quarter + straight) return onArc(radius, radius, Math.PI / 2 + (way - quarter - straight) / radius)
  const above = way - 3 * quarter - straight
  if (above < straight) return { x: radius + above, y: 0, angle: 0 }
  return onArc(right, radius, -Math.PI / 2 + (above - straight) / radius)
}

/** A point of an end: its middle is as far from the upper edge as its radius. */
function onArc(x: number, radius: number, angle: number): TrackPoint {
  return { x: x + radius * Math.cos(angle), y: radius + radius * Math.sin(angle), angle: angle + Math.PI / 2 }
}
