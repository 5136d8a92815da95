import { useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { useMoney } from '#web/play/kit/money.ts'
import style from './stake-control.module.css'
import { WindowIcon } from '#web/play/kit/window-icon.tsx'

/** The stake: one step down, one step up, or picked from the list. */
export function StakeControl(props: {
  stakes: readonly Amount[]
  stake: Amount
  disabled: boolean
  onChoose: (stake: Amount) => void
  onChange: (by: 1 | -1) => void
  onPress: (event: MouseEvent) => void
}): ReactNode {
  const { stakes, stake, disabled, onChoose, onChange, onPress } = props
  const t = useTranslations('slot.bar')
  const money = useMoney()
  const list = useRef<HTMLFieldSetElement>(null)
  const listId = useId()
  const index = stakes.indexOf(stake)
  const step = (by: 1 | -1, label: string, atEnd: boolean) => (
    <button
      type="button"
      className={style.step}
      aria-label={label}
      aria-disabled={disabled || atEnd || undefined}
      onClick={(event) => {
        if (!disabled) onChange(by)
        onPress(event)
      }}
    >
      <WindowIcon name={by > 0 ? 'plus' : 'minus'} size={20} />
    </button>
  )
  return (
    <fieldset className={style.control} aria-label={t('stake')}>
      {step(-1, t('stakeDown'), index <= 0)}
      <button type="button" className={style.value} popoverTarget={listId} disabled={disabled} title={t('stakePick')}>
        <span className={style.label}>{t('stake')}</span>
        <span className={classes(style.amount, 'money')}>{money(stake)}</span>
      </button>
      {step(1, t('stakeUp'), index >= stakes.length - 1)}
      <fieldset ref={list} id={listId} popover="auto" className={style.list} aria-label={t('stakePick')}>
        {stakes.map((choice) => (
          <button
            key={String(choice)}
            type="button"
            className={classes(style.choice, 'money')}
            aria-pressed={choice === stake}
            onClick={(event) => {
              onChoose(choice)
              list.current?.hidePopover()
              onPress(event)
            }}
          >
            {money(choice)}
          </button>
        ))}
      </fieldset>
    </fieldset>
  )
}
