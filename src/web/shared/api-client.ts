/** The HTTP client of the member, office and play APIs: one error type and one table of time-outs for all of them. */

/** Time-outs of calls. A call may have taken effect although it timed out, so retries keep their request id. */
export const timeoutMs = {
  member: 15_000,
  office: 12_000,
  play: 8_000,
  /** Creating the PDF of a whole period, which may have a hundred pages. */
  file: 60_000,
} as const

/** Transport and HTTP errors of a call, never business refusals. */
export type ApiErrorKind =
  /** 401: there is no session, or it has ended. */
  | 'unauthenticated'
  | 'forbidden'
  /** Any other 4xx: the request does not fit the contract. */
  | 'invalid'
  /** 429. */
  | 'busy'
  /** 503. */
  | 'maintenance'
  | 'timeout'
  | 'network'
  /** 502, 504 or a body that is not JSON: a proxy has answered in place of the server. */
  | 'gateway'
  /** Any other 5xx. */
  | 'failed'

type ApiErrorDetails = { retryAfterSeconds?: number; fields?: readonly string[] }

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The `Retry-After` header in seconds; 0 when absent. */
  readonly retryAfterSeconds: number
  /** The invalid fields of a 400. */
  readonly fields: readonly string[]

  constructor(kind: ApiErrorKind, details: ApiErrorDetails = {}) {
    super(kind)
    this.name = 'ApiError'
    this.kind = kind
    this.retryAfterSeconds = details.retryAfterSeconds ?? 0
    this.fields = details.fields ?? []
  }
}

/** Whether no response of the server arrived, so that the call may have taken effect. */
export function isLost({ kind }: ApiError): boolean {
  return kind === 'timeout' || kind === 'network' || kind === 'gateway'
}

export type PostOptions = {
  timeoutMs: number
  headers?: Readonly<Record<string, string>>
  /** Aborts the call; its own error is then thrown instead of an `ApiError`. */
  signal?: AbortSignal | undefined
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

/** Posts a JSON body and returns what `read` makes of a 200 response. Throws `ApiError`. */
export async function post<Result>(
  path: string,
  body: unknown,
  { timeoutMs: maxMs, headers, signal, keepalive = false }: PostOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(maxMs)
  let response: Response
  let fields: readonly string[] = []
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      keepalive,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    if (response.ok) return await read(response)
    if (response.status === 400) fields = fieldsOf(await response.json().catch(() => null))
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw new ApiError('timeout')
    throw new ApiError(error instanceof SyntaxError ? 'gateway' : 'network')
  }
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  throw new ApiError(kindOf(response.status), { retryAfterSeconds, fields })
}

/** Posts a JSON body and returns the JSON of the response. Throws `ApiError`. */
export function postJson(path: string, body: unknown, options: PostOptions): Promise<unknown> {
  return post(path, body, options, (response) => response.json())
}

function kindOf(status: number): ApiErrorKind {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'busy'
  if (status === 503) return 'maintenance'
  if (status === 502 || status === 504) return 'gateway'
  return status < 500 ? 'invalid' : 'failed'
}

function fieldsOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('fields' in answer)) return []
  const { fields } = answer
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
}
