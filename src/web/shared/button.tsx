import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonClass, type ButtonVariant } from './button-class.ts'

// The frame of the site loads the class without the component.
export { buttonClass, type ButtonVariant }

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
