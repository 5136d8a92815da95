import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Amount } from '#domain/money.ts'

const countMs = 400
const one = 1_000_000n

/**
 * An amount that counts up to its new value in 400 ms and changes down at once. The digits are written directly to the
 * DOM, without a React render per frame. Screen readers get the final amount from the live line.
 */
export function CountUp(props: {
  amount: Amount
  /** The initial amount; `amount` by default. */
  from?: Amount
  format: (amount: Amount) => string
  className?: string | undefined
  /** Called a few times while counting up, for the sound. */
  onStep?: (step: number) => void
}): ReactNode {
  const { amount, format, className, onStep } = props
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
    if (amount <= from || isReducedMotion) {
      write(amount)
      return
    }
    let frame = 0
    let steps = 0
    const begun = performance.now()
    const tick = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - begun) / countMs))
      const eased = 1 - (1 - share) ** 3
      write(share >= 1 ? amount : from + ((amount - from) * BigInt(Math.round(eased * Number(one)))) / one)
      if (share * 6 >= steps) onStep?.(steps++)
      if (share < 1) frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => {
      cancelAnimationFrame(frame)
      shown.current = amount
    }
  }, [amount, format, onStep])
  return (
    <span ref={element} className={className}>
      {format(first)}
    </span>
  )
}
