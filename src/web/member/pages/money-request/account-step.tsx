import type { MemberAnswers } from '#contract/member-api.ts'
import { Button } from '#web/shared/button.tsx'
import { SecretField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import style from './account-step.module.css'
import { holdReplies } from '#web/member/session/announcements.ts'
import { ShowOpenHelps } from '#web/member/kit/show-open-helps.tsx'
import { useRequestAccount } from './use-request-account.ts'
import { useReadReply } from './use-read-reply.ts'

type Account = MemberAnswers['get-deposit-account']

/** The first step of a deposit: the account to pay into, or how to get one. */
export function AccountStep({ account }: { account: Account }): ReactNode {
  const t = useTranslations('moneyRequest.deposit')
  const { account: known, waitingSince, withdrawn } = account
  return (
    <div className={style.account}>
      {known !== null && <KnownAccount account={known} />}
      {known === null && waitingSince === null && (
        <p className={style.text}>{t(withdrawn ? 'withdrawn' : 'accountText')}</p>
      )}
      {waitingSince === null ? (
        <RequestForm key={known?.helpId ?? ''} first={known === null} />
      ) : (
        <p className={style.text}>{t('accountRequested')}</p>
      )}
    </div>
  )
}

/**
 * Marks the reply that is shown here as read. Where one was awaited here, none is announced until the page is left: the
 * count of the health check falls a moment after the reply is shown.
 */
export function useShownReply(account: Account | undefined): void {
  useReadReply(account?.account)
  const isAwaited = account !== undefined && (account.waitingSince !== null || account.account?.read === false)
  const [isHeld, setIsHeld] = useState(false)
  if (isAwaited && !isHeld) setIsHeld(true)
  useEffect(() => (isHeld ? holdReplies() : undefined), [isHeld])
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
      <Button
        type="submit"
        variant={first ? 'gilt' : 'quiet'}
        className={first ? undefined : style.again}
        busy={request.isPending}
      >
        {t(first ? 'requestAccount' : 'requestAgain')}
      </Button>
      {hidden > 0 && <ShowOpenHelps hidden={hidden} onShown={() => setHidden(0)} />}
    </Form>
  )
}

/** The reply with the account, which can be copied. */
export function KnownAccount({ account }: { account: NonNullable<Account['account']> }): ReactNode {
  const { contents, date } = account
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
      <p className={`${style.contents} money`}>
        <UnbrokenNumbers text={contents} />
      </p>
      <p className={`${style.date} money`}>{t('answeredAt', { date: formatMoment(date, brand.timeZone) })}</p>
      <Button onClick={copy}>
        <Icon name="copy" size={18} />
        {t('copy')}
      </Button>
    </div>
  )
}

/** A text whose numbers with hyphens, such as an account's, stay on one line. */
function UnbrokenNumbers({ text }: { text: string }): ReactNode {
  return text.split(/(\d[\d-]*-[\d-]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={style.number}>
        {part}
      </span>
    ),
  )
}
