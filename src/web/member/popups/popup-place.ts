/** Placement of popups over the home, in CSS pixels from the top left corner of the area. */

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Spot = { readonly x: number; readonly y: number }

/**
 * The width of the area, the bottom edge of the page header, the headline that must stay readable, the controls that pause
 * the banner, where the games begin, which must stay within reach, and the first tile that can be played, which nothing covers.
 */
export type PopupArea = {
  readonly width: number
  readonly top: number
  readonly headline: Box | null
  readonly controls: Box | null
  readonly games: number | null
  readonly tile: Box | null
}

/** Space between a popup and what it must not cover. */
const gap = 12

/**
 * Places popups in order, each as near as possible to its configured position: inside the width of the area, above the
 * games where there is room, covering none of headline, controls, first tile and earlier popups. Without such a position
 * it is placed below the headline, and above the first tile where it would cover that.
 */
export function placePopups(wanted: readonly Box[], area: PopupArea): Spot[] {
  const placed: Box[] = []
  const coversGames = (box: Box): boolean => area.games !== null && bottom(box) > area.games
  return wanted.map((box) => {
    const blockers = [area.headline, area.controls, area.tile, ...placed].filter((blocker) => blocker !== null)
    const lowest = area.games === null ? box.y : Math.min(box.y, area.games - gap - box.height)
    const wished = { ...box, x: between(0, box.x, area.width - box.width), y: Math.max(area.top, box.y) }
    const first = { ...wished, y: Math.max(area.top, lowest) }
    const free = [
      first,
      wished,
      ...blockers.flatMap((blocker) => [...beside(first, blocker), ...beside(wished, blocker)]),
    ]
      .filter((spot) => spot.x >= 0 && spot.y >= area.top && spot.x + spot.width <= area.width)
      .filter((spot) => !blockers.some((blocker) => overlap(spot, blocker)))
      // Below the first tile it would be out of view.
      .filter((spot) => area.tile === null || spot.y < bottom(area.tile))
      .toSorted((a, b) => Number(coversGames(a)) - Number(coversGames(b)) || distance(a, wished) - distance(b, wished))
    const below = area.headline === null ? first : { ...first, y: Math.max(first.y, bottom(area.headline) + gap) }
    const clear =
      area.tile !== null && overlap(below, area.tile)
        ? { ...below, y: Math.max(area.top, area.tile.y - gap - box.height) }
        : below
    const spot = free[0] ?? clear
    placed.push(spot)
    return { x: spot.x, y: spot.y }
  })
}

/** Moves a popup by a step, within the visible part of the area. */
export function moveWithin(box: Box, step: Spot, seen: Box): Spot {
  return {
    x: between(seen.x, box.x + step.x, seen.x + seen.width - box.width),
    y: between(seen.y, box.y + step.y, seen.y + seen.height - box.height),
  }
}

/** The smallest box around all of them, or null for none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map(bottom)) - y,
  }
}

function beside(box: Box, blocker: Box): Box[] {
  return [
    { ...box, x: blocker.x + blocker.width + gap },
    { ...box, x: blocker.x - box.width - gap },
    { ...box, y: bottom(blocker) + gap },
    { ...box, y: blocker.y - box.height - gap },
  ]
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < bottom(b) && b.y < bottom(a)
}

function bottom(box: Box): number {
  return box.y + box.height
}

function distance(a: Box, b: Box): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Clamps a value; when `max` is below `min`, `min` wins. */
function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
