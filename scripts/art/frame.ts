/**
 * The frame around the reels as nine parts: a square of 384 whose middle is empty. The window cuts it at 128 from each edge,
 * lays the corners unscaled and stretches the sides.
 */

import type { SceneArtwork } from './artwork.ts'
import { path } from './forms.ts'
import type { MaterialName } from './materials.ts'
import type { Piece } from './piece.ts'

/** `corner` is a piece of 512 whose middle lies on each corner of the frame, always upright: a face does not lie on its side. */
export type FrameForm = { readonly body: MaterialName; readonly corner: Piece }

const band = (outer: number, inner: number): string => {
  const square = (inset: number, radius: number) =>
    `M${inset + radius} ${inset}H${512 - inset - radius}A${radius} ${radius} 0 0 1 ${512 - inset} ${inset + radius}V${512 - inset - radius}A${radius} ${radius} 0 0 1 ${512 - inset - radius} ${512 - inset}H${inset + radius}A${radius} ${radius} 0 0 1 ${inset} ${512 - inset - radius}V${inset + radius}A${radius} ${radius} 0 0 1 ${inset + radius} ${inset}Z`
  return path(square(outer, 26) + square(inner, 16)).replace('<path ', '<path fill-rule="evenodd" ')
}

export function framePicture(code: string, { body, corner }: FrameForm): SceneArtwork {
  const rails: Piece = [
    { kind: 'carved', shape: band(50, 82), body, edge: 'gold', edgeWidth: 7, bevel: 10, swell: 6, lift: 8 },
    { kind: 'carved', shape: band(62, 69), body: 'gold', bevel: 4, swell: 2, shadow: 0.3, lift: 2 },
  ]
  const corners = [
    [66, 66],
    [446, 66],
    [446, 446],
    [66, 446],
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
      ...corners.map(([x, y]) => ({ kind: 'piece' as const, piece: corner, x: x * 0.75, y: y * 0.75, edge: 88 })),
    ],
  }
}
