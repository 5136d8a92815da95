import type { ReactNode } from 'react'
import { LanguageOffer } from './language-offer.tsx'
import { MaintenanceBar } from './maintenance-bar.tsx'
import style from './floating-bars.module.css'

/** The bars that float over a page, one above the other, so that none covers another. They shift no layout. */
export function FloatingBars(): ReactNode {
  return (
    <div className={style.bars}>
      <MaintenanceBar />
      <LanguageOffer />
    </div>
  )
}
