/** A piece is a stack of carved parts on one 512-unit board; symbols, heroes of tiles and banners are pieces. */

import { materials } from './materials.ts'
import type { MaterialName } from './materials.ts'
import { alphaOf, blur, drawOver, drawTint, emptyPicture, trimmed } from './picture.ts'
import type { Colour, Picture } from './picture.ts'
import { paintMask, paintSvg } from './raster.ts'
import { carve } from './relief.ts'

/** Where a part's own 512 box lies on the board: centre, scale, turn in degrees. */
export type Place = { readonly x?: number; readonly y?: number; readonly scale?: number; readonly turn?: number }

export type Part =
  | {
      readonly kind: 'carved'
      readonly shape: string
      readonly body: MaterialName
      readonly edge?: MaterialName
      readonly edgeWidth?: number
      readonly bevel?: number
      readonly swell?: number
      readonly chisel?: boolean
      readonly soften?: number
      readonly exposure?: number
      readonly place?: Place
      /** Opacity of the shadow this part throws, 0..1, and how high it floats above what is under it. */
      readonly shadow?: number
      readonly lift?: number
    }
  /** Flat paint: glows, lattices, hairlines. */
  | { readonly kind: 'painted'; readonly svg: string }

export type Piece = readonly Part[]

const black: Colour = [0, 0, 0.008]

function placed(shape: string, place: Place): string {
  const { x = 256, y = 256, scale = 1, turn = 0 } = place
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-256 -256)">${shape}</g>`
}

/** Renders a piece on a transparent board of `size` x `size` pixels. */
export function renderPiece(piece: Piece, size: number): Picture {
  const board = emptyPicture(size, size)
  for (const part of piece) {
    if (part.kind === 'carved') drawCarved(board, part)
    else
      drawOver(
        board,
        paintSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${part.svg}</svg>`, size),
        0,
        0,
      )
  }
  return board
}

function drawCarved(board: Picture, part: Extract<Part, { kind: 'carved' }>): void {
  const scale = board.width / 512
  // Most parts cover little of the board, so expensive steps run on the part's own rectangle.
  const { field: mask, left, up } = trimmed(paintMask(placed(part.shape, part.place ?? {}), board.width))
  const carved = carve(mask, {
    body: materials[part.body],
    bevel: part.bevel ?? 22,
    swell: part.swell ?? 36,
    chisel: part.chisel ?? false,
    soften: part.soften ?? 1.6,
    exposure: part.exposure ?? 0,
    scale,
    left,
    up,
    board: board.width,
    ...(part.edge === undefined ? {} : { edge: { material: materials[part.edge], width: part.edgeWidth ?? 9 } }),
  })
  const shadow = part.shadow ?? 0.75
  if (shadow > 0) {
    const lift = part.lift ?? 12
    const margin = Math.ceil(lift * 2.6 * scale)
    const across = left - margin + Math.round(lift * 0.35 * scale)
    drawTint(
      board,
      blur(alphaOf(carved, margin), lift * scale),
      black,
      across,
      up - margin + Math.round(lift * 0.9 * scale),
      shadow,
    )
    const near = Math.ceil(9 * scale)
    drawTint(
      board,
      blur(alphaOf(carved, near), 3 * scale),
      black,
      left - near,
      up - near + Math.round(2 * scale),
      shadow * 0.7,
    )
  }
  drawOver(board, carved, left, up)
}
