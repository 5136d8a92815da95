import type { OfficeMember } from '#contract/office.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/words.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { DataTable, type TableColumn } from '../data-table.tsx'
import { formatAmount } from '../figures.ts'
import classes from '../forms.module.css'
import { Pager } from '../pager.tsx'
import { ListAndDetail, useSlashFocus } from '../panel.tsx'
import { Empty, LoadingRows, Problem } from '../states.tsx'
import { useOfficeRead } from '../use-office.ts'
import { MemberDetail } from './member-detail.tsx'

const statuses = ['active', 'pending', 'blocked', 'rejected'] as const
const take = 30

/** Members by id, nick or reference code; the address names the one that is open. */
export function MembersPage(props: { memberId: string | null }): ReactNode {
  const t = useTranslations('office')
  const [, go] = useLocation()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), 250)
  const [status, setStatus] = useState<(typeof statuses)[number] | ''>('')
  const [skip, setSkip] = useState(0)
  const searchInput = useSlashFocus()
  const list = useOfficeRead('get-members', {
    skip,
    take,
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
  })
  const columns = useColumns(props.memberId, (id) => go(`/members/${id}`))
  return (
    <ListAndDetail
      title={t('members.title')}
      isDetailOpen={props.memberId !== null}
      tools={
        <>
          <NativeSelect
            size="xs"
            aria-label={t('members.status')}
            value={status}
            onChange={(event) => {
              setStatus(statuses.find((one) => one === event.currentTarget.value) ?? '')
              setSkip(0)
            }}
            data={[
              { value: '', label: t('common.all') },
              ...statuses.map((one) => ({ value: one, label: t(`members.statuses.${one}`) })),
            ]}
          />
          <TextInput
            ref={searchInput}
            size="xs"
            className={classes.search ?? ''}
            aria-label={t('common.search')}
            placeholder={t('members.search')}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value)
              setSkip(0)
            }}
          />
        </>
      }
      list={
        list.data === undefined ? (
          list.error === null ? (
            <LoadingRows />
          ) : (
            <Problem text={t('errors.load')} retry={() => void list.refetch()} />
          )
        ) : list.data.members.length === 0 ? (
          <Empty text={t('members.empty')} />
        ) : (
          <>
            <DataTable
              label={t('members.title')}
              columns={columns}
              rows={list.data.members}
              picked={props.memberId}
              onPick={(member) => go(`/members/${member.id}`)}
            />
            <Pager skip={skip} take={take} total={list.data.maxCount} onSkip={setSkip} />
          </>
        )
      }
      detail={
        props.memberId === null ? (
          <Empty text={t('members.pick')} />
        ) : (
          <MemberDetail key={props.memberId} id={props.memberId} onBack={() => go('/members')} />
        )
      }
    />
  )
}

function useColumns(pickedId: string | null, pick: (id: string) => void): TableColumn<OfficeMember>[] {
  const t = useTranslations('office.members')
  const locale = intlLocale[useLocaleCode()]
  return [
    {
      id: 'member',
      header: t('userId'),
      cell: (row) => (
        <>
          <button
            type="button"
            className={classes.pick}
            aria-current={pickedId === row.id || undefined}
            onClick={() => pick(row.id)}
          >
            {row.userId}
          </button>
          <span className={classes.sub}>{row.nick}</span>
        </>
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
