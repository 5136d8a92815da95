import { useCallback, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { PastSeatRound } from '#contract/seat-round.ts'
import { decidedRecordText } from '#domain/games/blackjack/decided-record.ts'
import { classes } from '#web/shared/classes.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { CopyRecord } from '#web/play/kit/copy-record.tsx'
import list from '#web/play/kit/history-panel.module.css'
import { RoundList, useRoundPages } from '#web/play/kit/round-pages.tsx'
import type { SeedKeeper } from '#web/play/kit/seed-keeper.ts'
import { recordOf } from '#web/shared/seat-record.ts'
import { resultOf } from './seat-state.ts'
import { totalText } from './seat-text.ts'
import style from './seat-history.module.css'

type RowProps = {
  mathHash: string
  onReplay: (round: PastSeatRound) => void
  onVerify: (roundId: string) => void
}

/** The member's rounds of this game, newest first; each can be shown again. */
export function SeatHistory(props: RowProps & { seeds: SeedKeeper; onClose: () => void }): ReactNode {
  const { seeds, onClose, ...rows } = props
  const t = useTranslations('play.history')
  const loadPage = useCallback(
    (page: { skip: number; take: number }) =>
      seeds.call('get-seat-rounds', page).then((end) => (end.kind === 'answer' ? end.answer : null)),
    [seeds],
  )
  const pages = useRoundPages(loadPage)
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <RoundList pages={pages} empty={t('empty')}>
        <Rounds rounds={pages.rounds} {...rows} />
      </RoundList>
    </Dialog>
  )
}

function Rounds({ rounds, ...rows }: RowProps & { rounds: readonly PastSeatRound[] }): ReactNode {
  const t = useTranslations('play.history')
  const own = useTranslations('blackjack.history')
  return (
    <table className={classes(list.table, style.list)}>
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col" className={list.number}>
            {t('nonce')}
          </th>
          <th scope="col" className={style.result}>
            {own('result')}
          </th>
          <th scope="col">{t('stake')}</th>
          <th scope="col">{t('pay')}</th>
          <th scope="col" className={list.action}>
            <span className="visually-hidden">{t('replay')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <Row key={round.roundId} round={round} {...rows} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ round, mathHash, onReplay, onVerify }: RowProps & { round: PastSeatRound }): ReactNode {
  const t = useTranslations('play.history')
  const money = useMoney()
  const time = formatMoment(round.betTime, useTimeZone() ?? 'UTC')
  const ended = resultOf(round)
  const isWon = ended !== null && ended.returned > ended.staked
  return (
    <tr>
      <td className="money">{time}</td>
      <td className={list.number}>{round.nonce}</td>
      <td className={style.result}>
        <Totals round={round} />
      </td>
      <td className="money">{ended ? money(ended.staked) : '–'}</td>
      <td className={isWon ? list.won : 'money'}>{ended ? money(ended.returned) : '–'}</td>
      <td className={list.action}>
        <span className={list.actions}>
          {round.view === null ? (
            <span>{t('void')}</span>
          ) : round.mathHash === mathHash ? (
            <Button aria-label={t('replayOf', { time })} onClick={() => onReplay(round)}>
              {t('replay')}
            </Button>
          ) : (
            <span>{t('older')}</span>
          )}
          {round.view !== null && (
            <>
              <Button
                variant="quiet"
                title={t('verify')}
                aria-label={t('verifyOf', { time })}
                onClick={() => onVerify(round.roundId)}
              >
                <Icon name="check" size={18} />
                <span className={list.copyText}>{t('verify')}</span>
              </Button>
              <CopyRecord text={() => decidedRecordText(recordOf(round))} time={time} />
            </>
          )}
        </span>
      </td>
    </tr>
  )
}

/** What the hands counted against the dealer: `20, 18 : 19`. */
function Totals({ round: { view } }: { round: PastSeatRound }): ReactNode {
  if (!view) return null
  return `${view.hands.map(({ total }) => totalText(total, true)).join(', ')} : ${totalText(view.dealer.total, true)}`
}
