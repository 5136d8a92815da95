import { seededDraw, type Draw, type HmacSha256 } from '../draw.ts'
import type { RaceOutcome, RouletteOutcome, SicBoOutcome } from './outcome.ts'
import { drawRace } from './race/draw-race.ts'
import { drawRoulette } from './roulette/wheel.ts'
import { shuffledShoe, type Shoe } from './shoe.ts'
import { drawSicBo } from './sic-bo/marks.ts'
import type { ShoeGame, StreamGame, TableGame } from './table-game.ts'

/** What a shoe or a round is drawn from: a link of the table's chain, its number, and the mix of the series (`mixOf`). */
export type LinkSeed = { link: Uint8Array; number: number; mix: string }

/** The draw of a shoe or a round: the stream of `draw.ts`, with the link as server seed, the mix as client seed, its number as nonce. */
export function linkDraw({ code }: TableGame, { link, number, mix }: LinkSeed, hmacSha256: HmacSha256): Draw {
  return seededDraw(hmacSha256, { serverSeed: link, clientSeed: mix, gameCode: code, nonce: number })
}

/** The shoe of a link. */
export function shoeOfLink(game: ShoeGame, seed: LinkSeed, hmacSha256: HmacSha256): Shoe {
  return shuffledShoe(linkDraw(game, seed, hmacSha256), game.decks)
}

type DrawnOutcome = RouletteOutcome | SicBoOutcome | RaceOutcome

/** The round of a link, for games whose rounds each have one. */
export function roundOfLink(game: StreamGame, seed: LinkSeed, hmacSha256: HmacSha256): DrawnOutcome {
  return drawRound(game, linkDraw(game, seed, hmacSha256))
}

/** Draws one round of a game without a shoe. */
export function drawRound(game: StreamGame, draw: Draw): DrawnOutcome {
  switch (game.kind) {
    case 'roulette':
      return drawRoulette(draw)
    case 'sic-bo':
      return drawSicBo(draw)
    case 'race':
      return drawRace(game.strengths, draw)
  }
}
