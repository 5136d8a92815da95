import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import type { Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import { totalLabel, totalPlace, type PlayState, type Scene } from './play-state.ts'
import type { StageLayout } from './stage/layout.ts'
import { SymbolPicture } from './symbol-picture.tsx'
import type { FeatureShown, LadderShown } from './steps.ts'
import style from './stage-title.module.css'

/** On the frame: the name of the game, or the state of the feature; and the ladder of a tumbling machine. */
export function StageTitle(props: {
  layout: StageLayout
  name: string
  /** The lettering of the game, shown where it fits. */
  logo: string | undefined
  state: PlayState
  stake: Amount
  game: Game
  atlas: ArtAtlas
}): ReactNode {
  const { layout, name, logo, state, stake, game, atlas } = props
  const { frame, portrait } = layout
  const { feature, ladder } = state
  return (
    <div
      className={classes(
        portrait ? style.tall : style.wide,
        state.scene && covering.has(state.scene.kind) && style.hidden,
        // The mark of a replay stands in the place of the name.
        state.replay && feature === null && !portrait && style.hidden,
      )}
      style={portrait ? { height: frame.y } : { top: frame.y, left: frame.x, width: frame.width }}
    >
      <div className={style.plaque}>
        {feature === null ? (
          (ladder === null || portrait) && <Name portrait={portrait} name={name} logo={logo} />
        ) : (
          <FeatureState feature={feature} game={game} atlas={atlas} />
        )}
        {ladder && <Ladder ladder={ladder} multiplier={feature?.kind === 'free-spins' ? feature.multiplier : 1} />}
        {feature !== null && totalPlace(state) !== 'card' && <FrameTotal state={state} stake={stake} />}
      </div>
    </div>
  )
}

/** The cards whose lettering would lie on the plaque. */
const covering: ReadonlySet<Scene['kind']> = new Set(['featureStart', 'featureEnd', 'jackpot'])

/** The special symbol of free spins. */
function Special({ game, atlas, symbol }: { game: Game; atlas: ArtAtlas; symbol: number | null }): ReactNode {
  const t = useTranslations('slot.feature')
  const special = symbol === null ? undefined : game.symbols[symbol]
  if (!special) return null
  return (
    <span className={style.special} title={t('special')}>
      <SymbolPicture atlas={atlas} id={special.id} size={34} />
    </span>
  )
}

function FeatureState(props: { feature: FeatureShown; game: Game; atlas: ArtAtlas }): ReactNode {
  const { feature, game, atlas } = props
  const t = useTranslations('slot.feature')
  switch (feature.kind) {
    case 'free-spins':
      return (
        <p className={style.counter}>
          <span>{t('free-spins')}</span>
          <strong className="money">{t('counter', { step: feature.step, total: feature.step + feature.left })}</strong>
          {feature.multiplier > 1 && <span className={style.times}>×{feature.multiplier}</span>}
          <Special game={game} atlas={atlas} symbol={feature.special} />
        </p>
      )
    case 'hold-and-win':
      return (
        <p className={style.counter}>
          <span aria-hidden="true" className={style.pips}>
            {Array.from({ length: feature.respins }, (_, pip) => (
              <i key={pip} className={classes(pip < feature.left && style.lit)} />
            ))}
          </span>
          <strong>
            {feature.coins < game.grid.reels * game.grid.rows ? t('respinsLeft', { left: feature.left }) : t('filled')}
          </strong>
          <span>{t('coins', { count: feature.coins })}</span>
        </p>
      )
    case 'pick':
      return (
        <p className={style.counter}>
          <span>{t('pick')}</span>
          <strong>{t('picksLeft', { left: feature.left })}</strong>
        </p>
      )
    case 'walking-wilds':
      return (
        <p className={style.counter}>
          <span>{t('walking-wilds')}</span>
          {feature.step > 0 && <strong>{t('respin', { step: feature.step })}</strong>}
        </p>
      )
  }
}

/** The running total of the round while a feature runs, with the coins that will pay in the end. Hidden, it keeps its room. */
function FrameTotal({ state, stake }: { state: PlayState; stake: Amount }): ReactNode {
  const t = useTranslations('slot.bar')
  const money = useMoney()
  const { feature } = state
  const won = (state.won ?? 0n) + (feature?.kind === 'hold-and-win' ? feature.held : 0n)
  const isHere = totalPlace(state) === 'frame'
  return (
    <p className={classes(style.total, !isHere && style.hidden)} data-total={isHere ? '' : undefined}>
      <span>{t(totalLabel(won, stake))}</span>
      <CountUp amount={won} ms={state.wonMs} format={money} className={classes(style.amount, 'money')} />
    </p>
  )
}

/** The rungs of the ladder, the next win's one lit. Long ladders show the part around it. */
function Ladder({ ladder, multiplier }: { ladder: LadderShown; multiplier: number }): ReactNode {
  const t = useTranslations('slot.feature')
  const { rungs, at } = ladder
  const from = Math.max(0, Math.min(at - 2, rungs.length - mostRungs))
  const value = (rungs[at] ?? 1) * multiplier
  return (
    <ol className={style.ladder} aria-label={t('ladderLabel', { value })}>
      {rungs.slice(from, from + mostRungs).map((rung, index) => (
        <li key={`${from + index}`} className={classes(style.rung, from + index === at && style.current)}>
          ×{rung * multiplier}
        </li>
      ))}
    </ol>
  )
}

const mostRungs = 5

function Name({ portrait, name, logo }: { portrait: boolean; name: string; logo: string | undefined }): ReactNode {
  if (portrait && logo) return <img className={style.logo} src={logo} alt="" />
  return (
    <p className={style.name} aria-hidden="true">
      {name}
    </p>
  )
}
