import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { noCommissionBaccarat } from '#domain/games/table/no-commission-baccarat/game.ts'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { bankerWins, roundOf, sessionOf, tie } from '#test/table-samples.ts'
import { chipsOf } from '../chip.tsx'
import { RoundResult } from '../round-result.tsx'
import { spotEnds } from '../stakes.ts'
import { keysOfSpots, type SpotCount } from '../table-kind.ts'
import { TableLiveLine } from '../table-live-line.tsx'
import { useTableKeys, type TableKeys } from '../use-table-keys.ts'
import { BaccaratSpots, spotKeys } from './baccarat-spots.tsx'
import { useBaccaratTexts } from './baccarat-text.ts'

afterEach(cleanup)

const { limits } = sessionOf()
const chips = limits.chips.map((chip) => wholeUnits(Number(chip)))
const { table } = english

function renderSpots(change: Partial<Parameters<typeof BaccaratSpots>[0]> = {}) {
  const onPlace = vi.fn<(spots: readonly SpotCount[]) => void>()
  renderForMember(
    <BaccaratSpots
      game={baccarat}
      limits={limits}
      chips={chips}
      picture={undefined}
      stakes={new Map([['banker', wholeUnits(26_000)]])}
      pending={new Set()}
      totals={[{ spot: 'banker', stake: '1250000', members: 5 }]}
      ends={null}
      isOpen
      onPlace={onPlace}
      {...change}
    />,
  )
  return onPlace
}

test('each spot is a button that names odds, edge, limits and the own bet, and places on itself', () => {
  const onPlace = renderSpots()
  expect(screen.getAllByRole('button')).toHaveLength(5)
  // The name is text of its own: an attribute would have to contain all that is seen on the spot.
  const name = 'Banker, pays 0.95:1, house edge 1.06%, limits ₩ 1,000 to ₩ 500,000, my bet ₩ 26,000'
  expect(screen.getByRole('button', { name }).getAttribute('aria-label')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Tie,/ }))
  expect(onPlace).toHaveBeenCalledWith([{ spot: 'tie', count: 1 }])
})

test('the banker without commission names both of its odds', () => {
  renderSpots({ game: noCommissionBaccarat })
  expect(screen.getByRole('button', { name: /^Banker, pays 1:1 · win on 6 0.5:1,/ })).toBeTruthy()
})

test('spots that won or gave the stake back are marked by words', () => {
  renderSpots({ ends: spotEnds(baccarat, tie), isOpen: false })
  expect(screen.getAllByText(table.bet.back)).toHaveLength(2)
  expect(screen.getAllByText(table.bet.won)).toHaveLength(1)
})

test('a stack has the chips of its amount', () => {
  expect(chipsOf(wholeUnits(26_000), chips)).toEqual([10_000, 10_000, 5000, 1000].map(wholeUnits))
  expect(chipsOf(wholeUnits(20), chips)).toEqual([wholeUnits(1000)])
  expect(chipsOf(0n, chips)).toEqual([])
})

test('a round that returns at most the stake says plainly what came back, and shows no figure of its own', () => {
  const round = roundOf(1, { state: 'settled', outcome: bankerWins })
  const money = { staked: wholeUnits(20_000), returned: wholeUnits(20_000) }
  const Result = (props: Omit<Parameters<typeof RoundResult>[0], 'texts'>) => (
    <RoundResult {...props} texts={useBaccaratTexts()} />
  )
  renderForMember(<Result round={round} money={money} />)
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('Returned ₩ 20,000 of ₩ 20,000')
  expect(screen.queryByText(table.result.net)).toBeNull()
  cleanup()
  renderForMember(<Result round={round} money={{ ...money, returned: wholeUnits(39_000) }} />)
  expect(screen.getByText(table.result.net)).toBeTruthy()
})

test('a void round says once that it is void, and what came back', () => {
  const round = roundOf(1, { state: 'void', voidReason: 'interrupted' })
  const money = { staked: wholeUnits(26_000), returned: wholeUnits(26_000) }
  const Void = () => <RoundResult {...{ round, money }} texts={useBaccaratTexts()} />
  renderForMember(<Void />)
  const said = document.body.textContent.replaceAll('\u00a0', ' ')
  expect(said).toBe(`${table.result.interrupted}Your stake of ₩ 26,000 was returned in full.`)
})

test('the live line tells bets, cards and the result with the money', () => {
  const said = (announcement: Parameters<typeof TableLiveLine>[0]['announcement']) => {
    const Line = () => <TableLiveLine announcement={announcement} texts={useBaccaratTexts()} />
    renderForMember(<Line />)
    const { textContent } = screen.getByRole('status')
    cleanup()
    return textContent
  }
  expect(said({ kind: 'placed', spot: 'tie', stake: wholeUnits(1000), total: wholeUnits(6000) })).toBe(
    '₩ 1,000 on Tie, ₩ 6,000 in all',
  )
  expect(said({ kind: 'shown', text: 'Banker: king of spades' })).toBe('Banker: king of spades')
  const money = { staked: wholeUnits(21_000), returned: wholeUnits(39_000) }
  expect(said({ kind: 'result', outcome: bankerWins, money })).toBe(
    'Player 5, banker 7. Banker wins. You are up ₩ 18,000.',
  )
})

test('every bet has a key, and no key acts while it is held or with a panel open', () => {
  const calls: string[] = []
  const act = (name: string) => (what?: string | number) =>
    void calls.push(what === undefined ? name : `${name} ${what}`)
  const keys: TableKeys = {
    spots: keysOfSpots(spotKeys),
    place: (spots) => act('place')(spots.map(({ spot, count }) => `${count} ${spot}`).join()),
    chooseChip: act('chip'),
    undo: act('undo'),
    clear: act('clear'),
    double: act('double'),
    openResults: act('results'),
  }
  function Keys() {
    useTableKeys(keys)
    return null
  }
  renderForMember(<Keys />)
  const key = (code: string, more: object = {}) => fireEvent.keyDown(document.body, { code, ...more })
  for (const code of ['KeyB', 'KeyP', 'KeyT']) key(code)
  key('KeyB', { shiftKey: true })
  key('KeyP', { shiftKey: true })
  key('Digit3')
  for (const code of ['KeyU', 'KeyC', 'KeyD', 'KeyR']) key(code)
  expect(calls.join(', ')).toBe(
    'place 1 banker, place 1 player, place 1 tie, place 1 banker-pair, place 1 player-pair, chip 2, undo, clear, double, results',
  )
  calls.length = 0
  key('KeyB', { repeat: true })
  key('KeyB', { ctrlKey: true })
  const panel = Object.assign(document.createElement('dialog'), { open: true })
  document.body.append(panel)
  key('KeyB')
  // The document is that of the other files too.
  panel.remove()
  expect(calls).toEqual([])
})
