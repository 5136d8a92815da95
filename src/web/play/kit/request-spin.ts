import type { PlayCall } from './calls.ts'
import { requestMoney, type MoneyEnd } from './request-money.ts'

/** Result of requesting a spin. */
export type SpinEnd = MoneyEnd<'spin'>

/** One spin of the member. The id is created with it and kept across retries. */
export type SpinRequest = { requestId: string; stake: string }

/** Requests a spin until it gets a response. */
export async function requestSpin(
  call: PlayCall,
  request: SpinRequest,
  wait: (ms: number) => Promise<void>,
): Promise<SpinEnd> {
  return requestMoney(call, 'spin', { requestId: request.requestId, stake: request.stake }, wait)
}
