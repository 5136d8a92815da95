import type { OfficeRequest } from '#contract/money-request.ts'
import { useEffect, useRef } from 'react'
import { isTyping } from '#web/office/kit/panel.tsx'
import { approvalKind, type DecideKind } from './use-request-actions.ts'

type Keys = {
  rows: readonly OfficeRequest[]
  pickedId: string | null
  pick: (id: string) => void
  /** The selected request once loaded; null disables decisions. */
  request: OfficeRequest | null
  mayAct: boolean
  claim: (request: OfficeRequest) => void
  decide: (kind: DecideKind | 'note', request: OfficeRequest) => void
  showHelp: () => void
}

/**
 * `j k` move, `c` claim, `a` approve, `r` reject, `n` note, `?` help. Uses physical key codes, so that the shortcuts
 * work with a Korean layout too.
 */
export function useQueueKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  // The position in the list, for the case that the selected request has left it.
  const place = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return latest.current.showHelp()
      if (event.shiftKey) return
      const isHandled = handleKey(event.code, latest.current, place)
      if (isHandled) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function handleKey(code: string, keys: Keys, place: { current: number }): boolean {
  const { request } = keys
  switch (code) {
    case 'KeyJ':
    case 'KeyK': {
      const at = keys.rows.findIndex((row) => row.id === keys.pickedId)
      const next = nextPlace(at, place.current, code === 'KeyJ' ? 1 : -1, keys)
      const row = keys.rows[next]
      if (row === undefined) return false
      place.current = next
      keys.pick(row.id)
      return true
    }
    case 'KeyC':
      if (request === null || !keys.mayAct || request.mine || request.proposal?.mine || request.decidedBy !== null)
        return false
      keys.claim(request)
      return true
    case 'KeyA':
      if (request === null || !mayDecide(request, keys)) return false
      keys.decide(approvalKind(request), request)
      return true
    case 'KeyR':
      if (request === null || !mayDecide(request, keys)) return false
      keys.decide('reject', request)
      return true
    case 'KeyN':
      if (request === null) return false
      keys.decide('note', request)
      return true
    default:
      return false
  }
}

function mayDecide(request: OfficeRequest, keys: Keys): boolean {
  return keys.mayAct && request.mine && request.state === 'claimed'
}

/** The next row; when the selected request has left the list, the row that moved into its place. */
function nextPlace(at: number, last: number, stepBy: 1 | -1, keys: Keys): number {
  const end = keys.rows.length - 1
  if (keys.pickedId === null) return 0
  if (at === -1) return Math.min(Math.max(0, stepBy === 1 ? last : last - 1), end)
  return Math.min(Math.max(0, at + stepBy), end)
}
