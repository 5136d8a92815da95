import type { VoidProposal } from '#contract/round-void.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeReply } from '#web/office/kit/calls.ts'
import classes from '#web/office/kit/forms.module.css'
import { Facts } from '#web/office/kit/panel.tsx'
import { ReasonDialog } from '#web/office/kit/reason-dialog.tsx'
import { TwoAnswers } from '#web/office/kit/two-answers.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRequestIds,
} from '#web/office/kit/use-office.ts'

/** A round of a table or with decisions. */
type Round = { id: string; state: string; proposal: VoidProposal | null }

/** Making a round void: one operator proposes it with a reason, another approves or refuses. */
export function RoundVoid({ round }: { round: Round }): ReactNode {
  const mayDecide = useMayCall('approve-round-void')
  if (round.state === 'void') return null
  if (round.proposal !== null) return <Proposal proposal={round.proposal} mayDecide={mayDecide} />
  return mayDecide ? <Propose round={round} /> : null
}

function Propose({ round: { id, state } }: { round: Round }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const [isOpen, setOpen] = useState(false)
  const refusalMessage = useRefusalMessage()
  const ids = useOfficeRequestIds('propose-round-void', id)
  const propose = useOfficeAction('propose-round-void', (answer) => {
    ids.answered()
    setOpen(false)
    if (answer.status === 'success') return showSuccess(t('proposedToast'))
    return showFailure(refusalMessage(answer))
  })
  return (
    <div className={classes.actions}>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        {t('propose')}
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={t('proposeTitle')}
          consequence={`${t(state === 'settled' ? 'voidSettledText' : 'voidText')} ${t('proposeText')}`}
          reasonHint={t('reasonHint')}
          submit={t('proposeSubmit')}
          isBusy={propose.isPending}
          onSubmit={(reason) => propose.mutate({ id, requestId: ids.of(reason), reason })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

function Proposal({ proposal, mayDecide }: { proposal: VoidProposal; mayDecide: boolean }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const { timeZone } = useMe()
  return (
    <div>
      <h3 className={classes.label}>{t('waits')}</h3>
      <Facts
        facts={[
          [t('reason'), proposal.reason],
          [t('by'), `${proposal.by} · ${formatMoment(proposal.at, timeZone)}`],
          [t('expiresAt'), formatMoment(proposal.expiresAt, timeZone)],
        ]}
      />
      {!mayDecide ? null : proposal.mine ? <Alert color="gold">{t('mine')}</Alert> : <Decision proposal={proposal} />}
    </div>
  )
}

function Decision({ proposal: { id } }: { proposal: VoidProposal }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const refusalMessage = useRefusalMessage()
  const approveIds = useOfficeRequestIds('approve-round-void', id)
  const refuseIds = useOfficeRequestIds('refuse-round-void', id)
  const approve = useOfficeAction('approve-round-void', (answer) => {
    approveIds.answered()
    if (answer.status === 'success') return showSuccess(t('approvedToast'))
    return showFailure(refusalMessage(answer))
  })
  const refuse = useOfficeAction('refuse-round-void', (answer) => {
    refuseIds.answered()
    if (answer.status === 'success') return showSuccess(t('refusedToast'))
    return showFailure(refusalMessage(answer))
  })
  return (
    <>
      <Text size="sm" my="xs">
        {t('checkText')}
      </Text>
      <TwoAnswers
        approve={{
          label: t('approve'),
          look: { color: 'red.8' },
          isBusy: approve.isPending,
          onPress: () => approve.mutate({ id, requestId: approveIds.of('approve') }),
        }}
        refuse={{
          label: t('refuse'),
          look: { variant: 'default' },
          title: t('refuseTitle'),
          consequence: t('refuseText'),
          submit: t('refuseSubmit'),
          isBusy: refuse.isPending,
          isHarmless: true,
          onSubmit: (reason, close) =>
            refuse.mutate({ id, requestId: refuseIds.of(reason), reason }, { onSuccess: close }),
        }}
      />
    </>
  )
}

type Refusal = Exclude<
  OfficeReply<'propose-round-void'> | OfficeReply<'approve-round-void'>,
  { status: 'success' } | { status: 'factor' }
>

function useRefusalMessage(): (refusal: Refusal) => string {
  const t = useTranslations('office')
  return (refusal) => {
    if (refusal.status === 'self') return t('sharedRound.self')
    if (refusal.status === 'open') return t('sharedRound.alreadyOpen')
    if (refusal.status === 'void') return t('sharedRound.alreadyVoid')
    if (refusal.status === 'conflict') return t('errors.conflict')
    if (refusal.status === 'none') return t('sharedRound.proposalGone')
    return refusal.by === '' ? t('sharedRound.expired') : t('sharedRound.late', { by: refusal.by })
  }
}
