import { unbroken } from '#web/shared/format.ts'

/** Figures with dots between: a line breaks after a dot, never before it nor within a figure. */
export function dotted(figures: readonly string[]): string {
  return figures.map(unbroken).join('\u00a0· ')
}
