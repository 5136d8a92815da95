import type { MemberAnswers, MemberBodies } from '#contract/member-api.ts'
import { ApiError, post, timeoutMs } from './api-client.ts'
import { localeHeader } from './api.ts'

/** File downloads of the member API: posted like any call, so that origin and session checks apply, then saved. */

type Answer = MemberAnswers['get-statement-file']

/** Saves the file, or returns the refusal. Transport and HTTP errors are thrown as `ApiError`. */
export async function downloadStatement(body: MemberBodies['get-statement-file']): Promise<Answer> {
  const options = { timeoutMs: timeoutMs.file, headers: localeHeader() }
  try {
    return await post('/api/routes/get-statement-file', body, options, saveOrRead)
  } catch (error) {
    // A 503 means that too many files are being created, not maintenance.
    if (!(error instanceof ApiError) || error.kind !== 'maintenance') throw error
    throw new ApiError('busy', { retryAfterSeconds: error.retryAfterSeconds })
  }
}

async function saveOrRead(response: Response): Promise<Answer> {
  const file = await response.blob()
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (name === undefined) return JSON.parse(await file.text()) as Answer
  saveFile(file, name)
  return { status: 'success' }
}

/** Saves a file under a name, as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
