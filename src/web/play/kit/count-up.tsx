import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Amount } from '#domain/money.ts'

const usualMs = 400
const one = 1_000_000n

/**
 * An amount that counts up to its new value in `ms` and changes down at once; with 0 it changes at once. The digits are
 * written directly to the DOM, without a React render per frame. Screen readers get the final amount from the live line.
 */
export function CountUp(props: {
  amount: Amount
  /** The initial amount; `amount` by default. */
  from?: Amount
  /** 400 by default. */
  ms?: number
  format: (amount: Amount) => string
  className?: string | undefined
  /** Called a few times while counting up, for the sound, with the share that has passed: 0 to 11. */
  onStep?: (step: number) => void
}): ReactNode {
  const { amount, format, className, onStep, ms = usualMs } = props
  const [first] = useState(props.from ?? amount)
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(first)
  useEffect(() => {
    const from = shown.current
    const write = (value: Amount) => {
      shown.current = value
      if (element.current) element.current.textContent = format(value)
    }
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (amount <= from || isReducedMotion || ms === 0) {
      write(amount)
      return
    }
    let frame = 0
    let steps = 0
    const begun = performance.now()
    const tick = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begun) / ms))
      const eased = 1 - (1 - share) ** (ms > usualMs ? 1.6 : 3)
      write(
        share >= 1 ? amount : from + wholeUnitsOf(((amount - from) * BigInt(Math.round(eased * Number(one)))) / one),
      )
      if ((share * ms) / stepMs >= steps) {
        onStep?.(Math.round(share * lastStep))
        steps += 1
      }
      if (share < 1) frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [amount, format, ms, onStep])
  return (
    <span ref={element} className={className}>
      {format(first)}
    </span>
  )
}

/** Ms between two sounds of counting, which rise with the amount. */
const stepMs = 110
const lastStep = 11
/** 1/10 000 of the currency: digits after the point would only flicker. */
const unit = 10_000n

function wholeUnitsOf(amount: Amount): Amount {
  return amount < unit ? amount : (amount / unit) * unit
}
