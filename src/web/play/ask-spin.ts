import type { PlayAnswers } from '#contract/play.ts'
import type { PlayCall } from './calls.ts'

/** How asking for a spin ended. */
export type SpinEnd =
  | { kind: 'answer'; answer: PlayAnswers['spin'] }
  | { kind: 'signedOut' }
  | { kind: 'broken' }
  /** The house refused for being full, each time: nothing was staked. */
  | { kind: 'busy' }
  /** It is not known whether the spin was taken; only the same request may be asked again. */
  | { kind: 'unknown' }

/** One press of the button. The id is made with the press and stays through every retry. */
export type SpinAsk = { requestId: string; stake: string }

export const retryWaitsMs = [400, 1200, 2500] as const

/**
 * Asks for a spin until it is answered, at most 4 times, always with the id of the press: a lost answer may hide a spin
 * that was taken, and the server answers a known id with the round it already made. `wait` sleeps the given ms.
 */
export async function askSpin(call: PlayCall, ask: SpinAsk, wait: (ms: number) => Promise<void>): Promise<SpinEnd> {
  let mayHaveHappened = false
  for (const pause of [...retryWaitsMs, null]) {
    const end = await call('spin', { requestId: ask.requestId, stake: ask.stake })
    if (end.kind === 'answer' || end.kind === 'signedOut' || end.kind === 'broken') return end
    if (end.kind === 'lost') mayHaveHappened = true
    if (pause === null) break
    await wait(end.kind === 'busy' ? Math.max(pause, end.retryAfterMs) : pause)
  }
  return { kind: mayHaveHappened ? 'unknown' : 'busy' }
}
