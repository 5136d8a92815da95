import { useEffect, useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import { featureOf, linesOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import style from './info-panel.module.css'
import { LineDrawings } from './line-drawings.tsx'
import { loadParSheet, type ParSheet } from './par-sheet.ts'
import { Paytable } from './paytable.tsx'

/** Game information: paytable for the chosen stake, lines, rules, and figures from the published par sheet. */
export function InfoPanel(props: {
  session: PlaySession
  game: Game
  atlas: ArtAtlas
  name: string
  stake: Amount
  onClose: () => void
}): ReactNode {
  const { session, game, atlas, name, stake, onClose } = props
  const t = useTranslations('slot.info')
  const money = useMoney()
  const lines = linesOf(game)
  return (
    <Dialog title={t('title', { game: name })} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <section>
          <h3 className={style.heading}>{t('paytable')}</h3>
          <p className={style.note}>{t('atStake', { stake: money(stake) })}</p>
          <Paytable {...{ game, atlas, stake }} />
        </section>
        {lines.length > 0 && (
          <section>
            <h3 className={style.heading}>{t('lines', { count: lines.length })}</h3>
            <LineDrawings lines={lines} rows={game.grid.rows} />
          </section>
        )}
        <Rules game={game} />
        <Figures session={session} code={game.code} />
      </div>
    </Dialog>
  )
}

function Rules({ game }: { game: Game }): ReactNode {
  const t = useTranslations('slot.info')
  const free = featureOf(game, 'free-spins')
  return (
    <section>
      <h3 className={style.heading}>{t('rules')}</h3>
      <ul className={style.rules}>
        <li>{t('ruleLines')}</li>
        <li>{t('ruleScatter')}</li>
        {free && <li>{t('ruleFree', { multiplier: free.multiplier })}</li>}
        {free && <li>{t('ruleMore', { limit: free.spinsLimit })}</li>}
        <li>{t('ruleSettled')}</li>
        <li>{t('ruleFault')}</li>
      </ul>
    </section>
  )
}

function Figures({ session, code }: { session: PlaySession; code: string }): ReactNode {
  const t = useTranslations('slot.info')
  const format = useFormatter()
  const locale = useLocaleCode()
  const { rtp, maxWin, mathHash } = session.game
  const [sheet, setSheet] = useState<ParSheet | null>(null)
  useEffect(() => {
    void loadParSheet(code, mathHash).then(setSheet)
  }, [code, mathHash])
  const rows: [string, string][] = [[t('rtp'), formatPercent(rtp, locale)]]
  if (sheet) {
    rows.push([t('hitRate'), formatPercent(String(sheet.hitRate * 100), locale)])
    if (sheet.feature) rows.push([t('featureRate'), t('oneIn', { spins: Math.round(sheet.feature.spinsPerFeature) })])
    rows.push([
      t('deviation'),
      t('timesStake', { times: format.number(sheet.deviation, { maximumFractionDigits: 2 }) }),
    ])
  }
  rows.push([t('maxWin'), t('timesStake', { times: format.number(sheet?.largestWin ?? Number(maxWin)) })])
  return (
    <section>
      <h3 className={style.heading}>{t('figures')}</h3>
      <dl className={style.figures}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="money">{value}</dd>
          </div>
        ))}
      </dl>
      <dl>
        <CopyValue term={t('mathHash')} value={mathHash} />
      </dl>
      <p className={style.note}>{t('mathHashText')}</p>
    </section>
  )
}
