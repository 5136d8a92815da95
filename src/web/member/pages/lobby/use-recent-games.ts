import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/member/session/session.ts'

/** The games the member played last; refetched when the page regains the focus from a game window. */
export function useRecentGames() {
  const userId = useUser()?.userId
  return useQuery({
    queryKey: ['get-recent-games', userId],
    queryFn: ({ signal }) => call('get-recent-games', {}, { signal, quiet: true }),
    enabled: userId !== undefined,
    refetchOnWindowFocus: 'always',
  })
}
