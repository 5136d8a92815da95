/** A piece is a stack of carved parts on one 512-unit board; symbols, heroes of tiles and banners are pieces. */

import { materials } from './materials.ts'
import type { MaterialName } from './materials.ts'
import { alphaOf, blur, colour, cropped, drawOver, drawTint, emptyPicture, mirrored, trimmed } from './picture.ts'
import type { Colour, Field, Picture } from './picture.ts'
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
      /** Other materials over the body, in the part's box; the opacity of the paint is their share. */
      readonly zones?: readonly { readonly shape: string; readonly body: MaterialName }[]
      /** Lines and forms cut into the surface and standing out of it, in the part's box, `depth` units deep. */
      readonly engraved?: string
      readonly raised?: string
      readonly depth?: number
      /** A light from behind, as a hex colour without `#`. */
      readonly rim?: string
      /** Opacity of the shadow this part throws, 0..1, and how high it floats above what is under it. */
      readonly shadow?: number
      readonly lift?: number
    }
  /** Flat paint: glows, lattices, hairlines. */
  | { readonly kind: 'painted'; readonly svg: string }

export type Piece = readonly Part[]
type Carved = Extract<Part, { kind: 'carved' }>

const black: Colour = [0, 0, 0.008]

function placed(shape: string, place: Place): string {
  const { x = 256, y = 256, scale = 1, turn = 0 } = place
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-256 -256)">${shape}</g>`
}

/**
 * Renders a piece on a transparent board of `size` x `size` pixels. `otherLight` moves the lights to the other side:
 * the piece is carved mirrored, and the picture mirrored back.
 */
export function renderPiece(piece: Piece, size: number, otherLight = false): Picture {
  const board = emptyPicture(size, size)
  const turn = (svg: string) => (otherLight ? `<g transform="translate(512 0) scale(-1 1)">${svg}</g>` : svg)
  for (const part of piece) {
    if (part.kind === 'carved') drawCarved(board, part, turn)
    else
      drawOver(
        board,
        paintSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${turn(part.svg)}</svg>`, size),
        0,
        0,
      )
  }
  return otherLight ? mirrored(board) : board
}

function drawCarved(board: Picture, part: Carved, turn: (svg: string) => string): void {
  const scale = board.width / 512
  const paint = (shape: string) => paintMask(turn(placed(shape, part.place ?? {})), board.width)
  // Most parts cover little of the board, so expensive steps run on the part's own rectangle.
  const { field: mask, left, up } = trimmed(paint(part.shape))
  const own = (shape: string) => cropped(paint(shape), left, up, mask)
  const tooling = toolingOf(part, own, scale)
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
    ...(part.zones === undefined
      ? {}
      : { zones: part.zones.map((zone) => ({ field: own(zone.shape), material: materials[zone.body] })) }),
    ...(tooling === null ? {} : { tooling }),
    ...(part.rim === undefined ? {} : { rim: colour(part.rim) }),
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

/** What is raised less what is engraved, softened a little so that its flanks catch the light. */
function toolingOf(part: Carved, own: (shape: string) => Field, scale: number): Field | null {
  if (part.engraved === undefined && part.raised === undefined) return null
  const depth = part.depth ?? 5
  const up = part.raised === undefined ? null : blur(own(part.raised), 1.6 * scale)
  const down = part.engraved === undefined ? null : blur(own(part.engraved), 1.6 * scale)
  const field = (up ?? down) as Field
  const data = Float32Array.from(field.data, (_value, i) => ((up?.data[i] ?? 0) - (down?.data[i] ?? 0)) * depth)
  return { width: field.width, height: field.height, data }
}
