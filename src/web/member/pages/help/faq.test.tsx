import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { Faq } from './faq.tsx'

afterEach(cleanup)

const { helpFaq } = english
const measured = (time: string): string => helpFaq.measured.replace('{time}', time)

test('an answer about money has the measured time and leads to its page', () => {
  renderForMember(<Faq times={{ status: 'success', deposit: 7, withdraw: 80, reply: 5 }} />)
  fireEvent.click(screen.getByRole('button', { name: helpFaq.deposit.question }))
  expect(screen.getByText(measured('7 min'))).toBeDefined()
  expect(screen.getByRole('link', { name: helpFaq.deposit.open }).getAttribute('href')).toBe('/en/deposit')
  fireEvent.click(screen.getByRole('button', { name: helpFaq.withdraw.question }))
  expect(screen.getByText(measured('1 h 20 min'))).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: helpFaq.round.question }))
  expect(screen.getByText(helpFaq.round.answer)).toBeDefined()
  expect(screen.queryByText(/In the last 30 days/)).toBeNull()
})

test('no time is named while none is known', () => {
  renderForMember(<Faq times={{ status: 'success', deposit: null, withdraw: null, reply: null }} />)
  fireEvent.click(screen.getByRole('button', { name: helpFaq.deposit.question }))
  expect(screen.getByText(helpFaq.deposit.answer)).toBeDefined()
  expect(screen.queryByText(/In the last 30 days/)).toBeNull()
})
