import { useEffect, useRef, type ReactNode } from 'react'
import { LanguageOffer } from './language-offer.tsx'
import { MaintenanceBar } from './maintenance-bar.tsx'
import style from './floating-bars.module.css'

/**
 * The bars that float over a page, one above the other, so that none covers another. They shift no layout. `--bars` of
 * the document is the height that they take with the gap to the next, in pixels: toasts keep clear of it.
 */
export function FloatingBars(): ReactNode {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bars
    if (current === null) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      const height = current.offsetHeight
      root.setProperty('--bars', height === 0 ? '0px' : `${height + 8}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      root.removeProperty('--bars')
    }
  }, [])
  return (
    <div ref={bars} className={style.bars}>
      <MaintenanceBar />
      <LanguageOffer />
    </div>
  )
}
