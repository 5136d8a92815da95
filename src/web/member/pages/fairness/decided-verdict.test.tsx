import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { decidedRecord, firstDecided, honestDecided } from '#test/honest-decided.ts'
import { VerifyCard } from './verify-card.tsx'

const { form, verdict, checks } = english.fairness
const texts = english.fairnessDecided
const server = useFakeServer()

// Messages that are loaded later wait for the page to be hydrated.
beforeEach(() => {
  document.documentElement.dataset['ready'] = ''
})
afterEach(() => {
  delete document.documentElement.dataset['ready']
})

function verify(record: object): void {
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  renderForMember(<VerifyCard />)
  paste(record)
}

function paste(record: object): void {
  fireEvent.change(screen.getByLabelText(form.paste), { target: { value: JSON.stringify(record) } })
  press(form.verify)
}

const cards = (): HTMLElement => screen.getByRole('region', { name: texts.cards })
const holding = (): (string | undefined)[] =>
  within(screen.getByRole('region', { name: checks.title }))
    .getAllByRole('listitem')
    .map((item) => item.dataset['holds'])

test('a round with decisions is proven, with the cards, the outcome of each hand and the decisions', async () => {
  verify(honestDecided)
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(texts.provenText)
  expect(holding()).toEqual(Array(6).fill('true'))
  expect(screen.getByText(checks.cards)).toBeTruthy()
  expect(screen.queryByText(checks.events)).toBeNull()
  const result = honestDecided.events.at(-1) as { hands: { outcome: keyof typeof texts.outcome }[] }
  for (const { outcome } of result.hands) {
    expect(within(cards()).getAllByText(texts.outcome[outcome]).length).toBeGreaterThan(0)
  }
  const decisions = within(screen.getByRole('list', { name: texts.decisions })).getAllByRole('listitem')
  expect(decisions.map((item) => item.textContent)).toEqual(
    honestDecided.decisions.map((one) => texts.action[one as keyof typeof texts.action]),
  )
  expect(cards().textContent).not.toMatch(/NaN|undefined|[{}]/)
})

test('insurance is shown with what it returned, and a blackjack without decisions says so', async () => {
  verify(firstDecided(({ decisions }) => decisions[0] === 'insure'))
  await screen.findByRole('heading', { name: verdict.proven })
  expect(within(cards()).getByText(/Insurance (wins|loses)/)).toBeTruthy()
  paste(firstDecided(({ decisions, pay }) => decisions.length === 0 && pay === '2500'))
  await expectText(texts.noDecisions)
  expect(within(cards()).getByText(texts.outcome.blackjack)).toBeTruthy()
})

test('a decision that does not fit is named with its number, and the cards stop there', async () => {
  verify({ ...honestDecided, decisions: [] })
  await screen.findByRole('heading', { name: verdict.false })
  await expectText(texts.fault.missing.replace('{at}', '1'))
  expect(holding().filter((one) => one === 'false')).toHaveLength(3)
  // The upcard alone lies open, beside the two cards of the hand.
  expect(cards().querySelectorAll('svg')).toHaveLength(3)
  paste({ ...honestDecided, decisions: ['surrender'] })
  await expectText(texts.fault.unknown.replace('{at}', '1'))
  await expectText('surrender')
})

test('the stake of a round that returned nothing is not proven', async () => {
  verify({ ...firstDecided(({ pay }) => pay === '0'), stake: '2' })
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(texts.noReturnText)
  expect(holding()).toEqual(['true', 'true', 'true', 'true', 'open', 'true'])
})

test.each([
  ['a seed that is not revealed', { serverSeed: null }, verdict.notRevealed],
  ['unknown mathematics', { mathHash: '00'.repeat(32) }, verdict.unknown],
])('%s has a verdict of its own, without cards', async (_, fields, title) => {
  verify({ ...honestDecided, ...fields })
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByRole('region', { name: texts.cards })).toBeNull()
})

test('data of other rules are read from the field, and a round by them is proven', async () => {
  const other = { ...blackjack, code: 'other-rules', dealerSoft17: 'hit' as const }
  const record = decidedRecord(3, undefined, other)
  verify(record)
  await screen.findByRole('heading', { name: verdict.unknown })
  paste({ ...other, decks: 0 })
  await expectText(form.dataFault.replace('{field}', 'decks'))
  paste(JSON.parse(canonicalJson(other)) as object)
  await expectText(form.dataRead.replace('{game}', 'other-rules').replace('{version}', '1'))
  paste(record)
  await screen.findByRole('heading', { name: verdict.proven })
  expect(holding()).not.toContain('false')
})

test('a link with the id of a round with decisions opens its record', async () => {
  const roundId = '01997e6e-0000-7000-8000-000000000003'
  history.replaceState(null, '', `?round=${roundId}`)
  const { decisions, pay, events, ...round } = honestDecided
  const past = { ...round, returned: pay, view: { events }, decisions: decisions.map((action) => ({ action })) }
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-round', { status: 'seat-round', round: past })
  renderForMember(<VerifyCard />)
  await screen.findByRole('heading', { name: verdict.proven })
  expect(server.sent('get-round')).toEqual([{ roundId }])
  expect(cards()).toBeTruthy()
  history.replaceState(null, '', '?')
})
