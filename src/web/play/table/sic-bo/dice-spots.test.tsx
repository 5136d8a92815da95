import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SicBoOutcome } from '#domain/games/table/outcome.ts'
import { sicBo } from '#domain/games/table/sic-bo/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { roundOf } from '#test/table-samples.ts'
import { spotEnds } from '../stakes.ts'
import type { SpotCount } from '../table-kind.ts'
import { DiceSpots } from './dice-spots.tsx'
import { DiceStrip } from './dice-strip.tsx'
import { useSicBoTexts } from './sic-bo-text.ts'
import { countsOf, roadRoundsOf, throwsOf, withMarks } from './throws.ts'

afterEach(cleanup)

const chips = [1000, 5000].map(wholeUnits)
const limits = {
  chips: ['1000', '5000'],
  leastStake: '1000',
  spots: sicBo.spots.map(({ code }) => ({ spot: code, most: '500000', edge: '2.7778' })),
}
const of = (...dice: SicBoOutcome['dice']): SicBoOutcome => ({ kind: 'sic-bo', dice })

function renderSpots(change: Partial<Parameters<typeof DiceSpots>[0]> = {}) {
  const onPlace = vi.fn<(spots: readonly SpotCount[]) => void>()
  renderForMember(
    <DiceSpots
      game={sicBo}
      limits={limits}
      chips={chips}
      picture={undefined}
      stakes={new Map([['double-3', wholeUnits(6000)]])}
      pending={new Set()}
      totals={[]}
      ends={null}
      isOpen
      onPlace={onPlace}
      {...change}
    />,
  )
  return onPlace
}

const spots = () => screen.getAllByRole('button').map((button) => button.dataset['spot'])

test('every bet of the game is a button that names odds, edge, limits and the own bet, and places on itself', () => {
  const onPlace = renderSpots()
  expect(spots().toSorted()).toEqual(sicBo.spots.map(({ code }) => code).toSorted())
  fireEvent.click(
    screen.getByRole('button', {
      name: 'Double 3, pays 10:1, house edge 2.78%, limits ₩ 1,000 to ₩ 500,000, my bet ₩ 6,000',
    }),
  )
  expect(onPlace).toHaveBeenCalledWith([{ spot: 'double-3', count: 1 }])
  expect(screen.getByRole('button', { name: /^Single 2, pays 1:1 · 2:1 · 3:1,/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Pair 2-5, pays 5:1,/ })).toBeTruthy()
})

test('one spot is in the order of the keys, and it is the one that had the focus last', () => {
  renderSpots()
  const reached = () =>
    screen
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ dataset }) => dataset['spot'])
  expect(reached()).toEqual(['small'])
  fireEvent.focus(screen.getByRole('button', { name: /^Total 9,/ }))
  expect(reached()).toEqual(['total-9'])
})

test('spots that won are marked by words', () => {
  renderSpots({ ends: spotEnds(sicBo, of(4, 4, 6)), isOpen: false })
  const won = screen.getAllByText(english.table.bet.won).map((mark) => mark.closest('button')?.dataset['spot'])
  expect(won.toSorted()).toEqual(['big', 'double-4', 'even', 'pair-4-6', 'single-4', 'single-6', 'total-14'])
})

test('an outcome in words names total, size and parity, and a triple is neither big nor small', () => {
  const texts: string[] = []
  function Texts() {
    const { outcome } = useSicBoTexts()
    for (const one of [of(4, 4, 6), of(1, 2, 2), of(6, 6, 6)]) {
      const { title, name, figures, tone } = outcome(one)
      texts.push(`${title} | ${name} | ${figures} | ${tone}`)
    }
    return null
  }
  renderForMember(<Texts />)
  expect(texts).toEqual([
    '14 · Big · Even | 14 Big | 4·4·6 | red',
    '5 · Small · Odd | 5 Small | 1·2·2 | blue',
    '18 · Triple | 18 Triple | 6·6·6 | gold',
  ])
})

const rounds = [of(4, 4, 6), of(1, 2, 2), of(6, 6, 6), of(6, 5, 1)].map((outcome, index) =>
  roundOf(index + 1, { state: 'settled', outcome }),
)

test('past throws are counted, and a void round is none of them', () => {
  const throws = throwsOf([...rounds, roundOf(9, { state: 'void' })])
  const { sizes, totals, faces } = countsOf(throws)
  expect(sizes).toEqual({ big: 2, small: 1, triple: 1 })
  expect([totals.get(14), totals.get(18), totals.get(3)]).toEqual([1, 1, undefined])
  expect([faces.get(6), faces.get(3)]).toEqual([5, undefined])
  expect(roadRoundsOf(throws).map(({ winner }) => winner)).toEqual(['banker', 'player', 'tie', 'banker'])
  expect(withMarks('B P(T) | B', { big: '대', small: '소', triple: '트' })).toBe('대 소(트) | 대')
})

test('the strip has the throws as text, the newest first', () => {
  renderForMember(<DiceStrip rounds={rounds} onOpen={() => undefined} />)
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts.slice(0, 2)).toEqual(['Round 4: dice 6, 5, 1, total 12, Big', 'Round 3: dice 6, 6, 6, total 18, Triple'])
  expect(screen.getByText(english.table.results.note)).toBeTruthy()
})
