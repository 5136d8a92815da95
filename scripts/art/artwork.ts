/**
 * An artwork is data: what to draw, at which size and in which format. It is drawn again when its digest or that of the
 * engine changes. `renderArtwork` runs in worker threads, so this module has no state.
 */

import { alphaOf, blur, colour, drawOver, drawTint, emptyPicture } from './picture.ts'
import type { Picture } from './picture.ts'
import { renderPiece } from './piece.ts'
import type { Piece } from './piece.ts'
import { paintSvg, toJpeg, toPng, toWebp } from './raster.ts'

export type Layer =
  /** A whole SVG document over the full picture. */
  | { readonly kind: 'svg'; readonly svg: string }
  /** A piece on a square of `edge` CSS pixels whose centre is (x, y), with an optional glow behind it. */
  | {
      readonly kind: 'piece'
      readonly piece: Piece
      readonly x: number
      readonly y: number
      readonly edge: number
      readonly opacity?: number
      readonly glow?: { readonly tint: string; readonly radius: number; readonly opacity: number }
    }

/** `quality` 0..100; it is lowered in steps until the file keeps within `maxBytes`. */
type Common = { readonly name: string; readonly quality?: number; readonly maxBytes?: number }

/** `width` and `height` in CSS pixels; the file holds `density` times as many. */
export type SceneArtwork = Common & {
  readonly kind: 'scene'
  readonly width: number
  readonly height: number
  readonly density: number
  readonly format: 'webp' | 'png' | 'jpeg' | 'ico'
  readonly layers: readonly Layer[]
}

/**
 * A picture in an atlas, on a square of `edge` pixels. `glow` draws only the halo of the piece in that colour, on a square
 * that stands for 1.5 times the piece's board; `otherLight` moves the lights to the other side.
 */
export type AtlasCell = {
  readonly piece: Piece
  readonly edge: number
  readonly otherLight?: boolean
  readonly glow?: string
}

/** The sheet is `columns` x `size` pixels wide. `pivots` are the points that frames swing about, in shares of the frame. */
export type AtlasArtwork = Common & {
  readonly kind: 'atlas'
  readonly size: number
  readonly columns: number
  readonly frames: Readonly<Record<string, AtlasCell>>
  readonly pivots?: Readonly<Record<string, readonly [x: number, y: number]>>
}

/** An SVG that is served unchanged. */
export type TextArtwork = Common & {
  readonly kind: 'text'
  readonly width: number
  readonly height: number
  readonly svg: string
}

export type Artwork = SceneArtwork | AtlasArtwork | TextArtwork

export type Rendered = {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly frames?: Frames
}

export async function renderArtwork(artwork: Artwork): Promise<Rendered> {
  if (artwork.kind === 'text') return { bytes: Buffer.from(artwork.svg), extension: 'svg' }
  if (artwork.kind === 'atlas') return await renderAtlas(artwork)
  const picture = compose(artwork)
  if (artwork.format === 'webp') {
    return { bytes: await toWebp(picture, picture.width, artwork.quality ?? 82, artwork.maxBytes), extension: 'webp' }
  }
  if (artwork.format === 'jpeg') {
    return { bytes: await toJpeg(picture, picture.width, artwork.quality ?? 84), extension: 'jpg' }
  }
  if (artwork.format === 'png') return { bytes: await toPng(picture, picture.width), extension: 'png' }
  return {
    bytes: icon(await Promise.all([16, 32, 48].map((edge) => toPng(picture, edge))), [16, 32, 48]),
    extension: 'ico',
  }
}

function compose(artwork: SceneArtwork): Picture {
  const width = Math.round(artwork.width * artwork.density)
  const height = Math.round(artwork.height * artwork.density)
  const canvas = emptyPicture(width, height)
  for (const layer of artwork.layers) {
    if (layer.kind === 'svg') {
      drawOver(canvas, paintSvg(layer.svg, width), 0, 0)
      continue
    }
    const edge = Math.round(layer.edge * artwork.density)
    const picture = renderPiece(layer.piece, edge)
    const left = Math.round(layer.x * artwork.density - edge / 2)
    const up = Math.round(layer.y * artwork.density - edge / 2)
    if (layer.glow !== undefined) {
      const margin = Math.round(layer.glow.radius * artwork.density * 2)
      const halo = blur(alphaOf(picture, margin), layer.glow.radius * artwork.density)
      drawTint(canvas, halo, colour(layer.glow.tint), left - margin, up - margin, layer.glow.opacity)
    }
    drawOver(canvas, picture, left, up, layer.opacity ?? 1)
  }
  return canvas
}

/** Cells are drawn at twice the size and scaled down, so that thin edges stay clean. */
async function renderAtlas(artwork: AtlasArtwork): Promise<Rendered> {
  const { frames, height } = packed(artwork)
  const canvas = emptyPicture(artwork.columns * artwork.size * 2, height * 2)
  for (const [name, cell] of Object.entries(artwork.frames)) {
    const [x, y] = frames[name] ?? [0, 0]
    drawOver(canvas, cellPicture(cell), x * 2, y * 2)
  }
  return {
    bytes: await toWebp(canvas, artwork.columns * artwork.size, artwork.quality ?? 86, artwork.maxBytes),
    extension: 'webp',
    frames,
  }
}

function cellPicture({ piece, edge, otherLight, glow }: AtlasCell): Picture {
  if (glow === undefined) return renderPiece(piece, edge * 2, otherLight)
  const small = renderPiece(piece, Math.round((edge * 2) / 1.5))
  const margin = Math.round((edge * 2 - small.width) / 2)
  const picture = emptyPicture(edge * 2, edge * 2)
  for (const [radius, opacity] of [
    [0.055, 0.75],
    [0.02, 0.8],
  ] as const) {
    drawTint(picture, blur(alphaOf(small, margin), edge * 2 * radius), colour(glow), 0, 0, opacity)
  }
  return picture
}

type Frames = Readonly<Record<string, readonly [x: number, y: number, width: number, height: number]>>

/** Where the cells lie: in rows, the largest first; cells of one size keep their order. */
function packed({ frames, columns, size }: AtlasArtwork): { frames: Frames; height: number } {
  const placed: Record<string, readonly [number, number, number, number]> = {}
  const names = Object.keys(frames)
  const edgeOf = (name: string) => frames[name]?.edge ?? 0
  let [x, y, row] = [0, 0, 0]
  for (const name of names.toSorted((a, b) => edgeOf(b) - edgeOf(a))) {
    const edge = edgeOf(name)
    if (x + edge > columns * size) [x, y, row] = [0, y + row, 0]
    placed[name] = [x, y, edge, edge]
    x += edge
    row = Math.max(row, edge)
  }
  return {
    frames: Object.fromEntries(names.flatMap((name) => (placed[name] ? [[name, placed[name]]] : []))),
    height: y + row,
  }
}

/** An .ico of PNG entries (the container of the Windows icon format, entries as in PNG). */
function icon(images: readonly Buffer[], edges: readonly number[]): Buffer {
  const head = Buffer.alloc(6 + images.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach((image, i) => {
    const entry = 6 + i * 16
    head.writeUInt8(edges[i] ?? 0, entry)
    head.writeUInt8(edges[i] ?? 0, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(image.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += image.length
  })
  return Buffer.concat([head, ...images])
}
