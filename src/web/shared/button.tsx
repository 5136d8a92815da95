import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import style from './button.module.css'
import { classes } from './classes.ts'

export type ButtonVariant = 'gilt' | 'plain' | 'quiet' | 'danger'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  /** An action is running: the button keeps its size and ignores clicks. */
  busy?: boolean
  wide?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button of at least 44 px. One `gilt` button per view: its primary action. */
export function Button({ variant = 'plain', busy = false, wide = false, className, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, wide, className)}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : rest.onClick}
    />
  )
}

/** Button styles for a link. */
export function buttonClass(variant: ButtonVariant, wide = false, className?: string): string {
  return classes(style.button, style[variant], wide && style.wide, className)
}
