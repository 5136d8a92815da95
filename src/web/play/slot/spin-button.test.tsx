import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf, type Game } from '#domain/games/game.ts'
import { jackpotFigures, setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { useClosedJackpot } from './linked-parts.tsx'
import { SpinButton } from './spin-button.tsx'
import type { Play } from './play.ts'
import type { PlayState } from './play-state.ts'

afterEach(() => {
  cleanup()
  jackpotFigures.set(null)
})

const { bar, notice } = english.slot
const chest = catalogue.find(({ game }) => featureOf(game, 'jackpot-link'))?.game as Game
const others = catalogue.filter(({ game }) => !featureOf(game, 'jackpot-link')).map(({ game }) => game)
const pools = (['mega', 'major', 'minor'] as const).map((tier) => ({
  tier,
  amount: '5000100',
  ratePerSecond: '0',
  share: '0.5',
  hit: null,
}))

function Button({ game, change }: { game: Game; change: Partial<PlayState> }) {
  const state = { phase: 'ready', pressable: false, readyAt: 0, waitFrom: 0, replay: null, closed: false, ...change }
  const play = { press: () => Promise.resolve() } as Play
  const isJackpotClosed = useClosedJackpot(game)
  return <SpinButton state={state as PlayState} {...{ play, isJackpotClosed }} ready ref={null} />
}

function renderButton(change: Partial<PlayState>, game = chest) {
  renderForMember(<Button {...{ change, game }} />)
  return screen.getByRole('button')
}

/** What a screen reader adds to the button's name. */
function descriptionOf(button: HTMLElement): string | null {
  const id = button.getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? '')
}

test('the button of an open game spins', () => {
  const button = renderButton({})
  expect(button.getAttribute('aria-label')).toBe(bar.spin)
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

test('the button of a closed game is disabled and gives the reason', () => {
  const button = renderButton({ closed: true })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-label')).toBe(bar.spin)
  expect(descriptionOf(button)).toBe(notice.closed)
  expect(button.getAttribute('title')).toBe(notice.closed)
})

test('while a jackpot of the machine is closed the button is disabled with the reason, until the tier opens', () => {
  setJackpotFigures(pools)
  const button = renderButton({})
  expect([button.getAttribute('aria-disabled'), descriptionOf(button)]).toEqual([null, null])
  act(() => setJackpotFigures(pools.slice(1)))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect([button.getAttribute('aria-label'), descriptionOf(button)]).toEqual([bar.spin, notice.jackpotClosed])
  // It stays focusable, so that the member reads why.
  button.focus()
  expect(document.activeElement).toBe(button)
  act(() => setJackpotFigures(pools))
  expect([button.getAttribute('aria-disabled'), descriptionOf(button)]).toEqual([null, null])
})

test('a round that is shown can be pressed on while a jackpot is closed, and another machine spins', () => {
  setJackpotFigures([])
  const button = renderButton({ phase: 'showing', pressable: true })
  expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-label')]).toEqual([null, bar.skip])
  cleanup()
  const other = renderButton({}, others[0])
  expect([other.getAttribute('aria-disabled'), descriptionOf(other)]).toEqual([null, null])
})

test('a round of a game that was closed meanwhile can still be pressed on', () => {
  const button = renderButton({ closed: true, phase: 'showing', pressable: true })
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(button.getAttribute('aria-label')).toBe(bar.skip)
})
