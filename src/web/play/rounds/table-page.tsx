import { useState, type ReactNode } from 'react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { pageFontsReady } from '#web/play/kit/page-fonts.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import { TableWindow } from '#web/play/table/open-table.tsx'
import type { TablePanel } from '#web/play/table/table-screen.tsx'
import type { TableArt } from '#web/play/table/table-view.tsx'
import { simulateTable, type TableKind } from './simulated-table.ts'

const panels = ['roads', 'history', 'fairness', 'info'] as const satisfies readonly TablePanel[]

/** The window of a table around a simulated one: `?bare=1&table=baccarat&kind=third`. */
export function TablePage(props: { code: string; kind: TableKind; manifest: ArtManifest; art: TableArt }): ReactNode {
  const { code, kind, manifest, art } = props
  const [parts] = useState(() => {
    const now = performance.now()
    const table = simulateTable(code, kind)
    const totals = createTotalsKeeper({
      storage: null,
      signIn: '',
      now: () => performance.now(),
      clock: () => Date.now(),
    })
    totals.count('earlier', -84_000n * 10_000n)
    return { ...table, totals, asked: { sentMs: now, receivedMs: now } }
  })
  return (
    <TableWindow
      {...{ manifest, art }}
      {...parts}
      brandName="Rounds"
      playSession=""
      wait={(ms) => new Promise((done) => setTimeout(done, ms))}
      opened={panels.find((panel) => panel === kind) ?? null}
      onPlay={markReady}
    />
  )
}

function markReady(): void {
  void pageFontsReady().then(() => {
    document.documentElement.dataset['ready'] = 'true'
  })
}
