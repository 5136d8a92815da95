import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RaceOutcome } from '#domain/games/table/outcome.ts'
import { raceForm } from '#domain/games/table/race/form.ts'
import { virtualHorses } from '#domain/games/table/virtual-horses/game.ts'
import { virtualHounds } from '#domain/games/table/virtual-hounds/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import { roundOf } from '#test/table-samples.ts'
import { simulateTable } from '#web/play/rounds/simulated-table.ts'
import { spotEnds, type Stakes } from '../stakes.ts'
import type { SpotsProps } from '../table-kind.ts'
import { raceKind } from './race-kind.tsx'
import { spotOf } from './race-bets.ts'
import { createRaceStage, type RaceEvent } from './race-stage.ts'
import { RaceResults, RaceStrip } from './race-results.tsx'
import { RaceSpots } from './race-spots.tsx'
import { useRaceTexts } from './race-text.ts'
import { tracks } from './track.ts'

afterEach(cleanup)

const { race: texts } = english
const outcome: RaceOutcome = { kind: 'race', order: [5, 3, 1, 8, 2, 7, 4, 6] }

function renderSpots(change: Partial<SpotsProps> = {}) {
  const { session } = simulateTable('virtual-horses', 'open')
  const onPlace = vi.fn<SpotsProps['onPlace']>()
  renderForMember(
    <RaceSpots
      game={virtualHorses}
      limits={session.limits}
      chips={session.limits.chips.map((chip) => wholeUnits(Number(chip)))}
      picture={undefined}
      stakes={new Map()}
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

const spots = () =>
  [...document.querySelectorAll('[data-spot]')].map((spot) => spot.firstElementChild?.textContent ?? '')

function pick(number: number): void {
  const button = screen.getAllByRole('button').find((one) => one.textContent?.startsWith(`${number}`))
  if (!button) throw new Error(`No button picks ${number}.`)
  fireEvent.click(button)
}

test('each runner has its bets with odds, edge, limits and stake, and its stated chance', () => {
  const onPlace = renderSpots({ stakes: new Map([['win-5', wholeUnits(5000)]]) })
  expect(spots()).toHaveLength(16)
  expect(spots()[8]).toBe('Win 5 Comet Road, pays 3.75, house edge 10%, limits ₩ 100 to ₩ 1,090,900, my bet ₩ 5,000')
  expect(screen.getByText('24% to win')).toBeTruthy()
  document.querySelector<HTMLElement>('[data-spot="place-3"]')?.click()
  expect(onPlace).toHaveBeenCalledExactlyOnceWith([{ spot: 'place-3', count: 1 }])
})

test('edge and limits of the win or place in focus stand below the runners', () => {
  renderSpots()
  const facts = () => screen.getByText(/^ ?edge\s[\d.]+%/).textContent
  expect(facts()).toMatch(/^Win 1 .* edge\s10% · 100–\S+[KM]$/)
  const place = document.querySelector('[data-spot="place-3"]')
  if (place) fireEvent.focus(place)
  expect(facts()).toMatch(/^Place 3 .* edge\s10\.\d+% · 100–\S+[KM]$/)
})

test('each spot shows what all members staked on it', () => {
  const totals = [
    { spot: 'win-5', stake: '45000', members: 3 },
    { spot: 'place-2', stake: '1000', members: 1 },
    { spot: 'exacta-5-2', stake: '12500', members: 2 },
  ]
  renderSpots({ totals })
  const totalOn = (spot: string) => document.querySelector(`[data-spot="${spot}"] [data-total]`)?.textContent
  expect([totalOn('win-5'), totalOn('place-2')]).toEqual(['45K · 3 players', '1K · 1 player'])
  expect(document.querySelectorAll('[data-total]')).toHaveLength(2)
  press(/^Exacta/)
  pick(5)
  pick(2)
  expect(totalOn('exacta-5-2')).toBe('12.5K · 2 players')
})

test('a combination is chosen in its order and placed; a further runner begins anew', () => {
  const onPlace = renderSpots()
  press(texts.bet.trifecta)
  expect(screen.getByText(texts.pick.trifecta)).toBeTruthy()
  for (const number of [5, 2, 1]) pick(number)
  expect(spots()).toEqual([expect.stringMatching(/^Trifecta 5 → 2 → 1, pays \d+\.\d\d, /)])
  document.querySelector<HTMLElement>('[data-spot]')?.click()
  expect(onPlace).toHaveBeenCalledExactlyOnceWith([{ spot: 'trifecta-5-2-1', count: 1 }])
  pick(8)
  expect(spots()).toEqual([])
})

test('a quinella is the same spot in either order, and placed combinations are listed', () => {
  const stakes: Stakes = new Map([
    ['quinella-2-5', wholeUnits(1000)],
    ['exacta-5-2', wholeUnits(1000)],
  ])
  renderSpots({ stakes })
  press(/^Quinella/)
  expect(spots()).toEqual([expect.stringContaining('Quinella 2 + 5')])
  pick(5)
  pick(2)
  expect(spots()).toEqual([expect.stringMatching(/^Quinella 2 \+ 5, .*my bet ₩ 1,000$/)])
  const game = new Set(virtualHorses.spots.map(({ code }) => code))
  expect([spotOf('quinella', [5, 2]), spotOf('exacta', [5, 2]), spotOf('trifecta', [8, 1, 3])]).toEqual([
    'quinella-2-5',
    'exacta-5-2',
    'trifecta-8-1-3',
  ])
  expect(game.has(spotOf('quinella', [8, 1]))).toBe(true)
})

test('after the race the spots that hit say so', () => {
  renderSpots({ ends: spotEnds(virtualHorses, outcome), isOpen: false })
  // The win of 5, and the places of 5, 3 and 1.
  expect(screen.getAllByText(english.table.bet.won)).toHaveLength(4)
})

test('an outcome is told with the numbers and names of the first three', () => {
  for (const [game, name] of [
    [virtualHorses, 'Comet Road'],
    [virtualHounds, 'Sunshower'],
  ] as const) {
    function Words() {
      const { outcome: of, dealt } = useRaceTexts(game)
      const { title, sentence, figures } = of(outcome)
      return <p role="note">{[title, sentence, figures, String(dealt)].join(' | ')}</p>
    }
    renderForMember(<Words />)
    const text = screen.getByRole('note').textContent
    expect(text).toContain(`5 ${name} wins | First 5 ${name}, second 3 `)
    expect(text).toMatch(/\| 5-3-1 \| null$/)
    cleanup()
  }
})

test('the form guide has stated chances and past results only, and says that they change nothing', () => {
  const rounds = [roundOf(7, { state: 'settled', outcome }), roundOf(8, { state: 'void' })]
  renderForMember(
    <RaceResults game={virtualHorses} rounds={rounds} form={raceForm([outcome])} onClose={() => undefined} />,
  )
  expect(screen.getByText(english.table.results.note)).toBeTruthy()
  const cells = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()))
  expect(cells).toHaveLength(9)
  expect(cells[5]).toEqual(['5 Comet Road', '24%', '62.9%', '1', '1', '1'])
  expect(cells[8]).toEqual(['8 Stone Bridge', '10%', '32.62%', '0', '0', '4'])
  cleanup()
  renderForMember(<RaceStrip rounds={rounds} onOpen={() => undefined} />)
  expect(screen.getByRole('button', { name: texts.results.show }).textContent).toMatch(/Form guide531$/)
})

test('keys place on win and place of every runner', () => {
  expect(raceKind.keys).toHaveLength(16)
  expect(new Set(raceKind.keys.flatMap((key) => key.spots.map(({ spot }) => spot))).size).toBe(16)
})

/** Runs a stage by a clock of its own and returns what happened. */
function runStage(isStill: boolean, elapsedMs: number | null) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = 1000
  let next: (() => void) | null = null
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    next = act
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const events: RaceEvent[] = []
  const orders: string[] = []
  const sounds = new Set<string>()
  const stage = createRaceStage({
    canvas: document.createElement('canvas'),
    track: tracks.turf,
    art: null as never,
    now: () => now,
    isStill,
    sound: (name) => sounds.add(name),
    onOrder: (order, isOver) => orders.push(`${order.join('')}${isOver ? ' over' : ''}`),
    onEvent: (event) => events.push(event),
  })
  stage.deal({ order: outcome.order, round: 'r1', dealMs: 30_000 }, elapsedMs)
  let frames = 0
  for (let ms = 0; ms < 30_000; ms += 50) {
    now += 50
    vi.advanceTimersByTime(50)
    const act = next as (() => void) | null
    next = null
    if (act) {
      frames += 1
      act()
    }
  }
  stage.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  return { events, orders, sounds: [...sounds], frames }
}

test('a race reports start, half way, line and end once, and its last order is the outcome', () => {
  const { events, orders, sounds, frames } = runStage(false, 0)
  expect(events).toEqual(['start', 'half', 'line', 'end'])
  expect(orders.at(-1)).toBe('53182746 over')
  expect(orders.length).toBeGreaterThan(5)
  expect(sounds).toEqual(['raceBell', 'hooves', 'raceFinish'])
  // Frames end with the race.
  expect(frames).toBeGreaterThan(400)
  expect(frames).toBeLessThan(590)
})

test('a race that is joined late begins in the middle; one that is over shows its end at once', () => {
  const late = runStage(false, 18_000)
  expect(late.events).toEqual(['line', 'end'])
  expect(late.orders.at(-1)).toBe('53182746 over')
  const over = runStage(false, null)
  expect(over.events).toEqual(['end'])
  expect(over.orders).toEqual(['53182746 over'])
  expect(over.frames).toBe(1)
})

test('without motion the order changes in a few steps, and nothing runs or sounds', () => {
  const { events, orders, sounds, frames } = runStage(true, 0)
  expect(events).toEqual(['start', 'half', 'line', 'end'])
  expect(orders.at(-1)).toBe('53182746 over')
  expect(orders.length).toBeLessThan(7)
  expect(sounds).toEqual([])
  expect(frames).toBe(1)
})
