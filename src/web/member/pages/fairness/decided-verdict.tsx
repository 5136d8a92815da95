import type { DecidedRecord } from '#domain/games/blackjack/decided-record.ts'
import { blackjackActions, type BlackjackAction } from '#domain/games/blackjack/events.ts'
import { visibleState, type VisibleBlackjack } from '#domain/games/blackjack/visible.ts'
import { moneyOf } from '#domain/games/round-views.ts'
import { seatGameByCode } from '#domain/games/seat-games.ts'
import type { DecidedVerification } from '#domain/games/blackjack/verify-decided.ts'
import type { Card } from '#domain/games/table/cards.ts'
import type { DecidedAnswer } from '#domain/games/verify-text.ts'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { isStakeOpen, RoundChecks, VerdictHead, verdictText } from '#web/shared/round-verdict.tsx'
import verdictStyle from '#web/shared/round-verdict.module.css'
import { PlayingCard } from './shown-outcome.tsx'
import { Steps } from './steps.tsx'
import fairness from './fairness.module.css'
import series from './series.module.css'
import style from './decided.module.css'

/** The verdict on a round with decisions: in words, the cards as they are dealt again, each check, and the computation. */
export function DecidedVerdict({ record, verification }: Omit<DecidedAnswer, 'kind'>): ReactNode {
  const t = useTranslations('fairnessDecided')
  const verdicts = useTranslations('fairness.verdict')
  const { verdict, checks, fault, round } = verification
  const text =
    verdict === 'proven' ? t(isStakeOpen(checks) ? 'noReturnText' : 'provenText') : verdicts(verdictText(verdict))
  return (
    <>
      <VerdictHead verdict={verdict}>{text}</VerdictHead>
      {fault && <p className={style.fault}>{t(`fault.${fault.reason}`, { at: String(fault.at) })}</p>}
      {round && <Cards record={record} round={round} />}
      {checks.length > 0 && <RoundChecks checks={checks} events="cards" />}
      {round && <Steps record={record} round={round} />}
    </>
  )
}

type Round = NonNullable<DecidedVerification['round']>

/** The dealer and each hand, up to the first decision that does not fit. */
function Cards({ record, round }: { record: DecidedRecord; round: Round }): ReactNode {
  const t = useTranslations('fairnessDecided')
  const replay = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const { game, state } = round
  const { dealer, hands, result } = visibleState(game, state)
  const money = (units: number): string => formatMoney(moneyOf(units, record, game.unitsPerStake), locale)
  const name = seatGameByCode(game.code)?.names[locale] ?? game.code
  return (
    <section className={fairness.replay} aria-label={t('cards')}>
      <h3 className={fairness.part}>{replay('round', { game: name, nonce: String(record.nonce) })}</h3>
      <div className={style.felt}>
        <div className={style.row}>
          <div>
            <Side name={t('dealer')} cards={dealer.cards} total={dealer.total} />
          </div>
        </div>
        <ol className={style.row}>
          {hands.map((hand, place) => {
            const paid = result?.hands[place]
            return (
              // Hands never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place} data-outcome={hand.outcome ?? 'open'}>
                <Side name={t('hand', { number: String(place + 1) })} cards={hand.cards} total={hand.total} />
                {paid && (
                  <p className={`${style.paid} money`}>
                    <b>{t(`outcome.${paid.outcome}`)}</b>
                    <span>{t('money', { staked: money(paid.staked), returned: money(paid.returned) })}</span>
                  </p>
                )}
              </li>
            )
          })}
        </ol>
        {result?.insurance && (
          <p className={`${style.paid} money`}>
            <b>{t(`insurance.${result.insurance.outcome}`)}</b>
            <span>
              {t('money', { staked: money(result.insurance.staked), returned: money(result.insurance.returned) })}
            </span>
          </p>
        )}
      </div>
      <Decisions decisions={record.decisions} />
    </section>
  )
}

type Total = VisibleBlackjack['dealer']['total']

function Side({ name, cards, total }: { name: string; cards: readonly Card[]; total: Total }): ReactNode {
  const t = useTranslations('fairnessDecided')
  return (
    <>
      <p className={style.side}>
        {name} <b>{t(total.isSoft ? 'softTotal' : 'total', { total: String(total.total) })}</b>
      </p>
      <span className={series.cards}>
        {cards.map((card, index) => (
          // A shoe has a card several times.
          // oxlint-disable-next-line react/no-array-index-key
          <PlayingCard key={index} card={card} />
        ))}
      </span>
    </>
  )
}

/** The most decisions that are shown: a pasted record may have any number. */
const mostShown = 60

function Decisions({ decisions }: { decisions: readonly string[] }): ReactNode {
  const t = useTranslations('fairnessDecided')
  if (decisions.length === 0) return <p className={fairness.second}>{t('noDecisions')}</p>
  const isAction = (decision: string): decision is BlackjackAction =>
    blackjackActions.some((action) => action === decision)
  return (
    <ol className={style.decisions} aria-label={t('decisions')}>
      {decisions.slice(0, mostShown).map((decision, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          {isAction(decision) ? (
            t(`action.${decision}`)
          ) : (
            <code className={verdictStyle.code}>{decision.slice(0, mostShown)}</code>
          )}
        </li>
      ))}
      {decisions.length > mostShown && <li>{`+ ${decisions.length - mostShown}`}</li>}
    </ol>
  )
}
