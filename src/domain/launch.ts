import type { Amount } from './money.ts'

/** Opening a game. */

/** A launch address leads into the window once, and for so long. */
export const launchLivesMs = 60_000
/** Asked again sooner than this after the last opening is too soon. */
export const reopenAfterMs = 1_000

export type PlayType = 'all' | 'casino' | 'slot' | 'sport'

/**
 * May this game open now? `fail`: there is no such game; `used`: closed for everyone, or to this member's kind of play;
 * `time`: asked again too soon; `limit`: under the member's own limits nothing could be staked in it.
 */
export function decideLaunch(ask: {
  game: { kind: Exclude<PlayType, 'all'>; used: boolean; playable: boolean } | null
  playType: PlayType
  msSinceLast: number | null
  /** What the member's limits let them stake (null: any), and the least the game takes. */
  stakeLeft: Amount | null
  leastStake: Amount
}): 'open' | 'fail' | 'used' | 'time' | 'limit' {
  const { game, playType, msSinceLast } = ask
  if (game === null) return 'fail'
  if (!game.used || (playType !== 'all' && playType !== game.kind)) return 'used'
  if (!game.playable) return 'fail'
  // Waiting a moment would not help.
  if (ask.stakeLeft !== null && ask.stakeLeft < ask.leastStake) return 'limit'
  return msSinceLast !== null && msSinceLast < reopenAfterMs ? 'time' : 'open'
}

export type LaunchRow = { opened: boolean; ageMs: number }

/** What becomes of a launch address that is opened: into the window, or why not. */
export function redeem(launch: LaunchRow | null): 'open' | 'used' | 'late' | 'unknown' {
  if (launch === null) return 'unknown'
  if (launch.opened) return 'used'
  return launch.ageMs >= launchLivesMs ? 'late' : 'open'
}
