import type { OfficeAnswers, OfficeBodies, OfficeRouteName } from '#contract/office-api.ts'
import { postJson, timeoutMs } from '#web/shared/api-client.ts'

/** Client of the office API: one call of `POST /api/office/<name>`. Throws `ApiError`. */
export async function officeCall<Name extends OfficeRouteName>(
  name: Name,
  body: OfficeBodies[Name],
  signal?: AbortSignal,
): Promise<OfficeAnswers[Name]> {
  const answer = await postJson(`/api/office/${name}`, body, { timeoutMs: timeoutMs.office, signal })
  return answer as OfficeAnswers[Name]
}
