import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'
import { safeStorage } from '#web/shared/safe-storage.ts'
import { useUser } from '#web/member/session/session.ts'

/**
 * The codes of the games the member played last; fetched again when the page regains the focus from a game window. The
 * last answer is stored: a later visit has its row, or none, from the first picture on. `unknown` until the first answer
 * in this browser.
 */
export function useRecentGames(): readonly string[] | 'unknown' {
  const userId = useUser()?.userId
  const recent = useQuery({
    queryKey: ['get-recent-games', userId],
    queryFn: async ({ signal }) => {
      const { games } = await call('get-recent-games', {}, { signal, quiet: true })
      const codes = games.map(({ code }) => code)
      if (userId !== undefined) store(userId, codes)
      return codes
    },
    placeholderData: () => (userId === undefined ? undefined : storedCodes(userId)),
    enabled: userId !== undefined,
    refetchOnWindowFocus: 'always',
  })
  if (userId === undefined) return []
  return recent.data ?? (recent.isError ? [] : 'unknown')
}

function keyOf(userId: string): string {
  return `recent-games:${userId}`
}

function storedCodes(userId: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(safeStorage()?.getItem(keyOf(userId)) ?? '')
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : undefined
  } catch {
    return undefined
  }
}

function store(userId: string, codes: readonly string[]): void {
  try {
    safeStorage()?.setItem(keyOf(userId), JSON.stringify(codes))
  } catch {
    // A full storage: the next visit waits for its answer again.
  }
}
