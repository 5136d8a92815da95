import type { OfficeAnswers, OfficeBodies, OfficeRouteName } from '#contract/office-api.ts'
import type { FactorNeed } from '#contract/route.ts'
import { ApiError, postJson, timeoutMs } from '#web/shared/api-client.ts'
import { promptFactor } from './factor-prompt.ts'
import { readOfficeLocale } from '#web/office/frame/locale.ts'
import { setSignedIn } from '#web/office/frame/signed-in.ts'

/** What a page receives: `factor` is answered here, by a dialog or by the page of the second factor. */
export type OfficeReply<Name extends OfficeRouteName> = Exclude<OfficeAnswers[Name], { status: 'factor' }>

/** The operator closed the dialog, or the session needs its second factor first: the call did nothing. */
export class FactorMissing extends ApiError {
  constructor() {
    super('forbidden')
  }
}

/**
 * Client of the office API: one call of `POST /api/office/<name>`. Where the call needs a new proof of the second factor
 * it opens the dialog and is then repeated with the same body, so with the same request id. Throws `ApiError`.
 */
export async function officeCall<Name extends OfficeRouteName>(
  name: Name,
  body: OfficeBodies[Name],
  signal?: AbortSignal,
): Promise<OfficeReply<Name>> {
  for (;;) {
    const headers = { 'x-locale': readOfficeLocale() }
    const options = { timeoutMs: timeoutMs.office, headers, signal }
    const answer = (await postJson(`/api/office/${name}`, body, options)) as
      | OfficeReply<Name>
      | { status: 'factor'; needs: FactorNeed }
    if (answer.status !== 'factor') return answer as OfficeReply<Name>
    const { needs } = answer as { needs: FactorNeed }
    if (needs !== 'recent' && needs !== 'act') {
      setSignedIn('limited')
      throw new FactorMissing()
    }
    if (!(await promptFactor({ name, needs }))) throw new FactorMissing()
  }
}
