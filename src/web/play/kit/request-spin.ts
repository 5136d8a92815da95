import type { PlayAnswers } from '#contract/play-api.ts'
import type { PlayCall } from './calls.ts'

/** Result of requesting a spin. */
export type SpinEnd =
  | { kind: 'answer'; answer: PlayAnswers['spin'] }
  | { kind: 'signedOut' }
  | { kind: 'broken' }
  /** The server was overloaded at every attempt: nothing was staked. */
  | { kind: 'busy' }
  /** Whether the spin was taken is unknown; only the same request may be repeated. */
  | { kind: 'unknown' }

/** One spin of the member. The id is created with it and kept across retries. */
export type SpinRequest = { requestId: string; stake: string }

export const retryWaitsMs = [400, 1200, 2500] as const

/**
 * Requests a spin until it gets a response, at most 4 times, always with the same id: the spin of a lost response may
 * have been taken, and the server responds to its id with the round already played. `wait` sleeps the given ms.
 */
export async function requestSpin(
  call: PlayCall,
  request: SpinRequest,
  wait: (ms: number) => Promise<void>,
): Promise<SpinEnd> {
  let mayBeTaken = false
  for (const pause of [...retryWaitsMs, null]) {
    const end = await call('spin', { requestId: request.requestId, stake: request.stake })
    if (end.kind === 'answer' || end.kind === 'signedOut' || end.kind === 'broken') return end
    if (end.kind === 'lost') mayBeTaken = true
    if (pause === null) break
    await wait(end.kind === 'busy' ? Math.max(pause, end.retryAfterMs) : pause)
  }
  return { kind: mayBeTaken ? 'unknown' : 'busy' }
}
