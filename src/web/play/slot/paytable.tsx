import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import { featureOf, type Game, type GameSymbol } from '#domain/games/game.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import type { Amount } from '#domain/money.ts'
import { useMoney } from '#web/play/kit/money.ts'
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
            <Meaning {...{ game, symbol }} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Pays({ game, symbol, stake }: { game: Game; symbol: GameSymbol; stake: Amount }): ReactNode {
  const t = useTranslations('slot.info')
  const money = useMoney()
  const pays = (game.paytable[symbol.id] ?? [])
    .map((units, index) => ({ count: index + 1, units }))
    .filter(({ units }) => units > 0)
    .toReversed()
  return (
    <dl className={style.pays}>
      {pays.map(({ count, units }) => (
        <div key={count}>
          <dt>{t('ofKind', { count })}</dt>
          <dd className="money">{money(amountOfUnits(units, stake, game.unitsPerStake))}</dd>
        </div>
      ))}
    </dl>
  )
}

function Meaning({ game, symbol }: { game: Game; symbol: GameSymbol }): ReactNode {
  const t = useTranslations('slot.info')
  if (symbol.kind === 'wild') {
    return (
      <p className={style.meaning}>
        <strong>{t('wild')}</strong> {t('wildText')}
      </p>
    )
  }
  const free = featureOf(game, 'free-spins')
  if (symbol.kind !== 'scatter' || free?.trigger.symbol !== symbol.id) return null
  return (
    <p className={style.meaning}>
      <strong>{t('scatter')}</strong> {t('scatterText', { count: free.trigger.count, spins: free.spins })}
    </p>
  )
}
