import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { useMoney } from '#web/play/kit/money.ts'
import type { PlayState, Announcement } from './play-state.ts'
import type { FeatureIntro } from './steps.ts'

/** Announces each result to screen readers. */
export function LiveLine({ state }: { state: PlayState }): ReactNode {
  const t = useTranslations('slot.announcements')
  const jackpot = useTranslations('jackpot')
  const money = useMoney()
  const started = (intro: FeatureIntro): string => {
    switch (intro.kind) {
      case 'free-spins':
        return t('freeSpins', { count: intro.spins })
      case 'hold-and-win':
        return t('holdAndWin', { count: intro.respins })
      case 'pick':
        return t('pick', { count: intro.picks })
      case 'walking-wilds':
        return t('respins')
    }
  }
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
      case 'jackpot':
        return t('jackpot', { jackpot: jackpot(announcement.tier), amount: money(announcement.amount) })
      case 'featureStart':
        return started(announcement.intro)
      case 'over':
        return t('over', { amount: money(announcement.amount) })
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
