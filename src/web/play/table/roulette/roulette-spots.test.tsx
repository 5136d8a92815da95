import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { mostOnSpot } from '#domain/games/table/table-limits.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { spotEnds } from '../stakes.ts'
import type { SpotCount } from '../table-kind.ts'
import { NumberPanel } from './number-panel.tsx'
import { RouletteSpots } from './roulette-spots.tsx'

afterEach(cleanup)
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const chips = [1_000, 5_000, 10_000].map(wholeUnits)
const most = wholeUnits(500_000)
const limits = {
  chips: chips.map(amountToWire),
  leastStake: '1000',
  spots: roulette.spots.map((spot) => ({
    spot: spot.code,
    most: amountToWire(mostOnSpot(spot, { most, chip: wholeUnits(1_000) })),
    edge: '2.7027',
  })),
}

function renderSpots(change: Partial<Parameters<typeof RouletteSpots>[0]> = {}) {
  const onPlace = vi.fn<(spots: readonly SpotCount[]) => void>()
  renderForMember(
    <RouletteSpots
      game={roulette}
      limits={limits}
      chips={chips}
      picture={undefined}
      stakes={new Map([['split-17-20', wholeUnits(6_000)]])}
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

const layout = () => within(screen.getByRole('group', { name: english.roulette.layout }))
const button = (name: string) => screen.getByRole('button', { name: (label) => label.startsWith(`${name},`) })

test('every bet of the game is a button that names it with odds, edge, limits and the own bet', () => {
  const onPlace = renderSpots()
  const names = layout()
    .getAllByRole('button')
    .map((one) => one.firstElementChild?.textContent)
  expect(names).toHaveLength(roulette.spots.length)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('17·20 split, pays 17:1, house edge 2.7%, limits ₩ 1,000 to ₩ 29,000, my bet ₩ 6,000')
  expect(names).toContain('0–3 first four, pays 8:1, house edge 2.7%, limits ₩ 1,000 to ₩ 62,000, my bet ₩ 0')
  fireEvent.click(button('25·26·28·29 corner'))
  expect(onPlace).toHaveBeenCalledWith([{ spot: 'corner-25', count: 1 }])
})

test('arrows move over cells and lines, one button is reached by Tab, and the bet in focus is explained', () => {
  renderSpots()
  const stops = () =>
    layout()
      .getAllByRole('button')
      .filter((one) => one.tabIndex === 0)
  expect(stops()).toEqual([button('0 straight up')])
  button('1 straight up').focus()
  for (const key of ['ArrowRight', 'ArrowUp']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  expect(document.activeElement).toBe(button('1·2·4·5 corner'))
  expect(stops()).toEqual([document.activeElement])
  expect(screen.getByText('1·2·4·5 corner').parentElement?.textContent).toContain('pays 8:1 · house edge 2.7%')
})

test('the racetrack places calls, and arrows follow the wheel', () => {
  const onPlace = renderSpots()
  fireEvent.click(screen.getByRole('button', { name: /^Voisins, 9 chips, numbers 0·2·3·4·7/ }))
  expect(onPlace).toHaveBeenLastCalledWith(roulette.calls.find(({ code }) => code === 'voisins')?.chips)
  button('0 and neighbours').focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(button('32 and neighbours'))
  fireEvent.click(button('32 and neighbours'))
  const spots = [26, 0, 32, 15, 19].map((pocket) => ({ spot: `straight-${pocket}`, count: 1 }))
  expect(onPlace).toHaveBeenLastCalledWith(spots)
})

test('the racetrack shows the stake on each number alone', () => {
  renderSpots({
    stakes: new Map(['straight-19', 'straight-4', 'split-17-20', 'red'].map((code) => [code, wholeUnits(5_000)])),
  })
  const shown = [...document.querySelectorAll<HTMLElement>('[data-call^=neighbours][data-staked]')]
  const seen = shown.map((one) => [...one.querySelectorAll('[aria-hidden]')].map((part) => part.textContent))
  expect(seen).toEqual([
    ['19', '5K'],
    ['4', '5K'],
  ])
  expect(button('19 and neighbours').textContent).toMatch(/, my bet on 19: ₩ 5,000195K$/)
  // What is seen must be part of the name, or hidden from it.
  expect(document.querySelector('[data-staked][aria-label]')).toBeNull()
  cleanup()
  renderSpots({ stakes: new Map() })
  expect(document.querySelector('[data-call][data-staked]')).toBeNull()
})

test('spots that won are marked by words where a stake lies, and outside', () => {
  renderSpots({ ends: spotEnds(roulette, { kind: 'roulette', pocket: 17 }), isOpen: false })
  // The split with the stake; the second dozen, black, odd and low.
  const marked = screen.getAllByText(english.table.bet.won).map((word) => word.closest('button')?.dataset['spot'])
  expect(marked).toEqual(['split-17-20', 'dozen-2', 'black', 'odd', 'low'])
})

test('the panel has the last numbers in words, their groups beside the chances, and no advice', () => {
  const rounds = [17, 0, 32].map((pocket, index) => ({
    roundId: String(index),
    number: index + 1,
    state: 'settled' as const,
    opensAt: '',
    closesAt: '',
    outcome: { kind: 'roulette' as const, pocket },
    voidReason: null,
  }))
  renderForMember(<NumberPanel game={roulette} form={null} rounds={rounds} onClose={() => undefined} />)
  expect(screen.getByText('32 red, 0 green, 17 black')).toBeDefined()
  expect(screen.getByRole('row', { name: 'Red 1 33.3% 48.6%' })).toBeDefined()
  expect(screen.getByText(english.table.results.note)).toBeDefined()
})
