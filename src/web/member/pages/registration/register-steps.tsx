import {
  type Rules,
  faultsOf,
  formOf,
  storeDraft,
  playMoneyDraft,
  readDraft,
  steps,
  type Draft,
  type DraftFault,
  type DraftFaults,
  type DraftField,
} from './register-form.ts'
import type { MemberAnswers } from '#contract/member-api.ts'
import { Button } from '#web/shared/button.tsx'
import { Form } from '#web/shared/form.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { AccountStep, AgreeStep, PersonStep, type StepProps } from './register-fields.tsx'
import type { RegisterOutcome } from './register-done.tsx'
import { takenNames } from './use-check-name.ts'
import { useRegister } from './use-register.ts'
import { useSearchParameter } from '#web/member/kit/use-search-parameter.ts'
import form from '#web/member/kit/form.module.css'
import style from './register.module.css'

type Answer = MemberAnswers['user-register']

const stepNames = ['stepAccount', 'stepPerson', 'stepAgree'] as const
const stepViews = [AccountStep, PersonStep, AgreeStep] as const

/** The three steps. Going forward requires valid fields; going back keeps the input. */
export function RegisterSteps(props: { rules: Rules; onDone: (outcome: RegisterOutcome) => void }): ReactNode {
  const t = useTranslations('registration')
  const common = useTranslations('common')
  const register = useDraft(props)
  const { step, setStep, problem, busy, submit } = register
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  const View = stepViews[step] ?? AccountStep
  const name = stepNames[step] ?? 'stepAccount'
  return (
    <Form className={form.form} busy={busy} onSubmit={submit}>
      <div className={style.progress} aria-hidden="true">
        {steps.map((_, index) => (
          <span key={stepNames[index]} data-done={index <= step || undefined} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className={style.step}>
        {t(name)} <span className="money">{t('step', { step: step + 1, steps: steps.length })}</span>
      </h2>
      <View {...register.fields} />
      <p className={form.problem} role="alert">
        {problem}
      </p>
      <div className={form.actions}>
        {step > 0 && <Button onClick={() => setStep(step - 1)}>{common('back')}</Button>}
        <Button type="submit" variant="gilt" busy={busy}>
          {step === steps.length - 1 ? t('submit') : common('next')}
        </Button>
      </div>
    </Form>
  )
}

type Register = {
  step: number
  setStep: (step: number) => void
  problem: string
  busy: boolean
  submit: () => void
  fields: StepProps
}

/**
 * The step in the address, so that the browser's Back and Forward walk the steps; never beyond one that has faults, as
 * after a reload, which clears the secrets.
 */
function useStep(faults: DraftFaults): [number, (step: number) => void] {
  const [parameter, setParameter] = useSearchParameter('step', 'push')
  const wanted = (Number(parameter) || 1) - 1
  const incomplete = steps.findIndex((fields) => fields.some((field) => faults[field] !== undefined))
  const reached = incomplete === -1 ? steps.length - 1 : incomplete
  return [
    Math.max(0, Math.min(wanted, reached, steps.length - 1)),
    (step) => setParameter(step === 0 ? '' : String(step + 1)),
  ]
}

/** The state of the form: input, faults and submission. */
function useDraft({ rules, onDone }: { rules: Rules; onDone: (outcome: RegisterOutcome) => void }): Register {
  const t = useTranslations('registration')
  const errorMessage = useErrorMessage()
  const { brand } = usePage().site
  const sending = useRegister()
  const [draft, setDraft] = useState(() =>
    readDraft({
      code: new URLSearchParams(location.search).get('code') ?? '',
      ...(rules.mode === 'play' ? playMoneyDraft(rules.banks) : {}),
    }),
  )
  const [shownFaults, setShownFaults] = useState<DraftFaults>({})
  const [problem, setProblem] = useState('')
  const [checking, setChecking] = useState(false)
  const faultsNow = faultsOf(draft, { ...rules, timeZone: brand.timeZone })
  const [step, setStep] = useStep(faultsNow)
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(next)
    setShownFaults(withoutFields(shownFaults, new Set(Object.keys(part).map(fieldOfKey))))
  }
  const handleAnswer = (answer: Answer) => {
    switch (answer.status) {
      case 'success':
      case 'pending':
      case 'contact':
        storeDraft(null)
        return onDone(answer.status === 'contact' ? answer : { status: answer.status, id: draft.id })
      case 'closed':
        return setProblem(t('closed'))
      default:
        return showFaults(faultsOfRefusal(answer))
    }
  }
  const showFaults = (faults: DraftFaults) => {
    const first = steps.findIndex((fields) => fields.some((field) => faults[field] !== undefined))
    setStep(Math.max(0, first))
    setShownFaults(faults)
  }
  const submit = () => {
    setProblem('')
    const here = steps[step] ?? []
    const faults = onlyFields(faultsNow, new Set(here))
    setShownFaults(faults)
    if (Object.keys(faults).length > 0) return focusFirstFault()
    if (here.includes('id')) return checkNames()
    if (step < steps.length - 1) return setStep(step + 1)
    sending.mutateAsync(formOf(draft)).then(handleAnswer, (error: unknown) => setProblem(errorMessage(error)))
  }
  const checkNames = () => {
    setChecking(true)
    takenNames(draft)
      .then((taken) => {
        if (Object.keys(taken).length === 0) return setStep(step + 1)
        setShownFaults(taken)
        return focusFirstFault()
      })
      .catch((error: unknown) => setProblem(errorMessage(error)))
      .finally(() => setChecking(false))
  }
  return {
    step,
    setStep,
    problem,
    busy: sending.isPending || checking,
    submit,
    fields: { draft, change, faults: shownFaults, rules, playMoney: brand.mode === 'play' },
  }
}

type Refusal = Exclude<Answer, { status: 'success' | 'pending' | 'contact' | 'closed' }>

/** The fields that a refusal by the server is about. */
function faultsOfRefusal(answer: Refusal): DraftFaults {
  switch (answer.status) {
    case 'already_have_user':
      return { id: 'taken' }
    case 'already_have_nick':
      return { nick: 'taken' }
    case 'cant_find_code':
      return { code: 'wrong' }
    case 'underage':
      return { birth: 'underage' }
    case 'invalid':
      return answer.fields
  }
}

function fieldOfKey(key: string): DraftField {
  return key === 'terms' || key === 'privacy' || key === 'adult' ? 'agree' : (key as DraftField)
}

function withoutFields(faults: DraftFaults, fields: ReadonlySet<DraftField>): DraftFaults {
  return Object.fromEntries(entriesOf(faults).filter(([field]) => !fields.has(field)))
}

function onlyFields(faults: DraftFaults, fields: ReadonlySet<DraftField>): DraftFaults {
  return Object.fromEntries(entriesOf(faults).filter(([field]) => fields.has(field)))
}

function entriesOf(faults: DraftFaults): [DraftField, DraftFault][] {
  return Object.entries(faults) as [DraftField, DraftFault][]
}

function focusFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid]')?.focus())
}
