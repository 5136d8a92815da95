import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableTile } from '#contract/table.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { english, renderForMember, useFakeServer } from '#test/forms.tsx'
import { TileGrid, tileOfEntry } from './tiles.tsx'

/** Tiles of tables of every kind, with a browser whose observer and socket are in memory. */

const server = useFakeServer()
const { lobbyTile: texts, home } = english
let sockets: string[] = []

/** An `IntersectionObserver` for which every element is in view at once. */
function observer(callback: IntersectionObserverCallback) {
  const observe = (target: Element): void => {
    const entries = [{ target, isIntersecting: true }] as IntersectionObserverEntry[]
    queueMicrotask(() => act(() => callback(entries, {} as IntersectionObserver)))
  }
  return { observe, unobserve: () => undefined, disconnect: () => undefined }
}

/** A `WebSocket` that is up at once. */
function socket(url: string) {
  sockets.push(url)
  const target = new EventTarget()
  const hello = new MessageEvent('message', { data: '{"kind":"hello","member":false}' })
  queueMicrotask(() => act(() => target.dispatchEvent(hello)))
  return Object.assign(target, { close: () => undefined })
}

beforeEach(() => {
  sockets = []
  vi.stubGlobal('IntersectionObserver', vi.fn(observer))
  vi.stubGlobal('WebSocket', vi.fn(socket))
  document.documentElement.dataset['ready'] = ''
})
afterEach(() => {
  cleanup()
  delete document.documentElement.dataset['ready']
})

const [ace, two, nine, ten, jack] = [0, 1, 8, 9, 10]
const player: TableOutcome = { kind: 'baccarat', player: [nine, ten], banker: [ace, two] }
const banker: TableOutcome = { kind: 'baccarat', player: [ace, two], banker: [nine, ten] }
const tie: TableOutcome = { kind: 'baccarat', player: [ace, two], banker: [two, ace] }
const dragon: TableOutcome = { kind: 'dragon-tiger', dragon: jack, tiger: nine }
const tiger: TableOutcome = { kind: 'dragon-tiger', dragon: nine, tiger: jack }
const cases: Record<TableGame['kind'], { outcomes: TableOutcome[]; text: string }> = {
  baccarat: { outcomes: [tie, banker, banker, tie, player, banker], text: 'Banker 2 (Tie 2), Player 1, Banker 1' },
  'dragon-tiger': {
    outcomes: [dragon, dragon, tiger, { kind: 'dragon-tiger', dragon: ace, tiger: 13 }],
    text: 'Dragon 2, Tiger 1 (Tie 1)',
  },
  roulette: {
    outcomes: [17, 0, 32].map((pocket) => ({ kind: 'roulette', pocket })),
    text: '32 red, 0, 17 black',
  },
  'sic-bo': {
    outcomes: [
      { kind: 'sic-bo', dice: [1, 2, 6] },
      { kind: 'sic-bo', dice: [4, 4, 4] },
    ],
    text: '12 (4 4 4), 9 (1 2 6)',
  },
  race: {
    outcomes: [
      { kind: 'race', order: [3, 5, 1, 2, 4, 6, 7, 8] },
      { kind: 'race', order: [4, 2, 7, 1, 3, 5, 6, 8] },
      { kind: 'race', order: [8, 1, 2, 3, 4, 5, 6, 7] },
    ],
    text: '8–1–2, 4–2–7, 3–5–1',
  },
}

function tileOf({ code, kind }: TableGame): TableTile {
  const closesAt = new Date(Date.parse('2026-11-28T12:00:00Z') + 18_500).toISOString()
  const round = {
    roundId: 'r',
    number: 1,
    state: 'open' as const,
    opensAt: '',
    outcome: null,
    voidReason: null,
    closesAt,
  }
  return {
    code,
    round: code === tables[0]?.game.code ? round : null,
    seated: 3,
    leastStake: '1000',
    mostStake: '3000000',
    outcomes: cases[kind].outcomes,
  }
}

const shared = tables.map(({ game, names }) => ({ code: game.code, names }))

function renderTiles(used: 'y' | 'n', entries: readonly { code: string; names: object }[] = shared): void {
  const tiles = entries.map(({ code, names }) =>
    tileOfEntry(
      { code, names, gameCompany: 'own', imgUrl: '', used, features: [], released: '' } as never,
      'casino',
      'en',
    ),
  )
  renderForMember(<TileGrid tiles={tiles} onPress={() => undefined} />)
}

test('a tile in view shows its table live, each kind with its past rounds as a picture and as text', async () => {
  const codes = tables.map(({ game }) => game.code)
  const now = '2026-11-28T12:00:00Z'
  server.reply('get-tables', { status: 'success', now, tables: tables.map(({ game }) => tileOf(game)) })
  renderTiles('y')
  await screen.findAllByText(/3 members seated/u)
  expect(server.sent('get-tables')).toEqual([{ codes: codes.toSorted() }])
  expect(sockets.map((url) => new URL(url).search)).toEqual([`?tiles=${codes.toSorted().join(',')}`])
  for (const { game, names } of tables) {
    // The name of the button stays that of the game.
    const button = screen.getByRole('button', { name: names.en })
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toContain('3 members seated. Bets from ₩ 1,000 to ₩ 3,000,000 on a spot.')
    expect(described?.nextElementSibling?.textContent).toContain(`${cases[game.kind].text}. ${texts.note}`)
    expect(button.querySelectorAll('svg path, svg text').length).toBeGreaterThan(3)
  }
  expect(screen.getAllByText(/^1\d s to bet$/u).length).toBe(1)
  expect(screen.getAllByText(texts.waiting).length).toBe(tables.length - 1)
  expect(screen.getAllByText(home.chances).length).toBe(1)
})

test('the tile of a game that everyone plays alone has a free seat and what a blackjack pays, without rounds or a countdown', async () => {
  const [seat] = seatGames
  if (!seat) throw new Error('There is a game with a seat of one’s own.')
  const { code } = seat.game
  const tile: TableTile = { code, round: null, seated: 0, leastStake: '1000', mostStake: '3000000', outcomes: [] }
  server.reply('get-tables', { status: 'success', now: '2026-11-28T12:00:00Z', tables: [tile] })
  renderTiles('y', [{ code, names: seat.names }])
  await screen.findByText(texts.free)
  const { blackjackReturns, unitsPerStake } = seat.game
  screen.getByText(`${blackjackReturns - unitsPerStake}:${unitsPerStake}`)
  const button = screen.getByRole('button', { name: seat.names.en })
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  await waitFor(() => expect(described?.textContent).toContain('Bets from ₩ 1,000 to ₩ 3,000,000.'))
  expect([texts.waiting, texts.empty].filter((text) => screen.queryByText(text) !== null)).toEqual([])
  expect(screen.queryByText(/seated/u)).toBeNull()
})

test('tiles of tables that are not open have no live part, and ask for nothing', async () => {
  renderTiles('n')
  await waitFor(() => expect(screen.getAllByRole('button').length).toBe(tables.length))
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect([sockets, server.sent('get-tables')]).toEqual([[], []])
  expect(screen.queryByText(home.chances)).toBeNull()
})
