import type { CSSProperties, ReactNode } from 'react'
import { oneUnit, type Amount } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { classes } from '#web/shared/classes.ts'
import style from './chip.module.css'

/** The chips of the picture (`scripts/art/table-pieces.ts`). */
const pictures = 8
/** The chips of a stack that are drawn; more would hide what lies behind. */
const mostDrawn = 6

/** An amount as it stands on a chip. */
export function useChipText(): (amount: Amount) => string {
  const locale = useLocaleCode()
  const format = new Intl.NumberFormat(intlLocale[locale], { notation: 'compact', maximumFractionDigits: 1 })
  return (amount) => format.format(amount / oneUnit).replaceAll(/\s/gu, '')
}

/** One chip with its amount. `picture`: the address of all chips. */
export function Chip(props: {
  amount: Amount
  chips: readonly Amount[]
  picture: string | undefined
  className?: string | undefined
}): ReactNode {
  const { amount, chips, picture, className } = props
  const text = useChipText()(amount)
  return (
    <span className={classes(style.chip, className)} style={lookOf(chips.indexOf(amount), picture)} aria-hidden="true">
      <span className={style.figure} data-long={text.length > 3 || undefined}>
        {text}
      </span>
    </span>
  )
}

/** Chips that make up an amount, the largest below, with the amount beside them. */
export function ChipStack(props: {
  amount: Amount
  chips: readonly Amount[]
  picture: string | undefined
  /** Chips whose placement has no answer yet. */
  isPending: boolean
}): ReactNode {
  const { amount, chips, picture, isPending } = props
  const text = useChipText()
  const drawn = chipsOf(amount, chips).slice(-mostDrawn)
  return (
    <span className={classes(style.stack, isPending && style.pending)} aria-hidden="true">
      <span className={style.pile}>
        {drawn.map((one, index) => (
          <span
            key={`${index} ${one}`}
            className={style.layer}
            style={{ ...lookOf(chips.indexOf(one), picture), '--layer': index } as CSSProperties}
          />
        ))}
      </span>
      <span className={style.amount}>{text(amount)}</span>
    </span>
  )
}

function lookOf(index: number, picture: string | undefined): CSSProperties {
  const place = Math.max(0, index) % pictures
  return { backgroundImage: picture ? `url(${picture})` : undefined, '--chip': place } as CSSProperties
}

/** The chips that make up an amount, the largest first; what is less than the smallest takes one of it. */
export function chipsOf(amount: Amount, chips: readonly Amount[]): Amount[] {
  const made: Amount[] = []
  let rest = amount
  for (const chip of chips.toReversed()) {
    for (; rest >= chip && made.length < 60; rest -= chip) made.push(chip)
  }
  const [least] = chips
  return made.length === 0 && amount > 0n && least !== undefined ? [least] : made
}
