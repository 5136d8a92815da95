/** A member's marked games, and those played last. */

/** The number of games a member may mark; the heart button reports when it is reached. */
export const favouritesLimit = 200
/** The number of games listed as recently played. */
export const recentGamesLimit = 12
/** Recently played games are searched for among this many of a member's latest launches. */
export const recentOpeningsLimit = 200

/**
 * What a press of the heart button does. `none`: the brand lists no such game; `full`: the limit is reached. Marking a
 * marked game and unmarking an unmarked one change nothing and succeed.
 */
export function decideFavourite(request: {
  on: boolean
  listed: boolean
  marked: boolean
  count: number
}): 'mark' | 'unmark' | 'nothing' | 'none' | 'full' {
  if (request.on === request.marked) return request.listed || request.marked ? 'nothing' : 'none'
  // A game that has left the lobby may still be unmarked.
  if (!request.on) return 'unmark'
  if (!request.listed) return 'none'
  return request.count >= favouritesLimit ? 'full' : 'mark'
}
