import { useCallback, useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { PastTableRound } from '#contract/table.ts'
import { Button } from '#web/shared/button.tsx'
import { classes } from '#web/shared/classes.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatMoment, formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { PlayCall } from '#web/play/kit/calls.ts'
import list from '#web/play/kit/history-panel.module.css'
import { RoundList, useRoundPages } from '#web/play/kit/round-pages.tsx'
import { PublicPageLink } from './public-page-link.tsx'
import { amountOf } from './stakes.ts'
import type { KindTexts } from './table-kind.ts'
import style from './table-history.module.css'

type Texts = Pick<KindTexts, 'outcome'>

/** Every round of the table, newest first, with the own bets in it; each can be replayed. */
export function TableHistory(props: {
  call: PlayCall
  /** The name of the table. */
  table: string
  texts: Texts
  onReplay: (round: PastTableRound) => void
  onClose: () => void
}): ReactNode {
  const { call, table, texts, onReplay, onClose } = props
  const t = useTranslations('table.history')
  const [own, setOwn] = useState(false)
  const loadPage = useCallback(
    (page: { skip: number; take: number }) =>
      call('get-table-rounds', { ...page, own }).then((end) => (end.kind === 'answer' ? end.answer : null)),
    [call, own],
  )
  const pages = useRoundPages(loadPage)
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <label className={style.own}>
        <input type="checkbox" checked={own} onChange={({ target }) => setOwn(target.checked)} />
        <span>{t('own')}</span>
      </label>
      <RoundList pages={pages} empty={t('empty')}>
        <Rounds rounds={pages.rounds} {...{ table, texts, onReplay }} />
      </RoundList>
    </Dialog>
  )
}

type ListProps = { table: string; texts: Texts; onReplay: (round: PastTableRound) => void }

function Rounds({ rounds, ...props }: ListProps & { rounds: readonly PastTableRound[] }): ReactNode {
  const t = useTranslations('table.history')
  const shared = useTranslations('play.history')
  return (
    <table className={classes(list.table, style.list)}>
      <thead>
        <tr>
          <th scope="col">{shared('time')}</th>
          <th scope="col" className={list.number}>
            {shared('nonce')}
          </th>
          <th scope="col">{t('outcome')}</th>
          <th scope="col">{shared('stake')}</th>
          <th scope="col">{shared('pay')}</th>
          <th scope="col" className={list.action}>
            <span className="visually-hidden">{shared('replay')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((past) => (
          <Row key={past.round.roundId} past={past} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ past, table, texts, onReplay }: ListProps & { past: PastTableRound }): ReactNode {
  const { round, own, series } = past
  const t = useTranslations('table.history')
  const shared = useTranslations('play.history')
  const locale = useLocaleCode()
  const time = formatMoment(round.opensAt, useTimeZone() ?? 'UTC')
  const staked = own?.staked ?? '0'
  const returned = own?.returned ?? null
  const isWon = returned !== null && amountOf(returned) > amountOf(staked)
  return (
    <tr>
      <td className="money">{time}</td>
      <td className={list.number}>{round.number}</td>
      <td>
        <Outcome past={past} texts={texts} />
      </td>
      <td className="money">{staked === '0' ? '–' : formatMoney(staked, locale)}</td>
      <td className={isWon ? list.won : 'money'}>
        {returned === null || staked === '0' ? '–' : formatMoney(returned, locale)}
      </td>
      <td className={list.action}>
        <span className={list.actions}>
          {round.outcome !== null && (
            <Button aria-label={t('replayOf', { number: String(round.number) })} onClick={() => onReplay(past)}>
              {shared('replay')}
            </Button>
          )}
          <PublicPageLink series={{ ...series, table }} label={t('verifyOf', { number: String(round.number) })}>
            {shared('verify')}
          </PublicPageLink>
        </span>
      </td>
    </tr>
  )
}

/** Who won, or what came, with its figures. */
function Outcome({ past: { round }, texts }: { past: PastTableRound; texts: Texts }): ReactNode {
  const shared = useTranslations('play.history')
  if (round.state === 'void' || round.outcome === null) return <span>{shared('void')}</span>
  const { name, figures, tone } = texts.outcome(round.outcome)
  return (
    <span className={style.outcome} data-tone={tone}>
      {name} <b>{figures}</b>
    </span>
  )
}
