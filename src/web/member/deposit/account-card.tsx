import type { Help } from '#contract/shapes.ts'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure, useTroubleWords } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import style from './account-card.module.css'
import { useAccountReply } from './use-account-reply.ts'
import { useAskAccount } from './use-ask-account.ts'
import { useReadReply } from './use-read-reply.ts'

/** The account to pay into, as the reply gives it: there is no other place it could come from. */
export function AccountCard(): ReactNode {
  const words = useTranslations('account.deposit')
  const { data: help, error, refetch } = useAccountReply()
  useReadReply(help)
  if (help === undefined) {
    return error === null ? <Skeleton height={92} /> : <Failure error={error} retry={() => void refetch()} />
  }
  return (
    <div className={style.card}>
      {help?.ref ? (
        <Reply contents={help.ref.contents} date={help.ref.date} />
      ) : (
        <p>{words(help === null ? 'accountText' : 'accountAsked')}</p>
      )}
      {(help === null || help.ref !== null) && <AskButton first={help === null} help={help} />}
    </div>
  )
}

function AskButton({ first, help }: { first: boolean; help: Help | null }): ReactNode {
  const words = useTranslations('account.deposit')
  const cash = useTranslations('account.cash')
  const trouble = useTroubleWords()
  const asking = useAskAccount()
  const press = async () => {
    try {
      const { status } = await asking.mutateAsync()
      if (status === 'success') toast(words('accountAsked'), 'success')
      else if (status === 'wait') toast(words('accountWait'))
      else toast(cash(status === 'pass' ? 'refusedPass' : 'refusedLocked'), 'danger')
    } catch (error) {
      toast(trouble(error), 'danger')
    }
  }
  return (
    <Button look={first ? 'gilt' : 'plain'} busy={asking.isPending} onClick={() => void press()} key={help?.id ?? ''}>
      {words('askAccount')}
    </Button>
  )
}

function Reply({ contents, date }: { contents: string; date: string }): ReactNode {
  const words = useTranslations('account.deposit')
  const { brand } = usePage().site
  const copy = () => {
    navigator.clipboard.writeText(contents).then(
      () => toast(words('copied'), 'success'),
      () => toast(words('copyFailed')),
    )
  }
  return (
    <div className={style.reply}>
      <p className={`${style.contents} money`}>{contents}</p>
      <p className={`${style.date} money`}>{words('answeredAt', { date: formatMoment(date, brand.timeZone) })}</p>
      <Button onClick={copy}>
        <Icon name="copy" size={18} />
        {words('copy')}
      </Button>
    </div>
  )
}
