import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, press, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { Frame } from './frame.tsx'

useFakeServer()

const { frame } = english.office
const operator = { id: 'o1', login: 'minseo', name: 'Kim Minseo', roles: ['manager' as const], brands: [] }

const base = {
  locale: 'en' as const,
  setLocale: () => undefined,
  operator,
  isPlayMoney: false,
  withoutFactor: false,
  ownReset: null,
  links: [],
  clockOffsetMs: 0,
  moneyOutStoppedSince: null,
  closedGames: [],
  staleSince: null,
}

test('every page names the games that a void round closed', () => {
  renderForOperator(
    <Frame {...base} closedGames={['Golden Tiger', 'Lotus Falls']}>
      <h1>Page</h1>
    </Frame>,
    ['manager'],
  )
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain(frame.closedGames.replace('{games}', 'Golden Tiger, Lotus Falls'))
  expect(alert.textContent).toContain(frame.closedGamesWhy)
})

test('a button with the operator’s name opens time zone, language and signing out', () => {
  renderForOperator(
    <Frame {...base}>
      <h1>Page</h1>
    </Frame>,
    ['manager'],
  )
  const name = frame.settings.replace('{name}', operator.name)
  const button = screen.getByRole('button', { name })
  const settings = document.getElementById(button.getAttribute('aria-controls') ?? '')
  for (const within of [frame.signOut, frame.timeZone.replace('{zone}', 'Asia/Seoul'), 'Kim Minseo'])
    expect(settings?.textContent).toContain(within)
  expect(settings?.querySelector(`[aria-label="${frame.language}"]`)).not.toBeNull()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(settings?.dataset['open']).toBeUndefined()
  press(name)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(settings?.dataset['open']).toBe('true')
  press(name)
  expect(settings?.dataset['open']).toBeUndefined()
})
