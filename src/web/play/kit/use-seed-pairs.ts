import { useCallback, useEffect, useState } from 'react'
import type { SeedPair } from '#contract/slot.ts'
import type { PlayCall } from './calls.ts'

/** The member's seed pairs as far as they are loaded, newest first; null before the first page. */
export type ListedPairs = {
  pairs: readonly SeedPair[] | null
  maxCount: number
  failed: boolean
  more: () => void
  reload: () => void
}

const pageSize = 10

/** Loads the member's seed pairs page by page. */
export function useSeedPairs(call: PlayCall): ListedPairs {
  const [pairs, setPairs] = useState<readonly SeedPair[] | null>(null)
  const [maxCount, setMaxCount] = useState(0)
  const [failed, setFailed] = useState(false)
  const load = useCallback(
    (skip: number) =>
      call('get-seeds', { skip, take: pageSize }).then((end) => {
        setFailed(end.kind !== 'answer')
        if (end.kind !== 'answer') return
        const loaded = end.answer
        setMaxCount(loaded.maxCount)
        setPairs((before) => [...(skip > 0 ? (before ?? []) : []), ...loaded.pairs])
      }),
    [call],
  )
  useEffect(() => {
    void load(0)
  }, [load])
  return { pairs, maxCount, failed, more: () => void load(pairs?.length ?? 0), reload: () => void load(0) }
}
