/** The games a member marked, and those played last. */

/** So many games may one member mark; the heart of the next one says so. */
export const favouritesLimit = 200
/** So many games are told as played last. */
export const recentGamesLimit = 12
/** So many of a member's openings are looked at for them: what was played before is not recent. */
export const recentOpeningsLimit = 200

/**
 * What becomes of a press on the heart. `none`: the house lists no such game; `full`: no room for one more. Marking what
 * is marked and taking away what is not there change nothing and succeed.
 */
export function decideFavourite(ask: {
  on: boolean
  listed: boolean
  marked: boolean
  count: number
}): 'mark' | 'unmark' | 'nothing' | 'none' | 'full' {
  if (ask.on === ask.marked) return ask.listed || ask.marked ? 'nothing' : 'none'
  // What has left the lobby may still be taken out of the list.
  if (!ask.on) return 'unmark'
  if (!ask.listed) return 'none'
  return ask.count >= favouritesLimit ? 'full' : 'mark'
}
