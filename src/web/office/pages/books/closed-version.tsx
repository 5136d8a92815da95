import type { OfficeClosing } from '#contract/books.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatAmount } from '#web/office/kit/figures.ts'
import { Facts } from '#web/office/kit/panel.tsx'
import { useMe } from '#web/office/kit/use-office.ts'

/** A version of a game that a void round closed: why, and what the round is drawn from, to play it again. */
export function ClosedVersion({ closing }: { closing: OfficeClosing }): ReactNode {
  const t = useTranslations('office.books')
  const { timeZone } = useMe()
  const locale = intlLocale[useLocaleCode()]
  return (
    <Alert color={closing.isClosed ? 'red' : 'gray'} mb="sm" title={t('closedTitle', { game: closing.game })}>
      <p>{t(closing.isClosed ? 'closedStill' : 'closedOpen')}</p>
      <Facts
        facts={[
          [t('closedAt'), formatMoment(closing.at, timeZone)],
          [t('closedReason'), closing.reason],
          [
            t('closedMember'),
            <Link key="member" href={`/members/${closing.member}`}>
              {closing.member}
            </Link>,
          ],
          [t('closedStake'), formatAmount(closing.stake, locale)],
          [t('closedRound'), closing.roundId],
          [t('closedNonce'), closing.nonce],
          [t('closedPair'), String(closing.pair)],
          [t('closedServerSeedHash'), closing.serverSeedHash],
          [t('closedClientSeed'), closing.clientSeed],
          [t('closedMath'), closing.mathHash],
        ]}
      />
      <p>{t('closedReplay', { id: closing.roundId })}</p>
    </Alert>
  )
}
