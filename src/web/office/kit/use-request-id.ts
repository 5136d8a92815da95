import { newRequestId } from '#web/shared/request-id.ts'
import { useRef } from 'react'

/**
 * The request id of a dialog: submitting the same content again reuses the id (the first response may have been lost);
 * other content gets a new one.
 */
export function useRequestId(): (content: string) => string {
  const last = useRef<{ content: string; id: string } | null>(null)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newRequestId() }
    return last.current.id
  }
}
