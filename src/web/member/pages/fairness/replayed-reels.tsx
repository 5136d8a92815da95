import { gameByCode } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import type { Win } from '#domain/games/round.ts'
import { markOf, moneyOf, prizeTitles, titleOf, viewsOf, type RoundView } from '#domain/games/round-views.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import type { Verification } from '#domain/games/verify-round.ts'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { formatMoney } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { symbolStyle } from './symbol-style.ts'
import { useSymbolArt } from './use-fairness.ts'
import { useSymbolName } from './use-symbol-name.ts'
import style from './fairness.module.css'

type Round = NonNullable<Verification['round']>

/** The recomputed round picture by picture: the window after each spin, fall and respin, with its wins marked. */
export function ReplayedReels({ record, round }: { record: RoundRecord; round: Round }): ReactNode {
  const t = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const [at, setAt] = useState(0)
  const { game, events } = round
  const views = viewsOf(game, events)
  const view = views[at]
  if (view === undefined) return null
  const name = gameByCode(game.code)?.names[locale] ?? game.code
  const money = (units: number) => moneyOf(units, record, game.unitsPerStake)
  return (
    <section className={style.replay} aria-label={t('reels')}>
      <header className={style.replayHead}>
        <div>
          <h3 className={style.part}>{t('round', { game: name, nonce: String(record.nonce) })}</h3>
          <p className={`${style.second} money`}>
            {t('stake')} {formatMoney(record.stake, locale)} · {t('pay')} {formatMoney(money(round.units), locale)}
          </p>
        </div>
        {views.length > 1 && (
          <div className={style.turn}>
            <Button variant="quiet" aria-label={t('previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
              <Icon name="left" />
            </Button>
            <span className="money" aria-live="polite">
              {t(titleOf(view), { step: view.step })}
              {view.falls > 0 && ` · ${t('falls', { falls: view.falls })}`}{' '}
              <span className={style.third}>{t('position', { spin: at + 1, spins: views.length })}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={t('next')}
              disabled={at === views.length - 1}
              onClick={() => setAt(at + 1)}
            >
              <Icon name="right" />
            </Button>
          </div>
        )}
      </header>
      <div className={style.stage}>
        <Reels round={round} view={view} money={money} />
        <Wins round={round} view={view} money={money} />
      </div>
    </section>
  )
}

type Shown = { round: Round; view: RoundView; money: (units: number) => string }

function Reels({ round, view, money }: Shown): ReactNode {
  const t = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const symbolName = useSymbolName()
  const { game } = round
  const { reels, rows } = game.grid
  const markAt = (position: number) => markOf(view, position, (units) => formatMoney(money(units), locale))
  const nameOf = (symbol: number, position: number): string =>
    `${symbolName(game.symbols[symbol])} ${markAt(position)}`.trimEnd()
  return (
    <ol
      className={style.reels}
      data-dense={reels > 5}
      style={{ gridTemplateColumns: `repeat(${reels}, minmax(0, 1fr))` }}
    >
      {view.grid.map((reel, index) => (
        <li
          // A window is a fixed grid: its places never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={style.reel}
        >
          <span className="visually-hidden">
            {t('reel', {
              reel: index + 1,
              symbols: reel.map((symbol, row) => nameOf(symbol, index * rows + row)).join(', '),
            })}
          </span>
          {reel.map((symbol, row) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              aria-hidden="true"
              className={style.cell}
              data-won={view.positions.has(index * rows + row)}
            >
              <SymbolMark game={game} symbol={symbol} />
              {markAt(index * rows + row) !== '' && (
                <span className={`${style.cellMark} money`}>{markAt(index * rows + row)}</span>
              )}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** A symbol by its picture; by its name while there is none. */
function SymbolMark({ game, symbol }: { game: Game; symbol: number }): ReactNode {
  const { symbols, words } = useSymbolArt(game.code)
  const name = useSymbolName()(game.symbols[symbol])
  const id = game.symbols[symbol]?.id ?? ''
  if (symbols?.frames[id] === undefined) return name
  return (
    <span className={style.symbol} style={symbolStyle(id, symbols, words)}>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

/** What a picture paid. */
function Wins({ round, view, money }: Shown): ReactNode {
  const t = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const { wins, multiplier, scatter, prizes, coins, cut, jackpot } = view
  const paid = (units: number) => formatMoney(money(units), locale)
  const isEmpty = wins.length + prizes.length + coins.size === 0 && scatter === null && jackpot === null
  if (isEmpty) return <p className={style.second}>{t('nothing')}</p>
  return (
    <ul className={`${style.wins} money`}>
      {wins.map((win, index) => (
        <li key={index}>
          <span className={style.won}>
            <WinName win={win} /> <SymbolMark game={round.game} symbol={win.symbol} /> × {win.count}
            {multiplier > 1 && <span className={style.third}>×{multiplier}</span>}
          </span>
          <b>{paid(win.pay)}</b>
        </li>
      ))}
      {scatter && (
        <li>
          <span>{t('scatter', { count: scatter.count })}</span>
          <b>
            {scatter.pay > 0 && paid(scatter.pay)}
            {scatter.spinsAwarded > 0 && ` + ${t('awarded', { count: scatter.spinsAwarded })}`}
          </b>
        </li>
      )}
      {coins.size > 0 && prizes.length === 0 && (
        <li>
          <span>{t('held', { count: coins.size })}</span>
        </li>
      )}
      {prizes.map(({ prize, pay }, index) => (
        <li key={index}>
          <span>{t(prizeTitles[prize])}</span>
          <b>{paid(pay)}</b>
        </li>
      ))}
      {cut !== null && <li>{t('capped')}</li>}
      {jackpot !== null && <li>{t('jackpot', { tier: jackpot.toUpperCase() })}</li>}
    </ul>
  )
}

/** The line of a win, or the number of its ways; nothing for symbols that win wherever they are. */
function WinName({ win }: { win: Win }): ReactNode {
  const t = useTranslations('fairness.replay')
  if ('ways' in win) return t('ways', { ways: win.ways })
  return 'line' in win ? t('line', { line: win.line + 1 }) : null
}
