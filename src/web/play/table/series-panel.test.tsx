import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { WireSeries } from '#contract/table.ts'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { linksOfSeries } from '#domain/games/table/table-game.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { createStore } from '#web/shared/store.ts'
import type { SaltKeeper, SaltState } from './salt-keeper.ts'
import { SeriesPanel } from './series-panel.tsx'
import type { TableSource } from './table-source.ts'

afterEach(cleanup)

const chainEnd = 'a'.repeat(64)
const first: WireSeries = {
  table: 'baccarat-1',
  game: baccarat.code,
  firstLink: 1,
  phase: 'running',
  phaseEndsAt: null,
  chainEnd,
  previousLink: chainEnd,
  entries: [],
  lateSeats: [],
  links: [],
}

function renderPanel(series: WireSeries): void {
  const state = createStore<SaltState>({ firstLink: series.firstLink, part: 'none', faults: [] })
  const salts = { state } as unknown as SaltKeeper
  renderForMember(
    <SeriesPanel
      seat=""
      onClose={() => undefined}
      {...{ game: baccarat, series, salts }}
      loadSeries={vi.fn<TableSource['loadSeries']>()}
    />,
  )
}

test('only the first series says why its link before is the end of the chain', () => {
  const text = english.table.fairness.firstSeries
  renderPanel(first)
  expect(screen.getByText(text)).toBeTruthy()
  cleanup()
  renderPanel({ ...first, firstLink: 1 + linksOfSeries(baccarat), previousLink: 'b'.repeat(64) })
  expect(screen.queryByText(text)).toBeNull()
})
