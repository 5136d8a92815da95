import type { OfficeMember } from '#contract/member.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import { Listed, SearchBox, take } from '#web/office/kit/listed.tsx'
import { ListAndDetail } from '#web/office/kit/panel.tsx'
import { PickCell } from '#web/office/kit/pick-cell.tsx'
import { Empty } from '#web/office/kit/states.tsx'
import { useOfficeRead } from '#web/office/kit/use-office.ts'
import { MemberDetail } from './member-detail.tsx'

const statuses = ['active', 'pending', 'blocked', 'rejected'] as const

/** Members by id, nickname or reference code; the URL contains the selected one. */
export function MembersPage(props: { id: string | null }): ReactNode {
  const t = useTranslations('office')
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [status, setStatus] = useState<(typeof statuses)[number] | ''>('')
  const [skip, setSkip] = useState(0)
  const list = useOfficeRead('get-members', {
    skip,
    take,
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
  })
  const columns = useColumns(props.id, (id) => go(`/members/${id}`))
  return (
    <ListAndDetail
      title={t('member.title')}
      isDetailOpen={props.id !== null}
      tools={
        <>
          <NativeSelect
            size="xs"
            aria-label={t('member.status')}
            value={status}
            onChange={(event) => {
              setStatus(statuses.find((one) => one === event.currentTarget.value) ?? '')
              setSkip(0)
            }}
            data={[
              { value: '', label: t('common.all') },
              ...statuses.map((one) => ({ value: one, label: t(`member.statuses.${one}`) })),
            ]}
          />
          <SearchBox
            placeholder={t('member.search')}
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setSkip(0)
            }}
          />
        </>
      }
      list={
        <Listed read={list} rowsOf={(data) => data.members} empty={t('member.empty')} skip={skip} onSkip={setSkip}>
          {(rows) => (
            <DataTable
              label={t('member.title')}
              columns={columns}
              rows={rows}
              picked={props.id}
              onPick={(member) => go(`/members/${member.id}`)}
            />
          )}
        </Listed>
      }
      detail={
        props.id === null ? (
          <Empty text={t('member.pick')} />
        ) : (
          <MemberDetail key={props.id} id={props.id} onBack={() => go('/members')} />
        )
      }
    />
  )
}

function useColumns(pickedId: string | null, pick: (id: string) => void): TableColumn<OfficeMember>[] {
  const t = useTranslations('office.member')
  const locale = intlLocale[useLocaleCode()]
  return [
    {
      id: 'member',
      header: t('userId'),
      cell: (row) => (
        <PickCell name={row.userId} sub={row.nick} isPicked={pickedId === row.id} onPick={() => pick(row.id)} />
      ),
    },
    { id: 'level', header: t('level'), kind: 'money narrow', cell: (row) => row.level },
    {
      id: 'status',
      header: t('status'),
      kind: 'narrow',
      cell: (row) => (row.excludedUntil === null ? t(`statuses.${row.status}`) : t('excluded')),
    },
    { id: 'balance', header: t('balance'), kind: 'money', cell: (row) => formatAmount(row.balance, locale) },
    { id: 'held', header: t('held'), kind: 'money narrow', cell: (row) => formatAmount(row.held, locale) },
    { id: 'comp', header: t('comp'), kind: 'money narrow', cell: (row) => formatAmount(row.rolling, locale) },
  ]
}
