import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { isShoeGame, linksOfSeries, type TableGame } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { createStore } from '#web/shared/store.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import type { SaltState } from '#web/play/table/salt-keeper.ts'
import { SeriesPanel } from '#web/play/table/series-panel.tsx'
import type { SeriesRecordAnswer } from '#web/play/table/table-source.ts'
import { evidenceOf, verifyRecord } from '#web/play/table/verify-record.ts'
import { simulateTable } from './simulated-table.ts'

afterEach(cleanup)

const { table: texts } = english
const salts = {
  state: createStore<SaltState>({ firstLink: 4, part: 'none', faults: [] }),
  follow: () => undefined,
  keptOf: () => null,
}

async function recordOf(code: string, game: TableGame): Promise<SeriesRecordAnswer> {
  const { session, source } = simulateTable(code, 'open')
  const record = await source.loadSeries(session.table, session.series.firstLink - linksOfSeries(game))
  if (record === null) throw new Error('The simulation has every series.')
  return record
}

const games = tables.map(({ game }) => [game.code, game] as const)

/** The same outcome with another card, pocket, throw or order. */
function altered(outcome: TableOutcome): TableOutcome {
  switch (outcome.kind) {
    case 'baccarat': {
      const [card = 0, ...rest] = outcome.player
      return { ...outcome, player: [(card + 1) % 52, ...rest] }
    }
    case 'dragon-tiger':
      return { ...outcome, tiger: (outcome.tiger + 1) % 52 }
    case 'roulette':
      return { ...outcome, pocket: (outcome.pocket + 1) % 37 }
    case 'sic-bo': {
      const [first, second, third] = outcome.dice
      return { ...outcome, dice: [(first % 6) + 1, second, third] }
    }
    case 'race':
      return { ...outcome, order: outcome.order.toReversed() }
  }
}

test.each(games)('a simulated series of %s is verified, and one with another outcome is not', async (code, game) => {
  const record = await recordOf(code, game)
  expect(verifyRecord(game, record, null)).toMatchObject({ faults: [], undealt: [], isSalted: true })
  const [first, ...others] = record.rounds
  if (!first?.outcome) throw new Error('A series has rounds.')
  const outcome = altered(first.outcome)
  const report = verifyRecord(game, { ...record, rounds: [{ ...first, outcome }, ...others] }, null)
  expect(report.faults).toMatchObject([{ kind: 'round', index: 0 }])
})

test.each(games)(
  'the evidence of a series of %s is what the page proves, also with a void round',
  async (code, game) => {
    const record = await recordOf(code, game)
    const [first, second, ...others] = record.rounds
    if (!first || !second) throw new Error('A series has rounds.')
    const gone = { ...second, state: 'void' as const, outcome: null }
    for (const rounds of [record.rounds, [first, gone, ...others]]) {
      const shown = { ...record, rounds }
      expect(verifyRecord(game, shown, null).faults).toEqual([])
      expect(verifyText(evidenceOf(shown, null), [game])).toMatchObject({
        kind: 'series',
        report: { faults: [] },
      })
    }
  },
)

test('the names of the simulation are those of the catalogue', () => {
  for (const { game, names } of tables) {
    expect(simulateTable(game.code, 'open').session.game).toMatchObject({ code: game.code, names })
  }
})

test.each([
  { code: 'baccarat', press: 'Verify shoe 3', said: /^Shoe 3: \d+ rounds dealt again, all match\.$/ },
  // A round with a link of its own is proven at once, an ended series as well.
  { code: 'roulette', press: 'Verify series 4', said: 'Series 4: 38 rounds drawn again, all match.' },
  { code: 'roulette', press: 'Verify series 3', said: 'Series 3: 60 rounds drawn again, all match.' },
])('one press verifies a series of $code in the window: $press', async ({ code, press: button, said }) => {
  const { game, session, source } = simulateTable(code, 'open')
  renderForMember(
    <SeriesPanel
      {...{ game, salts }}
      series={session.series}
      seat={session.seat}
      loadSeries={source.loadSeries}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByText(texts[isShoeGame(game) ? 'shoe' : 'series'].running)).toBeTruthy()
  const seen = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  press(button)
  expect(await screen.findByText(said)).toBeTruthy()
  const link = screen.getByRole('link', { name: texts.fairness.publicPage })
  const { table, chainEnd } = session.series
  const firstLink = (Number(/\d+/.exec(button)?.[0]) - 1) * linksOfSeries(game) + 1
  expect(link.getAttribute('href')).toBe(`/en/fairness?table=${table}&series=${firstLink}&chain=${chainEnd}`)
  // The panel is longer than the window, and the verdict stands at its end.
  expect(seen).toHaveBeenCalledExactlyOnceWith({ block: 'end' })
  seen.mockRestore()
})
