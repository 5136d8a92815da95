import type { ComponentType } from 'react'
import { load as loadFairness } from 'messages:fairness'
import type { PastRound } from '#contract/slot.ts'
import type { Locale } from '#i18n/locales.ts'
import type { LoadedMessages } from '#web/shared/messages.tsx'

/** The code of a verdict on a round and its messages, which a window loads when a round is verified. */
export type VerificationParts<Round> = { code: { Verdict: ComponentType<{ round: Round }> }; messages: LoadedMessages }

/** Those of a slot. Rejects when they cannot be loaded; a next call tries again. */
export async function loadVerification(locale: Locale): Promise<VerificationParts<PastRound>> {
  const [code, { messages }] = await Promise.all([import('./verification-code.tsx'), loadFairness[locale]()])
  return { code, messages }
}
