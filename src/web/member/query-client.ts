import { CallError } from '#web/shared/api.ts'
import { QueryClient } from '@tanstack/react-query'
import { session } from './session.ts'

/**
 * Answers of the server, kept while a page is open. Only trouble that passes by itself is asked again, and no call that
 * was waited for in vain: after its 15 s people are to be told, and to try again themselves.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A call that cannot leave fails at once and says so, rather than waiting unseen for the network.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && ['network', 'maintenance'].includes(error.trouble),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let whose = userId()
/** What one member was answered is never shown to another who signs in on the same page. */
session.subscribe(() => {
  const now = userId()
  if (now === null || now === whose) return
  if (whose !== null) void queryClient.resetQueries()
  whose = now
})

function userId(): string | null {
  const now = session.get()
  return now.kind === 'member' ? now.user.userId : null
}
