import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { useMoney } from '#web/play/kit/money.ts'
import type { PlayState, Announcement } from './play-state.ts'

/** Announces each result to screen readers. */
export function LiveLine({ state }: { state: PlayState }): ReactNode {
  const t = useTranslations('slot.announcements')
  const money = useMoney()
  const text = (announcement: Announcement): string => {
    switch (announcement.kind) {
      case 'spinning':
        return t('spinning', { stake: money(announcement.stake) })
      case 'nothing':
        return t('nothing')
      case 'returned':
        return t('returned', { amount: money(announcement.amount) })
      case 'won':
        return t('won', { amount: money(announcement.amount) })
      case 'freeSpins':
        return t('freeSpins', { count: announcement.spins, multiplier: announcement.multiplier })
      case 'freeSpinsMore':
        return t('freeSpinsMore', { count: announcement.spins })
    }
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {state.announcement ? text(state.announcement) : ''}
    </output>
  )
}
