/** A deck for the table: 52 faces and a back in one picture, thirteen columns of ranks, a row for each suit, the back below. */

import type { SceneArtwork } from './artwork.ts'
import { centred, lettering } from './letters.ts'
import { crest, inBox, suits, type Suit } from './shapes.ts'

const width = 120
const height = 168
const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const
/** In the order of the domain: `src/domain/games/table/cards.ts`. */
const order = ['club', 'diamond', 'heart', 'spade'] as const satisfies readonly Suit[]

const inkOf = { club: '#14151d', diamond: '#c01638', heart: '#c01638', spade: '#14151d' } as const satisfies Record<
  Suit,
  string
>

const paper =
  '<linearGradient id="paper" x1="0" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="#fffdf8"/><stop offset=".6" stop-color="#faf5ea"/><stop offset="1" stop-color="#ece3d0"/></linearGradient>'

function deckSvg(): string {
  const faces = order.flatMap((suit, row) =>
    ranks.map((rank, column) => `<g transform="translate(${column * width} ${row * height})">${face(rank, suit)}</g>`),
  )
  const back = `<g transform="translate(0 ${order.length * height})">${backOf()}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * ranks.length} ${height * (order.length + 1)}"><defs>${paper}${backPaint}${courtPaint}</defs>${faces.join('')}${back}</svg>`
}

function sheet(fill: string): string {
  return `<rect x="1.500" y="1.500" width="${width - 3}" height="${height - 3}" rx="9" fill="${fill}"/><rect x="1.500" y="1.500" width="${width - 3}" height="${height - 3}" rx="9" fill="none" stroke="#8f8672" stroke-opacity=".55" stroke-width="1"/>`
}

function face(rank: (typeof ranks)[number], suit: Suit): string {
  const index = corner(rank, suit)
  const both = `${index}<g transform="rotate(180 ${width / 2} ${height / 2})">${index}</g>`
  return `${sheet('url(#paper)')}${middleOf(rank, suit)}${both}`
}

/** Rank and suit in the upper left corner, large enough to be read on a phone. */
function corner(rank: string, suit: Suit): string {
  const size = rank === '10' ? 31 : 37
  const { width: wide } = lettering(rank, { x: 0, y: 0, size, weight: 900, spacing: rank === '10' ? -3 : 0 })
  const squeeze = Math.min(1, 31 / wide)
  const text = centred(rank, { x: 0, y: 0, size, weight: 900, spacing: rank === '10' ? -3 : 0 })
  return `<g fill="${inkOf[suit]}"><g transform="translate(21 36) scale(${squeeze.toFixed(3)} 1)">${text}</g>${inBox(suits[suit], 21, 55, 24)}</g>`
}

function middleOf(rank: (typeof ranks)[number], suit: Suit): string {
  if (rank === 'J' || rank === 'Q' || rank === 'K') return court(rank, suit)
  if (rank === 'A') return ace(suit)
  return `<g fill="${inkOf[suit]}">${pips(Number(rank), suit)}</g>`
}

function ace(suit: Suit): string {
  const { x, y } = { x: width / 2, y: height / 2 }
  const halo = `<circle cx="${x}" cy="${y}" r="37" fill="none" stroke="#c79a45" stroke-width="1.200"/><circle cx="${x}" cy="${y}" r="41" fill="none" stroke="#c79a45" stroke-width=".6" stroke-dasharray="1.500 3"/>`
  return `${halo}<g fill="${inkOf[suit]}">${inBox(suits[suit], x, y, 52)}</g>`
}

const [left, middle, right] = [48, 60, 72]
const rows = { top: 30, high: 48, upper: 66, centre: 84, lower: 102, low: 120, bottom: 138 }

/** The places of the pips, as decks have them. */
function placesOf(count: number): [number, number][] {
  const columns = (...ys: number[]): [number, number][] =>
    ys.flatMap((y) => [
      [left, y],
      [right, y],
    ])
  const { top, high, upper, centre, lower, low, bottom } = rows
  switch (count) {
    case 2:
      return [
        [middle, top],
        [middle, bottom],
      ]
    case 3:
      return [...placesOf(2), [middle, centre]]
    case 4:
      return columns(top, bottom)
    case 5:
      return [...columns(top, bottom), [middle, centre]]
    case 6:
      return columns(top, centre, bottom)
    case 7:
      return [...columns(top, centre, bottom), [middle, (top + centre) / 2]]
    case 8:
      return [...columns(top, centre, bottom), [middle, (top + centre) / 2], [middle, (centre + bottom) / 2]]
    case 9:
      return [...columns(top, upper, lower, bottom), [middle, centre]]
    default:
      return [...columns(top, upper, lower, bottom), [middle, high], [middle, low]]
  }
}

function pips(count: number, suit: Suit): string {
  const edge = count > 8 ? 17 : 20
  return placesOf(count)
    .map(([x, y]) => {
      const pip = inBox(suits[suit], x, y, edge)
      return y > height / 2 ? `<g transform="rotate(180 ${x} ${y})">${pip}</g>` : pip
    })
    .join('')
}

const courtPaint =
  '<linearGradient id="gilt" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="#ffe9ad"/><stop offset=".5" stop-color="#d9a441"/><stop offset="1" stop-color="#94631a"/></linearGradient>' +
  '<linearGradient id="robe-red" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b51f42"/><stop offset="1" stop-color="#6d0f2b"/></linearGradient>' +
  '<linearGradient id="robe-dark" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2c3f86"/><stop offset="1" stop-color="#131c47"/></linearGradient>' +
  '<pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h8M0 0v8" stroke="#f0cf85" stroke-opacity=".55" stroke-width="1.100"/></pattern>'

/** A half figure, mirrored through the middle of the card, as court cards are. */
function court(rank: 'J' | 'Q' | 'K', suit: Suit): string {
  const isRed = suit === 'heart' || suit === 'diamond'
  const robe = isRed ? 'url(#robe-red)' : 'url(#robe-dark)'
  const box = { x: 37, y: 20, width: 46, height: 128 }
  const half = `<g clip-path="url(#half)">${figure(rank, robe)}<g fill="${inkOf[suit]}" stroke="#f6e8c6" stroke-width="3">${inBox(suits[suit], 47, 33, 13)}</g></g>`
  return `<clipPath id="half"><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height / 2}"/></clipPath><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${isRed ? '#fbeee6' : '#eef0f6'}"/>${half}<g transform="rotate(180 ${width / 2} ${height / 2})">${half}</g><path d="M${box.x} ${height / 2}h${box.width}" stroke="#a87a2c" stroke-width="1.400"/><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="none" stroke="#b98a3a" stroke-width="1.400"/>`
}

function figure(rank: 'J' | 'Q' | 'K', robe: string): string {
  const skin = '#f3d9bd'
  const line = 'stroke="#3a2412" stroke-width=".9" stroke-linejoin="round"'
  const shoulders = `<path d="M36 86c1-14 8-21 17-23l7 5 7-5c9 2 16 9 17 23Z" fill="${robe}" ${line}/><path d="M36 86c1-14 8-21 17-23l7 5 7-5c9 2 16 9 17 23Z" fill="url(#weave)"/><path d="M52 63l8 8 8-8 3 3-11 18-11-18Z" fill="url(#gilt)" ${line}/>`
  const hair = {
    K: '<path d="M49 42c-2 8-2 16 1 21h20c3-5 3-13 1-21Z" fill="#6b4a2a"/>',
    Q: '<path d="M48 42c-5 10-6 18-4 25l10 2h12l10-2c2-7 1-15-4-25Z" fill="#8a4a1c"/>',
    J: '<path d="M49 43c-3 6-3 13-1 18h24c2-5 2-12-1-18Z" fill="#a9742c"/>',
  }[rank]
  const head = `<path d="M52 44h16v10c0 6-4 11-8 11s-8-5-8-11Z" fill="${skin}" ${line}/><path d="M55.500 51h2.500M62 51h2.500" stroke="#2a1a10" stroke-width="1.500"/><path d="M60 52v4l-1.500 1" stroke="#a0704c" stroke-width=".8" fill="none"/>`
  const mouth =
    rank === 'K'
      ? '<path d="M52 55c0 9 4 14 8 14s8-5 8-14c-3 3-5 3-8 3s-5 0-8-3Z" fill="#6b4a2a"/><path d="M58 60.500h4" stroke="#a33" stroke-width="1.200"/>'
      : '<path d="M58 60.500h4" stroke="#b03a3a" stroke-width="1.300"/>'
  const crowns = {
    K: `<path d="M48 44l-2-14 7 6 7-10 7 10 7-6-2 14Z" fill="url(#gilt)" ${line}/><path d="M48.500 41h23" stroke="#7a1030" stroke-width="2"/><path d="M60 21v6M57.500 23.500h5" stroke="#94631a" stroke-width="1.600"/>`,
    Q: `<path d="M49 44l-1-8 5 3 3-7 4 6 4-6 3 7 5-3-1 8Z" fill="url(#gilt)" ${line}/><g fill="#fff6dd" ${line}><circle cx="48" cy="35" r="1.800"/><circle cx="56" cy="31" r="1.800"/><circle cx="64" cy="31" r="1.800"/><circle cx="72" cy="35" r="1.800"/></g>`,
    J: `<path d="M47 44c0-9 6-13 13-13s14 4 13 12Z" fill="${robe}" ${line}/><path d="M46 44.500h28" stroke="url(#gilt)" stroke-width="3.600"/><path d="M72 40c7-4 9-11 7-17-6 3-9 8-10 14Z" fill="#f3e2b4" ${line}/>`,
  }[rank]
  return `${hair}${shoulders}${head}${mouth}${crowns}`
}

const backPaint =
  '<linearGradient id="lacquer" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="#8e2148"/><stop offset=".5" stop-color="#6a1535"/><stop offset="1" stop-color="#3f0a20"/></linearGradient>' +
  '<pattern id="scales" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M-6 12a6 6 0 0 1 12 0M6 12a6 6 0 0 1 12 0M0 6a6 6 0 0 1 12 0M-6 0a6 6 0 0 1 12 0M6 0a6 6 0 0 1 12 0" fill="none" stroke="#e8c177" stroke-opacity=".5" stroke-width=".9"/><path d="M-3 12a3 3 0 0 1 6 0M9 12a3 3 0 0 1 6 0M3 6a3 3 0 0 1 6 0" fill="none" stroke="#e8c177" stroke-opacity=".28" stroke-width=".7"/></pattern>'

/** Wine lacquer with a gilt pattern of scales, and the brand's crest in a medallion. */
function backOf(): string {
  const [x, y] = [width / 2, height / 2]
  const frame = (inset: number, extra: string) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${10 - inset / 2}" ${extra}/>`
  const medallion = `<circle cx="${x}" cy="${y}" r="30" fill="url(#lacquer)" stroke="#e8c177" stroke-width="1.600"/><circle cx="${x}" cy="${y}" r="26.500" fill="none" stroke="#e8c177" stroke-opacity=".6" stroke-width=".8"/><g fill="#e8c177" transform="translate(${x - 21} ${y - 22}) scale(.082)">${crest}</g>`
  return `${sheet('#f7f1e4')}${frame(7, 'fill="url(#lacquer)"')}${frame(7, 'fill="url(#scales)"')}${frame(9.5, 'fill="none" stroke="#e8c177" stroke-width="1.300"')}${medallion}`
}

/** The picture of the whole deck. */
export const deck: SceneArtwork = {
  kind: 'scene',
  name: 'table/cards',
  width: width * ranks.length,
  height: height * (order.length + 1),
  density: 1.5,
  format: 'webp',
  quality: 84,
  maxBytes: 240_000,
  layers: [{ kind: 'svg', svg: deckSvg() }],
}
