import { load as loadFairness } from 'messages:fairness'
import type { Locale } from '#i18n/locales.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'

const loadCode = () => import('./verification-code.ts')

/** The code of the verification and its messages, which a window loads when a round is verified. */
export type VerificationParts = { code: Awaited<ReturnType<typeof loadCode>>; messages: LoadedMessages }

/** Rejects when they cannot be loaded; a next call tries again. */
export async function loadVerification(locale: Locale): Promise<VerificationParts> {
  const [code, { messages }] = await Promise.all([loadCode(), loadFairness[locale]()])
  return { code, messages }
}
