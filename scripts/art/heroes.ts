/** Heroes of tiles, banners and empty pages: pieces made of several carved parts. */

import { centred } from './letters.ts'
import type { MaterialName } from './materials.ts'
import type { Part, Piece, Place } from './piece.ts'
import { bubble, card, chip, crest, die, envelope, inBox, lantern, scroll, seal, suits, wheel } from './shapes.ts'
import type { Suit } from './shapes.ts'

/** A playing card of ivory; `rank` is lettered in one corner, the suit stands large in the middle. */
export function cardPiece(rank: string, suit: Suit, place: Place): Piece {
  const ink = suit === 'heart' || suit === 'diamond' ? 'ruby' : 'ink'
  const figures = `${centred(rank, { x: 186, y: 168, size: 58, weight: 900 })}${inBox(suits[suit], 186, 200, 36)}${inBox(suits[suit], 262, 286, 128)}`
  return [
    {
      kind: 'carved',
      shape: card,
      body: 'ivory',
      edge: 'gold',
      edgeWidth: 8,
      bevel: 10,
      swell: 8,
      place,
      lift: 14,
      exposure: 0.24,
    },
    {
      kind: 'carved',
      shape: figures,
      body: ink,
      bevel: 9,
      swell: 8,
      place,
      lift: 2,
      shadow: 0.35,
      exposure: ink === 'ink' ? 0 : -0.05,
    },
  ]
}

export function diePiece(
  edge: number,
  faces: readonly [number, number, number],
  body: MaterialName,
  place: Place,
): Piece {
  const shape = die(edge, ...faces)
  const face = (part: string, exposure: number, shadow: number): Part => ({
    kind: 'carved',
    shape: part,
    body,
    edge: 'gold',
    edgeWidth: 6,
    bevel: 14,
    swell: 6,
    exposure,
    shadow,
    lift: 14,
    place,
  })
  return [
    face(shape.left, -0.06, 0.7),
    face(shape.right, -0.2, 0.7),
    face(shape.top, 0.08, 0),
    {
      kind: 'carved',
      shape: shape.pips,
      body: body === 'ivory' ? 'ruby' : 'gold',
      bevel: 10,
      swell: 6,
      place,
      lift: 2,
      shadow: 0.5,
    },
  ]
}

export function wheelPiece(): Piece {
  return [
    {
      kind: 'carved',
      shape: wheel.rim + wheel.bowl + wheel.red + wheel.black + wheel.zero,
      body: 'oldGold',
      bevel: 12,
      swell: 10,
      lift: 18,
      exposure: -0.2,
    },
    {
      kind: 'carved',
      shape: wheel.rim,
      body: 'umber',
      edge: 'gold',
      edgeWidth: 9,
      bevel: 22,
      swell: 12,
      shadow: 0.5,
      lift: 6,
      exposure: 0.06,
    },
    { kind: 'carved', shape: wheel.studs, body: 'gold', bevel: 8, swell: 4, shadow: 0.6, lift: 2 },
    { kind: 'carved', shape: wheel.red, body: 'ruby', edge: 'gold', edgeWidth: 3.5, bevel: 8, swell: 0, shadow: 0 },
    { kind: 'carved', shape: wheel.black, body: 'ink', edge: 'gold', edgeWidth: 3.5, bevel: 8, swell: 0, shadow: 0 },
    { kind: 'carved', shape: wheel.zero, body: 'jade', edge: 'gold', edgeWidth: 3.5, bevel: 8, swell: 0, shadow: 0 },
    {
      kind: 'carved',
      shape: wheel.bowl,
      body: 'umber',
      edge: 'gold',
      edgeWidth: 7,
      bevel: 70,
      swell: 20,
      shadow: 0.6,
      lift: 6,
      exposure: 0.1,
    },
    { kind: 'carved', shape: wheel.spokes, body: 'gold', bevel: 9, swell: 8, lift: 8 },
    { kind: 'carved', shape: wheel.hub, body: 'gold', bevel: 30, swell: 12, lift: 6 },
    { kind: 'carved', shape: wheel.ball, body: 'ivory', bevel: 17, swell: 10, lift: 5, exposure: 0.15 },
  ]
}

export function chipPiece(body: MaterialName, suit: Suit, place: Place): Piece {
  return [
    { kind: 'carved', shape: chip.body, body, edge: 'gold', edgeWidth: 8, bevel: 16, swell: 12, lift: 14, place },
    {
      kind: 'carved',
      shape: chip.marks,
      body: 'ivory',
      edge: 'gold',
      edgeWidth: 4,
      bevel: 8,
      swell: 2,
      lift: 2,
      shadow: 0.3,
      place,
    },
    { kind: 'carved', shape: chip.ring, body: 'gold', bevel: 7, swell: 2, lift: 3, shadow: 0.5, place },
    {
      kind: 'carved',
      shape: inBox(suits[suit], 256, 258, 150),
      body: 'gold',
      bevel: 26,
      swell: 14,
      lift: 4,
      shadow: 0.6,
      place,
    },
  ]
}

export function lanternPiece(place: Place = {}): Piece {
  const { x = 256, y = 256, scale = 1 } = place
  // The candle inside: light that no surface relief can give.
  const candle = `<defs><radialGradient id="c"><stop offset="0" stop-color="#ffe3a0" stop-opacity=".85"/><stop offset=".5" stop-color="#ff9d4a" stop-opacity=".34"/><stop offset="1" stop-color="#ff7a3a" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y - 8 * scale}" rx="${104 * scale}" ry="${118 * scale}" fill="url(#c)"/>`
  return [
    { kind: 'carved', shape: lantern.cord, body: 'oldGold', bevel: 6, swell: 2, place, shadow: 0.3 },
    { kind: 'carved', shape: lantern.tassel, body: 'gold', bevel: 7, swell: 4, place, shadow: 0.4 },
    {
      kind: 'carved',
      shape: lantern.body,
      body: 'ruby',
      edge: 'gold',
      edgeWidth: 4,
      bevel: 20,
      swell: 60,
      exposure: 0.02,
      place,
      lift: 12,
    },
    { kind: 'carved', shape: lantern.caps, body: 'gold', bevel: 12, swell: 8, place, lift: 6 },
    { kind: 'painted', svg: candle },
  ]
}

export function sealPiece(place: Place = {}): Piece {
  return [
    { kind: 'carved', shape: seal.field, body: 'ink', bevel: 10, swell: 0, place },
    {
      kind: 'carved',
      shape: seal.ring,
      body: 'jade',
      edge: 'gold',
      edgeWidth: 9,
      bevel: 34,
      swell: 20,
      place,
      lift: 16,
    },
    { kind: 'carved', shape: seal.mark, body: 'gold', bevel: 20, swell: 12, place, lift: 10 },
  ]
}

export function envelopePiece(): Piece {
  return [
    { kind: 'carved', shape: envelope.back, body: 'night', edge: 'gold', edgeWidth: 8, bevel: 12, swell: 10, lift: 14 },
    {
      kind: 'carved',
      shape: envelope.flap,
      body: 'night',
      edge: 'gold',
      edgeWidth: 7,
      bevel: 12,
      swell: 10,
      lift: 8,
      exposure: 0.1,
    },
    { kind: 'carved', shape: envelope.wax, body: 'ruby', edge: 'gold', edgeWidth: 5, bevel: 18, swell: 10, lift: 5 },
    {
      kind: 'carved',
      shape: crest,
      body: 'gold',
      bevel: 12,
      swell: 10,
      lift: 2,
      place: { y: 274, scale: 0.12 },
    },
  ]
}

export function scrollPiece(place: Place = {}): Piece {
  return [
    { kind: 'carved', shape: scroll.sheet, body: 'ivory', bevel: 4, swell: 6, lift: 14, exposure: 0.06, place },
    { kind: 'carved', shape: scroll.lines, body: 'umber', bevel: 4, swell: 0, shadow: 0, exposure: 0.1, place },
    { kind: 'carved', shape: scroll.rods, body: 'gold', bevel: 18, swell: 8, lift: 8, place },
  ]
}

export function bubblePiece(): Piece {
  return [
    { kind: 'carved', shape: bubble.body, body: 'wine', edge: 'gold', edgeWidth: 9, bevel: 24, swell: 20, lift: 14 },
    { kind: 'carved', shape: bubble.dots, body: 'gold', bevel: 20, swell: 8, lift: 5 },
  ]
}

export function crestPiece(place: Place = {}): Piece {
  return [
    {
      kind: 'carved',
      shape: crest,
      body: 'gold',
      bevel: 16,
      swell: 24,
      soften: 1.4,
      lift: 10,
      place,
    },
  ]
}
