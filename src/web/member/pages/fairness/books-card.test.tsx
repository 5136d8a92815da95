import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { BooksCard } from './books-card.tsx'

const { books } = english.fairness
const server = useFakeServer()

const clean = {
  status: 'success',
  books: { checkedAt: '2026-11-20T01:00:00.000Z', outcome: 'clean', rounds: 12_345 },
  moneyOutStoppedSince: null,
  heads: [],
}

test('shows the last check, its result, the rounds and that payments continue', async () => {
  server.reply('get-fairness', clean)
  renderForMember(<BooksCard />)
  for (const text of ['2026-11-20 10:00', books.clean, '12,345', books.paymentsOn, books.noHeads]) {
    await expectText(text)
  }
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows since when payments are paused, and the head of each day', async () => {
  const head = '5a'.repeat(32)
  server.reply('get-fairness', {
    ...clean,
    books: { ...clean.books, outcome: 'faults' },
    moneyOutStoppedSince: '2026-11-20T02:30:00.000Z',
    heads: [
      { day: '2026-11-19', kind: 'audit', head },
      { day: '2026-11-19', kind: 'journal', head: 'a5'.repeat(32) },
    ],
  })
  renderForMember(<BooksCard />)
  await expectText(books.paymentsOff.replace('{since}', '2026-11-20 11:30'))
  await expectText(books.faults)
  await expectText(head)
  await expectText(`2026-11-19 · ${books.journal}`)
  await expectText('a5'.repeat(32))
  expect(screen.getByRole('link', { name: books.saveHeads }).getAttribute('href')).toBe('/fairness/heads.jsonl')
  expect(screen.queryByText(books.paymentsOn)).toBeNull()
})

test('before the first check there is no result; a failure can be retried', async () => {
  server.reply('get-fairness', 500, { ...clean, books: { checkedAt: null, outcome: null, rounds: 0 } })
  renderForMember(<BooksCard />)
  await screen.findByRole('alert')
  press(english.common.retry)
  await expectText(books.never)
  expect(screen.queryByText(books.outcome)).toBeNull()
})
