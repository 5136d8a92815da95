import type { OfficeRequest } from '#contract/money-request.ts'
import { needsSecond } from '#domain/money-request-decision.ts'
import { amountFromWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Button, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeReply } from '#web/office/kit/calls.ts'
import { formatAmount } from '#web/office/kit/figures.ts'
import { Facts } from '#web/office/kit/panel.tsx'
import { showFailure, showSuccess, useOfficeAction, useOfficeRequestIds } from '#web/office/kit/use-office.ts'
import { useApprovalFacts, useWhyTwo, type RequestHistory } from './first-approval.tsx'
import classes from './queue.module.css'
import { useRefusalMessage } from './use-request-actions.ts'

/** What the button does with a deposit: credit it, or propose the credit to another operator. */
type Act = 'approve' | 'propose'

/**
 * Credits a deposit with the amount received, or gives the first of two approvals where that amount takes two
 * operators. The button names the action and the amount; a proposal of another operator is filled in.
 */
export function ApproveDialog(props: {
  request: OfficeRequest
  history: RequestHistory
  onClose: () => void
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const { request } = props
  const [received, setReceived] = useState(request.proposal?.credited ?? request.amount)
  const [reason, setReason] = useState(request.proposal?.reason ?? '')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<'amount' | 'reason' | null>(null)
  const isAmount = /^\d+(\.\d{1,4})?$/.test(received) && !/^0+(\.0+)?$/.test(received)
  const differs = isAmount && amountFromWire(received) !== amountFromWire(request.amount)
  const act = isAmount ? actOf(request, received, differs ? reason.trim() : '') : 'approve'
  const decide = useDecision(request, { onClose: props.onClose, onProblem: setProblem })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isAmount) return setProblem('amount')
    if (differs && reason.trim() === '') return setProblem('reason')
    setProblem(null)
    return decide.send(act, {
      credited: received,
      ...(differs ? { reason: reason.trim() } : {}),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
  }
  const amount = isAmount ? formatAmount(received, locale) : '–'
  return (
    <Modal opened onClose={props.onClose} title={t(act === 'approve' ? 'approveTitle' : 'proposeTitle')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NumberInput
          data-autofocus
          label={`${t('received')} · ${request.member.userId} · ${request.depositor || request.member.nick}`}
          value={received}
          onChange={(value) => setReceived(String(value))}
          thousandSeparator=","
          decimalScale={4}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          error={problem === 'amount' ? t('badAmount') : null}
          classNames={{ input: 'money' }}
        />
        {differs ? (
          <>
            <Alert color="gold">{t('differs', { requested: formatAmount(request.amount, locale) })}</Alert>
            <Textarea
              label={t('reasonForMember')}
              description={t('rejectText')}
              value={reason}
              maxLength={500}
              rows={2}
              error={problem === 'reason' ? t('reasonRequired') : null}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setProblem(null)
              }}
            />
          </>
        ) : null}
        <TwoApprovals {...{ act, request, received, history: props.history }} />
        <TextInput
          label={t('internalNote')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={decide.isPending} disabled={!isAmount}>
          {t(act === 'approve' ? 'approveSubmit' : 'approveFirstSubmit', { amount })}
        </Button>
      </form>
    </Modal>
  )
}

/** Why the amount takes two operators, and what they decide by; nothing where one is enough. */
function TwoApprovals(props: {
  act: Act
  request: OfficeRequest
  received: string
  history: RequestHistory
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const whyTwo = useWhyTwo()
  const { act, request, received, history } = props
  const facts = useApprovalFacts({ request, history })
  if (act === 'approve' && request.proposal === null) return null
  return (
    <>
      {act === 'propose' ? (
        <Alert color="gold">
          {whyTwo(request, received)} {t('proposeText')}
        </Alert>
      ) : null}
      <Facts facts={facts} />
    </>
  )
}

/** The act for an amount: what another operator proposed, and what takes no second operator, is credited. */
function actOf(request: OfficeRequest, received: string, reason: string): Act {
  const [amount, credited, day] = [request.amount, received, request.day].map((text) => amountFromWire(text) ?? 0n)
  if (amount === undefined || credited === undefined || day === undefined) return 'approve'
  const { proposal } = request
  const proposed = proposal === null ? null : amountFromWire(proposal.credited)
  if (proposed === credited && proposal?.reason === reason) return 'approve'
  const from = request.secondFrom === null ? null : amountFromWire(request.secondFrom)
  const takesTwo = needsSecond({ type: 'deposit', amount, credited, day, from, creditedByCaller: false })
  return takesTwo ? 'propose' : 'approve'
}

type Sent = { credited: string; reason?: string; note?: string }

/** Sends the act under a request id that is kept for the same content, and shows the answer. */
function useDecision(
  request: OfficeRequest,
  form: { onClose: () => void; onProblem: (problem: 'amount' | 'reason') => void },
): { send: (act: Act, body: Sent) => void; isPending: boolean } {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const refusalMessage = useRefusalMessage()
  const approveIds = useOfficeRequestIds('approve-deposit', request.id)
  const proposeIds = useOfficeRequestIds('propose-deposit', request.id)
  const settle = (answer: OfficeReply<'approve-deposit'> | OfficeReply<'propose-deposit'>): void => {
    if (answer.status === 'amount' || answer.status === 'reason') return form.onProblem(answer.status)
    if (answer.status === 'single') showFailure(t('depositNeedsOne'))
    else if (answer.status !== 'success') showFailure(refusalMessage(answer))
    else if (answer.request.credited !== null)
      showSuccess(t('approvedToast', { amount: formatAmount(answer.request.credited, locale) }))
    // After a lost response the repeated call may report a decision made since.
    else if (answer.request.decidedBy !== null) showFailure(t('alreadyDecided', { by: answer.request.decidedBy }))
    else showSuccess(t('proposedToast'))
    return form.onClose()
  }
  const approve = useOfficeAction('approve-deposit', (answer) => {
    approveIds.answered()
    settle(answer)
  })
  const propose = useOfficeAction('propose-deposit', (answer) => {
    proposeIds.answered()
    settle(answer)
  })
  return {
    send: (act, body) => {
      const [ids, action] = act === 'approve' ? [approveIds, approve] : [proposeIds, propose]
      action.mutate({ id: request.id, requestId: ids.of(JSON.stringify(body)), ...body })
    },
    isPending: approve.isPending || propose.isPending,
  }
}
