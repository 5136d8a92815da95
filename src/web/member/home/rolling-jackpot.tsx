import { formatMoney, integerPart } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { createStore, useStore } from '#web/shared/store.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import { jackpotFigures, type RollingJackpotProps } from '#web/member/lobby/jackpot-figures.ts'
import { loadMessages } from '../message-parts.ts'
import { rollTo, shownAt, still, wheelsOf, type Roll } from './odometer.ts'
import style from './rolling-jackpot.module.css'

/** Shared by the three pools: one button pauses all. */
const paused = createStore(false)

/**
 * A jackpot figure that rolls towards the latest value. With reduced motion, and for screen readers, it is a plain
 * figure without live announcements.
 */
export function RollingJackpot({ tier, first, preparing, className }: RollingJackpotProps): ReactNode {
  const figures = useStore(jackpotFigures)
  const isPaused = useStore(paused)
  const isReducedMotion = useReducedMotion()
  const current = figures === null ? first : figures.jackpots.find((jackpot) => jackpot.tier === tier)
  const isFirstOpen = figures === null ? tier === 'mega' : figures.jackpots[0]?.tier === tier
  if (current === undefined) return preparing
  const figure = Number(integerPart(current.amount))
  return (
    <>
      {isPaused ? (
        <Frozen {...{ figure, className }} />
      ) : isReducedMotion ? (
        <Plain {...{ figure, className }} />
      ) : (
        <Figure ratePerSecond={Number(current.ratePerSecond)} {...{ figure, className }} />
      )}
      {isFirstOpen && <PauseButton />}
    </>
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

/** Pauses the motion (WCAG 2.2.2); absent while nothing moves. */
function PauseButton(): ReactNode {
  const hasMoved = useStore(jackpotFigures) !== null
  const [hasMessages, setHasMessages] = useState(false)
  useEffect(() => {
    if (hasMoved)
      loadMessages('live').then(
        () => setHasMessages(true),
        () => undefined,
      )
  }, [hasMoved])
  return hasMessages && !matchMedia('(prefers-reduced-motion: reduce)').matches && <PauseToggle />
}

function PauseToggle(): ReactNode {
  const isPaused = useStore(paused)
  const t = useTranslations('jackpot')
  return (
    <button
      type="button"
      className={style.pause}
      aria-label={t(isPaused ? 'roll' : 'stop')}
      onClick={() => paused.set(!isPaused)}
    >
      <Icon name={isPaused ? 'play' : 'pause'} size={16} />
    </button>
  )
}
