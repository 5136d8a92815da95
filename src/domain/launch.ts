import type { Amount } from './money.ts'

/** Opening a game. */

/** How long a launch address is valid; it works once. */
export const launchLivesMs = 60_000
/** The least time between two launches of a member. */
export const reopenAfterMs = 1_000

export type PlayType = 'all' | 'casino' | 'slot' | 'sport'

/**
 * May this game open now? `fail`: there is no such game; `used`: closed for everyone, or for this member's play type; `closed`: a void round
 * closed the version of the game;
 * `time`: too soon after the last launch; `limit`: the member's own limits leave less than the game's least stake.
 */
export function decideLaunch(request: {
  game: { kind: Exclude<PlayType, 'all'>; used: boolean; playable: boolean; closed: boolean } | null
  playType: PlayType
  msSinceLast: number | null
  /** The largest stake the member’s limits still allow; null without a limit on stakes. */
  stakeLeft: Amount | null
  /** The least stake the game takes. */
  leastStake: Amount
}): 'open' | 'fail' | 'used' | 'closed' | 'time' | 'limit' {
  const { game, playType, msSinceLast } = request
  if (game === null) return 'fail'
  if (!game.used || (playType !== 'all' && playType !== game.kind)) return 'used'
  if (!game.playable) return 'fail'
  if (game.closed) return 'closed'
  // Before `time`, because waiting does not help.
  if (request.stakeLeft !== null && request.stakeLeft < request.leastStake) return 'limit'
  return msSinceLast !== null && msSinceLast < reopenAfterMs ? 'time' : 'open'
}

export type LaunchRow = { opened: boolean; ageMs: number }

/** Whether a launch address opens the game window, or why not. */
export function redeem(launch: LaunchRow | null): 'open' | 'used' | 'late' | 'unknown' {
  if (launch === null) return 'unknown'
  if (launch.opened) return 'used'
  return launch.ageMs >= launchLivesMs ? 'late' : 'open'
}
