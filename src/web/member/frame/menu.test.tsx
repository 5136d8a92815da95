import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { guest, session } from '#web/member/session/session.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { SidePanel } from './side-panel.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

/** The entries of a menu, the one of the page on screen in brackets. */
function entriesOf(name: string): string[] {
  const links = within(screen.getByRole('navigation', { name })).getAllByRole('link')
  return links.map((link) =>
    link.getAttribute('aria-current') === 'page' ? `[${link.textContent}]` : link.textContent,
  )
}

test('the header marks the page on screen, among the games their kind', () => {
  history.replaceState(null, '', '/en/game?type=casino')
  renderForMember(<Header />)
  const kinds = ['Slots', '[Live casino]']
  expect(entriesOf(english.frame.menu)).toEqual([
    ...kinds,
    'Deposit',
    'Withdraw',
    'Comp',
    'My page',
    'Support',
    'Notices',
  ])
  // Notes stand beside the greeting, with their number.
  expect(screen.getByRole('link', { name: /^Messages/ }).getAttribute('href')).toMatch(/\/note$/)
  act(() => session.set(guest))
  expect(entriesOf(english.frame.menu)).toEqual([...kinds, 'Deposit', 'Withdraw', 'Comp', 'Support', 'Notices'])
  cleanup()
  history.replaceState(null, '', '/en/game')
  renderForMember(<Header />)
  expect(entriesOf(english.frame.menu)[0]).toBe('[Slots]')
})

test('the bar of phones leads to five places and marks the one on screen', () => {
  history.replaceState(null, '', '/en/comp')
  renderForMember(<BottomBar />)
  expect(entriesOf(english.frame.shortcuts)).toEqual(['Home', 'Games', 'Deposit', '[Comp]', 'My page'])
})

test('header and bar mark my page at each of its tabs and at the shared rounds', () => {
  for (const path of ['/user', '/user/statement', '/user/account', '/user/security', '/limits', '/shared']) {
    history.replaceState(null, '', `/en${path}`)
    renderForMember(
      <>
        <Header />
        <BottomBar />
      </>,
    )
    for (const name of [english.frame.menu, english.frame.shortcuts]) {
      expect(entriesOf(name).filter((entry) => entry.startsWith('['))).toEqual(['[My page]'])
    }
    cleanup()
  }
})

test('the panel of a member begins with deposit and withdrawal and ends with log-out', () => {
  history.replaceState(null, '', '/en')
  HTMLDialogElement.prototype.showModal ??= () => undefined
  renderForMember(<SidePanel onClose={() => undefined} />)
  const panel = screen.getByRole('dialog', { name: english.frame.menu, hidden: true })
  const menu = within(within(panel).getByRole('navigation', { name: english.frame.menu, hidden: true }))
  const names = menu.getAllByRole('link', { hidden: true }).map(({ textContent }) => textContent)
  expect(names.slice(0, 3)).toEqual(['Deposit', 'Withdraw', 'Home'])
  expect(names).toContain('Messages')
  expect(within(panel).getAllByRole('button', { hidden: true }).at(-1)?.textContent).toBe(english.frame.logout)
})
