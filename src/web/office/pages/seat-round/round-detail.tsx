import type { OfficeAnswers } from '#contract/office-api.ts'
import type { OfficeSeatRound } from '#contract/seat-round.ts'
import { amountFromWire, amountToWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Cards } from '#web/office/kit/cards.tsx'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts, type Fact } from '#web/office/kit/panel.tsx'
import { RoundVoid } from '#web/office/kit/round-void.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import { useSeatGameName } from './game-name.ts'
import style from './seat-round.module.css'

type Answer = OfficeAnswers['get-seat-round']

/** One round with decisions as its member saw it, its void, and what it was drawn from. */
export function SeatRoundDetail({ id, onBack }: { id: string; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const { data, error, refetch } = useOfficeRead('get-seat-round', { id }, { poll: pollMs })
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
  }
  if (data.status !== 'success') {
    return (
      <>
        <DetailHead onBack={onBack} title={t('seatRound.title')} />
        <Empty text={t('seatRound.gone')} />
      </>
    )
  }
  return <Shown round={data.round} onBack={onBack} />
}

/** An open round is read every two seconds, one that ended seldom: it may still become void. */
function pollMs(data: Answer | undefined): number {
  return data?.status === 'success' && data.round.state === 'open' ? 2_000 : 15_000
}

function Shown({ round, onBack }: { round: OfficeSeatRound; onBack: () => void }): ReactNode {
  const t = useTranslations('office.seatRound')
  const { timeZone } = useMe()
  const gameName = useSeatGameName()
  const moment = (at: string | null): ReactNode => at && formatMoment(at, timeZone)
  const { decision } = round
  return (
    <>
      <DetailHead onBack={onBack} title={t('roundTitle', { game: gameName(round.game), number: round.number })} />
      <Facts
        facts={[
          [
            t('member'),
            <Link key="member" href={`/members/${round.member.id}`}>
              {round.member.userId}
            </Link>,
          ],
          [t('state'), t(`states.${round.state}`)],
          round.voidReason === null ? null : [t('voidReason'), t(`voidReasons.${round.voidReason}`)],
          decision && [t('reason'), decision.reason],
          decision && [t('by'), decision.by],
          decision && [t('decidedBy'), decision.decidedBy],
          [t('at'), moment(round.at)],
          round.decideBy === null ? null : [t('decideBy'), moment(round.decideBy)],
          round.endedAt === null ? null : [t('endedAt'), moment(round.endedAt)],
          round.voidedAt === null ? null : [t('voidedAt'), moment(round.voidedAt)],
          ...useMoneyFacts(round),
          [t('brand'), round.brand],
          [t('id'), <Hex key="id" text={round.id} />],
        ]}
      />
      <div className={classes.body}>
        <RoundVoid round={round} />
        <Hands round={round} />
        <Decisions decisions={round.decisions} />
      </div>
      <Facts
        facts={[
          [t('pair'), round.pair],
          [t('serverSeedHash'), <Hex key="server" text={round.serverSeedHash} />],
          [t('clientSeed'), <Hex key="client" text={round.clientSeed} />],
          [t('mathHash'), <Hex key="math" text={round.mathHash} />],
        ]}
      />
    </>
  )
}

function useMoneyFacts({ stake, staked, returned, takenBack }: OfficeSeatRound): Fact[] {
  const t = useTranslations('office.seatRound')
  const locale = intlLocale[useLocaleCode()]
  return [
    [t('stake'), formatAmount(stake, locale)],
    [t('staked'), formatAmount(staked, locale)],
    [
      t('returned'),
      <>
        {returned === null ? '–' : formatAmount(returned, locale)}
        {takenBack && (
          <span className={classes.sub}>{t('takenBack', { returned: formatAmount(takenBack.returned, locale) })}</span>
        )}
        {takenBack && takenBack.owed !== '0' && (
          <span className={classes.mark}>{t('owed', { owed: formatAmount(takenBack.owed, locale) })}</span>
        )}
      </>,
    ],
  ]
}

/** The cards of the dealer and of each hand; once the round is over, with what each hand returned. */
function Hands({ round: { view, unit } }: { round: OfficeSeatRound }): ReactNode {
  const t = useTranslations('office.seatRound')
  const locale = intlLocale[useLocaleCode()]
  if (view === null) return <Empty text={t('noCards')} isSmall />
  const money = (units: number): string =>
    formatAmount(amountToWire((amountFromWire(unit) ?? 0n) * BigInt(units)), locale)
  const paid = (part: { staked: number; returned: number }): ReactNode => (
    <span className={classes.sub}>{t('handPaid', { staked: money(part.staked), returned: money(part.returned) })}</span>
  )
  const insurance = view.result?.insurance
  return (
    <div>
      <h3 className={classes.label}>{t('cards')}</h3>
      <ul className={style.sides}>
        <li>
          <Side name={t('dealer')} {...view.dealer} />
        </li>
        {view.hands.map(({ cards, total, outcome }, place) => {
          const result = view.result?.hands[place]
          return (
            <li key={place}>
              <Side name={t('hand', { number: place + 1 })} cards={cards} total={total} />
              {outcome && <b> · {t(`outcomes.${outcome}`)}</b>}
              {result && paid(result)}
            </li>
          )
        })}
        {insurance && (
          <li>
            {t('insurance')} <b>· {t(`insuranceOutcomes.${insurance.outcome}`)}</b>
            {paid(insurance)}
          </li>
        )}
      </ul>
    </div>
  )
}

type View = NonNullable<OfficeSeatRound['view']>

function Side({ name, cards, total }: { name: string } & View['dealer']): ReactNode {
  return (
    <>
      <span className={style.name}>{name}</span>
      <Cards cards={cards} />
      <b>{total.total}</b>
    </>
  )
}

function Decisions({ decisions }: Pick<OfficeSeatRound, 'decisions'>): ReactNode {
  const t = useTranslations('office.seatRound')
  return (
    <div>
      <h3 className={classes.label}>{t('decisions')}</h3>
      {decisions.length === 0 && <Empty text={t('noDecisions')} isSmall />}
      <ol className={style.decisions}>
        {decisions.map(({ action, isDefault }, index) => (
          <li key={index}>
            {t(`actions.${action}`)}
            {isDefault && ` (${t('byDefault')})`}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Hex({ text }: { text: string }): ReactNode {
  return <span className={style.hex}>{text}</span>
}
