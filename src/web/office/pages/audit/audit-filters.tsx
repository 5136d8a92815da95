import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { auditActs, type AuditGroup } from '#domain/audit.ts'
import { useSlashFocus } from '#web/office/kit/panel.tsx'
import classes from './audit.module.css'
import { useActLabel } from './audit-labels.ts'

export type AuditFilter = { act: string; operator: string; subject: string; from: string; to: string }
export const noFilter: AuditFilter = { act: '', operator: '', subject: '', from: '', to: '' }

const groups = Object.keys(auditActs) as AuditGroup[]

/** What the list is limited to; `/` focuses the subject. */
export function AuditFilters(props: { filter: AuditFilter; onFilter: (next: AuditFilter) => void }): ReactNode {
  const t = useTranslations('office.audit')
  const actLabel = useActLabel()
  const subject = useSlashFocus()
  const { filter, onFilter } = props
  const field = (name: keyof AuditFilter) => ({
    size: 'xs',
    label: t(name),
    value: filter[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onFilter({ ...filter, [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.filters}>
      <NativeSelect
        {...field('act')}
        data={[
          { value: '', label: t('allActs') },
          ...groups.map((group) => ({
            group: t(`groups.${group}`),
            items: auditActs[group].map((act) => ({ value: act, label: actLabel(act) })),
          })),
        ]}
      />
      <TextInput {...field('operator')} placeholder={t('operatorHint')} maxLength={100} />
      <TextInput {...field('subject')} ref={subject} placeholder={t('subjectHint')} maxLength={100} />
      <TextInput {...field('from')} type="date" max={filter.to} />
      <TextInput {...field('to')} type="date" min={filter.from} />
      <Button
        size="xs"
        variant="default"
        disabled={Object.values(filter).every((value) => value === '')}
        onClick={() => onFilter(noFilter)}
      >
        {t('clear')}
      </Button>
    </div>
  )
}
