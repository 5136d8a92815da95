import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import style from './amount-pad.module.css'
import { described, Frame } from './field.tsx'
import field from './field.module.css'
import { formatNumber, integerPart } from './format.ts'
import { Icon } from './icons.tsx'
import { useLocaleCode } from './messages.tsx'

type AmountPadProps = {
  label: string
  /** Digits only, no separators; '' when nothing is typed. */
  value: string
  onChange: (value: string) => void
  /** Amounts (decimal strings) added by the quick buttons. */
  quick: readonly string[]
  /** What there is (decimal string): quick buttons of more than that are disabled. */
  most?: string | undefined
  /** The maximum (decimal string) set by the "all" button; the button is absent when undefined. */
  all?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Shown before the amount; empty for points. */
  unit?: string
}

const maxDigits = 13

/** Input for an amount in whole units: typed, or added up with quick buttons; shown with separators. */
export function AmountPad(props: AmountPadProps): ReactNode {
  const { label, value, onChange, quick, most, all, hint, error, unit = '₩' } = props
  const cash = useTranslations('moneyRequest.form')
  const locale = useLocaleCode()
  const id = useId()
  const add = (amount: string) => onChange(String(integerPart(value) + integerPart(amount)))
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className={field.box}>
        <span className={style.unit} aria-hidden="true">
          {unit}
        </span>
        <input
          {...described(id, hint, error)}
          className={`${field.input} ${style.amount} money`}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="0"
          value={value === '' ? '' : formatNumber(value, locale)}
          onChange={(event) => {
            const digits = event.target.value
              .replaceAll(/\D/g, '')
              .replace(/^0+(?=\d)/, '')
              .slice(0, maxDigits)
            onChange(digits)
          }}
        />
        <button
          type="button"
          className={style.clear}
          aria-label={cash('reset')}
          disabled={value === ''}
          onClick={() => onChange('')}
        >
          <Icon name="close" size={18} />
        </button>
      </div>
      <div className={style.keys} data-columns={quick.length % 3 === 0 ? 3 : 2}>
        {quick.map((amount) => (
          <button
            key={amount}
            type="button"
            className={`${style.key} money`}
            disabled={most !== undefined && integerPart(amount) > integerPart(most)}
            onClick={() => add(amount)}
          >
            +{formatNumber(amount, locale)}
          </button>
        ))}
        {all !== undefined && (
          <button
            type="button"
            className={`${style.key} ${style.wide}`}
            onClick={() => onChange(String(integerPart(all)))}
          >
            {cash('all')}
          </button>
        )}
      </div>
    </Frame>
  )
}
