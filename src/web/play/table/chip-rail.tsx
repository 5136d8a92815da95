import { useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Amount } from '#domain/money.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { Chip } from './chip.tsx'
import style from './chip-rail.module.css'

/** A press that moves so far carries the chip to a spot. */
const dragFrom = 8

/** The chips to choose from: a press chooses one, a drag carries it to a spot. Beside them what takes chips back. */
export function ChipRail(props: {
  chips: readonly Amount[]
  chosen: Amount
  picture: string | undefined
  /** The chips can be placed. */
  isOpen: boolean
  hasStakes: boolean
  onChoose: (chip: Amount) => void
  onUndo: () => void
  onClear: () => void
  onDouble: () => void
}): ReactNode {
  const { chips, chosen, picture, isOpen, hasStakes } = props
  const t = useTranslations('table.bet')
  const money = useMoney()
  const drag = useDrag(props.onChoose)
  const mayChange = isOpen && hasStakes
  return (
    <div className={style.rail}>
      <button
        type="button"
        className={style.act}
        aria-disabled={!mayChange || undefined}
        aria-keyshortcuts="U"
        onClick={props.onUndo}
      >
        <Act path="M9 7L4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-3" text={t('undo')} />
      </button>
      <button
        type="button"
        className={style.act}
        aria-disabled={!mayChange || undefined}
        aria-keyshortcuts="C"
        onClick={props.onClear}
      >
        <Act path="M6 6l12 12M18 6L6 18" text={t('clear')} />
      </button>
      <fieldset className={style.chips} style={{ '--chips': chips.length } as CSSProperties} aria-label={t('chips')}>
        {chips.map((chip, index) => (
          <button
            key={String(chip)}
            type="button"
            className={style.chip}
            aria-pressed={chip === chosen}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => props.onChoose(chip)}
            {...drag.of(chip)}
          >
            <span className="visually-hidden">{t('chip', { amount: money(chip) })}</span>
            <Chip amount={chip} {...{ chips, picture }} />
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className={style.act}
        aria-disabled={!mayChange || undefined}
        aria-keyshortcuts="D"
        onClick={props.onDouble}
      >
        <span className={style.double} aria-hidden="true">
          ×2
        </span>
        <span className={style.text}>{t('double')}</span>
      </button>
      {drag.at && (
        <span className={style.carried} style={{ left: drag.at.x, top: drag.at.y }}>
          <Chip amount={drag.at.chip} {...{ chips, picture }} />
        </span>
      )}
    </div>
  )
}

function Act({ path, text }: { path: string; text: string }): ReactNode {
  return (
    <>
      <svg width="22" height="22" viewBox="0 0 24 24" className={style.icon} aria-hidden="true">
        <path d={path} />
      </svg>
      <span className={style.text}>{text}</span>
    </>
  )
}

type Carried = { chip: Amount; x: number; y: number }

/** Carries a chip with the pointer; the spot where the pointer lets go is pressed with it. */
function useDrag(onChoose: (chip: Amount) => void): { at: Carried | null; of: (chip: Amount) => object } {
  const [at, setAt] = useState<Carried | null>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  const of = (chip: Amount) => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
      const begun = from.current
      if (begun && (at !== null || Math.hypot(x - begun.x, y - begun.y) > dragFrom)) setAt({ chip, x, y })
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const spot = at === null ? null : document.elementFromPoint(clientX, clientY)?.closest('[data-spot]')
      from.current = null
      setAt(null)
      if (!(spot instanceof HTMLElement)) return
      onChoose(chip)
      spot.click()
    },
    onPointerCancel() {
      from.current = null
      setAt(null)
    },
  })
  return { at, of }
}
