import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { mathHashOf } from '#domain/games/math-hash.ts'
import { amountOfUnits } from '#domain/games/round.ts'
import { fromHex, sha256, sha256Hex, toHex } from '#domain/games/sha256.ts'
import { roundRecordText } from '#domain/games/round-record.ts'
import { cardText } from '#domain/games/table/cards.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { recomputeRound } from '#domain/games/verify-round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { honestEvidence } from '#test/honest-evidence.ts'
import { honestSeries, honestSeriesOf } from '#test/honest-series.ts'
import { hostileTexts } from '#test/hostile-evidence.ts'
import { roundRecordOf } from '#test/round-record.ts'
import { sampleSlot } from '#test/sample-slots.ts'
import { VerifyCard } from './verify-card.tsx'

const { form, verdict, checks, replay } = english.fairness
const series = english.fairnessSeries
const server = useFakeServer()
const { game } = catalogue[0]
const roundId = '01997e6e-0000-7000-8000-000000000001'

const paying = roundRecordOf('paying')

function renderWithoutRounds(): void {
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  renderForMember(<VerifyCard />)
}

function paste(text: string): void {
  fireEvent.change(screen.getByLabelText(form.paste), { target: { value: text } })
  press(form.verify)
}

const listed = (): string[] =>
  within(screen.getByRole('region', { name: checks.title }))
    .getAllByRole('listitem')
    .filter((item) => item.dataset['holds'] === 'false')
    .map((item) => item.textContent)

test('a pasted round is proven, with its reels, wins and every check', async () => {
  renderWithoutRounds()
  paste(roundRecordText(paying))
  await screen.findByRole('heading', { name: verdict.proven })
  expect(listed()).toEqual([])
  const reels = screen.getByRole('region', { name: replay.reels })
  const shown = within(reels).getAllByText(/^Reel \d: /)
  const reveal = paying.events[0] as { grid: number[][] }
  expect(shown).toHaveLength(reveal.grid.length)
})

test('a tampered round is called false, and the check that fails shows both values', async () => {
  renderWithoutRounds()
  paste(roundRecordText({ ...paying, pay: '123456' }))
  await screen.findByRole('heading', { name: verdict.false })
  expect(listed()).toEqual([expect.stringMatching(`${checks.pay}.*123456.*${paying.pay}`)])
})

test('a void round is called void, with the units that its seeds give', async () => {
  renderWithoutRounds()
  paste(roundRecordText({ ...paying, pay: '0', events: [{ type: 'void', reason: 'no-result' }] }))
  await screen.findByRole('heading', { name: verdict.void })
  const { units } = recomputeRound(game, { ...paying, serverSeed: paying.serverSeed ?? '' })
  await expectText(verdict.voidResultText.replace('{units, number}', String(units)))
  expect(listed()).toEqual([])
})

test('a round without a win is proven but for its stake, which has no tick', async () => {
  renderWithoutRounds()
  paste(roundRecordText({ ...roundRecordOf('losing'), stake: String(game.stakes[3]) }))
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(verdict.noWinText)
  expect(screen.queryByText(verdict.provenText)).toBeNull()
  const rows = within(screen.getByRole('region', { name: checks.title })).getAllByRole('listitem')
  const open = rows.filter((row) => row.dataset['holds'] !== 'true').map((row) => row.textContent)
  expect(open).toEqual([`${checks.open}${checks.stake}${checks.stated}${game.stakes[3]}`])
})

test('free spins are turned over one by one', async () => {
  renderWithoutRounds()
  paste(roundRecordText(roundRecordOf('free spins')))
  await screen.findByRole('heading', { name: verdict.proven })
  expect(screen.getByRole('button', { name: replay.previous })).toHaveProperty('disabled', true)
  press(replay.next)
  await expectText('Free spin 1')
})

test.each([
  ['a seed that is not revealed', { ...paying, serverSeed: null }, verdict.notRevealed],
  ['unknown mathematics', { ...paying, mathHash: '00'.repeat(32) }, verdict.unknown],
])('%s has a verdict of its own, without reels', async (_, record, title) => {
  renderWithoutRounds()
  paste(roundRecordText(record))
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByRole('region', { name: replay.reels })).toBeNull()
})

test.each([
  ['an empty field', '  ', form.empty],
  ['a text that is no record', 'hello', form.notJson],
  ['a record with a wrong field', JSON.stringify({ ...paying, nonce: 'x' }), 'Missing or wrong: nonce'],
])('%s is refused beside the field, and a former verdict goes', async (_, text, sentence) => {
  renderWithoutRounds()
  paste(roundRecordText(paying))
  await screen.findByRole('heading', { name: verdict.proven })
  paste(text)
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.queryByRole('heading', { name: verdict.proven })).toBeNull()
})

/** A machine that is not open, with the record of a round of it. */
function unopenedRound(code: string, fits: (types: string[]) => boolean) {
  const data = sampleSlot(code)
  const seed = { serverSeed: '5a'.repeat(32), clientSeed: 'mine', stakeUnits: data.stakes[0] ?? 0 }
  for (let nonce = 0; ; nonce++) {
    const { units, events } = recomputeRound(data, { ...seed, nonce })
    if (!fits(events.map(({ type }) => type))) continue
    const pay = amountToWire(amountOfUnits(units, wholeUnits(seed.stakeUnits), data.unitsPerStake))
    const mathHash = mathHashOf(data, sha256Hex)
    const serverSeedHash = toHex(sha256(fromHex(seed.serverSeed)))
    const record = {
      ...paying,
      ...seed,
      serverSeedHash,
      game: code,
      mathHash,
      nonce,
      stake: String(seed.stakeUnits),
      pay,
      events,
    }
    return { data, record: JSON.stringify(record) }
  }
}

test('data of a game that is not open are read from the field, and prove its rounds', async () => {
  renderWithoutRounds()
  const { data, record } = unopenedRound('hold-and-win', (types) => types.includes('coinLand'))
  paste(record)
  await screen.findByRole('heading', { name: verdict.unknown })
  paste(JSON.stringify(data, null, 2))
  await expectText(form.dataRead.replace('{game}', data.code).replace('{version}', '1'))
  expect(screen.queryByRole('heading', { name: verdict.unknown })).toBeNull()
  paste(record)
  await screen.findByRole('heading', { name: verdict.proven })
})

test('the coins of hold-and-win are shown on their cells, respin by respin', async () => {
  renderWithoutRounds()
  const { data, record } = unopenedRound('hold-and-win', (types) => types.includes('coinLand'))
  paste(JSON.stringify(data))
  await expectText(form.dataRead.replace('{game}', data.code).replace('{version}', '1'))
  paste(record)
  await screen.findByRole('heading', { name: verdict.proven })
  press(replay.next)
  await expectText(replay.coins)
  const reels = within(screen.getByRole('region', { name: replay.reels }))
  expect(reels.getAllByText(/^Reel \d: .*Coin ₩\s?[14]\b/).length).toBeGreaterThan(0)
  expect(reels.getByText(/coins held$/)).toBeTruthy()
  press(replay.next)
  await expectText(replay.coinRespin.replace('{step, number}', '1'))
})

test('each fall of a tumbling round has a picture with its multiplier', async () => {
  renderWithoutRounds()
  const { data, record } = unopenedRound('anywhere', (types) => types.filter((type) => type === 'tumble').length > 1)
  paste(JSON.stringify(data))
  await expectText(form.dataRead.replace('{game}', data.code).replace('{version}', '1'))
  paste(record)
  await screen.findByRole('heading', { name: verdict.proven })
  press(replay.next)
  await expectText(new RegExp(replay.falls.replace('{falls, number}', '1')))
  expect(within(screen.getByRole('region', { name: replay.reels })).getAllByText('×3').length).toBeGreaterThan(0)
})

test('data of a table are read from the field, and prove its series', async () => {
  document.documentElement.dataset['ready'] = ''
  renderWithoutRounds()
  const game = { ...tables[0]?.game, version: 2, decks: 2 } as TableGame
  const evidence = JSON.stringify(honestSeriesOf(game, 1))
  paste(evidence)
  await screen.findByRole('heading', { name: verdict.unknown })
  paste(JSON.stringify({ ...game, decks: 0 }))
  expect((await screen.findByRole('alert')).textContent).toBe(form.dataFault.replace('{field}', 'decks'))
  paste(JSON.stringify(game))
  await expectText(form.dataRead.replace('{game}', game.code).replace('{version}', '2'))
  paste(evidence)
  await screen.findByRole('heading', { name: verdict.proven })
  delete document.documentElement.dataset['ready']
})

test('malformed data are refused with the field at fault, and are not kept', async () => {
  renderWithoutRounds()
  const { data, record } = unopenedRound('tumble', (types) => types.includes('tumble'))
  paste(JSON.stringify({ ...data, stakes: [0] }))
  expect((await screen.findByRole('alert')).textContent).toBe(form.dataFault.replace('{field}', 'stakes.0'))
  paste(record)
  await screen.findByRole('heading', { name: verdict.unknown })
})

test('the evidence of a chain of seeds is verified as a whole, and a swapped seed is named', async () => {
  // Messages that are loaded later wait for the page to be hydrated.
  document.documentElement.dataset['ready'] = ''
  renderWithoutRounds()
  const seeds = ['11', '22', '33'].map((byte) => byte.repeat(32))
  const hashes = seeds.map((seed) => toHex(sha256(fromHex(seed))))
  const [first = '', second = '', third = ''] = hashes
  const pairs = [
    {
      pair: 1,
      serverSeedHash: first,
      nextServerSeedHash: second,
      clientSeed: 'a',
      serverSeed: seeds[0],
      firstNonce: 0,
    },
    { pair: 2, serverSeedHash: second, nextServerSeedHash: third, clientSeed: 'b', serverSeed: null, firstNonce: 1 },
  ].map((pair) => ({ ...pair, scheme: 'chain', lastNonce: pair.pair === 1 ? 0 : null }))
  const none = { serverSeedHash: null, clientSeed: null, at: '' }
  const receipts = [
    { pair: 0, ...none, nextServerSeedHash: first, nonce: 0 },
    { pair: 1, ...none, nextServerSeedHash: second, nonce: 0 },
  ]
  const evidence = { format: 'baize-seed-evidence-1', receipts, pairs }
  paste(JSON.stringify(evidence))
  await screen.findByRole('heading', { name: verdict.proven })
  const swapped = pairs.map((pair) => (pair.pair === 1 ? { ...pair, serverSeed: seeds[2] } : pair))
  paste(JSON.stringify({ ...evidence, pairs: swapped }))
  await screen.findByRole('heading', { name: verdict.false })
  await expectText(`Pair 1: ${english.play.fairness.fault.swapped}`)
  paste(JSON.stringify({ ...evidence, pairs: 'none' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Missing or wrong: pairs')
  delete document.documentElement.dataset['ready']
})

test('a series of a table is dealt again: its rounds, salts, notes and what does not fit', async () => {
  document.documentElement.dataset['ready'] = ''
  renderWithoutRounds()
  const honest = honestSeries()
  const rounds = honest.rounds.map((round, index) =>
    index === 1 ? ({ state: 'void', outcome: null } as const) : round,
  )
  const evidence = { ...honest, series: { ...honest.series, lateSeats: ['zoe'] }, rounds: rounds.slice(0, 9) }
  paste(JSON.stringify(evidence))
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(series.provenText)
  await expectText(series.ownMixed)
  await expectText(series.lateSeats.replace('{seats}', 'zoe'))
  await expectText(series.voidRounds.replace('{rounds}', '2'))
  await expectText(series.passedOver.replace('{rounds}', `10-${honest.rounds.length}`))
  const places = (title = series.rounds) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(places().length).toBe(24)
  press(series.showAll.replace('{count, number}', String(honest.rounds.length)))
  expect(places().length).toBe(honest.rounds.length)
  const [first] = honest.rounds
  if (first?.outcome?.kind !== 'baccarat') throw new Error('The first round is one of baccarat.')
  const hand = (cards: readonly number[]) => cards.map((card) => shownCard(card)).join('')
  const { player, banker } = first.outcome
  expect(places()[0]).toMatch(new RegExp(`^1.*Player.*${hand(player)}Banker.*${hand(banker)}`))
  expect(places()[1]).toContain(series.state.void)
  expect(places().at(-1)).toContain(series.state['passed-over'])
  const salts = screen.getByRole('region', { name: series.salts.replace('{count, number}', '2') })
  expect(
    within(salts)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.slice(0, 3)),
  ).toEqual(['ann', 'bob'])

  const other = { ...first.outcome, player: banker, banker: player }
  const changed = [{ state: 'settled', outcome: other }, ...honest.rounds.slice(1)]
  paste(JSON.stringify({ ...honest, rounds: changed, kept: undefined }))
  await screen.findByRole('heading', { name: verdict.false })
  const fault = within(screen.getByRole('region', { name: series.faultTitle })).getByRole('listitem')
  expect(fault.textContent).toContain(series.fault.round.replace('{number}', '1'))
  expect(fault.textContent).toMatch(new RegExp(`${series.shown}.*${hand(banker)}.*${hand(player)}`))

  paste(JSON.stringify({ ...honest, series: { ...honest.series, links: [] }, kept: undefined }))
  await screen.findByRole('heading', { name: verdict.notRevealed })
  await expectText(series.notRevealedText)
  expect(places(series.shown)[0]).toContain(series.state.open)
  delete document.documentElement.dataset['ready']
})

test.each([
  ['roulette', /^1Round 1Matches(\d+) (red|black|zero)$/],
  ['sic-bo', /^1Round 1Matches[1-6] [1-6] [1-6] \d+Total \d+$/],
  ['virtual-horses', /^1Round 1Matches([1-8] ){8}$/],
  ['dragon-tiger', /^1Round 1Matches(Dragon)[2-9AJQK10]+[♣♦♥♠] .*Tiger/],
])('the rounds of %s are drawn', async (code, shown) => {
  document.documentElement.dataset['ready'] = ''
  renderWithoutRounds()
  const { kept: _, ...evidence } = honestSeries(code)
  paste(JSON.stringify(evidence))
  await screen.findByRole('heading', { name: verdict.proven })
  await expectText(series.noOwn)
  const region = within(screen.getByRole('region', { name: series.rounds }))
  expect(region.getAllByRole('listitem')[0]?.textContent).toMatch(shown)
  delete document.documentElement.dataset['ready']
})

/** A card as a screen reader meets it: the hidden text, then the rank that is drawn. */
function shownCard(card: number): string {
  const text = cardText(card)
  const rank = text.startsWith('T') ? '10' : text.slice(0, 1)
  return `${rank}${'♣♦♥♠'['CDHS'.indexOf(text.slice(1))]} ${rank}`
}

test('answers hostile texts as the other forms of the verifier do', async () => {
  document.documentElement.dataset['ready'] = ''
  renderWithoutRounds()
  // Found once: a search by role goes through all cards of a series that is shown.
  const [field, button] = [screen.getByLabelText(form.paste), screen.getByRole('button', { name: form.verify })]
  const result = screen.getByRole('region', { name: verdict.title })
  const verify = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.click(button)
  }
  /** The sentence that refuses the text, and the heading of the verdict: one of them. */
  const shown = () => [document.querySelector('[role=alert]')?.textContent, result.querySelector('h3')?.textContent]
  for (const { title, text, answer } of hostileTexts) {
    verify('')
    await waitFor(() => expect(shown()).toEqual([form.empty, undefined]))
    verify(text)
    await waitFor(() => expect([title, ...shown()]).toEqual([title, refusalOf(answer), headingOf(answer)]))
  }
  delete document.documentElement.dataset['ready']
})

function refusalOf(answer: string): string | undefined {
  const [kind, names] = answer.split(': ')
  if (kind !== 'malformed') return undefined
  return names === undefined ? form.notJson : form.wrongFields.replace('{names}', names)
}

function headingOf(answer: string): string | undefined {
  return headings[answer.split(':')[0] ?? '']
}

const headings: Readonly<Record<string, string>> = {
  proven: verdict.proven,
  holds: verdict.proven,
  false: verdict.false,
  'not-revealed': verdict.notRevealed,
  'unknown-mathematics': verdict.unknown,
}

const bet = {
  roundId,
  thirdParty: 'baize',
  gameName: 'Tiger',
  jackpot: null,
  balanceBet: '200',
  balanceWin: '0',
  betTime: '2026-11-20T01:00:00.000Z',
  status: 'completed',
  rolling: '0',
  code: game.code,
}

test('a member chooses one of their rounds; a round that is still open is not offered', async () => {
  const open = { ...bet, roundId: '01997e6e-0000-7000-8000-000000000002', status: 'open', gameName: 'Open' }
  server.reply('get-slot-bets-list', { status: 'success', bets: [open, bet], maxCount: 2 })
  server.reply('get-round', { status: 'success', round: { ...paying, roundId } }, { status: 'open-round' })
  renderForMember(<VerifyCard />)
  const choose = form.choose.replace('{game}', 'Tiger').replace('{date}', '2026-11-20 10:00')
  fireEvent.click(await screen.findByRole('button', { name: choose }))
  await screen.findByRole('heading', { name: verdict.proven })
  expect(server.sent('get-round')).toEqual([{ roundId }])
  expect(screen.queryByRole('button', { name: /Open/ })).toBeNull()
  press(choose)
  expect((await screen.findByRole('alert')).textContent).toBe(form.openRound)
})

test('a link of the history opens its round', async () => {
  history.replaceState(null, '', `?round=${roundId}`)
  server.reply('get-slot-bets-list', { status: 'success', bets: [], maxCount: 0 })
  server.reply('get-round', { status: 'none' })
  renderForMember(<VerifyCard />)
  expect((await screen.findByRole('alert')).textContent).toBe(form.missingRound)
  expect(server.sent('get-round')).toEqual([{ roundId }])
  history.replaceState(null, '', '?')
})

test('an evidence with several client seeds for a pair names the pair and how many', async () => {
  renderWithoutRounds()
  paste(hostileTexts.find(({ title }) => title.startsWith('several client seeds'))?.text ?? '')
  const sentence = english.play.fairness.chosenAgain
  expect(await screen.findByText(sentence.replace('{pairs}', `2 (2), ${Number.MAX_SAFE_INTEGER} (2)`))).toBeTruthy()
})

test('an evidence of a pair that ended without a step of the browser names it with its last round', async () => {
  renderWithoutRounds()
  const { receipts, pairs, ...rest } = honestEvidence()
  const ended = { ...receipts[2], serverSeedHash: null, clientSeed: null }
  paste(JSON.stringify({ ...rest, pairs, receipts: [...receipts, ended] }))
  expect(await screen.findByText(english.play.fairness.ended.replace('{pairs}', '2 (19)'))).toBeTruthy()
})

test('an evidence with another result than the seeds give names its pair and number', async () => {
  renderWithoutRounds()
  const play = english.play.fairness
  paste(hostileTexts.find(({ title }) => title === 'another result')?.text ?? '')
  const sentence = play.faultOf.replace('{pair, number}', '2').replace('{fault}', play.fault['shown-otherwise'])
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText(/^13: 200, 0{16}$/)).toBeTruthy()
})

test('an evidence with results of a game without data names their numbers', async () => {
  renderWithoutRounds()
  paste(hostileTexts.find(({ title }) => title === 'results of unknown mathematics')?.text ?? '')
  expect(await screen.findByText(english.play.fairness.unknownGames.replace('{rounds}', '10-19'))).toBeTruthy()
})
