import type { OfficeJournalEntry } from '#contract/member.ts'
import type { OfficeRequest } from '#contract/money-request.ts'
import type { OfficeAnswers } from '#contract/office-api.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Alert, Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { DataTable } from '#web/office/kit/data-table.tsx'
import { formatAmount, formatChange } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { CorrectionDialog } from '#web/office/kit/correction-dialog.tsx'
import { NoteDialog } from '#web/office/kit/note-form.tsx'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { PersonMatches } from '#web/office/kit/person-matches.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMayCall, useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { BlockDialog, EndSessionsDialog, UnblockDialog } from './block-dialogs.tsx'

type Opened = Extract<OfficeAnswers['get-member'], { status: 'success' }>

/** One member: balances, latest requests and latest journal entries. Phone and account number are masked. */
export function MemberDetail(props: { id: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const read = useOfficeRead('get-member', { id: props.id })
  if (read.data === undefined) {
    if (read.error === null) return <LoadingRows rows={6} />
    return <Problem text={t('errors.load')} retry={() => void read.refetch()} />
  }
  if (read.data.status === 'none') return <Empty text={t('member.gone')} />
  return <Detail opened={read.data} onBack={props.onBack} />
}

function Detail(props: { opened: Opened; onBack: () => void }): ReactNode {
  const t = useTranslations('office.member')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const registration = useTranslations('office.registration')
  const queue = useTranslations('office.moneyRequest')
  const {
    member,
    bank,
    phone,
    referenceCode,
    requests,
    journal,
    limits,
    matches,
    opposites,
    owed,
    block,
    sessions,
    resets,
  } = props.opened
  return (
    <>
      <DetailHead onBack={props.onBack} title={`${member.userId} · ${member.nick}`}>
        <Acts member={member} sessions={sessions} />
      </DetailHead>
      <Facts
        facts={[
          [
            t('status'),
            member.excludedUntil === null
              ? t(`statuses.${member.status}`)
              : `${t('excluded')} · ${formatMoment(member.excludedUntil, timeZone)}`,
          ],
          ...blockFacts(block, t, timeZone),
          [t('sessions'), sessions],
          [t('level'), member.level],
          [t('balance'), formatAmount(member.balance, locale)],
          [t('held'), formatAmount(member.held, locale)],
          [t('inPlay'), formatAmount(member.inPlay, locale)],
          [t('comp'), formatAmount(member.rolling, locale)],
          owed === '0' ? null : [t('owed'), <b key="owed">{formatAmount(owed, locale)}</b>],
          [t('phone'), phone || '–'],
          [
            t('bank'),
            bank.bankname === '' ? '–' : `${bank.bankname} ${bank.banknum} ${bank.bankOwner ?? queue('unreadable')}`,
          ],
          [t('referenceCode'), referenceCode],
          [t('registeredAt'), formatMoment(member.registeredAt, timeZone)],
        ]}
      />
      <div className={classes.body}>
        <OpenCorrection memberId={member.id} />
        {resets.length === 0 ? null : <Resets resets={resets} />}
        <Requests requests={requests} />
        {matches.length === 0 ? null : (
          <div>
            <h3 className={classes.label}>{registration('matches')}</h3>
            <PersonMatches matches={matches} />
          </div>
        )}
        {opposites.length === 0 ? null : <Opposites opposites={opposites} />}
        {limits.length === 0 ? null : <OwnLimits limits={limits} />}
        <Journal journal={journal} />
      </div>
    </>
  )
}

/** Accounts that may be of the same person and bet against this one at tables. */
function Opposites({ opposites }: Pick<Opened, 'opposites'>): ReactNode {
  const t = useTranslations('office.member')
  const { timeZone } = useMe()
  return (
    <div>
      <h3 className={classes.label}>{t('opposites')}</h3>
      <ul className={classes.lines} aria-label={t('opposites')}>
        {opposites.map(({ id, userId, rounds, roundId, at }) => (
          <li key={id}>
            <Link href={`/members/${id}`}>{userId}</Link> · {t('oppositeRounds', { rounds })} ·{' '}
            <Link href={`/tables/${roundId}`}>{formatMoment(at, timeZone)}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The acts on a member that the operator's roles allow, each with its dialog. */
function Acts(props: { member: Opened['member']; sessions: number }): ReactNode {
  const t = useTranslations('office.member')
  const maySendNote = useMayCall('send-note')
  const mayBlock = useMayCall('block-member')
  const mayEnd = useMayCall('end-member-sessions')
  const mayCorrect = useMayCall('propose-correction')
  const [isNoting, setNoting] = useState(false)
  const close = (): void => setOpen(null)
  const queue = useTranslations('office.moneyRequest')
  const approval = useTranslations('office.approval')
  const [open, setOpen] = useState<'block' | 'unblock' | 'end' | 'correct' | null>(null)
  const { member, sessions } = props
  return (
    <>
      {maySendNote ? (
        <Button size="compact-sm" variant="default" onClick={() => setNoting(true)}>
          {queue('note')}
        </Button>
      ) : null}
      {mayCorrect && member.status !== 'pending' && member.status !== 'rejected' ? (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('correct')}>
          {approval('propose')}
        </Button>
      ) : null}
      {mayBlock && (member.status === 'active' || member.status === 'blocked') ? (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('block')}>
          {t(member.status === 'blocked' ? 'changeBlock' : 'block')}
        </Button>
      ) : null}
      {mayBlock && member.status === 'blocked' ? (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('unblock')}>
          {t('unblock')}
        </Button>
      ) : null}
      {mayEnd && sessions > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('end')}>
          {t('endSessions')}
        </Button>
      ) : null}
      {open === 'block' ? <BlockDialog member={member} onClose={close} /> : null}
      {open === 'unblock' ? <UnblockDialog member={member} onClose={close} /> : null}
      {open === 'end' ? <EndSessionsDialog member={member} onClose={close} /> : null}
      {open === 'correct' ? <CorrectionDialog member={member} onClose={close} /> : null}
      {isNoting ? <NoteDialog userId={member.userId} brand={member.brand} onClose={() => setNoting(false)} /> : null}
    </>
  )
}

/** The correction of the member's balance that waits for a second operator. */
function OpenCorrection(props: { memberId: string }): ReactNode {
  const t = useTranslations('office.approval')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const read = useOfficeRead('get-corrections', { show: 'open', memberId: props.memberId, skip: 0, take: 1 })
  const [correction] = read.data?.corrections ?? []
  if (correction === undefined) return null
  const { account, amount, by, expiresAt, reason } = correction
  const until = formatMoment(expiresAt, timeZone)
  return (
    <Alert title={t('waits')} color="gold">
      <div className={classes.lines}>
        <span>{t('waitsText', { account: t(`accounts.${account}`), amount: formatChange(amount, locale), by })}</span>
        <span>{t('waitsUntil', { until })}</span>
        <span>{reason}</span>
        <Link href="/corrections">{t('openList')}</Link>
      </div>
    </Alert>
  )
}

/** When, by whom and why a member was blocked, and until when. */
function blockFacts(
  block: Opened['block'],
  t: ReturnType<typeof useTranslations<'office.member'>>,
  timeZone: string,
): [string, string][] {
  if (block === null) return []
  const since = formatMoment(block.since, timeZone)
  return [
    [t('blockedSince'), block.by === null ? since : `${since} · ${block.by}`],
    [t('blockedUntil'), block.until === null ? t('blockedOpen') : formatMoment(block.until, timeZone)],
    [t('blockReason'), block.reason || '–'],
  ]
}

/** The limits set by the member; read-only in the office. */
function OwnLimits(props: { limits: Opened['limits'] }): ReactNode {
  const t = useTranslations('office.member')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const format = (rule: Opened['limits'][number], figure: string | null): string => {
    if (figure === null) return '–'
    return rule.kind === 'session_time' ? t('limitMinutes', { minutes: figure }) : formatAmount(figure, locale)
  }
  return (
    <div>
      <h3 className={classes.label}>{t('limits')}</h3>
      <DataTable
        label={t('limits')}
        rows={props.limits.map((rule) => ({ ...rule, id: `${rule.kind} ${rule.period}` }))}
        columns={[
          {
            id: 'kind',
            header: t('kind'),
            cell: (row) => `${t(`limitKinds.${row.kind}`)} · ${t(`limitPeriods.${row.period}`)}`,
          },
          { id: 'most', header: t('limitMost'), kind: 'money', cell: (row) => format(row, row.most) },
          { id: 'used', header: t('limitUsed'), kind: 'money', cell: (row) => format(row, row.used) },
          {
            id: 'pending',
            header: t('limitPending'),
            cell: (row) =>
              row.pending === null
                ? '–'
                : `${row.pending.most === null ? t('limitNone') : format(row, row.pending.most)} · ${formatMoment(row.pending.effectiveFrom, timeZone)}`,
          },
        ]}
      />
    </div>
  )
}

/** The latest password resets: from which browser each was requested, and who issued its code. */
function Resets(props: { resets: Opened['resets'] }): ReactNode {
  const t = useTranslations('office.member')
  const { timeZone } = useMe()
  const browser = (isKnown: boolean | null): ReactNode => {
    if (isKnown === null) return '–'
    return isKnown ? t('knownBrowser') : <strong>{t('unknownBrowser')}</strong>
  }
  const issuer = ({ issuedBy, proposedBy }: Opened['resets'][number]): string => {
    if (issuedBy === null) return '–'
    return proposedBy === null ? issuedBy : t('resetByTwo', { by: issuedBy, proposer: proposedBy })
  }
  return (
    <div>
      <h3 className={classes.label}>{t('resets')}</h3>
      <DataTable
        label={t('resets')}
        rows={props.resets}
        columns={[
          { id: 'at', header: t('resetAt'), cell: (row) => formatMoment(row.askedAt, timeZone) },
          { id: 'state', header: t('resetState'), cell: (row) => t(`resetStates.${row.state}`) },
          { id: 'browser', header: t('resetBrowser'), cell: (row) => browser(row.fromKnownBrowser) },
          { id: 'by', header: t('resetBy'), cell: issuer },
        ]}
      />
    </div>
  )
}

function Requests(props: { requests: readonly OfficeRequest[] }): ReactNode {
  const t = useTranslations('office')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  return (
    <div>
      <h3 className={classes.label}>{t('member.requests')}</h3>
      {props.requests.length === 0 ? (
        <Empty text={t('member.noRequests')} isSmall />
      ) : (
        <DataTable
          label={t('member.requests')}
          rows={props.requests}
          columns={[
            { id: 'at', header: t('moneyRequest.filedAt'), cell: (row) => formatMoment(row.filedAt, timeZone) },
            { id: 'type', header: t('moneyRequest.type'), cell: (row) => t(`moneyRequest.${row.type}`) },
            {
              id: 'amount',
              header: t('moneyRequest.amount'),
              kind: 'money',
              cell: (row) => formatAmount(row.credited ?? row.amount, locale),
            },
            { id: 'state', header: t('moneyRequest.state'), cell: (row) => t(`moneyRequest.states.${row.state}`) },
          ]}
        />
      )}
    </div>
  )
}

const knownKinds = [
  'bet',
  'win',
  'spin',
  'rollback',
  'tombstone',
  'deposit_filed',
  'deposit_paid',
  'withdraw_filed',
  'withdraw_paid',
  'withdraw_rejected',
  'comp_converted',
  'issue',
  'adjustment',
  'jackpot',
  'transfer_in',
  'transfer_out',
  'transfer_asked',
  'provider_result',
  'table_result',
  'table_void',
] as const

function Journal(props: { journal: readonly OfficeJournalEntry[] }): ReactNode {
  const t = useTranslations('office.member')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const kindLabel = (kind: string): string => {
    const listed = knownKinds.find((one) => one === kind)
    return listed === undefined ? kind : t(`kinds.${listed}`)
  }
  // A payout moves held money and not cash, so the change of the held amount is shown.
  const changeLabel = (entry: OfficeJournalEntry): string => {
    if (entry.cash !== '0' || entry.held === '0') return formatChange(entry.cash, locale)
    return `${t('held')} ${formatChange(entry.held, locale)}`
  }
  return (
    <div>
      <h3 className={classes.label}>{t('journal')}</h3>
      {props.journal.length === 0 ? (
        <Empty text={t('noJournal')} isSmall />
      ) : (
        <DataTable
          label={t('journal')}
          rows={props.journal.map((entry) => ({ ...entry, id: entry.seq }))}
          columns={[
            { id: 'at', header: t('at'), cell: (row) => formatMoment(row.at, timeZone) },
            { id: 'kind', header: t('kind'), cell: (row) => kindLabel(row.kind) },
            { id: 'change', header: t('change'), kind: 'money', cell: (row) => changeLabel(row) },
            { id: 'after', header: t('after'), kind: 'money', cell: (row) => formatAmount(row.balanceAfter, locale) },
          ]}
        />
      )}
    </div>
  )
}
