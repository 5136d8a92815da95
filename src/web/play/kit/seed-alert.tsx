import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { listText } from '#domain/games/listed-notes.ts'
import { Button } from '#web/shared/button.tsx'
import { Icon } from '#web/shared/icons.tsx'
import { useStore } from '#web/shared/store.ts'
import type { SeedKeeper } from './seed-keeper.ts'
import style from './seed-alert.module.css'

/**
 * A line over the stage while an answer of the server contradicts what this browser has stored, no pair could be begun,
 * or numbers of rounds were passed over, which the member compares with the history.
 */
export function SeedAlert(props: { seeds: SeedKeeper; onOpen: () => void; onHistory: () => void }): ReactNode {
  const { seeds, onOpen, onHistory } = props
  const t = useTranslations('play.fairness')
  const history = useTranslations('play.history')
  const common = useTranslations('common')
  const { faults, notSeen, fairness, refused, endedPair } = useStore(seeds.state)
  const newest = faults.at(-1)
  return (
    <div className={style.place} role="alert">
      {newest && (
        <p className={style.line}>
          <span>{t('faultLine', { fault: t(`fault.${newest.kind}`) })}</span>
          <Button onClick={onOpen}>{t('title')}</Button>
        </p>
      )}
      {refused !== null && fairness.clientSeed === null && endedPair === null && (
        <p className={style.line}>
          <span>{t('refusedLine', { reason: t(refused) })}</span>
          <Button onClick={onOpen}>{t('title')}</Button>
        </p>
      )}
      {!newest && notSeen.length > 0 && (
        <p className={style.line}>
          <span>{t('notSeenLine', { rounds: listText(notSeen) })}</span>
          <Button onClick={onHistory}>{history('title')}</Button>
          <Button variant="quiet" aria-label={common('close')} onClick={seeds.acceptNumbers}>
            <Icon name="close" size={16} />
          </Button>
        </p>
      )}
    </div>
  )
}
