import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { useMoney } from '../money.ts'
import type { PlayState, Spoken } from './play-state.ts'

/** Says each result to those who do not see the reels. */
export function LiveLine({ state }: { state: PlayState }): ReactNode {
  const t = useTranslations('play.said')
  const money = useMoney()
  const say = (spoken: Spoken): string => {
    switch (spoken.kind) {
      case 'spinning':
        return t('spinning', { stake: money(spoken.stake) })
      case 'nothing':
        return t('nothing')
      case 'returned':
        return t('returned', { amount: money(spoken.amount) })
      case 'won':
        return t('won', { amount: money(spoken.amount) })
      case 'freeSpins':
        return t('freeSpins', { count: spoken.spins, multiplier: spoken.multiplier })
      case 'freeSpinsMore':
        return t('freeSpinsMore', { count: spoken.spins })
    }
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {state.spoken ? say(state.spoken) : ''}
    </output>
  )
}
