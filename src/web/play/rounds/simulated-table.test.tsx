import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tables } from '#domain/games/table/tables.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { createStore } from '#web/shared/store.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import type { SaltState } from '#web/play/table/salt-keeper.ts'
import { ShoePanel } from '#web/play/table/shoe-panel.tsx'
import { tableGames } from '#web/play/table/table-games.ts'
import type { SeriesRecordAnswer } from '#web/play/table/table-source.ts'
import { shoeEvidence, verifyShoe } from '#web/play/table/verify-shoe.ts'
import { simulateTable } from './simulated-table.ts'

afterEach(cleanup)

const { table: texts } = english
const salts = {
  state: createStore<SaltState>({ firstLink: 4, part: 'none', faults: [] }),
  follow: () => undefined,
  keptOf: () => null,
}

async function recordOf(code: string): Promise<SeriesRecordAnswer> {
  const { session, source } = simulateTable(code, 'open')
  const record = await source.loadSeries(session.table, 3)
  if (record === null) throw new Error('The simulation has every shoe.')
  return record
}

test.each(Object.entries(tableGames))(
  'a simulated shoe of %s is verified, and one with another card is not',
  async (code, game) => {
    const record = await recordOf(code)
    expect(verifyShoe(game, record, null)).toMatchObject({ faults: [], undealt: [], isSalted: true })
    const [first, ...others] = record.rounds
    if (first?.outcome?.kind !== 'baccarat') throw new Error('A shoe has rounds.')
    const [card = 0, ...rest] = first.outcome.player
    const outcome = { ...first.outcome, player: [(card + 1) % 52, ...rest] }
    const report = verifyShoe(game, { ...record, rounds: [{ ...first, outcome }, ...others] }, null)
    expect(report.faults).toMatchObject([{ kind: 'round', index: 0 }])
  },
)

test.each(Object.entries(tableGames))(
  'the evidence of a shoe of %s is what the page proves, also with a void round',
  async (code, game) => {
    const record = await recordOf(code)
    const [first, second, ...others] = record.rounds
    if (!first || !second) throw new Error('A shoe has rounds.')
    const gone = { ...second, state: 'void' as const, outcome: null }
    for (const rounds of [record.rounds, [first, gone, ...others]]) {
      const shown = { ...record, rounds }
      expect(verifyShoe(game, shown, null).faults).toEqual([])
      expect(verifyText(shoeEvidence(game, shown, null), [game])).toMatchObject({
        kind: 'series',
        report: { faults: [] },
      })
    }
  },
)

test('the names of the simulation are those of the catalogue', () => {
  for (const { game, names } of tables.filter((one) => one.game.code in tableGames)) {
    expect(simulateTable(game.code, 'open').session.game).toMatchObject({ code: game.code, names })
  }
})

test('one press verifies an ended shoe in the window', async () => {
  const { game, session, source } = simulateTable('baccarat', 'open')
  renderForMember(
    <ShoePanel
      {...{ game, salts }}
      series={session.series}
      seat={session.seat}
      loadSeries={source.loadSeries}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByText(texts.fairness.running)).toBeTruthy()
  press('Verify shoe 3')
  expect(await screen.findByText(/^Shoe 3: \d+ rounds dealt again, all equal\.$/)).toBeTruthy()
})
