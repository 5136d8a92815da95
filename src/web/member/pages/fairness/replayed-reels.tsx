import type { ArtAtlas } from '#domain/art-manifest.ts'
import { gameByCode } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { amountOfUnits, lineOfWin, type Win } from '#domain/games/round.ts'
import { spinsOf, type ShownSpin } from '#domain/games/spins.ts'
import type { RoundRecord, Verification } from '#domain/games/verify-round.ts'
import { amountFromWire, amountToWire } from '#domain/money.ts'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { formatMoney } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useAtlas } from './use-fairness.ts'
import style from './fairness.module.css'

type Round = NonNullable<Verification['round']>

/** The recomputed round spin by spin: the window of the reels with its wins marked. */
export function ReplayedReels({ record, round }: { record: RoundRecord; round: Round }): ReactNode {
  const t = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const [at, setAt] = useState(0)
  const { game, events } = round
  const spins = spinsOf(events)
  const spin = spins[at]
  if (spin === undefined) return null
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
        {spins.length > 1 && (
          <div className={style.turn}>
            <Button variant="quiet" aria-label={t('previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
              <Icon name="left" />
            </Button>
            <span className="money" aria-live="polite">
              {spin.free === 0 ? t('base') : t('free', { step: spin.free })}{' '}
              <span className={style.third}>{t('position', { spin: at + 1, spins: spins.length })}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={t('next')}
              disabled={at === spins.length - 1}
              onClick={() => setAt(at + 1)}
            >
              <Icon name="right" />
            </Button>
          </div>
        )}
      </header>
      <div className={style.stage}>
        <Reels round={round} spin={spin} />
        <Wins round={round} spin={spin} money={money} />
      </div>
    </section>
  )
}

/** Units of the record's stake as a decimal string; the units themselves where the stake does not divide. */
function moneyOf(units: number, record: RoundRecord, unitsPerStake: number): string {
  const stake = amountFromWire(record.stake) ?? 0n
  return stake % BigInt(unitsPerStake) === 0n ? amountToWire(amountOfUnits(units, stake, unitsPerStake)) : String(units)
}

function Reels({ round, spin }: { round: Round; spin: ShownSpin }): ReactNode {
  const t = useTranslations('fairness.replay')
  const { game } = round
  const { rows } = game.grid
  const idOf = (symbol: number) => game.symbols[symbol]?.id ?? ''
  return (
    <ol className={style.reels} style={{ gridTemplateColumns: `repeat(${game.grid.reels}, minmax(0, 1fr))` }}>
      {spin.grid.map((reel, index) => (
        <li
          // A window is a fixed grid: its places never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={style.reel}
        >
          <span className="visually-hidden">{t('reel', { reel: index + 1, symbols: reel.map(idOf).join(', ') })}</span>
          {reel.map((symbol, row) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              aria-hidden="true"
              className={style.cell}
              data-won={spin.positions.has(index * rows + row)}
            >
              <SymbolMark game={game} symbol={symbol} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** A symbol by its picture; by its name while there is none. */
function SymbolMark({ game, symbol }: { game: Game; symbol: number }): ReactNode {
  const atlas = useAtlas(game.code)
  const id = game.symbols[symbol]?.id ?? ''
  if (atlas?.frames[id] === undefined) return <span lang="en">{id}</span>
  return (
    <span className={style.symbol} style={symbolStyle(atlas, id)}>
      <span className="visually-hidden" lang="en">
        {id}
      </span>
    </span>
  )
}

/** A symbol that fills its element, cut from the atlas. Positions are percentages of what is left beside the frame. */
function symbolStyle(atlas: ArtAtlas, id: string): CSSProperties {
  const frames = Object.values(atlas.frames)
  const sheetWidth = Math.max(...frames.map(([x, , width]) => x + width))
  const sheetHeight = Math.max(...frames.map(([, y, , height]) => y + height))
  const [x, y, width, height] = atlas.frames[id] ?? [0, 0, sheetWidth, sheetHeight]
  const share = (at: number, left: number) => (left === 0 ? 0 : (at / left) * 100)
  return {
    backgroundImage: `url(${atlas.url})`,
    backgroundSize: `${(sheetWidth / width) * 100}% ${(sheetHeight / height) * 100}%`,
    backgroundPosition: `${share(x, sheetWidth - width)}% ${share(y, sheetHeight - height)}%`,
  }
}

function Wins({ round, spin, money }: { round: Round; spin: ShownSpin; money: (units: number) => string }): ReactNode {
  const t = useTranslations('fairness.replay')
  const locale = useLocaleCode()
  const { wins, scatter } = spin
  const lineName = (win: Win): string => {
    const line = lineOfWin(win)
    return line === null ? '' : t('line', { line: line + 1 })
  }
  if (wins.length === 0 && scatter === null) return <p className={style.second}>{t('nothing')}</p>
  return (
    <ul className={`${style.wins} money`}>
      {wins.map((win, index) => (
        <li key={index}>
          <span className={style.won}>
            {lineName(win)}
            <SymbolMark game={round.game} symbol={win.symbol} /> × {win.count}
          </span>
          <b>{formatMoney(money(win.pay), locale)}</b>
        </li>
      ))}
      {scatter && (
        <li>
          <span>{t('scatter', { count: scatter.count })}</span>
          <b>
            {scatter.pay > 0 && formatMoney(money(scatter.pay), locale)}
            {scatter.spinsAwarded > 0 && ` + ${t('awarded', { count: scatter.spinsAwarded })}`}
          </b>
        </li>
      )}
    </ul>
  )
}
