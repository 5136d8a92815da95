import type { MemberAnswers, MemberBodies } from '#contract/member.ts'
import { CallError } from './api.ts'

/** Files of the member door: fetched like any call, so that forgery and sessions are judged alike, then saved. */

/** Printing takes longer than a call: the paper of a whole period may have a hundred pages. */
const longestMs = 60_000

type Answer = MemberAnswers['get-statement-file']

/** Saves the file; answers why there is none otherwise. Trouble at the door is thrown as a `CallError`. */
export async function downloadStatement(body: MemberBodies['get-statement-file']): Promise<Answer> {
  const timeout = AbortSignal.timeout(longestMs)
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
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
