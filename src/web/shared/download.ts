import type { MemberAnswers, MemberBodies } from '#contract/member.ts'
import { CallError } from './api.ts'

/** File downloads of the member API: fetched like any call, so that origin and session checks apply, then saved. */

/** Longer than other calls: the PDF of a whole period may have a hundred pages. */
const timeoutMs = 60_000

type Answer = MemberAnswers['get-statement-file']

/** Saves the file, or returns the refusal. Transport and HTTP errors are thrown as `CallError`. */
export async function downloadStatement(body: MemberBodies['get-statement-file']): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let file: Blob
  try {
    response = await fetch('/api/routes/get-statement-file', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-locale': location.pathname.split('/')[1] ?? '' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: timeout,
    })
    file = await response.blob()
  } catch {
    throw new CallError(timeout.aborted ? 'timeout' : 'network')
  }
  if (!response.ok) {
    const seconds = Math.max(1, Number(response.headers.get('retry-after')) || 0)
    if (response.status === 401) throw new CallError('unauthenticated')
    if (response.status === 429 || response.status === 503) throw new CallError('busy', seconds)
    throw new CallError('failed')
  }
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (name === undefined) return JSON.parse(await file.text()) as Answer
  save(file, name)
  return { status: 'success' }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
