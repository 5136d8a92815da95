import type { OfficeAnswers, OfficeBodies, OfficeRouteName } from '#contract/office.ts'

/** Client of the office API: `POST /api/office/<name>`. */

/** Transport and HTTP errors, never business refusals. */
export type Trouble = 'signed-out' | 'forbidden' | 'busy' | 'lost' | 'refused' | 'broken'

/** A call that the server rejected or whose response never arrived. `fields` are the invalid ones of a 400. */
export class OfficeCallError extends Error {
  readonly trouble: Trouble
  readonly fields: readonly string[]

  constructor(trouble: Trouble, fields: readonly string[] = []) {
    super(trouble)
    this.name = 'OfficeCallError'
    this.trouble = trouble
    this.fields = fields
  }
}

const callTimeoutMs = 12_000

/** Makes one call and returns the body. Throws `OfficeCallError`; after `lost` the call may have taken effect. */
export async function officeCall<Name extends OfficeRouteName>(
  name: Name,
  body: OfficeBodies[Name],
  signal?: AbortSignal,
): Promise<OfficeAnswers[Name]> {
  const timeout = AbortSignal.timeout(callTimeoutMs)
  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api/office/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    answer = await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new OfficeCallError('lost')
  }
  if (response.ok) return answer as OfficeAnswers[Name]
  throw new OfficeCallError(troubleOf(response.status), response.status === 400 ? fieldsOf(answer) : [])
}

function troubleOf(status: number): Trouble {
  if (status === 401) return 'signed-out'
  if (status === 403) return 'forbidden'
  if (status === 429 || status === 503) return 'busy'
  if (status === 502 || status === 504) return 'lost'
  return status < 500 ? 'refused' : 'broken'
}

function fieldsOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('fields' in answer)) return []
  const { fields } = answer
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
}
