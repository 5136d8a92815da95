import style from './button.module.css'
import { classes } from './classes.ts'

export type ButtonVariant = 'gilt' | 'plain' | 'quiet' | 'danger'

/** Button styles for a link. */
export function buttonClass(variant: ButtonVariant, wide = false, className?: string): string {
  return classes(style.button, style[variant], wide && style.wide, className)
}
