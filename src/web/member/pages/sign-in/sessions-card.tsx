import type { MemberSession } from '#contract/member.ts'
import { deviceName } from '#domain/device-name.ts'
import { confirm } from '#web/shared/confirm.tsx'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure, useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { useMemberPage } from '#web/member/kit/use-member-page.ts'
import { useEndOtherSessions, useEndSession } from './use-end-session.ts'
import style from './sessions-card.module.css'

/** The member's sessions: this device first, the others with a button to end them. */
export function Sessions(): ReactNode {
  const { data, error, refetch } = useMemberPage()
  if (data === undefined) {
    return error === null ? <Skeleton rows={2} height={64} /> : <Failure error={error} retry={() => void refetch()} />
  }
  const sessions = data.sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <>
      <ul className={style.sessions}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && <EndOthers />}
    </>
  )
}

function SessionLine({ session }: { session: MemberSession }): ReactNode {
  const t = useTranslations('signInSessions')
  const errorMessage = useErrorMessage()
  const { brand } = usePage().site
  const end = useEndSession()
  const device = deviceName(session.device) || '-'
  const press = async () => {
    const options = {
      title: t('endConfirm', { device }),
      confirmLabel: t('end'),
      cancelLabel: t('keep'),
    }
    if (!(await confirm({ ...options, variant: 'danger' }))) return
    try {
      const { status } = await end.mutateAsync(session.id)
      toast(t(status === 'success' ? 'ended' : 'gone'), status === 'success' ? 'success' : 'info')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <li>
      <span className={style.device}>
        {device}
        {session.current && <b className={style.here}>{t('thisDevice')}</b>}
      </span>
      <span className={`${style.seen} money`}>
        <span>{t('startedAt', { date: formatMoment(session.startedAt, brand.timeZone) })}</span>
        {!session.current && <span>{t('lastSeen', { date: formatMoment(session.lastSeenAt, brand.timeZone) })}</span>}
      </span>
      {!session.current && (
        <Button variant="quiet" busy={end.isPending} aria-label={t('endOf', { device })} onClick={() => void press()}>
          {t('end')}
        </Button>
      )}
    </li>
  )
}

function EndOthers(): ReactNode {
  const t = useTranslations('signInSessions')
  const errorMessage = useErrorMessage()
  const end = useEndOtherSessions()
  const press = async () => {
    const options = { title: t('endOthersConfirm'), confirmLabel: t('end'), cancelLabel: t('keep') }
    if (!(await confirm({ ...options, variant: 'danger' }))) return
    await end.mutateAsync().then(
      () => toast(t('othersEnded'), 'success'),
      (error: unknown) => toast(errorMessage(error), 'danger'),
    )
  }
  return (
    <Button busy={end.isPending} onClick={() => void press()}>
      {t('endOthers')}
    </Button>
  )
}
