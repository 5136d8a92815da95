import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Jackpot } from '#contract/jackpot.ts'
import { classes } from './classes.ts'
import { formatMoney, integerPart } from './format.ts'
import { Icon } from './icons.tsx'
import { useLocaleCode } from './messages.tsx'
import { rollTo, shownAt, still, wheelsOf, type Roll } from './odometer.ts'
import { createStore, useStore } from './store.ts'
import style from './jackpot-figure.module.css'

/** The parts of a jackpot's meter, on the home and in the game window. */

/** Shared by the pools: one button pauses all. */
const paused = createStore(false)

/**
 * A jackpot figure that rolls towards the latest value. With reduced motion, and for screen readers, it is a plain
 * figure without live announcements.
 */
export function JackpotFigure({ jackpot, className }: { jackpot: Jackpot; className: string }): ReactNode {
  const isPaused = useStore(paused)
  const isReducedMotion = useReducedMotion()
  const figure = Number(integerPart(jackpot.amount))
  if (isPaused) return <Frozen {...{ figure, className }} />
  if (isReducedMotion) return <Plain {...{ figure, className }} />
  return <Figure ratePerSecond={Number(jackpot.ratePerSecond)} {...{ figure, className }} />
}

/**
 * The newest hit of a pool: its tier and amount, said once and politely; empty while none is announced. Where `isNamed`,
 * a heading beside it has the tier.
 */
export function JackpotHit(props: { jackpot: Jackpot | undefined; isNamed?: boolean; className: string }): ReactNode {
  const { jackpot, isNamed = false, className } = props
  const t = useTranslations('jackpot')
  const locale = useLocaleCode()
  return (
    <output className={className}>
      {jackpot !== undefined && jackpot.hit !== null && (
        <span>
          {isNamed && <span className="visually-hidden">{t(jackpot.tier)} </span>}
          {t(isNamed ? 'paid' : 'hit', { jackpot: t(jackpot.tier), amount: formatMoney(jackpot.hit, locale) })}
        </span>
      )}
    </output>
  )
}

/** Pauses the motion (WCAG 2.2.2); absent with reduced motion, when nothing moves. */
export function PauseJackpots({ className }: { className?: string | undefined }): ReactNode {
  const isPaused = useStore(paused)
  const isReducedMotion = useReducedMotion()
  const t = useTranslations('jackpot')
  if (isReducedMotion) return null
  return (
    <button
      type="button"
      className={classes(style.pause, className)}
      aria-label={t(isPaused ? 'roll' : 'stop')}
      onClick={() => paused.set(!isPaused)}
    >
      <Icon name={isPaused ? 'play' : 'pause'} size={16} />
    </button>
  )
}

function Plain({ figure, className }: { figure: number; className: string }): ReactNode {
  return <p className={className}>{formatMoney(String(figure), useLocaleCode())}</p>
}

/** The figure at the moment of pausing. */
function Frozen({ figure, className }: { figure: number; className: string }): ReactNode {
  const [at] = useState(figure)
  return <Plain figure={at} className={className} />
}

function Figure(props: { figure: number; ratePerSecond: number; className: string }): ReactNode {
  const { figure, ratePerSecond, className } = props
  const locale = useLocaleCode()
  const roll = useRef<Roll>(still(figure))
  /** The figure that determines the number of digits on screen. */
  const [written, setWritten] = useState(figure)
  const wheels = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    roll.current = rollTo(roll.current, figure, ratePerSecond, performance.now())
    let frame = requestAnimationFrame(function step(now) {
      const shown = shownAt(roll.current, now)
      turnWheels(wheels, shown)
      // Re-render only when the number of digits changes.
      setWritten((before) => (String(Math.floor(shown)).length === String(before).length ? before : Math.floor(shown)))
      if (now < roll.current.endsAt) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [figure, ratePerSecond])
  // Position newly rendered wheels.
  useEffect(() => turnWheels(wheels, shownAt(roll.current, performance.now())))

  const text = formatMoney(String(written), locale)
  return (
    <p className={`${className} ${style.figure}`}>
      <span className="visually-hidden">{formatMoney(String(figure), locale)}</span>
      <span className={style.wheels} aria-hidden="true" ref={wheels}>
        {[...text].map((sign, place) => (
          // Keys count from the right, so that existing wheels keep theirs.
          <span key={text.length - place} className={/\d/.test(sign) ? style.wheel : style.sign}>
            {/\d/.test(sign) ? <Digits /> : sign}
          </span>
        ))}
      </span>
    </p>
  )
}

function Digits(): ReactNode {
  return (
    <span className={style.strip} data-wheel="">
      {'01234567890'.split('').map((digit, at) => (
        <span key={at}>{digit}</span>
      ))}
    </span>
  )
}

function turnWheels(wheels: RefObject<HTMLElement | null>, shown: number): void {
  const strips = wheels.current?.querySelectorAll<HTMLElement>('[data-wheel]') ?? []
  const places = wheelsOf(shown, strips.length)
  for (const [place, strip] of [...strips].entries()) {
    strip.style.transform = `translateY(${((places[place] ?? 0) * -100) / 11}%)`
  }
}

/** Whether the visitor prefers reduced motion. */
function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)')
    const update = () => setReduced(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return reduced
}
