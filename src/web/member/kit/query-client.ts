import { ApiError } from '#web/shared/api-client.ts'
import { QueryClient } from '@tanstack/react-query'
import { session } from '#web/member/session/session.ts'

/**
 * Cache of server responses while a page is open. Only temporary errors are retried, but not time-outs: after 15 s the
 * member sees the error and decides whether to retry.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline calls fail at once with an error instead of waiting for the network.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && ['network', 'maintenance'].includes(error.kind),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let owner = userId()
/** Responses for one member are never shown to another who signs in on the same page. */
session.subscribe(() => {
  const now = userId()
  if (now === null || now === owner) return
  if (owner !== null) void queryClient.resetQueries()
  owner = now
})

function userId(): string | null {
  const now = session.get()
  return now.kind === 'member' ? now.user.userId : null
}
