import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import { featureOf, linesOf, type Game } from '#domain/games/game.ts'
import { volatilityOf } from '#domain/games/volatility.ts'
import type { Amount } from '#domain/money.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatPercent, formatReturn } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { CopyValue } from '#web/play/kit/copy-value.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import { useRuleText } from './rule-text.ts'
import { VolatilityBars } from './volatility-bars.tsx'
import style from './info-panel.module.css'
import { LineDrawings } from './line-drawings.tsx'
import { LinkedOdds } from './linked-parts.tsx'
import { rulesOf } from './machine-rules.ts'
import { parFiguresOf } from './par-sheet.ts'
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
        <Rules game={game} stake={stake} />
        <LinkedOdds game={game} stake={stake} rtp={session.game.rtp} />
        <Figures session={session} game={game} />
      </div>
    </Dialog>
  )
}

function Rules({ game, stake }: { game: Game; stake: Amount }): ReactNode {
  const t = useTranslations('slot.info')
  const ruleText = useRuleText(game, stake)
  return (
    <section>
      <h3 className={style.heading}>{t('rules')}</h3>
      <dl className={style.rules}>
        {rulesOf(game).map((rule) => {
          const { title, text } = ruleText(rule)
          return (
            <div key={rule.key}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          )
        })}
      </dl>
      <p className={style.note}>{t('ruleSettled')}</p>
      <p className={style.note}>{t('ruleFault')}</p>
    </section>
  )
}

function Figures({ session, game }: { session: PlaySession; game: Game }): ReactNode {
  const t = useTranslations('slot.info')
  const format = useFormatter()
  const locale = useLocaleCode()
  const { code, rtp, maxWin, mathHash } = session.game
  const sheet = parFiguresOf(code, mathHash)
  const rows: [string, string][] = [[t('rtp'), formatReturn(rtp, locale)]]
  if (sheet) {
    rows.push([t('hitRate'), formatPercent(String(sheet.hitRate * 100), locale)])
    rows.push([t('smallHits'), formatPercent(String(sheet.hitsAtOrBelowStake * 100), locale)])
    const rate = featureOf(game, 'free-spins') ? 'featureRate' : featureOf(game, 'hold-and-win') ? 'holdRate' : null
    if (sheet.feature && rate) rows.push([t(rate), t('oneIn', { spins: Math.round(sheet.feature.spinsPerFeature) })])
    if (sheet.oneShort) rows.push([t('oneShort'), formatPercent(String(Number(sheet.oneShort.implied) * 100), locale)])
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
        {sheet && (
          <div>
            <dt>{t('volatility')}</dt>
            <dd>
              <VolatilityBars volatility={volatilityOf(sheet.deviation)} />
            </dd>
          </div>
        )}
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
