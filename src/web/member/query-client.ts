import { CallError } from '#web/shared/api.ts'
import { QueryClient } from '@tanstack/react-query'

/** Answers of the server, kept while a page is open. Only trouble that passes by itself is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && ['network', 'timeout', 'maintenance'].includes(error.trouble),
    },
    mutations: { retry: false },
  },
})
