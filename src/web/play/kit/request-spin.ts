import type { PlayCall } from './calls.ts'
import { requestAnswer, type RequestEnd } from './request-answer.ts'

/** Result of requesting a spin. */
export type SpinEnd = RequestEnd<'spin'>

/** One spin of the member. The id is created with it and kept across retries. */
export type SpinRequest = { requestId: string; stake: string }

/** Requests a spin until it gets a response. */
export async function requestSpin(
  call: PlayCall,
  request: SpinRequest,
  wait: (ms: number) => Promise<void>,
): Promise<SpinEnd> {
  return requestAnswer(call, 'spin', { requestId: request.requestId, stake: request.stake }, wait)
}
