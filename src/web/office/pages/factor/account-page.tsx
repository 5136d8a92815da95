import type { OfficeFactor } from '#contract/factor.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Alert, Button, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '#web/office/kit/data-table.tsx'
import forms from '#web/office/kit/forms.module.css'
import { Sheet } from '#web/office/kit/panel.tsx'
import type { OwnFactors } from '#web/office/kit/proof-form.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { showFailure, showSuccess, useMe, useOfficeAction, useOfficeRead } from '#web/office/kit/use-office.ts'
import { Enrolment } from './enrolment.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Open =
  | { kind: 'add' }
  | { kind: 'renew' }
  | { kind: 'password' }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'remove'; factor: OfficeFactor }

/** The operator's own second factors and recovery codes. */
export function AccountPage(): ReactNode {
  const t = useTranslations('office')
  const read = useOfficeRead('get-factors', {})
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <Sheet
      title={t('factor.account')}
      tools={
        <>
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'password' })}>
            {t('factor.password')}
          </Button>
          <Button size="xs" onClick={() => setOpen({ kind: 'add' })}>
            {t('factor.add')}
          </Button>
        </>
      }
    >
      {read.data !== undefined ? (
        <Own own={read.data} open={setOpen} />
      ) : read.error === null ? (
        <LoadingRows rows={3} />
      ) : (
        <Problem text={t('errors.load')} retry={() => void read.refetch()} />
      )}
      {open === null ? null : <OpenDialog open={open} setOpen={setOpen} />}
    </Sheet>
  )
}

function Own({ own, open }: { own: OwnFactors; open: (dialog: Open) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const { timeZone } = useMe()
  return (
    <>
      <div className={forms.body}>
        {own.withoutFactor ? <Alert color="gold">{t('demo')}</Alert> : null}
        <Text>{t('accountText')}</Text>
      </div>
      {own.factors.length === 0 ? (
        <Empty text={t('empty')} isSmall />
      ) : (
        <DataTable
          label={t('account')}
          rows={own.factors}
          columns={[
            {
              id: 'name',
              header: t('name'),
              cell: (row) => (
                <>
                  <strong>{row.name}</strong>
                  <span className={forms.sub}>{t(`kinds.${row.kind}`)}</span>
                </>
              ),
            },
            {
              id: 'created',
              header: t('created'),
              kind: 'narrow',
              cell: (row) => formatMoment(row.createdAt, timeZone),
            },
            {
              id: 'used',
              header: t('lastUsed'),
              cell: (row) => (row.lastUsedAt === null ? '–' : formatMoment(row.lastUsedAt, timeZone)),
            },
            {
              id: 'actions',
              header: t('actions'),
              cell: (row) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('removeFor', { name: row.name })}
                  onClick={() => open({ kind: 'remove', factor: row })}
                >
                  {t('remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      {own.factors.length === 0 ? null : (
        <div className={forms.body}>
          <Text>{t('codesLeft', { count: own.recoveryCodesLeft })}</Text>
          <div className={forms.actions}>
            <Button variant="default" onClick={() => open({ kind: 'renew' })}>
              {t('renew')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: (next: Open | null) => void }): ReactNode {
  const t = useTranslations('office.factor')
  const close = (): void => setOpen(null)
  const showCodes = (codes: readonly string[] | null): void => setOpen(codes === null ? null : { kind: 'codes', codes })
  switch (open.kind) {
    case 'add':
      return (
        <Modal opened onClose={close} title={t('add')}>
          <Enrolment onEnrolled={showCodes} />
        </Modal>
      )
    case 'codes':
      return (
        <Modal
          opened
          onClose={close}
          title={t('recoveryTitle')}
          withCloseButton={false}
          closeOnClickOutside={false}
          closeOnEscape={false}
        >
          <RecoveryCodes codes={open.codes} onConfirmed={close} />
        </Modal>
      )
    case 'password':
      return <PasswordDialog onClose={close} />
    case 'renew':
      return <RenewDialog onCodes={showCodes} onClose={close} />
    case 'remove':
      return <RemoveDialog factor={open.factor} onClose={close} />
  }
}

function RenewDialog(props: { onCodes: (codes: readonly string[]) => void; onClose: () => void }): ReactNode {
  const t = useTranslations('office.factor')
  const renew = useOfficeAction('renew-recovery-codes', (answer) => props.onCodes(answer.recoveryCodes))
  return (
    <Modal opened onClose={props.onClose} title={t('renew')}>
      <div className={forms.form}>
        <Text>{t('renewText')}</Text>
        <Button data-autofocus loading={renew.isPending} onClick={() => renew.mutate({})}>
          {t('renewSubmit')}
        </Button>
      </div>
    </Modal>
  )
}

function RemoveDialog({ factor, onClose }: { factor: OfficeFactor; onClose: () => void }): ReactNode {
  const t = useTranslations('office.factor')
  const remove = useOfficeAction('remove-factor', (answer) => {
    if (answer.status === 'success') showSuccess(t('removed'))
    else showFailure(t(answer.status === 'last' ? 'last' : 'gone'))
    onClose()
  })
  return (
    <Modal opened onClose={onClose} title={t('removeTitle', { name: factor.name })}>
      <div className={forms.form}>
        <Text>{t('removeText')}</Text>
        <Button
          data-autofocus
          color="red.8"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: factor.id })}
        >
          {t('removeSubmit')}
        </Button>
      </div>
    </Modal>
  )
}
