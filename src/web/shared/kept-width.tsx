import type { CSSProperties, ReactNode } from 'react'
import style from './kept-width.module.css'

/** Hangul, kana and Han letters. */
const wide = String.raw`[\uac00-\ud7a3\u3041-\u30ff\u4e00-\u9fff]+`
const wideRuns = new RegExp(`(${wide}(?: ${wide})*)`)

/**
 * A label in one line whose Korean, Japanese or Chinese letters, and the spaces between them, are as wide as they will be: their
 * font arrives after the first paint, and without it the labels beside and the whole row would move. Latin letters have a
 * fallback of their width.
 */
export function KeptWidth({ text }: { text: string }): ReactNode {
  return text.split(wideRuns).map((run, index) => {
    if (index % 2 === 0) return run
    const spaces = run.split(' ').length - 1
    return (
      <span
        key={index}
        className={style.label}
        style={{ '--letters': run.length - spaces, '--spaces': spaces } as CSSProperties}
      >
        {run}
      </span>
    )
  })
}
