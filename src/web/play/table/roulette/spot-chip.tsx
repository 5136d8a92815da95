import type { CSSProperties, ReactNode } from 'react'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { useChipText } from '../chip.tsx'
import style from './spot-chip.module.css'

/** The chips of the picture (`scripts/art/table-pieces.ts`). */
const pictures = 8

/** The stake on a spot of the layout as one chip, the largest of the table that it holds. */
export function SpotChip(props: {
  amount: Amount
  chips: readonly Amount[]
  picture: string | undefined
  isPending: boolean
  isLost: boolean
}): ReactNode {
  const { amount, chips, picture, isPending, isLost } = props
  const text = useChipText()(amount)
  const place =
    Math.max(
      0,
      chips.findLastIndex((chip) => chip <= amount),
    ) % pictures
  const look = { backgroundImage: picture ? `url(${picture})` : undefined, '--chip': place } as CSSProperties
  return (
    <span
      className={classes(style.chip, isPending && style.pending, isLost && style.lost)}
      style={look}
      data-long={text.length > 3 || undefined}
      aria-hidden="true"
    >
      <span className={style.figure}>{text}</span>
    </span>
  )
}
