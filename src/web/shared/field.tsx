import { useId, useState, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from './classes.ts'
import style from './field.module.css'
import { Icon } from './icons.tsx'

/** Labelled fields; screen readers announce hint and error together with the field. */

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Shown at the end of the box, such as a unit or a mark that the name is available. */
  trail?: ReactNode
}

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

export function TextField({ label, hint, error, trail, className, ...input }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={style.box}>
        <input {...input} {...described(id, hint, error)} className={style.input} />
        {trail}
      </div>
    </Frame>
  )
}

/** A password or PIN with a button to show it. */
export function SecretField({ trail, ...props }: TextFieldProps): ReactNode {
  const signIn = useTranslations('signIn')
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trail={
        <>
          {trail}
          <button
            type="button"
            className={classes(style.eye, shown && style.on)}
            aria-label={signIn('showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name="eye" />
          </button>
        </>
      }
    />
  )
}

type TextAreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>

export function TextArea({ label, hint, error, trail, className, ...area }: TextAreaProps): ReactNode {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={classes(style.box, style.tall)}>
        <textarea rows={6} {...area} {...described(id, hint, error)} className={style.input} />
        {trail}
      </div>
    </Frame>
  )
}

export function CheckField({
  label,
  error,
  ...input
}: { label: ReactNode; error?: string | undefined } & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>): ReactNode {
  const id = useId()
  return (
    <div className={style.check}>
      <input type="checkbox" {...input} {...described(id, undefined, error)} />
      <label htmlFor={id}>{label}</label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** The attributes that connect a control with its label, hint and error. */
export function described(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined } {
  const by = classes(hint ? `${id}-hint` : '', error ? `${id}-error` : '')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': by === '' ? undefined : by }
}

export function Frame(props: {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div className={classes(style.field, props.className)}>
      <label htmlFor={props.id} className={style.label}>
        {props.label}
      </label>
      {props.children}
      {props.error ? (
        <FieldError id={props.id}>{props.error}</FieldError>
      ) : (
        props.hint && (
          <p id={`${props.id}-hint`} className={style.hint}>
            {props.hint}
          </p>
        )
      )}
    </div>
  )
}

function FieldError({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <p id={`${id}-error`} className={style.error} role="alert">
      <Icon name="info" size={16} />
      {children}
    </p>
  )
}
