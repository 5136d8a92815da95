import { createStore, useStore } from '#web/shared/store.ts'
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'

/**
 * The places of a table's tile that show it live. They have their size from the first paint; what fills them is loaded when
 * such a tile comes into view.
 */

export type TablePart = ComponentType<{ code: string }>
type TableParts = Record<'State' | 'Board' | 'Limits' | 'Text' | 'Rounds', TablePart>

const parts = createStore<TableParts | null>(null)
let loading: Promise<void> | null = null

/** Whether a tile can show a table live. */
export function isTableTile({ kind, used }: { kind: 'slot' | 'casino' | 'sport'; used: 'y' | 'n' }): boolean {
  return kind === 'casino' && used === 'y'
}

/** One part of a table's tile, within the place that the caller sizes. */
export function TableSlot({ code, part }: { code: string; part: keyof TableParts }): ReactNode {
  const Part = useStore(parts, null)?.[part]
  return Part && <Part code={code} />
}

/** The place of the board, which loads all parts when it comes into view. */
export function BoardPlace({ code, className }: { code: string; className: string | undefined }): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (parts.get() !== null || place.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      loading ??= load().catch(() => void (loading = null))
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <span ref={place} className={className} aria-hidden="true">
      <TableSlot code={code} part="Board" />
    </span>
  )
}

async function load(): Promise<void> {
  const [face, { loadMessages }] = await Promise.all([import('./table-face.tsx'), import('../message-parts.ts')])
  await loadMessages('tiles')
  parts.set(face)
}
