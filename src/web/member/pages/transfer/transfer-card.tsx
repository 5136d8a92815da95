import type { MemberAnswers } from '#contract/member-api.ts'
import type { TransferWallet } from '#contract/transfer.ts'
import { AmountPad } from '#web/shared/amount-pad.tsx'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { Form } from '#web/shared/form.tsx'
import { formatNumber, integerPart } from '#web/shared/format.ts'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { Card } from '#web/member/frame/page-frame.tsx'
import { useUser } from '#web/member/session/session.ts'
import style from './transfer-card.module.css'
import { useTransfer, useTransferWallets } from './use-transfer-wallets.ts'

/** Money in play at providers with their own wallet, and how to transfer it back. */
export function TransferCard(): ReactNode {
  const t = useTranslations('transfer')
  const { data } = useTransferWallets()
  if (data === undefined || data.wallets.length === 0) return null
  return (
    <Card title={t('title')} wide>
      <p className={style.text}>{t('text')}</p>
      <ul>
        {data.wallets.map((wallet) => (
          <Wallet key={wallet.company} wallet={wallet} />
        ))}
      </ul>
    </Card>
  )
}

function useFormatMoney(): (amount: string) => string {
  const figure = useTranslations('limit.figure')
  const locale = useLocaleCode()
  return (amount) => figure('money', { amount: formatNumber(amount, locale) })
}

function Wallet({ wallet }: { wallet: TransferWallet }): ReactNode {
  const t = useTranslations('transfer')
  const money = useFormatMoney()
  const errorMessage = useErrorMessage()
  const refusalMessage = useRefusalMessage()
  const [isOpen, setOpen] = useState(false)
  const { company, name, underway } = wallet
  const move = useTransfer(company)
  const bringBack = async () => {
    try {
      const answer = await move.mutateAsync({ direction: 'out', there: wallet.amount })
      if (answer.status === 'success') toast(t('broughtBack', { amount: money(answer.moved) }), 'success')
      else toast(answer.status === 'balance' ? t('nothing') : refusalMessage(answer), 'info')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  return (
    <li className={style.wallet}>
      <span className={style.name}>{name}</span>
      <span className={`${style.amount} money`}>{money(wallet.amount)}</span>
      {underway !== null && (
        <output className={style.underway}>
          {underway.direction === 'in' && underway.amount !== null
            ? t('underwayIn', { amount: money(underway.amount) })
            : t('underwayOut')}
        </output>
      )}
      {underway === null && !wallet.isHeld && (
        <div className={style.actions}>
          {integerPart(wallet.amount) > 0n && (
            <Button busy={move.isUnderway} aria-label={t('backOf', { name })} onClick={() => void bringBack()}>
              {t('back')}
            </Button>
          )}
          {wallet.takesMoney && (
            <Button variant="quiet" aria-label={t('inOf', { name })} onClick={() => setOpen(true)}>
              {t('in')}
            </Button>
          )}
        </div>
      )}
      {wallet.isHeld ? (
        <p className={style.underway}>{t('held')}</p>
      ) : (
        !wallet.takesMoney && <p className={style.underway}>{t('closed')}</p>
      )}
      {isOpen && <MoveInDialog wallet={wallet} onClose={() => setOpen(false)} />}
    </li>
  )
}

const quick = ['10000', '50000', '100000', '500000'] as const

function MoveInDialog({ wallet, onClose }: { wallet: TransferWallet; onClose: () => void }): ReactNode {
  const t = useTranslations('transfer')
  const money = useFormatMoney()
  const errorMessage = useErrorMessage()
  const refusalMessage = useRefusalMessage()
  const user = useUser()
  const move = useTransfer(wallet.company)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    if (integerPart(amount) === 0n) return setProblem(t('required'))
    try {
      const answer = await move.mutateAsync({ direction: 'in', balance: amount })
      if (answer.status === 'success') toast(t('movedIn', { amount: money(answer.moved) }), 'success')
      else if (answer.status === 'unknown') toast(t('unknown'), 'info')
      else return setProblem(refusalMessage(answer))
      onClose()
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  return (
    <Dialog title={t('inTitle', { name: wallet.name })} onClose={onClose}>
      <Form className={form.form} busy={move.isUnderway} onSubmit={submit}>
        <AmountPad
          label={t('amount')}
          value={amount}
          onChange={(next) => {
            setAmount(next)
            setProblem(undefined)
          }}
          quick={quick}
          most={user?.balance}
          all={user?.balance}
          error={problem}
        />
        <Button type="submit" variant="gilt" wide busy={move.isUnderway}>
          {t('in')}
        </Button>
      </Form>
    </Dialog>
  )
}

type Refusal = Exclude<MemberAnswers['user-transfer-in'], { status: 'success' }>

function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('transfer')
  const cash = useTranslations('moneyRequest.form')
  const deposit = useTranslations('moneyRequest.deposit')
  const locale = useLocaleCode()
  return (refusal) => {
    const { status } = refusal
    if (status === 'conflict') return cash('refusedConflict')
    if (status === 'limit') return deposit('refusedLimit', { remaining: formatNumber(refusal.remaining, locale) })
    return t(status === 'balance' ? 'short' : status)
  }
}
