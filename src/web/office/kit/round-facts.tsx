import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { formatAmount } from './figures.ts'
import classes from './forms.module.css'
import { Facts } from './panel.tsx'
import { Empty, LoadingRows, Problem } from './states.tsx'
import { useMe, useOfficeRead } from './use-office.ts'

/** A round of a slot, or one with decisions, with its seeds and events. `game`: its name in the language of the page, where it is known. */
export function RoundFacts({ roundId, game }: { roundId: string; game?: string }): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const locale = intlLocale[useLocaleCode()]
  const { data, error, refetch } = useOfficeRead('get-round', { id: roundId })
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.status !== 'success') return <Empty text={t('history.none')} />
  const { round } = data
  return (
    <>
      <Facts
        facts={[
          [
            t('moneyRequest.member'),
            <Link key="member" href={`/members/${round.member.id}`}>
              {round.member.userId}
            </Link>,
          ],
          [t('history.game'), game ?? round.game],
          [t('history.at'), formatMoment(round.at, timeZone)],
          [t('history.stake'), formatAmount(round.stake, locale)],
          [t('history.pay'), formatAmount(round.pay, locale)],
          [t('history.shown'), t(round.shownWhole ? 'history.shownYes' : 'history.shownNo')],
          [t('history.nonce'), round.nonce],
          [t('history.id'), round.id],
          [t('history.serverSeedHash'), round.serverSeedHash],
          [t('history.clientSeed'), round.clientSeed],
          [t('history.mathHash'), round.mathHash],
        ]}
      />
      <div className={classes.body}>
        <section>
          <h3 className={classes.label}>{t('history.events')}</h3>
          <pre className={classes.text}>{round.events.map((event) => JSON.stringify(event)).join('\n')}</pre>
        </section>
      </div>
    </>
  )
}
