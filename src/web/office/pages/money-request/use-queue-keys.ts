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

/** How long a key waits for the selected request to load. */
const waitsMs = 5_000

/** What the keys know before the page has rendered again. */
type Pending = {
  /** The position in the list, for the case that the selected request has left it. */
  place: number
  /** The request that `j` or `k` has just selected; null once it is rendered. */
  movedTo: string | null
  /** A key for the selected request, which has not been loaded yet. */
  waiting: { code: string; since: number } | null
}

/**
 * `j k` move, `c` claim, `a` approve, `r` reject, `n` note, `?` help. Uses physical key codes, so that the shortcuts
 * work with a Korean layout too. A key right after `j` or `k` acts on the newly selected request once it is loaded,
 * never on the one before.
 */
export function useQueueKeys(keys: Keys): void {
  const latest = useRef(keys)
  const pending = useRef<Pending>({ place: 0, movedTo: null, waiting: null })
  useEffect(() => {
    const { movedTo, waiting } = pending.current
    if (keys.pickedId !== latest.current.pickedId && keys.pickedId !== movedTo) pending.current.waiting = null
    if (keys.pickedId === movedTo) pending.current.movedTo = null
    latest.current = keys
    if (waiting === null || keys.request === null || pending.current.movedTo !== null) return
    const isOver = pending.current.waiting === null || performance.now() - waiting.since > waitsMs
    pending.current.waiting = null
    if (!isOver && !isTyping(document.activeElement)) handleKey(waiting.code, keys, pending.current)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      pending.current.waiting = null
      if (event.key === '?') return latest.current.showHelp()
      if (event.shiftKey) return
      const isHandled = handleKey(event.code, latest.current, pending.current)
      if (isHandled) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function handleKey(code: string, keys: Keys, pending: Pending): boolean {
  const request = pending.movedTo === null ? keys.request : null
  const pickedId = pending.movedTo ?? keys.pickedId
  if (request === null && pickedId !== null && actKeys.includes(code)) {
    pending.waiting = { code, since: performance.now() }
    return true
  }
  switch (code) {
    case 'KeyJ':
    case 'KeyK': {
      const at = keys.rows.findIndex((row) => row.id === pickedId)
      const next = pickedId === null ? 0 : nextPlace(at, pending.place, code === 'KeyJ' ? 1 : -1, keys)
      const row = keys.rows[next]
      if (row === undefined) return false
      pending.place = next
      pending.movedTo = row.id === keys.pickedId ? null : row.id
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

/** The keys that act on the selected request. */
const actKeys = ['KeyC', 'KeyA', 'KeyR', 'KeyN']

function mayDecide(request: OfficeRequest, keys: Keys): boolean {
  return keys.mayAct && request.mine && request.state === 'claimed'
}

/** The next row; when the selected request has left the list, the row that moved into its place. */
function nextPlace(at: number, last: number, stepBy: 1 | -1, keys: Keys): number {
  const end = keys.rows.length - 1
  if (at === -1) return Math.min(Math.max(0, stepBy === 1 ? last : last - 1), end)
  return Math.min(Math.max(0, at + stepBy), end)
}
