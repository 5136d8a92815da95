import { canonicalJson } from './math-hash.ts'

/** The checks of a record, in the order in which a verdict names those that fail; `decisions` only of a game with decisions. */
export type RoundCheck = 'mathematics' | 'commitment' | 'decisions' | 'events' | 'stake' | 'pay'

/** `proves` is false where the stated value holds but another would too: the stake of a round without a win. */
export type RecordCheck = { check: RoundCheck; holds: boolean; proves: boolean; stated: string; computed: string }

/** The longest text shown of what a record states; a real round's is far shorter. */
export const longestShown = 10_000

/** A check that holds when what is stated is what was computed. */
export function recordCheck(
  check: RoundCheck,
  stated: string,
  computed: string,
  holds = stated === computed,
): RecordCheck {
  return { check, holds, proves: holds, stated, computed }
}

/** Whether a stated list has exactly the computed events, as JSON values. */
export function sameEvents(computed: readonly object[], stated: readonly unknown[]): boolean {
  try {
    return canonicalJson(computed) === canonicalJson(stated)
  } catch {
    // The stated list has values that no event has, such as fractions.
    return false
  }
}
