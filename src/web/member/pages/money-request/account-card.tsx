import { Button } from '#web/shared/button.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure, useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './account-card.module.css'
import { holdReplies } from '#web/member/session/announcements.ts'
import { ShowOpenHelps } from '#web/member/kit/show-open-helps.tsx'
import { useAccountReply } from './use-account-reply.ts'
import { useRequestAccount } from './use-request-account.ts'
import { useReadReply } from './use-read-reply.ts'

/** The account to pay into, from the reply of the office. */
export function AccountCard(): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const { data: help, error, refetch } = useAccountReply()
  useReadReply(help)
  const isAwaited = help !== undefined && help !== null && (help.ref === null || !help.read)
  useEffect(() => (isAwaited ? holdReplies() : undefined), [isAwaited])
  if (help === undefined) {
    return error === null ? <Skeleton height={92} /> : <Failure error={error} retry={() => void refetch()} />
  }
  return (
    <div className={style.card}>
      {help?.ref ? (
        <Reply contents={help.ref.contents} date={help.ref.date} />
      ) : (
        <p>{t(help === null ? 'accountText' : 'accountRequested')}</p>
      )}
      {(help === null || help.ref !== null) && <RequestForm key={help?.id ?? ''} first={help === null} />}
    </div>
  )
}

/** Requests the account; when the server asks for the withdrawal PIN, its field appears and the request is repeated. */
function RequestForm({ first }: { first: boolean }): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const cash = useTranslations('moneyRequest.form')
  const errorMessage = useErrorMessage()
  const request = useRequestAccount()
  const [pin, setPin] = useState('')
  const [needsPin, setNeedsPin] = useState(false)
  const [problem, setProblem] = useState('')
  const [hidden, setHidden] = useState(0)
  const submit = async () => {
    if (needsPin && pin === '') return setProblem(cash('enterPin'))
    setProblem('')
    try {
      const answer = await request.mutateAsync(pin)
      const { status } = answer
      setPin('')
      if (status === 'pass' || status === 'locked') {
        setNeedsPin(true)
        return setProblem(cash(status === 'locked' ? 'refusedLocked' : pin === '' ? 'enterPin' : 'refusedPass'))
      }
      setNeedsPin(false)
      if (status === 'success') toast(t('accountRequested'), 'success')
      else {
        toast(t('accountWait'))
        setHidden(answer.hidden)
      }
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <Form className={style.request} busy={request.isPending} onSubmit={submit}>
      {needsPin && (
        <SecretField
          label={cash('pin')}
          hint={cash('pinHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={pin}
          onChange={(event) => {
            setPin(event.target.value.replaceAll(/\D/g, ''))
            setProblem('')
          }}
          error={problem}
        />
      )}
      <Button type="submit" variant={first ? 'gilt' : 'plain'} busy={request.isPending}>
        {t('requestAccount')}
      </Button>
      {hidden > 0 && <ShowOpenHelps hidden={hidden} onShown={() => setHidden(0)} />}
    </Form>
  )
}

function Reply({ contents, date }: { contents: string; date: string }): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const { brand } = usePage().site
  const copy = () => {
    navigator.clipboard.writeText(contents).then(
      () => toast(t('copied'), 'success'),
      () => toast(t('copyFailed')),
    )
  }
  return (
    <div className={style.reply}>
      <p className={`${style.contents} money`}>{contents}</p>
      <p className={`${style.date} money`}>{t('answeredAt', { date: formatMoment(date, brand.timeZone) })}</p>
      <Button onClick={copy}>
        <Icon name="copy" size={18} />
        {t('copy')}
      </Button>
    </div>
  )
}
