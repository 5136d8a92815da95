import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { useStore } from '#web/shared/store.ts'
import type { SeedKeeper } from './seed-keeper.ts'
import style from './seed-alert.module.css'

/** A line over the stage while an answer of the server contradicts what this browser has stored. */
export function SeedAlert({ seeds, onOpen }: { seeds: SeedKeeper; onOpen: () => void }): ReactNode {
  const t = useTranslations('play.fairness')
  const { faults } = useStore(seeds.state)
  return (
    <div className={style.place} role="alert">
      {faults.length > 0 && (
        <p className={style.line}>
          <span>{t('faultLine')}</span>
          <Button onClick={onOpen}>{t('title')}</Button>
        </p>
      )}
    </div>
  )
}
