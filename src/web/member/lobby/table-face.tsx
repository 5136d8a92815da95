import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableTile } from '#contract/table.ts'
import { streaksOf } from '#domain/games/table/roads/big-road.ts'
import { formatMoney, formatNumber, unbroken } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { seatCodes } from '#web/shared/seat-codes.ts'
import { useStore } from '#web/shared/store.ts'
import { tileWatch, watchTile } from './live-tiles.ts'
import { SeatBoard, TableBoard } from './table-board.tsx'
import { tileOutcomes, type TileOutcomes } from './table-outcomes.ts'
import style from './table-face.module.css'

/** The parts of a table's tile, loaded when one comes into view. Pictures and figures on the tile are hidden from screen readers; `Text` and `Rounds` have them. */

function useTable(code: string): { table: TableTile | undefined; isWatched: boolean } {
  const { tables, watched } = useStore(tileWatch.state)
  return { table: tables.get(code), isWatched: watched.has(code) }
}

/** How far a table is: with the seconds to bet, by the server's clock; null while it is not followed or that is unknown. */
function useProgress(code: string): { state: 'open' | 'closed' | 'waiting'; seconds: number } | null {
  const { table, isWatched } = useTable(code)
  const round = table?.round ?? null
  const [, setTick] = useState(0)
  const isOpen = isWatched && round?.state === 'open'
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 250)
    return () => clearInterval(timer)
  }, [isOpen])
  if (!table || !isWatched) return null
  const leftMs = round?.state === 'open' ? tileWatch.leftMs(round.closesAt) : 0
  if (leftMs === null) return null
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return { state: round === null ? 'waiting' : seconds > 0 ? 'open' : 'closed', seconds }
}

function useStateText(code: string): string {
  const t = useTranslations('lobbyTile')
  const progress = useProgress(code)
  return progress === null ? '' : t(progress.state, { seconds: progress.seconds })
}

/** The state of the round, and how many are seated; of a game that everyone plays alone, that a seat is always free. */
export function State({ code }: { code: string }): ReactNode {
  const t = useTranslations('lobbyTile')
  const { table } = useTable(code)
  const text = useStateText(code)
  if (seatCodes.includes(code)) {
    if (!table) return null
    return (
      <>
        <span className={style.chip}>{t('free')}</span>
        <span className={`${style.chip} ${style.seated}`}>
          <Icon name="user" size={14} />
          1:1
        </span>
      </>
    )
  }
  return (
    <>
      {text !== '' && <span className={style.chip}>{text}</span>}
      {table && (
        <span className={`${style.chip} ${style.seated}`}>
          <Icon name="user" size={14} />
          {t('seated', { count: table.seated })}
        </span>
      )}
    </>
  )
}

export function Board({ code }: { code: string }): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  const { table } = useTable(code)
  useEffect(() => (place.current ? watchTile(place.current, code) : undefined), [code])
  const outcomes = table && tileOutcomes(table.outcomes)
  return (
    <span ref={place} className={style.place}>
      {outcomes && <TableBoard outcomes={outcomes} />}
      {seatCodes.includes(code) && <SeatBoard />}
    </span>
  )
}

export function Limits({ code }: { code: string }): ReactNode {
  const locale = useLocaleCode()
  const { table } = useTable(code)
  if (!table) return null
  const { leastStake, mostStake } = table
  return `${unbroken(formatMoney(leastStake, locale))}–${formatNumber(mostStake, locale)}`
}

/** The state, the seats and the limits as text. */
export function Text({ code }: { code: string }): ReactNode {
  const t = useTranslations('lobbyTile')
  const locale = useLocaleCode()
  const { table } = useTable(code)
  const state = useStateText(code)
  if (!table) return null
  const least = formatMoney(table.leastStake, locale)
  const most = formatMoney(table.mostStake, locale)
  if (seatCodes.includes(code)) return t('aloneText', { least, most })
  return `${state === '' ? '' : `${state}. `}${t('text', { count: table.seated, least, most })}`
}

/** The past rounds as text; they do not change the chances. */
export function Rounds({ code }: { code: string }): ReactNode {
  const t = useTranslations('lobbyTile')
  const { table } = useTable(code)
  const outcomeText = useOutcomeText()
  if (!table || seatCodes.includes(code)) return null
  const outcomes = tileOutcomes(table.outcomes)
  return outcomes === null ? t('empty') : `${outcomeText(outcomes)} ${t('note')}`
}

/** The past rounds of a tile in words: streaks with the ties within them, or the last ones, newest first. */
function useOutcomeText(): (outcomes: TileOutcomes) => string {
  const t = useTranslations('lobbyTile')
  const side = useTranslations('lobbyTile.side')
  const color = useTranslations('lobbyTile.color')
  return (outcomes) => {
    switch (outcomes.kind) {
      case 'road': {
        const { streaks, openTies } = streaksOf(outcomes.rounds)
        const texts = streaks.map((streak) => {
          const ties = streak.reduce((sum, entry) => sum + entry.ties.length, 0)
          const winner = streak[0]?.round.winner ?? 'tie'
          const name = side(winner === 'tie' ? 'tie' : outcomes.sides[winner])
          return `${name} ${streak.length}${ties === 0 ? '' : ` (${side('tie')} ${ties})`}`
        })
        if (openTies.length > 0) texts.unshift(`${side('tie')} ${openTies.length}`)
        return t('road', { list: texts.join(', ') })
      }
      case 'pockets':
        return t('pockets', {
          list: outcomes.pockets
            .map(({ pocket, color: of }) => (of === 'green' ? `${pocket}` : `${pocket} ${color(of)}`))
            .join(', '),
        })
      case 'throws':
        return t('throws', {
          list: outcomes.throws.map(({ dice, total }) => `${total} (${dice.join(' ')})`).join(', '),
        })
      case 'races':
        return t('races', { list: outcomes.races.map((order) => order.join('–')).join(', ') })
    }
  }
}
