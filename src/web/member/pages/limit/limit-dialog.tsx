import type { LimitRule } from '#contract/limit.ts'
import { AmountPad } from '#web/shared/amount-pad.tsx'
import { Button } from '#web/shared/button.tsx'
import { Dialog, DialogActions } from '#web/shared/dialog.tsx'
import { TextField } from '#web/shared/field.tsx'
import { Form } from '#web/shared/form.tsx'
import { integerPart } from '#web/shared/format.ts'
import { overriddenLimit, type LimitPeriod } from '#domain/limit.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import form from '#web/member/kit/form.module.css'
import { useFormatLimit } from './limit-figures.ts'
import style from './limits.module.css'
import { useChangeLimit } from './use-change-limit.ts'

const quick = ['10000', '50000', '100000', '500000'] as const

export type LimitDialogProps = {
  rule: LimitRule
  /** The limits of this kind for all periods. */
  ofKind: readonly LimitRule[]
  onClose: () => void
}

/**
 * Sets one limit. The effect of saving, at once or after a day, is shown before submitting, and so is a limit of
 * another period that is lower or becomes useless.
 */
export function LimitDialog({ rule, ofKind, onClose }: LimitDialogProps): ReactNode {
  const t = useTranslations('limit')
  const dialog = useTranslations('limit.dialog')
  const figure = useFormatLimit()
  const { change, isBusy } = useChangeLimit()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const { kind, period, most } = rule
  const isHigher = value !== '' && most !== null && integerPart(value) > integerPart(most)
  const overridden = value === '' ? null : overriddenLimit(ofKind.map(inWholes), { period, most: integerPart(value) })
  const send = async (wanted: string | null) => {
    setProblem(undefined)
    const fault = await change({ kind, period, most: wanted, confirm: false })
    if (fault === null) onClose()
    else setProblem(fault)
  }
  const changeValue = (next: string) => {
    setValue(next)
    setProblem(undefined)
  }
  return (
    <Dialog title={dialog('title', { kind: t(`kinds.${kind}`), period: t(`periods.${period}`) })} onClose={onClose}>
      <Form
        className={form.form}
        busy={isBusy}
        onSubmit={() => (value === '' ? setProblem(dialog('required')) : send(value))}
      >
        <p className={style.text}>{dialog('now', { most: figure(kind, most) })}</p>
        {kind === 'session_time' ? (
          <TextField
            label={dialog('minutes')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={value}
            onChange={(event) => changeValue(event.target.value.replaceAll(/\D/g, ''))}
            trail={<span className={style.unit}>{dialog('minutesUnit')}</span>}
            error={problem}
          />
        ) : (
          <AmountPad label={dialog('amount')} value={value} onChange={changeValue} quick={quick} error={problem} />
        )}
        <output className={style.effect}>
          {dialog(isHigher ? 'higher' : 'lower')}
          {overridden && (
            <span className={style.overridden}>
              {dialog(overridden.ruling === 'other' ? 'aboveLonger' : 'belowShorter', {
                period: t(`periods.${overridden.period}`),
                most: figure(kind, String(overridden.most)),
              })}
            </span>
          )}
        </output>
        <Button type="submit" variant={isHigher ? 'plain' : 'gilt'} wide busy={isBusy}>
          {dialog(isHigher ? 'request' : 'save')}
        </Button>
      </Form>
      {most !== null && (
        <div className={style.removal}>
          <p className={style.text}>{dialog('removes')}</p>
          <DialogActions>
            <Button variant="quiet" busy={isBusy} onClick={() => void send(null)}>
              {dialog('remove')}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

function inWholes({ period, most }: LimitRule): { period: LimitPeriod; most: bigint | null } {
  return { period, most: most === null ? null : integerPart(most) }
}
