import { useCallback, type ReactNode } from 'react'
import { useFormatter, useTimeZone, useTranslations } from 'use-intl/react'
import type { PastRound } from '#contract/slot.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatSecond, formatMoney, unbroken } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { amountFromWire, amountToWire } from '#domain/money.ts'
import { jackpotOf, voidReasonOf } from '#domain/games/round.ts'
import { roundRecordText } from '#domain/games/round-record.ts'
import type { PlayCall } from './calls.ts'
import { CopyRecord } from './copy-record.tsx'
import { RoundList, useRoundPages } from './round-pages.tsx'
import style from './history-panel.module.css'

/** The member's rounds of this game, newest first; each can be replayed on the stage. */
export function HistoryPanel(props: {
  call: PlayCall
  /** The current mathematics; rounds of other versions cannot be replayed. */
  mathHash: string
  mayReplay: boolean
  onReplay: (round: PastRound) => void
  onVerify: (roundId: string) => void
  onClose: () => void
}): ReactNode {
  const { call, mathHash, mayReplay, onReplay, onVerify, onClose } = props
  const t = useTranslations('play.history')
  const loadPage = useCallback(
    (page: { skip: number; take: number }) =>
      call('get-rounds', page).then((end) => (end.kind === 'answer' ? end.answer : null)),
    [call],
  )
  const pages = useRoundPages(loadPage)
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <RoundList pages={pages} empty={t('empty')}>
        <Rounds rounds={pages.rounds} {...{ mathHash, mayReplay, onReplay, onVerify }} />
      </RoundList>
    </Dialog>
  )
}

type RowProps = {
  mathHash: string
  mayReplay: boolean
  onReplay: (round: PastRound) => void
  onVerify: (roundId: string) => void
}

function Rounds({ rounds, ...props }: RowProps & { rounds: readonly PastRound[] }): ReactNode {
  const t = useTranslations('play.history')
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col" className={style.number}>
            {t('nonce')}
          </th>
          <th scope="col">{t('stake')}</th>
          <th scope="col">{t('pay')}</th>
          <th scope="col" className={style.action}>
            <span className="visually-hidden">{t('replay')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <Row key={round.roundId} round={round} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ round, ...props }: RowProps & { round: PastRound }): ReactNode {
  const t = useTranslations('play.history')
  const locale = useLocaleCode()
  const format = useFormatter()
  const time = formatSecond(round.betTime, useTimeZone() ?? 'UTC')
  const pay = paidBy(round)
  // At or below the stake nothing is celebrated.
  const won = (amountFromWire(pay) ?? 0n) > (amountFromWire(round.stake) ?? 0n)
  return (
    <tr>
      <td className="money">{time}</td>
      <td className={style.number}>{round.nonce}</td>
      <td className="money">{formatMoney(round.stake, locale)}</td>
      <td className={won ? style.won : 'money'}>
        {formatMoney(pay, locale)}
        <HitLine round={round} />
        {/* A jackpot is no multiple of the stake. */}
        {Number(pay) > 0 && round.jackpot === null && (
          <span className={style.times}>
            ×{format.number(Number(pay) / Number(round.stake), { maximumFractionDigits: 2 })}
          </span>
        )}
      </td>
      <td className={style.action}>
        <span className={style.actions}>
          {voidReasonOf(round.events) !== null ? (
            <span>{t('void')}</span>
          ) : round.mathHash === props.mathHash ? (
            <Button
              disabled={!props.mayReplay}
              aria-label={t('replayOf', { time })}
              onClick={() => props.onReplay(round)}
            >
              {t('replay')}
            </Button>
          ) : (
            <span>{t('older')}</span>
          )}
          <Button
            variant="quiet"
            title={t('verify')}
            aria-label={t('verifyOf', { time })}
            onClick={() => props.onVerify(round.roundId)}
          >
            <Icon name="check" size={18} />
            <span className={style.copyText}>{t('verify')}</span>
          </Button>
          <CopyRecord text={() => roundRecordText(round)} time={time} />
        </span>
      </td>
    </tr>
  )
}

/** The jackpot that a round hit, contained in what it paid. */
function HitLine({ round: { jackpot, events } }: { round: PastRound }): ReactNode {
  const t = useTranslations('jackpot')
  const locale = useLocaleCode()
  const tier = jackpotOf(events)
  if (jackpot === null || tier === null) return null
  return (
    <span className={style.hit}>
      {t('included', { jackpot: t(tier), amount: unbroken(formatMoney(jackpot, locale)) })}
    </span>
  )
}

/** What a round paid, with the jackpot that it hit. */
function paidBy({ pay, jackpot }: PastRound): string {
  return jackpot === null ? pay : amountToWire((amountFromWire(pay) ?? 0n) + (amountFromWire(jackpot) ?? 0n))
}
