/**
 * The demo brand's marks - a thin crescent rising over a ridge shaped like a fan - and the small pictures of empty
 * pages.
 */

import type { Artwork, SceneArtwork, TextArtwork } from './artwork.ts'
import { bubblePiece, crestPiece, envelopePiece, lanternPiece, scrollPiece } from './heroes.ts'
import { centred, lettering } from './letters.ts'
import type { Piece } from './piece.ts'
import { scene } from './scene.ts'
import { crest, smallCrest } from './shapes.ts'
import { coinPiece, tablet } from './symbols.ts'
import { hues } from './tiles.ts'

const gilt =
  '<linearGradient id="g" x1="0" y1="0" x2=".25" y2="1"><stop offset="0" stop-color="#fdf0c4"/><stop offset=".42" stop-color="#e8c177"/><stop offset=".78" stop-color="#b8863a"/><stop offset="1" stop-color="#8a5c1c"/></linearGradient>'

function mark(x: number, y: number, edge: number): string {
  return `<g transform="translate(${x} ${y}) scale(${edge / 512})">${crest}</g>`
}

function logo(): TextArtwork {
  const wordmark = lettering('NOCTURNE', { x: 56, y: 34.4, size: 29, weight: 700, spacing: 3.4 })
  const width = Math.ceil(56 + wordmark.width + 2)
  return {
    kind: 'text',
    name: 'brand/logo',
    width,
    height: 48,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 48" width="${width}" height="48" role="img" aria-label="NOCTURNE"><defs>${gilt}</defs><g fill="url(#g)">${mark(0, 1, 46)}<path d="${wordmark.path}"/></g></svg>`,
  }
}

const markSvg: TextArtwork = {
  kind: 'text',
  name: 'brand/mark',
  width: 64,
  height: 64,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="64" height="64"><defs>${gilt}</defs><g fill="url(#g)">${crest}</g></svg>`,
}

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs>${gilt}<radialGradient id="b" cx=".7" cy=".1" r="1"><stop offset="0" stop-color="#5a1638"/><stop offset="1" stop-color="#0d0f17"/></radialGradient></defs><rect width="64" height="64" rx="14" fill="url(#b)"/><g fill="url(#g)" transform="translate(4.5 5.5) scale(.1075)">${smallCrest}</g></svg>`

const touchIcon: Piece = [...tablet('wine', '#d0446f'), ...crestPiece({ x: 256, y: 250, scale: 0.74 })]

function icons(): Artwork[] {
  const ink =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180"><rect width="180" height="180" fill="#0d0f17"/></svg>'
  const square = { kind: 'scene', width: 180, height: 180, density: 1 } as const
  return [
    { kind: 'text', name: 'brand/favicon', width: 64, height: 64, svg: favicon },
    {
      kind: 'scene',
      name: 'brand/favicon-ico',
      width: 64,
      height: 64,
      density: 4,
      format: 'ico',
      layers: [{ kind: 'svg', svg: favicon }],
    },
    {
      ...square,
      name: 'brand/apple-touch',
      format: 'png',
      layers: [
        { kind: 'svg', svg: ink },
        { kind: 'piece', piece: touchIcon, x: 90, y: 90, edge: 186 },
      ],
    },
  ]
}

/** The picture that other sites show beside a link: 1200 x 630. */
function shared(): SceneArtwork {
  const words: Piece = [
    {
      kind: 'carved',
      shape: centred('NOCTURNE', { x: 256, y: 352, size: 50, weight: 700, spacing: 8 }),
      body: 'gold',
      bevel: 8,
      swell: 6,
      chisel: true,
      soften: 0.6,
      lift: 5,
      exposure: 0.1,
    },
  ]
  return {
    kind: 'scene',
    name: 'brand/og',
    width: 1200,
    height: 630,
    density: 1,
    format: 'jpeg',
    quality: 82,
    layers: [
      {
        kind: 'svg',
        svg: scene({
          width: 1200,
          height: 630,
          seed: 'nocturne',
          hue: hues.wine,
          centre: [600, 240],
          moon: 214,
          horizon: 0.66,
          peaks: 190,
          ridges: 4,
          mist: 6,
          stars: 80,
          rays: 24,
        }),
      },
      { kind: 'piece', piece: crestPiece(), x: 600, y: 226, edge: 330 },
      { kind: 'piece', piece: words, x: 600, y: 330, edge: 900 },
    ],
  }
}

function empty(name: string, piece: Piece): SceneArtwork {
  return {
    kind: 'scene',
    name: `empty/${name}`,
    width: 144,
    height: 144,
    density: 2,
    format: 'webp',
    quality: 80,
    maxBytes: 14_000,
    layers: [{ kind: 'piece', piece, x: 72, y: 70, edge: 136 }],
  }
}

export const brandArt: readonly Artwork[] = [
  logo(),
  markSvg,
  ...icons(),
  shared(),
  empty('notes', envelopePiece()),
  empty('requests', scrollPiece({ turn: -6 })),
  empty('helps', bubblePiece()),
  empty('comps', coinPiece),
  empty('games', lanternPiece({ y: 262 })),
  empty('notices', crestPiece()),
]
