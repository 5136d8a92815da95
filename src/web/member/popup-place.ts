/** Where popups lie over the home: rules in CSS pixels, from the region's top left corner. */

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Spot = { readonly x: number; readonly y: number }

/** How wide the region is, where the page's header ends, and what must stay readable. */
export type Room = { readonly width: number; readonly top: number; readonly headline: Box | null }

/** The air between a popup and what it must not cover. */
const gap = 12

/**
 * Places popups in their order: each as near as can be to where the operator put it, inside the region's width, over
 * neither the headline nor a popup placed before. Where there is no such spot it keeps its own, below the headline.
 */
export function placePopups(wanted: readonly Box[], room: Room): Spot[] {
  const placed: Box[] = []
  return wanted.map((box) => {
    const blockers = room.headline === null ? placed : [room.headline, ...placed]
    const first = { ...box, x: between(0, box.x, room.width - box.width), y: Math.max(room.top, box.y) }
    const free = [first, ...blockers.flatMap((blocker) => beside(first, blocker))]
      .filter((spot) => spot.x >= 0 && spot.y >= room.top && spot.x + spot.width <= room.width)
      .filter((spot) => !blockers.some((blocker) => overlap(spot, blocker)))
      .toSorted((a, b) => distance(a, first) - distance(b, first))
    const below = room.headline === null ? first : { ...first, y: Math.max(first.y, bottom(room.headline) + gap) }
    const spot = free[0] ?? below
    placed.push(spot)
    return { x: spot.x, y: spot.y }
  })
}

/** Moves a popup by a step, as far as the part of the region that can be seen allows. */
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

/** Where there is too little room, the beginning is what can be seen. */
function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
