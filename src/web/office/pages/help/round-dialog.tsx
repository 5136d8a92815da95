import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { Facts } from '#web/office/kit/panel.tsx'
import { LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'

/** A button that opens the round an inquiry refers to. */
export function RoundLink({ roundId }: { roundId: string }): ReactNode {
  const t = useTranslations('office.history')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('show')}
      </Button>
      {isOpen ? (
        <Modal opened size="lg" title={t('title')} onClose={() => setOpen(false)}>
          <Round roundId={roundId} />
        </Modal>
      ) : null}
    </>
  )
}

function Round({ roundId }: { roundId: string }): ReactNode {
  const t = useTranslations('office')
  const { timeZone } = useMe()
  const locale = intlLocale[useLocaleCode()]
  const { data, error, refetch } = useOfficeRead('get-round', { id: roundId })
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.status !== 'success') return <p>{t('history.none')}</p>
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
          [t('history.game'), round.game],
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
      <h3 className={classes.label}>{t('history.events')}</h3>
      <pre className={classes.text}>{round.events.map((event) => JSON.stringify(event)).join('\n')}</pre>
    </>
  )
}
