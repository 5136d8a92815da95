import type { OfficeMember } from '#contract/member.ts'
import { daysBetween } from '#domain/brand-time.ts'
import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReasonDialog } from '#web/office/kit/reason-dialog.tsx'
import { showFailure, showSuccess, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'

/** Dialogs that block a member, lift a block, and end a member's sessions; each names its consequence. */

type DialogProps = { member: OfficeMember; onClose: () => void }

export function BlockDialog({ member, onClose }: DialogProps): ReactNode {
  const t = useTranslations('office.member')
  const { operator, timeZone: officeZone } = useMe()
  const timeZone = operator.brands.find((brand) => brand.code === member.brand)?.timeZone ?? officeZone
  const { id, userId } = member
  const [day, setDay] = useState('')
  const [isPast, setPast] = useState(false)
  const action = useOfficeAction('block-member', (answer) => {
    if (answer.status === 'past') return setPast(true)
    if (answer.status === 'success') showSuccess(t('blocked', { userId, count: answer.ended }))
    else showFailure(t(answer.status === 'state' ? 'wrongState' : 'gone'))
    return onClose()
  })
  return (
    <ReasonDialog
      title={t('blockTitle', { userId })}
      consequence={t('blockText')}
      submit={t('blockSubmit')}
      isBusy={action.isPending}
      onSubmit={(reason) =>
        action.mutate({ id, reason, until: day === '' ? null : daysBetween(day, day, timeZone).until.toISOString() })
      }
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={t('blockEnd')}
        description={t('blockEndHint', { zone: timeZone })}
        value={day}
        error={isPast ? t('blockPast') : null}
        onChange={(event) => {
          setDay(event.currentTarget.value)
          setPast(false)
        }}
      />
    </ReasonDialog>
  )
}

export function UnblockDialog({ member, onClose }: DialogProps): ReactNode {
  const t = useTranslations('office.member')
  const { id, userId } = member
  const action = useOfficeAction('unblock-member', (answer) => {
    if (answer.status === 'success') showSuccess(t('unblocked', { userId }))
    else showFailure(t(answer.status === 'state' ? 'wrongState' : 'gone'))
    onClose()
  })
  return (
    <ReasonDialog
      title={t('unblockTitle', { userId })}
      consequence={t('unblockText')}
      submit={t('unblockSubmit')}
      isHarmless
      isBusy={action.isPending}
      onSubmit={(reason) => action.mutate({ id, reason })}
      onClose={onClose}
    />
  )
}

export function EndSessionsDialog({ member, onClose }: DialogProps): ReactNode {
  const t = useTranslations('office.member')
  const { id, userId } = member
  const action = useOfficeAction('end-member-sessions', (answer) => {
    if (answer.status === 'success') showSuccess(t('ended', { count: answer.ended }))
    else showFailure(t('gone'))
    onClose()
  })
  return (
    <ReasonDialog
      title={t('endTitle', { userId })}
      consequence={t('endText')}
      submit={t('endSubmit')}
      isBusy={action.isPending}
      onSubmit={(reason) => action.mutate({ id, reason })}
      onClose={onClose}
    />
  )
}
