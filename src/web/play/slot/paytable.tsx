import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import { featureOf, type Game, type GameSymbol } from '#domain/games/game.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { dotted } from './dotted.ts'
import { SymbolPicture } from './symbol-picture.tsx'
import style from './paytable.module.css'

/** The pays of each symbol at the chosen stake, from the game data. */
export function Paytable({ game, atlas, stake }: { game: Game; atlas: ArtAtlas; stake: Amount }): ReactNode {
  return (
    <ul className={style.table}>
      {game.symbols.map((symbol) => (
        <li key={symbol.id} className={style.card}>
          <SymbolPicture atlas={atlas} id={symbol.id} size={72} />
          <div className={style.side}>
            <Pays {...{ game, symbol, stake }} />
            <Meaning {...{ game, symbol, stake }} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Pays({ game, symbol, stake }: { game: Game; symbol: GameSymbol; stake: Amount }): ReactNode {
  const t = useTranslations('slot.info')
  const money = useMoney()
  const counts = countsOf(game, symbol)
  const pays = (game.paytable[symbol.id] ?? [])
    .map((units, index) => ({ count: counts[index], units }))
    .filter(({ units }) => units > 0)
    .toReversed()
  const text = (count: PaidCount | undefined): string => {
    if (count === undefined || count.to === count.from) return t('ofKind', { count: count?.from ?? 0 })
    return count.to === null ? t('cells', { count: count.from }) : t('cellRange', { from: count.from, to: count.to })
  }
  return (
    <dl className={style.pays}>
      {pays.map(({ count, units }) => (
        <div key={count?.from}>
          <dt>{text(count)}</dt>
          <dd className="money">{money(amountOfUnits(units, stake, game.unitsPerStake))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** For how many symbols a place of the paytable pays; `to` is null where more never pay more. */
type PaidCount = { from: number; to: number | null }

function countsOf({ winMode, paytable }: Game, symbol: GameSymbol): PaidCount[] {
  const bySize = (winMode.kind === 'cluster' || winMode.kind === 'anywhere') && symbol.kind === 'ordinary'
  if (!bySize) return (paytable[symbol.id] ?? []).map((_, index) => ({ from: index + 1, to: index + 1 }))
  const { sizes } = winMode
  return sizes.map((size, index) => ({
    from: size,
    to: (sizes[index + 1] ?? 0) - 1 < size ? null : (sizes[index + 1] ?? 0) - 1,
  }))
}

function Meaning({ game, symbol, stake }: { game: Game; symbol: GameSymbol; stake: Amount }): ReactNode {
  const t = useTranslations('slot.info')
  const money = useMoney()
  switch (symbol.kind) {
    case 'ordinary':
      return null
    case 'wild':
      return <Term word={t('wild')} text={featureOf(game, 'hold-and-win') ? t('wildTextCoin') : t('wildText')} />
    case 'mystery':
      return <Term word={t('mystery')} text={t('mysteryText')} />
    case 'coin': {
      const hold = featureOf(game, 'hold-and-win')
      if (!hold) return null
      const amounts = dotted(hold.values.map(({ pay }) => money(amountOfUnits(pay, stake, game.unitsPerStake))))
      return <Term word={t('coin')} text={t('coinText', { amounts, count: hold.trigger.count })} />
    }
    case 'scatter':
    case 'book':
      return <Scatter game={game} symbol={symbol} />
  }
}

function Scatter({ game, symbol }: { game: Game; symbol: GameSymbol }): ReactNode {
  const t = useTranslations('slot.info')
  const free = featureOf(game, 'free-spins')
  const pick = featureOf(game, 'pick')
  const texts = [
    ...(symbol.kind === 'book' ? [t('wildText')] : []),
    ...(free?.trigger.symbol === symbol.id ? [t('scatterText', { count: free.trigger.count, spins: free.spins })] : []),
    ...(pick?.trigger.symbol === symbol.id ? [t('pickText', { count: pick.trigger.count })] : []),
  ]
  if (texts.length === 0) return null
  return <Term word={t('scatter')} text={texts.join(' ')} />
}

function Term({ word, text }: { word: string; text: string }): ReactNode {
  return (
    <p className={style.meaning}>
      <strong>{word}</strong> {text}
    </p>
  )
}
