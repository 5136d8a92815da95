import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/shared/button.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import style from './history-panel.module.css'

type Page<Round> = { rounds: Round[]; maxCount: number }

const pageSize = 20

/** Rounds that are loaded page by page, newest first. */
export type RoundPages<Round> = {
  rounds: readonly Round[]
  /** Before the first answer. */
  isLoading: boolean
  hasMore: boolean
  failed: boolean
  /** Loads the next page, or the one that failed. */
  loadMore: () => void
}

/** Loads the first page, and again whenever `loadPage` is another function; it resolves with null when the call failed. */
export function useRoundPages<Round>(
  loadPage: (page: { skip: number; take: number }) => Promise<Page<Round> | null>,
): RoundPages<Round> {
  const [listed, setListed] = useState<Page<Round> | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(
    (skip: number) =>
      loadPage({ skip, take: pageSize }).then((page) => {
        setFailed(page === null)
        if (page === null) return
        const { rounds, maxCount } = page
        setListed((before) => ({ rounds: [...(skip > 0 ? (before?.rounds ?? []) : []), ...rounds], maxCount }))
      }),
    [loadPage],
  )
  useEffect(() => {
    void load(0)
  }, [load])
  const rounds = listed?.rounds ?? []
  return {
    rounds,
    isLoading: listed === null,
    hasMore: listed !== null && rounds.length < listed.maxCount,
    failed,
    loadMore: () => void load(rounds.length),
  }
}

/** The rounds with what stands in their place while there are none, after a failure, and before the next page. */
export function RoundList(props: { pages: RoundPages<unknown>; empty: string; children: ReactNode }): ReactNode {
  const { pages, empty, children } = props
  const { rounds, isLoading, hasMore, failed, loadMore } = pages
  const t = useTranslations('play.history')
  const common = useTranslations('common')
  return (
    <>
      {isLoading && !failed && <Skeleton rows={6} height={52} />}
      {!isLoading && rounds.length === 0 && <p className={style.empty}>{empty}</p>}
      {rounds.length > 0 && children}
      {failed && (
        <p className={style.empty} role="alert">
          {t('failed')} <Button onClick={loadMore}>{common('retry')}</Button>
        </p>
      )}
      {hasMore && !failed && (
        <Button wide onClick={loadMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
