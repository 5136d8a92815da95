import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { Footer } from './footer.tsx'

afterEach(cleanup)

test('the footer leads to the pages of rules and trust, and states cookies, age and licences', () => {
  const { footer, menu } = english
  renderForMember(<Footer />)
  const links = within(screen.getByRole('navigation', { name: footer.links })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [menu.help, '/en/help'],
    [menu.notice, '/en/notice'],
    [menu.user, '/en/user'],
    [menu.deposit, '/en/deposit'],
    [menu.withdraw, '/en/withdraw'],
    [menu.comp, '/en/comp'],
    [footer.terms, '/en/terms'],
    [footer.privacy, '/en/privacy'],
    [footer.responsible, '/en/responsible'],
    [footer.fairness, '/en/fairness'],
    [footer.limits, '/en/limits'],
    [footer.credits, '/en/credits'],
  ])
  expect(screen.getByText(footer.cookie)).toBeDefined()
  expect(screen.getByText(footer.licence)).toBeDefined()
  expect(screen.getByText('19+')).toBeDefined()
})
