import type { OfficeRequest } from '#contract/money-request.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '#web/office/kit/age.tsx'
import { DataTable, type TableColumn } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import { useMe } from '#web/office/kit/use-office.ts'
import { ExclusionMark } from './exclusion-mark.tsx'
import { OwedMark } from './owed-mark.tsx'
import classes from './queue.module.css'

/** The list of the queue: open requests with their age, decided ones with their decision time. */
export function QueueTable(props: {
  rows: readonly OfficeRequest[]
  show: 'open' | 'mine' | 'decided'
  pickedId: string | null
  onPick: (id: string) => void
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const isOpen = props.show !== 'decided'
  const when: TableColumn<OfficeRequest> = isOpen
    ? { id: 'age', header: t('age'), cell: (row) => <Age since={row.filedAt} /> }
    : { id: 'at', header: t('changedAt'), kind: 'narrow', cell: (row) => formatMoment(row.changedAt, timeZone) }
  const money: TableColumn<OfficeRequest> = isOpen
    ? { id: 'amount', header: t('amount'), kind: 'money', cell: (row) => formatAmount(row.amount, locale) }
    : {
        id: 'credited',
        header: t('credited'),
        kind: 'money',
        cell: (row) => (row.credited === null ? '–' : formatAmount(row.credited, locale)),
      }
  const columns: TableColumn<OfficeRequest>[] = [
    when,
    {
      id: 'type',
      header: t('type'),
      cell: (row) => (
        <span className={classes.type} data-type={row.type}>
          {t(row.type)}
        </span>
      ),
    },
    {
      id: 'member',
      header: t('member'),
      cell: (row) => (
        <Member request={row} isOpen={isOpen} isPicked={props.pickedId === row.id} onPick={props.onPick} />
      ),
    },
    money,
    {
      id: 'state',
      header: t('state'),
      kind: 'narrow',
      cell: (row) => (
        <span className={classes.member}>
          {t(`states.${row.state}`)}
          {isOpen ? <Waiting request={row} /> : null}
        </span>
      ),
    },
    {
      id: 'owner',
      header: isOpen ? t('owner') : t('decidedBy'),
      kind: 'narrow',
      cell: (row) => (isOpen ? row.claimedBy : row.decidedBy) ?? '–',
    },
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={props.rows}
      picked={props.pickedId}
      onPick={(row) => props.onPick(row.id)}
    />
  )
}

/** Marks what waits for a second operator: who proposed it, when, and until when. */
function Waiting({ request }: { request: OfficeRequest }): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const { timeZone } = useMe()
  const { proposal } = request
  if (proposal === null) return null
  const [at, until] = [formatMoment(proposal.at, timeZone), formatMoment(proposal.expiresAt, timeZone)]
  return <span className={classes.waiting}>{t('waiting', { by: proposal.by, at, until })}</span>
}

/** The member, and on a phone also the state and the owner, whose columns are hidden there. */
function Member(props: {
  request: OfficeRequest
  isOpen: boolean
  isPicked: boolean
  onPick: (id: string) => void
}): ReactNode {
  const t = useTranslations('office.moneyRequest')
  const { request, isOpen } = props
  const operator = isOpen ? request.claimedBy : request.decidedBy
  return (
    <span className={classes.member}>
      <button
        type="button"
        className={classes.pick}
        aria-current={props.isPicked || undefined}
        onClick={() => props.onPick(request.id)}
      >
        {request.member.userId}
      </button>
      <span className={classes.sub}>
        {request.depositor || request.member.nick}
        <span className={classes.phone}>
          {' '}
          · {t(`states.${request.state}`)}
          {operator === null ? '' : ` · ${operator}`}
          {isOpen ? <Waiting request={request} /> : null}
        </span>
      </span>
      <ExclusionMark request={request} />
      <OwedMark request={request} />
    </span>
  )
}
