import { load as loadFairness } from 'messages:fairness'
import { load as loadSeries } from 'messages:series'
import type { PastSeatRound } from '#contract/seat-round.ts'
import type { Locale } from '#i18n/locales.ts'
import type { VerificationParts } from '#web/play/kit/load-verification.ts'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'

/** The code of the verdict on a round with decisions and its messages. Rejects when they cannot be loaded; a next call tries again. */
export async function loadSeatVerification(locale: Locale): Promise<VerificationParts<PastSeatRound>> {
  const [code, ...parts] = await Promise.all([
    import('./verification-code.tsx'),
    loadFairness[locale](),
    loadSeries[locale](),
  ])
  return { code, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) }
}

/** One round of the member with decisions; null when it could not be read. */
export async function loadSeatRound(seeds: SeedKeeper, roundId: string): Promise<PastSeatRound | null> {
  const end = await seeds.call('get-seat-round', { roundId })
  return end.kind === 'answer' && end.answer.status === 'success' ? end.answer.round : null
}
