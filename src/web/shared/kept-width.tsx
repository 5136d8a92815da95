import type { ReactNode } from 'react'
import style from './kept-width.module.css'

/**
 * A short label whose place is as wide as its Korean, Japanese or Chinese letters will be: their font arrives after the
 * first paint, and without it the labels beside and the whole row would move.
 */
export function KeptWidth({ text }: { text: string }): ReactNode {
  return (
    <span className={style.label} data-letters={wideLetters(text) || undefined}>
      {text}
    </span>
  )
}

/** How many letters of a text have the width of the font size; the style sheet knows up to 8. */
export function wideLetters(text: string): number {
  return Math.min(
    8,
    text.match(/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)?.length ?? 0,
  )
}
