import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tables } from '#domain/games/table/tables.ts'
import { session, guest } from '#web/member/session/session.ts'
import { keptSaltsKey, type KeptSalt } from '#web/shared/kept-salts.ts'
import { english, expectText, renderForMember, useFakeServer } from '#test/forms.tsx'
import { honestSeries } from '#test/honest-series.ts'
import { VerifyCard } from './verify-card.tsx'

/** A link of a table's window opens the page with its series; guests verify it too. */

const { form, verdict } = english.fairness
const texts = english.fairnessSeries
const server = useFakeServer()
const { kept, ...published } = honestSeries()
const { table, firstLink, chainEnd } = published.series
const answer = { status: 'success', ...published, series: { ...published.series, phase: 'ended' } }

beforeEach(() => void (document.documentElement.dataset['ready'] = ''))
afterEach(() => {
  localStorage.removeItem(keptSaltsKey)
  history.replaceState(null, '', '?')
  delete document.documentElement.dataset['ready']
})

function open(chain = chainEnd): void {
  const query = new URLSearchParams({ table, series: String(firstLink), chain })
  history.replaceState(null, '', `?${query.toString()}`)
  renderForMember(<VerifyCard />)
  act(() => session.set(guest))
}

test('a link of a table’s window opens its series, which is proven without this browser’s part', async () => {
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-series', answer)
  open()
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(texts.noOwn)
  expect(server.sent('get-series')).toEqual([{ table, firstLink, chainEnd }])
})

test('what this browser has kept of the series is compared as well', async () => {
  const own = kept.own ?? { seat: '', salt: '' }
  const stored: KeptSalt = { table, firstLink, ...own, isSent: true, hashes: kept.hashes }
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-series', answer)
  localStorage.setItem(keptSaltsKey, JSON.stringify([stored]))
  open()
  expect(await screen.findByRole('heading', { name: verdict.proven })).toBeTruthy()
  await expectText(texts.ownMixed)
})

test('a list that differs from what this browser has kept is false', async () => {
  const stored: KeptSalt = { table, firstLink, seat: 'ann', salt: '00', isSent: false, hashes: '0'.repeat(64) }
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-series', answer)
  localStorage.setItem(keptSaltsKey, JSON.stringify([{ ...stored, firstLink: 1 }, stored]))
  open()
  expect(await screen.findByRole('heading', { name: verdict.false })).toBeTruthy()
})

test.each([
  ['that is not there', { status: 'none' }],
  ['whose salts are not listed yet', { ...answer, rounds: [], series: { ...answer.series, phase: 'salts' } }],
])('a series %s is refused by name', async (_what, reply) => {
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-series', reply)
  open('0')
  expect((await screen.findByRole('alert')).textContent).toBe(form.missingSeries)
  expect(server.sent('get-series')).toEqual([{ table, firstLink }])
})

test.each(tables)('the series of $game.code is proven from what the server answers', async ({ game }) => {
  const one = honestSeries(game.code)
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-series', { status: 'success', ...one, series: { ...one.series, phase: 'ended' } })
  open('none')
  expect(await screen.findByRole('heading', { name: verdict.proven })).toBeTruthy()
})

test('a link with the id of a member’s round of a table opens its series', async () => {
  const roundId = '01997e6e-0000-7000-8000-000000000004'
  history.replaceState(null, '', `?round=${roundId}`)
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-round', { status: 'table-round', table, round: { series: { firstLink, chainEnd } } })
  server.reply('get-series', answer)
  renderForMember(<VerifyCard />)
  await screen.findByRole('heading', { name: verdict.proven })
  expect(server.sent('get-series')).toEqual([{ table, firstLink, chainEnd }])
})
