import { useEffect, useRef, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'
import type { Volatility } from '#domain/games/volatility.ts'
import type { Amount } from '#domain/money.ts'
import { Button } from '#web/shared/button.tsx'
import { formatReturn } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { logoOf } from './load-art.ts'
import { cardsOf } from './machine-rules.ts'
import { useRuleText } from './rule-text.ts'
import { belongsElsewhere } from './use-keys.ts'
import { VolatilityBars } from './volatility-bars.tsx'
import style from './splash.module.css'

/** Before the first spin: the machine in three cards, its return, its largest win and its volatility. */
export function Splash(props: {
  manifest: ArtManifest
  game: Game
  name: string
  /** In percent. */
  rtp: string
  /** In multiples of the stake. */
  maxWin: number
  volatility: Volatility | null
  stake: Amount
  onPlay: () => void
}): ReactNode {
  const { manifest, game, name, rtp, maxWin, volatility, stake, onPlay } = props
  const t = useTranslations('slot')
  const format = useFormatter()
  const locale = useLocaleCode()
  const ruleText = useRuleText(game, stake)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  usePlayKeys(onPlay)
  const logo = logoOf(manifest, game.code, locale)
  return (
    <section className={style.splash} data-introduction="" aria-label={t('splash.title', { game: name })}>
      <div className={style.content}>
        <header className={style.head}>
          {logo && <img className={style.logo} src={logo} alt="" />}
          <h2 className={logo ? 'visually-hidden' : style.name}>{name}</h2>
        </header>
        <ul className={style.cards}>
          {cardsOf(game).map((rule) => {
            const { title, text } = ruleText(rule)
            return (
              <li key={rule.key} className={style.card}>
                <strong className={style.cardTitle}>{title}</strong>
                <span>{text}</span>
              </li>
            )
          })}
        </ul>
        <dl className={style.figures}>
          <div>
            <dt>{t('splash.rtp')}</dt>
            <dd className="money">{formatReturn(rtp, locale)}</dd>
          </div>
          <div>
            <dt>{t('splash.maxWin')}</dt>
            <dd className="money">{t('info.timesStake', { times: format.number(maxWin) })}</dd>
          </div>
          {volatility && (
            <div>
              <dt>{t('splash.volatility')}</dt>
              <dd>
                <VolatilityBars volatility={volatility} />
              </dd>
            </div>
          )}
        </dl>
        <Button ref={button} variant="gilt" className={style.play} onClick={onPlay}>
          {t('splash.play')}
        </Button>
      </div>
    </section>
  )
}

/** The keys that would press the button press it without its focus too, which a dialog takes away where it opened first. */
function usePlayKeys(onPlay: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (event.code !== 'Space' && event.key !== 'Enter') return
      if (belongsElsewhere(event.target)) return
      event.preventDefault()
      onPlay()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onPlay])
}
