import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { Button } from '#web/shared/button.tsx'
import { unbroken } from '#web/shared/format.ts'
import { classes } from '#web/shared/classes.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney } from '#web/play/kit/money.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import { Lettering, loadLettering } from './lettering.tsx'
import { freeSpinHighlights, shortLadderText } from './machine-rules.ts'
import { PickCard, PickPreview, usePickPicture } from './pick-scene.tsx'
import type { Play } from './play.ts'
import { totalLabel, type Scene } from './play-state.ts'
import type { FeatureIntro, FeatureKind } from './steps.ts'
import { SymbolPicture } from './symbol-picture.tsx'
import { themeOf, type Theme } from './theme.ts'
import { lookOf } from './tier-look.ts'
import type { Tier } from './win-level.ts'
import style from './scene-veil.module.css'

/** What cards do with presses. */
type Presses = Pick<Play, 'press' | 'pickBox'>

type CardProps = { manifest: ArtManifest; game: Game; atlas: ArtAtlas; play: Presses; sound: Sound; stake: Amount }

/** Cards over the stage: a feature won, added and over, picks, and large wins. The live line announces them too. */
export function SceneVeil({ scene, ...props }: CardProps & { scene: Scene | null }): ReactNode {
  useLettering(props.game)
  usePickPicture(props.manifest, props.game)
  if (!scene) return null
  const tier = tierOfScene(scene)
  const { face, light } = lookOf(themeOf(props.game.code), tier)
  const custom = { '--face': `linear-gradient(180deg, ${face.join(', ')})`, '--light': light }
  return (
    <>
      <div className={classes(style.shade, style[scene.kind])} style={custom as CSSProperties} aria-hidden="true">
        {shines(scene, props.stake) && <Rays theme={themeOf(props.game.code)} tier={tier} />}
      </div>
      <div
        className={classes(style.veil, passesPresses.has(scene.kind) && style.passing)}
        data-tier={tier}
        style={custom as CSSProperties}
      >
        <div className={classes(style.caption, scene.kind === 'pick' && style.open)} key={scene.kind}>
          <SceneCard scene={scene} {...props} />
        </div>
      </div>
    </>
  )
}

/** The cards that close by themselves: what lies below them can be pressed. */
const passesPresses: ReadonlySet<Scene['kind']> = new Set(['win', 'filled', 'featureMore'])

/** Whether rays lie behind a card: not where others cover them, nor behind a total at or below the stake. */
function shines(scene: Scene, stake: Amount): boolean {
  if (scene.kind === 'pick' || scene.kind === 'featureMore') return false
  return scene.kind !== 'featureEnd' || scene.amount > stake
}

function tierOfScene(scene: Scene): Tier {
  if (scene.kind === 'jackpot') return 4
  return scene.kind === 'win' || scene.kind === 'featureEnd' ? scene.tier : 0
}

/** Loads the letters of every word that this machine's scenes draw, before a scene needs them. */
function useLettering(game: Game): void {
  const t = useTranslations('slot')
  const jackpot = useTranslations('jackpot')
  useEffect(() => {
    const { jackpots, feature } = lettersOf(game)
    void loadLettering([
      ...tiers.map((key) => t(`win.${key}`)),
      ...jackpots.map((tier) => jackpot(tier)),
      ...feature.map((key) => t(`feature.${key}`)),
      ...(featureOf(game, 'free-spins') ? [t('feature.more', { count: 1_234_567_890 })] : []),
    ])
  }, [t, jackpot, game])
}

const tiers = ['tier1', 'tier2', 'tier3', 'tier4'] as const
const introduced = ['free-spins', 'hold-and-win', 'pick', 'walking-wilds'] as const

function lettersOf(game: Game) {
  const jackpots = featureOf(game, 'jackpot-link')?.tiers.map(({ tier }) => tier) ?? []
  const feature = introduced.filter((kind) => featureOf(game, kind))
  return {
    jackpots,
    feature: feature.includes('hold-and-win') ? ([...feature, 'filled'] as const) : feature,
  }
}

function SceneCard({ scene, ...props }: CardProps & { scene: Scene }): ReactNode {
  const t = useTranslations('slot')
  const jackpot = useTranslations('jackpot')
  const theme = themeOf(props.game.code)
  switch (scene.kind) {
    case 'featureStart':
      return <StartCard intro={scene.intro} {...props} />
    case 'featureMore':
      return <Lettering text={t('feature.more', { count: scene.spins })} size={letterSize(0)} theme={theme} />
    case 'filled':
      return <Lettering text={t('feature.filled')} size={letterSize(3)} theme={theme} />
    case 'featureEnd':
      return <EndCard scene={scene} {...props} />
    case 'win':
      return (
        <>
          <TierWord tier={scene.tier} theme={theme} />
          <div className={style.sums}>
            <Total amount={scene.amount} from={scene.from} ms={scene.ms} {...props} />
            <Times {...scene} />
            {scene.capped && <p className={style.small}>{t('win.capped')}</p>}
          </div>
        </>
      )
    case 'pick':
      return <PickCard scene={scene} {...props} />
    case 'jackpot':
      return (
        <>
          <Lettering text={jackpot(scene.tier)} size={letterSize(4)} theme={theme} {...lookOf(theme, 4)} />
          <div className={style.sums}>
            <Total amount={scene.amount} from={0n} ms={scene.ms} {...props} />
            <Times {...scene} />
          </div>
          <PressButton play={props.play} text={t('feature.go')} />
        </>
      )
  }
}

/** Larger with the tier, and never wider than the window. */
function letterSize(tier: number): number {
  const room = Math.min(innerWidth * 0.86, innerHeight * 1.5)
  return Math.round(Math.max(34, Math.min(68 + tier * 19, room * (0.1 + tier * 0.011))))
}

/** The word of a tier in its own metal. */
function TierWord({ tier, theme }: { tier: Tier; theme: Theme }): ReactNode {
  const t = useTranslations('slot')
  return <Lettering text={t(`win.tier${tier || 1}`)} size={letterSize(tier)} theme={theme} {...lookOf(theme, tier)} />
}

/** The multiple of the stake once the amount has counted to it; before, its room. */
function Times({ times, ms }: { times: number; ms: number }): ReactNode {
  const t = useTranslations('slot.win')
  return <p className={style.middle}>{ms === 0 ? t('times', { times }) : '\u00a0'}</p>
}

/** Begins the feature when it is pressed. */
function StartCard({ intro, ...props }: CardProps & { intro: FeatureIntro }): ReactNode {
  const { game, play } = props
  const t = useTranslations('slot.feature')
  const theme = themeOf(game.code)
  return (
    <>
      <Lettering text={t(intro.kind)} size={letterSize(1)} theme={theme} />
      <div className={style.facts}>
        <IntroFacts intro={intro} {...props} />
      </div>
      {intro.kind !== 'walking-wilds' && <PressButton play={play} text={t('start')} />}
    </>
  )
}

function IntroFacts({ intro, manifest, game, atlas }: CardProps & { intro: FeatureIntro }): ReactNode {
  const t = useTranslations('slot.feature')
  const money = useMoney()
  switch (intro.kind) {
    case 'free-spins': {
      const special = intro.special === null ? undefined : game.symbols[intro.special]
      return (
        <>
          <p className={style.huge}>
            <Counted count={intro.spins} text={t('spinsIntro', { count: intro.spins })} />
          </p>
          {intro.multiplier > 1 && <p className={style.middle}>{t('multiplier', { multiplier: intro.multiplier })}</p>}
          {intro.ladder && <p className={style.middle}>{t('ladder', { ladder: shortLadderText(intro.ladder) })}</p>}
          {special && (
            <p className={style.special}>
              {t('special')} <SymbolPicture atlas={atlas} id={special.id} size={84} />
            </p>
          )}
          <Highlight game={game} atlas={atlas} isAlone={isPlain(intro)} />
        </>
      )
    }
    case 'hold-and-win':
      return (
        <>
          <p className={style.middle}>{t('holdIntro', { respins: intro.respins })}</p>
          {intro.full > 0n && <p className={style.middle}>{t('full', { amount: unbroken(money(intro.full)) })}</p>}
        </>
      )
    case 'pick':
      return (
        <>
          <PickPreview {...{ manifest, game, atlas }} count={intro.picks} />
          <p className={style.middle}>{t('pickIntro', { count: intro.picks })}</p>
          <p className={style.small}>{t('pickNote')}</p>
        </>
      )
    case 'walking-wilds':
      return <p className={style.middle}>{t('walkIntro')}</p>
  }
}

/** Whether free spins have nothing else on their card than their number. */
function isPlain({ multiplier, ladder, special }: Extract<FeatureIntro, { kind: 'free-spins' }>): boolean {
  return multiplier === 1 && ladder === null && special === null
}

/** What the free spins of the machine have: in one word, or where the card has nothing else also in a short line. */
function Highlight({ game, atlas, isAlone }: { game: Game; atlas: ArtAtlas; isAlone: boolean }): ReactNode {
  const t = useTranslations('slot')
  const [first] = freeSpinHighlights(game)
  if (!first) return null
  const title = t(`rules.${first.key}.title`)
  const { factors = '', limit = 0 } = first.values
  if (!isAlone) return <p className={style.small}>{title}</p>
  const isOfWilds = first.key === 'freeSticky' || first.key === 'wildMultipliers'
  const pictured = game.symbols.find(({ kind }) => kind === (isOfWilds ? 'wild' : 'scatter'))
  return (
    <>
      <p className={style.special}>
        {pictured && <SymbolPicture atlas={atlas} id={pictured.id} size={72} />} {title}
      </p>
      <p className={style.middle}>
        {t(`feature.short.${first.key}`, { factors: String(factors), limit: Number(limit) })}
      </p>
    </>
  )
}

/** A text with its number large and its unit small, in the order of the language. */
function Counted({ count, text }: { count: number; text: string }): ReactNode {
  const format = useFormatter()
  const number = format.number(count)
  const [before = '', after = ''] = text.split(number)
  return (
    <>
      {before && <span className={style.unit}>{before}</span>}
      {number}
      {after && <span className={style.unit}>{after}</span>}
    </>
  )
}

/** The total of the round at the end of a feature; waits for a press, except after respins of wilds. */
function EndCard({ scene, ...props }: CardProps & { scene: Extract<Scene, { kind: 'featureEnd' }> }): ReactNode {
  const t = useTranslations('slot')
  return (
    <>
      {scene.tier > 0 && <TierWord tier={scene.tier} theme={themeOf(props.game.code)} />}
      <div className={style.sums}>
        <p className={style.small}>{t(`feature.${over[scene.feature]}`, { count: scene.count })}</p>
        <Total amount={scene.amount} from={0n} ms={scene.ms} {...props} />
        {scene.amount > props.stake && <Times {...scene} />}
        {scene.capped && <p className={style.small}>{t('win.capped')}</p>}
      </div>
      {scene.feature !== 'walking-wilds' && <PressButton play={props.play} text={t('feature.go')} />}
    </>
  )
}

const over = {
  'free-spins': 'overSpins',
  'hold-and-win': 'overHold',
  pick: 'overPick',
  'walking-wilds': 'overRespins',
} as const satisfies Record<FeatureKind, string>

/** The win of the round, with its one label: bright above the stake, plain at or below it. */
function Total(props: { amount: Amount; from: Amount; ms: number; stake: Amount; sound: Sound }): ReactNode {
  const { amount, from, ms, stake, sound } = props
  const t = useTranslations('slot.bar')
  const money = useMoney()
  const label = totalLabel(amount, stake)
  const above = amount > stake
  return (
    <p className={style.total} data-total="" style={{ '--letters': money(amount).length } as CSSProperties}>
      <span className={style.small}>{t(label)}</span>
      <CountUp
        amount={amount}
        from={above ? from : amount}
        ms={ms}
        format={money}
        className={classes(above ? style.large : style.plain, 'money')}
        {...(above ? { onStep: (step: number) => sound.play('count', step) } : {})}
      />
    </p>
  )
}

/** The button of a card has the focus, and the space bar presses it as it presses everything. */
function PressButton({ play, text }: { play: Presses; text: string }): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} variant="gilt" className={style.press} data-spin="" onClick={() => void play.press()}>
      {text}
    </Button>
  )
}

/** Rays of light behind the text: plain triangles, cheap to paint without a graphics card. Each is two, for a soft edge. */
function Rays({ theme, tier }: { theme: Theme; tier: Tier }): ReactNode {
  const { rays, light, otherLight, strength } = lookOf(theme, tier)
  const step = (2 * Math.PI) / rays
  const point = (angle: number) =>
    `${Math.round(500 + 500 * Math.cos(angle))},${Math.round(500 + 500 * Math.sin(angle))}`
  return (
    <svg className={style.rays} viewBox="0 0 1000 1000" aria-hidden="true">
      {[light, otherLight].map((colour, index) => (
        <radialGradient key={index} id={`ray${index}`} gradientUnits="userSpaceOnUse" cx="500" cy="500" r="500">
          <stop offset=".18" stopColor={`rgb(${colour})`} stopOpacity="0" />
          <stop offset=".38" stopColor={`rgb(${colour})`} stopOpacity={strength / 2} />
          <stop offset="1" stopColor={`rgb(${colour})`} stopOpacity="0" />
        </radialGradient>
      ))}
      {Array.from({ length: 2 * rays }, (_, index) => {
        // Half a step from the axes: an upright or level edge would be a cross.
        const middle = (Math.floor(index / 2) + 0.5) * step
        const half = step * (index % 2 === 0 ? 0.26 : 0.13)
        const fill = `url(#ray${Math.floor(index / 2) % 2})`
        return <polygon key={index} points={`500,500 ${point(middle - half)} ${point(middle + half)}`} fill={fill} />
      })}
    </svg>
  )
}
