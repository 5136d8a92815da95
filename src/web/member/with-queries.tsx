import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { queryClient } from './query-client.ts'

/** A page that may ask the server; the queries' code comes with the first such page. */
export function withQueries(Page: ComponentType): ComponentType {
  return function PageWithQueries(): ReactNode {
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    )
  }
}
