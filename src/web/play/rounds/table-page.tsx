import { useState, type ReactNode } from 'react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { pageFontsReady } from '#web/play/kit/page-fonts.ts'
import { createTotalsKeeper } from '#web/play/kit/play-totals.ts'
import { TableWindow } from '#web/play/table/open-table.tsx'
import type { TablePanel } from '#web/play/table/table-screen.tsx'
import type { LoadedKind } from '#web/play/table/table-kind.ts'
import type { TableScene } from './scenes.ts'
import { simulateTable } from './simulated-table.ts'

const panels = ['results', 'history', 'fairness', 'info'] as const satisfies readonly TablePanel[]

/** The window of a table around a simulated one: `?bare=1&table=baccarat&kind=late`. */
export function TablePage(props: {
  code: string
  scene: TableScene
  /** What is dealt from the scene on. */
  outcomes: readonly TableOutcome[]
  kind: LoadedKind
  manifest: ArtManifest
}): ReactNode {
  const { code, scene, outcomes, kind, manifest } = props
  const [parts] = useState(() => {
    const now = performance.now()
    const table = simulateTable(code, scene, outcomes)
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
      {...{ kind, manifest }}
      {...parts}
      brandName="Rounds"
      playSession=""
      wait={(ms) => new Promise((done) => setTimeout(done, ms))}
      opened={panels.find((panel) => panel === scene) ?? null}
      onPlay={markReady}
    />
  )
}

function markReady(): void {
  void pageFontsReady().then(() => {
    document.documentElement.dataset['ready'] = 'true'
  })
}
