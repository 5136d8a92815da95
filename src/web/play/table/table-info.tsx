import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ShoeGame } from '#domain/games/table/table-game.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { useOddsText, useSpotName } from './spot-text.ts'
import { amountOf } from './stakes.ts'
import type { TableSession } from './table-session.ts'
import style from './table-info.module.css'

/** The bets with odds, edge and limits, the rules, and the keys. */
export function TableInfo(props: {
  session: TableSession
  game: ShoeGame
  name: string
  onClose: () => void
}): ReactNode {
  const { session, game, name, onClose } = props
  const t = useTranslations('table.info')
  const hasCommission = game.spots.some(({ pays }) => pays.some(({ returns: [, denominator] }) => denominator === 20))
  return (
    <Dialog title={t('title', { game: name })} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <section>
          <h3 className={style.heading}>{t('bets')}</h3>
          <Bets session={session} game={game} />
        </section>
        <section>
          <h3 className={style.heading}>{t('rules')}</h3>
          <ul className={style.rules}>
            {(['goal', 'natural', 'playerDraws', 'bankerDraws'] as const).map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
            <li>{t(hasCommission ? 'commission' : 'noCommission')}</li>
            {(['tie', 'pairs', 'shoe', 'void', 'once'] as const).map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={style.heading}>{t('keys')}</h3>
          <p>{t('keySpots')}</p>
          <p>{t('keyChips')}</p>
        </section>
        <dl>
          <CopyValue term={t('mathHash')} value={session.game.mathHash} />
        </dl>
      </div>
    </Dialog>
  )
}

function Bets({ session, game }: { session: TableSession; game: ShoeGame }): ReactNode {
  const t = useTranslations('table.info')
  const name = useSpotName()
  const odds = useOddsText()
  const money = useMoney()
  const locale = useLocaleCode()
  const { limits } = session
  const percent = new Intl.NumberFormat(intlLocale[locale], { style: 'percent', minimumFractionDigits: 4 })
  return (
    <table className={style.bets}>
      <thead>
        <tr>
          <th scope="col">{t('bets')}</th>
          <th scope="col">{t('odds')}</th>
          <th scope="col">{t('edge')}</th>
          <th scope="col">{t('limits')}</th>
        </tr>
      </thead>
      <tbody>
        {game.spots.map((spot) => {
          const limit = limits.spots.find((one) => one.spot === spot.code)
          return (
            <tr key={spot.code}>
              <th scope="row">{name(spot.code)}</th>
              <td>{odds(spot)}</td>
              <td>{limit ? percent.format(Number(limit.edge) / 100) : ''}</td>
              <td>
                {money(amountOf(limits.leastStake))} – {limit ? money(amountOf(limit.most)) : ''}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
