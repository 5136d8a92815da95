import type { MemberAnswers } from '#contract/member-api.ts'
import type { ApiErrorKind } from '#web/shared/api-client.ts'

/** Rules for the outcomes of opening a game (spec §7), independent of any window. */

export type GameKind = 'slot' | 'casino' | 'sport'
/** Why no window opens. */
export type OpeningRefusal = Exclude<MemberAnswers['open-game']['status'], 'success'>

/** Mobile and Mac browsers open a blank window first, within the click, then navigate it (spec §7). */
export function opensBlankFirst(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Macintosh|Mac OS/i.test(userAgent)
}

/** Overload and maintenance show a request to wait, like `time`; every other error is a failure. */
export function refusalOfError(kind: ApiErrorKind): OpeningRefusal {
  return kind === 'busy' || kind === 'maintenance' ? 'time' : 'fail'
}

/**
 * The message of a refusal: `time` is msg2218 for every kind; `fail`, and any status that this program does not know
 * (spec §7), is msg2218 for slots and msg2012 for the rest.
 */
export function refusalMessage(refusal: OpeningRefusal, kind: GameKind) {
  switch (refusal) {
    case 'used':
      return 'messages.msg2002'
    case 'blocked':
    case 'excluded':
    case 'limit':
    case 'closed':
      return `launch.${refusal}` as const
    case 'time':
      return 'messages.msg2218'
    case 'fail':
    default:
      return kind === 'slot' ? 'messages.msg2218' : 'messages.msg2012'
  }
}
