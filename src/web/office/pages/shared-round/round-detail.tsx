import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OfficeRoundBet } from '#contract/shared-round.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { DataTable } from '#web/office/kit/data-table.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts, type Fact } from '#web/office/kit/panel.tsx'
import { RoundVoid } from '#web/office/kit/round-void.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { Outcome } from './outcome-text.tsx'
import { useGameName, useSpotName } from './spot-name.ts'
import style from './shared-round.module.css'

type Round = Extract<OfficeAnswers['get-shared-round'], { status: 'success' }>['round']

/** One round as members saw it, with the bets of everybody and what proves it. */
export function RoundDetail({ id, onBack }: { id: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const { data, error, refetch } = useOfficeRead('get-shared-round', { id }, { poll: isOver })
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.status !== 'success') {
    return (
      <>
        <DetailHead onBack={onBack} title={t('sharedRound.title')} />
        <Empty text={t('sharedRound.gone')} />
      </>
    )
  }
  return <Shown round={data.round} onBack={onBack} />
}

/** A round in progress is read every two seconds, one that ended seldom: it may still become void. */
function isOver(data: OfficeAnswers['get-shared-round'] | undefined): number {
  return data?.status === 'success' && data.round.endedAt === null ? 2_000 : 15_000
}

function Shown({ round, onBack }: { round: Round; onBack: () => void }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const gameName = useGameName()
  return (
    <>
      <DetailHead onBack={onBack} title={t('roundTitle', { table: gameName(round.game), number: round.number })} />
      <Facts
        facts={[
          [t('state'), t(`states.${round.state}`)],
          round.voidReason === null ? null : [t('voidReason'), t(`voidReasons.${round.voidReason}`)],
          [t('outcome'), round.outcome === null ? t('noOutcome') : <Outcome key="outcome" outcome={round.outcome} />],
          [t('opensAt'), formatMoment(round.opensAt, timeZone)],
          [t('closesAt'), formatMoment(round.closesAt, timeZone)],
          round.endedAt === null ? null : [t('endedAt'), formatMoment(round.endedAt, timeZone)],
          round.voidedAt === null ? null : [t('voidedAt'), formatMoment(round.voidedAt, timeZone)],
          ...decisionFacts(round, t),
          [t('staked'), formatAmount(round.staked, locale)],
          [t('table'), round.table],
          [t('brand'), round.brand],
          [t('id'), <Hex key="id" text={round.id} />],
        ]}
      />
      <div className={classes.body}>
        <RoundVoid round={round} />
        <Bets bets={round.bets} />
      </div>
      <Proof round={round} />
    </>
  )
}

function decisionFacts({ decision }: Round, t: ReturnType<typeof useTranslations<'office.sharedRound'>>): Fact[] {
  if (decision === null) return []
  return [
    [t('reason'), decision.reason],
    [t('by'), decision.by],
    [t('decidedBy'), decision.decidedBy],
  ]
}

function Bets({ bets }: { bets: readonly OfficeRoundBet[] }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  if (bets.length === 0) return <Empty text={t('noBets')} isSmall />
  return (
    <div>
      <h3 className={classes.label}>{t('bets')}</h3>
      <DataTable
        label={t('bets')}
        rows={bets.map((bet) => ({ ...bet, id: bet.member.id }))}
        columns={[
          {
            id: 'member',
            header: t('members'),
            cell: ({ member, placements }) => (
              <>
                <Link className={style.member} href={`/members/${member.id}`}>
                  {member.userId}
                </Link>
                <Placements placements={placements} />
              </>
            ),
          },
          { id: 'staked', header: t('staked'), kind: 'money', cell: (row) => formatAmount(row.staked, locale) },
          {
            id: 'returned',
            header: t('returned'),
            kind: 'money',
            cell: ({ returned, takenBack }) => (
              <>
                {returned === null ? '–' : formatAmount(returned, locale)}
                {takenBack === null ? null : <TakenBack {...takenBack} />}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

/** What a round had returned before it was made void. */
function TakenBack({ returned, owed }: NonNullable<OfficeRoundBet['takenBack']>): ReactNode {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  return (
    <>
      <span className={classes.sub}>{t('takenBack', { returned: formatAmount(returned, locale) })}</span>
      {owed === '0' ? null : <span className={classes.mark}>{t('owed', { owed: formatAmount(owed, locale) })}</span>}
    </>
  )
}

function Placements({ placements }: Pick<OfficeRoundBet, 'placements'>): ReactNode {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  const spotName = useSpotName()
  return (
    <ul className={style.placements}>
      {placements.map(({ at, spots, undone }, index) => (
        <li key={`${at} ${index}`} className={classes.sub}>
          <span className={undone ? style.undone : undefined}>
            {spots.map(({ spot, stake }) => `${spotName(spot)} ${formatAmount(stake, locale)}`).join(' · ')}
          </span>
          {undone && ` ${t('undone')}`}
        </li>
      ))}
    </ul>
  )
}

/** The series with its salts, and the link of the round once it is revealed. */
function Proof({ round }: { round: Round }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const { series } = round
  return (
    <>
      <Facts
        facts={[
          [t('series'), `${series.table} · ${series.firstLink}`],
          [t('phase'), t(`phases.${series.phase}`)],
          [t('place'), round.place],
          [t('link'), round.link === null ? t('notRevealed') : <Hex key="link" text={round.link} />],
          [t('previousLink'), <Hex key="previous" text={series.previousLink} />],
          [t('chainEnd'), <Hex key="end" text={series.chainEnd} />],
        ]}
      />
      <div className={classes.body}>
        <h3 className={classes.label}>{t('salts', { count: series.entries.length })}</h3>
        {series.entries.length === 0 ? <Empty text={t('noSalts')} isSmall /> : null}
        <ul className={style.salts}>
          {series.entries.map(({ seat, saltHash, salt }) => (
            <li key={seat}>
              {t('seat')} {seat}
              <br />
              {t('saltHash')} <Hex text={saltHash} />
              <br />
              {t('salt')} {salt === null ? '–' : <Hex text={salt} />}
            </li>
          ))}
        </ul>
        {series.lateSeats.length > 0 && <p>{t('lateSeats', { seats: series.lateSeats.join(', ') })}</p>}
      </div>
    </>
  )
}

function Hex({ text }: { text: string }): ReactNode {
  return <span className={style.hex}>{text}</span>
}
