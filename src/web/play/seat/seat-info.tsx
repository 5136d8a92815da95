import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { basicStrategy, strategyUpcards, type StrategyTable } from '#domain/games/blackjack/basic-strategy.ts'
import { intlLocale } from '#i18n/locales.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import info from '../table/table-info.module.css'
import type { SeatSession } from './seat-session.ts'
import { amountOf } from './seat-state.ts'
import style from './seat-info.module.css'

const ruleKeys = [
  'goal',
  'blackjack',
  'dealer',
  'peek',
  'insurance',
  'double',
  'split',
  'push',
  'time',
  'shoe',
  'once',
] as const

/** Limits, edge, rules, the basic strategy and the keys. */
export function SeatInfo(props: { session: SeatSession; name: string; onClose: () => void }): ReactNode {
  const { session, name, onClose } = props
  const t = useTranslations('blackjack.info')
  const rule = useTranslations('blackjack.rules')
  const all = useTranslations('blackjack')
  const table = useTranslations('table.info')
  const money = useMoney()
  const percent = new Intl.NumberFormat(intlLocale[useLocaleCode()], { style: 'percent', minimumFractionDigits: 4 })
  const [least, most, step] = [session.limits.leastStake, session.limits.mostStake, session.limits.step].map((wire) =>
    money(amountOf(wire)),
  )
  return (
    <Dialog title={t('title', { game: name })} onClose={onClose} size="sheet">
      <div className={info.panel}>
        <dl className={style.facts}>
          <dt>{t('limits')}</dt>
          <dd>{t('limitsText', { least: least ?? '', most: most ?? '', step: step ?? '' })}</dd>
          {session.edge !== null && (
            <>
              <dt>{t('edge')}</dt>
              <dd>{t('edgeText', { edge: percent.format(Number(session.edge) / 100) })}</dd>
            </>
          )}
        </dl>
        <section>
          <h3 className={info.heading}>{t('rules')}</h3>
          <ul className={info.rules}>
            {ruleKeys.map((key) => (
              <li key={key}>{rule(key)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className={info.heading}>{t('strategy')}</h3>
          <p>{t('strategyText')}</p>
          <div className={style.tables}>
            {(['hard', 'soft', 'pairs'] as const).map((part) => (
              <Strategy key={part} part={part} title={t(part === 'soft' ? 'softs' : part)} />
            ))}
          </div>
          <p className={style.legend}>{t('legend')}</p>
        </section>
        <section>
          <h3 className={info.heading}>{table('keys')}</h3>
          <p>{all('keys')}</p>
        </section>
        <dl>
          <CopyValue term={table('mathHash')} value={session.game.mathHash} />
        </dl>
      </div>
    </Dialog>
  )
}

/** A part of the strategy: a row for each hand, a column for each card of the dealer. */
function Strategy({ part, title }: { part: keyof StrategyTable; title: string }): ReactNode {
  const t = useTranslations('blackjack.info')
  const rows = Object.entries(basicStrategy[part])
  const upcards = [...strategyUpcards]
  return (
    <table className={style.strategy}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('total')}</span>
          </th>
          {upcards.map((card) => (
            <th key={card} scope="col" aria-label={`${t('upcard')} ${cardText(card)}`}>
              {cardText(card)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, letters]) => (
          <tr key={name}>
            <th scope="row">{part === 'pairs' ? `${cardText(name)}·${cardText(name)}` : name}</th>
            {upcards.map((card, column) => (
              <td key={card} data-letter={letters[column]}>
                {letters[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cardText(letter: string): string {
  return letter === 'T' ? '10' : letter
}
