import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cardOf } from '#domain/games/table/cards.ts'
import { dragonTiger } from '#domain/games/table/dragon-tiger/game.ts'
import type { DragonTigerOutcome } from '#domain/games/table/outcome.ts'
import { wholeUnits } from '#domain/money.ts'
import { messages as chinese } from '#i18n/cn/dragon-tiger.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { roundOf } from '#test/table-samples.ts'
import { MessagesProvider } from '#web/shared/messages.tsx'
import { simulateTable } from '#web/play/rounds/simulated-table.ts'
import { RoadGrid } from '../roads/road-grid.tsx'
import { roadMarks } from '../roads/road-marks.ts'
import { spotEnds } from '../stakes.ts'
import { planOf } from './dragon-tiger-deal.ts'
import { dragonTigerRoads } from './dragon-tiger-roads.ts'
import { DragonTigerSpots } from './dragon-tiger-spots.tsx'
import { dragonTigerTable } from './dragon-tiger-stage.ts'
import { useDragonTigerTexts } from './dragon-tiger-text.ts'

afterEach(cleanup)

const outcomeOf = (dragon: string, tiger: string): DragonTigerOutcome => ({
  kind: 'dragon-tiger',
  dragon: cardOf(dragon),
  tiger: cardOf(tiger),
})
const outcomes = {
  dragon: outcomeOf('KS', '5H'),
  tiger: outcomeOf('AC', '2C'),
  tie: outcomeOf('9C', '9D'),
  suited: outcomeOf('9C', '9C'),
}

test('the dragon gets the first card and shows it first; both are bent up, whatever they are, and lie open in time', () => {
  for (const outcome of Object.values(outcomes)) {
    for (const dealMs of [1500, 4000, 9000]) {
      const { cards, endMs } = planOf(outcome, dealMs)
      const [first, second] = cards
      if (!first || !second) throw new Error('A round has two cards.')
      expect([first.side, second.side]).toEqual(['left', 'right'])
      expect([first.card, second.card]).toEqual([outcome.dragon, outcome.tiger])
      expect(cards.every(({ isSqueezed }) => isSqueezed)).toBe(true)
      expect(second.dealAt).toBeGreaterThan(first.dealAt)
      expect(second.turnAt).toBeGreaterThanOrEqual(first.turnAt + first.turnMs)
      expect(first.turnAt).toBeGreaterThanOrEqual(second.dealAt + second.dealMs)
      expect(second.turnAt + second.turnMs).toBeLessThanOrEqual(endMs + 1e-6)
      expect(endMs).toBeLessThanOrEqual(dealMs - 400)
    }
  }
})

test('the side with the higher card wins, and a tie has no winner', () => {
  const winners = Object.values(outcomes).map((outcome) => dragonTigerTable.winnerOf(outcome))
  expect(winners).toEqual(['left', 'right', null, null])
})

test('each outcome is told in words, with the ranks', () => {
  const lines = Object.values(outcomes).map((outcome) => {
    function Words() {
      const { sentence, name, figures } = useDragonTigerTexts().outcome(outcome)
      return <p role="note">{`${sentence} ${name} ${figures}`}</p>
    }
    renderForMember(<Words />)
    const { textContent } = screen.getByRole('note')
    cleanup()
    return textContent
  })
  expect(lines).toEqual([
    'Dragon king, tiger 5. Dragon wins. Dragon K:5',
    'Dragon ace, tiger 2. Tiger wins. Tiger A:2',
    'Dragon 9, tiger 9. Tie. Tie 9:9',
    'Dragon 9, tiger 9. Suited tie. Suited tie 9:9',
  ])
})

test('the roads have the sides, ties apart from both, and a dot for a suited one', () => {
  const rounds = Object.values(outcomes).map((outcome, index) => roundOf(index, { state: 'settled', outcome }))
  expect(roadMarks(dragonTigerRoads, rounds).map(({ text, upper }) => [text, upper])).toEqual([
    ['D', null],
    ['T', null],
    ['=', null],
    ['=s', 'gold'],
  ])
})

test('the bead plate has the letters that players of the language know', () => {
  const rounds = Object.values(outcomes).map((outcome, index) => roundOf(index, { state: 'settled', outcome }))
  const Plate = () => (
    <RoadGrid
      marks={roadMarks(dragonTigerRoads, rounds)}
      road="bead-plate"
      columns={4}
      bead={dragonTigerRoads.useTexts().bead}
    />
  )
  renderForMember(
    <>
      <Plate />
      <MessagesProvider locale="cn" messages={{ ...english, ...chinese }} timeZone="Asia/Seoul">
        <Plate />
      </MessagesProvider>
    </>,
  )
  expect(screen.getAllByRole('img').map(({ textContent }) => textContent)).toEqual(['DT==', '龙虎和和'])
})

test('the spots name odds and edge; after a tie a part of a side comes back, and its word says so', () => {
  const { session } = simulateTable('dragon-tiger', 'open')
  const chips = session.limits.chips.map((chip) => wholeUnits(Number(chip)))
  renderForMember(
    <DragonTigerSpots
      game={dragonTiger}
      limits={session.limits}
      {...{ chips }}
      picture={undefined}
      stakes={new Map()}
      pending={new Set()}
      totals={[]}
      ends={spotEnds(dragonTiger, outcomes.tie)}
      isOpen={false}
      onPlace={() => undefined}
    />,
  )
  const labels = screen.getAllByRole('button').map((button) => button.firstElementChild?.textContent)
  expect(labels.map((label) => label?.split(', limits')[0])).toEqual([
    'Dragon, pays 1:1, house edge 3.73%',
    'Tie, pays 11:1, house edge 10.36%',
    'Suited tie, pays 50:1, house edge 13.98%',
    'Tiger, pays 1:1, house edge 3.73%',
  ])
  expect(screen.getAllByText(english.table.bet.part)).toHaveLength(2)
  expect(screen.getAllByText(english.table.bet.won)).toHaveLength(1)
})
