import type { ReelSet } from '#domain/games/game.ts'

/** A reel set from one text per reel: symbol ids with blanks between them. */
export function reelSetOf(reels: readonly string[]): ReelSet {
  return reels.map((reel) => reel.split(' '))
}
