/**
 * The frame around the reels as nine parts: a square of 384 whose middle is empty. The window cuts it at 128 from each edge,
 * lays the corners unscaled and stretches the sides.
 */

import type { SceneArtwork } from './artwork.ts'
import { path } from './forms.ts'
import type { MaterialName } from './materials.ts'
import type { Part, Piece } from './piece.ts'

/**
 * `corner` is a piece of 512 whose middle lies on each corner of the frame, drawn for the upper left one. What lies below 88 is
 * cut by the picture's edge, and the reels cover what lies beyond 320 in both directions.
 */
export type FrameForm = { readonly body: MaterialName; readonly corner: Piece }

const band = (outer: number, inner: number): string => {
  const square = (inset: number, radius: number) =>
    `M${inset + radius} ${inset}H${512 - inset - radius}A${radius} ${radius} 0 0 1 ${512 - inset} ${inset + radius}V${512 - inset - radius}A${radius} ${radius} 0 0 1 ${512 - inset - radius} ${512 - inset}H${inset + radius}A${radius} ${radius} 0 0 1 ${inset} ${512 - inset - radius}V${inset + radius}A${radius} ${radius} 0 0 1 ${inset + radius} ${inset}Z`
  return path(square(outer, 26) + square(inner, 16)).replace('<path ', '<path fill-rule="evenodd" ')
}

export function framePicture(code: string, { body, corner }: FrameForm): SceneArtwork {
  const rails: Piece = [
    { kind: 'carved', shape: band(26, 58), body, edge: 'gold', edgeWidth: 7, bevel: 10, swell: 6, lift: 8 },
    { kind: 'carved', shape: band(38, 45), body: 'gold', bevel: 4, swell: 2, shadow: 0.3, lift: 2 },
  ]
  const corners = [
    [42, 42, 0],
    [470, 42, 90],
    [470, 470, 180],
    [42, 470, 270],
  ] as const
  return {
    kind: 'scene',
    name: `frame/${code}`,
    width: 384,
    height: 384,
    density: 2,
    format: 'webp',
    quality: 80,
    maxBytes: 40_000,
    layers: [
      { kind: 'piece', piece: rails, x: 192, y: 192, edge: 384 },
      ...corners.map(([x, y, turn]) => ({
        kind: 'piece' as const,
        piece: corner.map((part): Part =>
          part.kind === 'carved' ? { ...part, place: turned(part.place, turn) } : part,
        ),
        x: x * 0.75,
        y: y * 0.75,
        edge: 96,
      })),
    ],
  }
}

/** The place turned about the middle of the board. */
function turned(place: Extract<Part, { kind: 'carved' }>['place'] = {}, turn: number): NonNullable<typeof place> {
  const { x = 256, y = 256 } = place
  const angle = (turn * Math.PI) / 180
  const [dx, dy] = [x - 256, y - 256]
  return {
    ...place,
    x: 256 + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: 256 + dx * Math.sin(angle) + dy * Math.cos(angle),
    turn: (place.turn ?? 0) + turn,
  }
}
