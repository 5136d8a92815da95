import type { CSSProperties, ReactNode } from 'react'
import style from './kept-width.module.css'

/**
 * A short label whose place is as wide as its Korean, Japanese or Chinese letters will be, and the spaces between them: their
 * font arrives after the first paint, and without it the labels beside and the whole row would move.
 */
export function KeptWidth({ text }: { text: string }): ReactNode {
  const letters = countOf(text, /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)
  const spaces = letters === 0 ? 0 : countOf(text, / /g)
  return (
    <span className={style.label} style={{ '--letters': letters, '--spaces': spaces } as CSSProperties}>
      {text}
    </span>
  )
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
