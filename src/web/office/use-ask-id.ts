import { newRequestId } from '#web/shared/request-id.ts'
import { useRef } from 'react'

/**
 * The request id of an ask, made when the operator presses: pressing again with the same content is the same ask (the
 * first answer may have been lost), with another content a new one.
 */
export function useAskId(): (content: string) => string {
  const last = useRef<{ content: string; id: string } | null>(null)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newRequestId() }
    return last.current.id
  }
}
