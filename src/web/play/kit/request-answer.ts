import type { CallEnd, PlayCall, WindowBodies, WindowAnswers, WindowRouteName } from './calls.ts'

/** Result of a request that is repeated until it gets a response. */
export type RequestEnd<Name extends WindowRouteName> =
  | { kind: 'answer'; answer: WindowAnswers[Name] }
  | { kind: 'signedOut' }
  | { kind: 'broken' }
  /** The server was overloaded at every attempt: nothing was done. */
  | { kind: 'busy' }
  /** Whether it took effect is unknown; only the same request may be repeated. */
  | { kind: 'unknown' }

export const retryWaitsMs = [400, 1200, 2500] as const

/**
 * Makes a request until it gets a response, at most 4 times, always with the same body, which holds its id: the request
 * of a lost response may have taken effect, and the server responds to its id with what it did then. `wait` sleeps the
 * given ms.
 */
export async function requestAnswer<Name extends WindowRouteName>(
  call: PlayCall,
  name: Name,
  body: WindowBodies[Name],
  wait: (ms: number) => Promise<void>,
): Promise<RequestEnd<Name>> {
  let mayBeDone = false
  for (const pause of [...retryWaitsMs, null]) {
    const end: CallEnd<Name> = await call(name, body)
    if (end.kind === 'answer' || end.kind === 'signedOut' || end.kind === 'broken') return end
    if (end.kind === 'lost') mayBeDone = true
    if (pause === null) break
    await wait(end.kind === 'busy' ? Math.max(pause, end.retryAfterMs) : pause)
  }
  return { kind: mayBeDone ? 'unknown' : 'busy' }
}
