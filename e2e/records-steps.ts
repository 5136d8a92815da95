import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { issueMoney, type MadeMember } from '#server/seed/builders.ts'
import { messages as english } from '#i18n/en/office.ts'
import { messages as korean } from '#i18n/ko/office.ts'
import { exactNumber } from '#web/member/kit/exact-number.ts'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import { payIn } from './live-steps.ts'
import { fillSignIn, toastOf } from './messages-steps.ts'
import { enterOffice } from './operators.ts'
import { asGuest, asMember, callAs, expectSame, untilReady, type MemberScene, type Scene, type Setup } from './scene.ts'
import { caller } from './screens/calls.ts'
import { exactly, translatorFor, type StoryLocale } from './texts.ts'
import { scaledMs } from '#testing/machine.ts'

/** My page and what it keeps: the statement and its files, devices, past rounds; and a password that was forgotten. */

/** A device that was signed out elsewhere sees so within this. */
const signedOutMs = 2_000
/** The first paper waits until its press has been set up. */
const paperMs = 60_000
/** More entries than one sheet of paper takes. */
const gifts = 60

/** Asked for by id and telephone, vouched for by the office, set anew with its code; every device is out, and payouts wait. */
async function forgottenPassword(setup: Setup): Promise<void> {
  const phone = setup.locale === 'ko' ? '01047110815' : '01047110816'
  const member = await setup.program.backstage.newMember({ phone, cash: wholeUnits(50_000) })
  await asGuest(
    setup,
    async (scene) => {
      const { page, t, address } = scene
      const device = await enterElsewhere(scene, member)
      await scene.open('/login')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('records.reset.title') })
        .click()
      await page.waitForURL(address('/reset'))
      const main = page.getByRole('main')
      const field = (key: string): Locator => main.getByLabel(t(key), { exact: true })
      await field('records.reset.id').first().fill(member.loginId)
      await field('records.reset.phone').fill(`${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`)
      await main.getByRole('button', { name: t('records.reset.request'), exact: true }).click()
      await main.getByText(t('records.reset.requested')).waitFor()
      await scene.check('reset asked')

      const code = await readCode(scene, member)
      const fresh = 'paper-lantern-41'
      // The id was typed once, for both steps.
      expectSame('the id of the second step', await field('records.reset.id').last().inputValue(), member.loginId)
      const submit = async (typed: string): Promise<void> => {
        await field('records.reset.code').fill(typed)
        await field('account.user.newPassword').fill(fresh)
        await field('account.user.newPasswordAgain').fill(fresh)
        await main.getByRole('button', { name: t('records.reset.submit'), exact: true }).click()
      }
      await submit('AAAA-AAAA')
      await main.getByText(t('records.reset.fail')).waitFor()
      await submit(code)
      await main.getByText(t('records.reset.done')).waitFor()
      await scene.check('reset done')
      await seeSignedOut(device.page, scene)
      device.expectNoFaults()
      await device.close()

      await main.getByRole('link', { name: t('records.reset.login') }).click()
      await page.waitForURL(address('/login'))
      await fillSignIn(scene, main, member.loginId, member.password)
      await page.keyboard.press('Enter')
      await main.getByText(t('messages.msg2030')).waitFor()
      await fillSignIn(scene, main, member.loginId, fresh)
      await page.keyboard.press('Enter')
      await toastOf(scene, 'msg2029').waitFor()
      await page.waitForURL(address('/'))
      await scene.open('/withdraw')
      const [before = '', after = ''] = t('records.cash.waitsUntil', { until: '|' }).split('|')
      await main.getByText(new RegExp(`${exactly(before).source}.*\\d.*${exactly(after).source}`)).waitFor()
      await scene.check('a withdrawal that waits')
    },
    // The device that is signed out says so by the answer of its next check.
    { allowed: [/status of 401/] },
  )
}

/** The code of the office, which is shown once, to who has looked the member up by name. */
async function readCode(scene: Scene, member: MadeMember): Promise<string> {
  const { words, person } = await enterAsSupport(scene)
  const { page } = person
  await goTo(page, words.frame.resets)
  await page.getByRole('button', { name: member.loginId, exact: true }).click()
  await page.getByRole('button', { name: words.resets.verify }).click()
  await page.getByRole('button', { name: words.resets.issue, exact: true }).click()
  const code = await page.getByRole('complementary').locator('output').textContent()
  await expectAccessible(page, 'the office’s code of a reset')
  person.expectNoFaults()
  await person.close()
  if (!/^[\dA-Z]{4}-[\dA-Z]{4}$/.test(code ?? '')) throw new Error(`the office shows "${code}" as a code`)
  return code ?? ''
}

/** What came and went leads from the first balance to the last: on screen, in the table and on paper. A month without is empty. */
async function statement(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, member, program } = scene
    const config = await loadConfig({ DATA_DIR: program.dataDir })
    const site = { db: program.backstage.db, config }
    for (let gift = 1; gift <= gifts; gift += 1) await issueMoney(site, member, wholeUnits(1_000))
    await payIn(scene, 50_000)
    await playRounds(scene, 2)
    await scene.open('/user')
    const card = cardOf(page, t('records.statement.title'))
    await card.getByText(t('records.statement.count', { count: gifts + 1 + 2 })).waitFor()
    const sums = await readSums(scene, card)
    expectSame('the opening balance', sums.opening, '0')
    expectSame('in less out', sums.in - sums.out, Number(sums.closing))
    await scene.check('my page with a statement')

    const rows = csvRows(await readFile(await saved(scene, card, 'csv'), 'utf8'))
    expectSame('the table’s entries', rows.length - 1, gifts + 3)
    const column = (key: string): number[] => {
      const at = rows[0]?.indexOf(t(`records.statement.${key}`)) ?? -1
      if (at < 0) throw new Error(`the table has no ${key}: ${String(rows[0])}`)
      return rows.slice(1).map((row) => Number(row[at]))
    }
    const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
    expectSame('the table’s in less out', sum(column('in')) - sum(column('out')), Number(sums.closing))
    expectSame('the table’s last balance', column('balance').at(-1), Number(sums.closing))

    const paper = await readFile(await saved(scene, card, 'pdf'))
    expectSame('how the paper begins', paper.subarray(0, 5).toString(), '%PDF-')
    const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(paper.toString('latin1'))?.[1])
    if (!(pages > 1)) throw new Error(`the paper of ${gifts + 3} entries says it has ${pages} pages`)

    const select = card.getByLabel(t('records.statement.pick'), { exact: true })
    await select.selectOption({ index: 12 })
    await card.getByText(t('records.statement.none')).waitFor()
    const empty = await card.locator('[data-sum] dd').allTextContents()
    expectSame('the sums of an empty month', empty, ['0', '0', '0', '0'])
    await scene.check('my page with an empty statement')
  })
}

/** The sums on screen, which are those of the call, and end where the wallet stands. */
async function readSums(
  scene: MemberScene,
  card: Locator,
): Promise<{ opening: string; closing: string; in: number; out: number }> {
  const { balance } = await callAs(scene, 'get-in-game-balance')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' })
  const to = day.format(Date.now())
  const from = day.format(Date.now() - 6 * 86_400_000)
  const said = (await callAs(scene, 'get-statement', { from, to, skip: 0, take: 1 })) as {
    opening: { balance: string }
    closing: { balance: string }
    totals: { in: string; out: string }
  }
  const opening = said.opening.balance
  const closing = said.closing.balance
  expectSame('the closing balance and the wallet', Math.floor(Number(closing)), Number(balance))
  const wanted = [opening, said.totals.in, said.totals.out, closing].map((amount) => exactNumber(amount, scene.locale))
  const shown = await Promise.all(
    ['opening', 'in', 'out', 'closing'].map((key) => card.locator(`[data-sum=${key}] dd`).textContent()),
  )
  expectSame('the sums on screen', shown, wanted)
  return { opening, closing, in: Number(said.totals.in), out: Number(said.totals.out) }
}

/** Presses for a file and answers where it was saved. */
async function saved({ page, t }: Scene, card: Locator, format: 'csv' | 'pdf'): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: scaledMs(paperMs) }),
    card.getByRole('button', { name: t(`records.statement.${format}`), exact: true }).click(),
  ])
  const name = download.suggestedFilename()
  if (!name.endsWith(`.${format}`)) throw new Error(`the ${format} is saved as ${name}`)
  return download.path()
}

/** The rows of a table after its mark; no cell of ours holds a quote, a comma or a line’s end. */
function csvRows(text: string): string[][] {
  if (!text.startsWith('\uFEFF')) throw new Error('the table does not begin with its mark')
  if (text.includes('"')) throw new Error('a cell of the table is quoted')
  if (!text.endsWith('\r\n')) throw new Error('the table’s last line has no end')
  return text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','))
}

/** A device is signed out from another, and its page says so before one can look up. */
async function endingASession(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, member } = scene
    const device = await enterElsewhere(scene, member)
    await scene.open('/user')
    const card = cardOf(page, t('account.user.sessions'))
    const lines = card.getByRole('listitem')
    await lines.nth(1).waitFor()
    expectSame('devices signed in', await lines.count(), 2)
    await lines.first().getByText(t('account.user.thisDevice')).waitFor()
    await card.getByRole('listitem').filter({ hasText: 'Chrome' }).getByRole('button').click()
    const question = page.getByRole('dialog')
    await question.waitFor()
    await scene.check('a session is ended from another device')
    await Promise.all([
      page.waitForResponse('**/api/routes/end-session'),
      question.getByRole('button', { name: t('records.sessions.end'), exact: true }).click(),
    ])
    await seeSignedOut(device.page, scene)
    await page.getByText(t('records.sessions.ended')).waitFor()
    await lines.nth(1).waitFor({ state: 'detached' })
    await scene.check('signed out from another device', device.page)
    await leaveForReset(device.page, scene)
    device.expectNoFaults()
    await device.close()
  })
}

/** A guest who presses a game finds the way to a new password in the dialog, which closes behind them. */
async function leaveForReset(page: Page, { t, address, check }: Scene): Promise<void> {
  await page.goto(address('/game'))
  await untilReady(page)
  await page.getByRole('main').getByRole('listitem').locator('button:has(img)').first().click()
  const dialog = page.getByRole('dialog', { name: t('signIn.title') })
  const way = dialog.getByRole('link', { name: t('records.reset.title') })
  await way.waitFor()
  await check('the dialog of signing in', page)
  await way.click()
  await page.waitForURL(address('/reset'))
  await page.getByRole('heading', { level: 1, name: t('records.reset.title') }).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

/** From the replay of a round to an inquiry that quotes it, read by both sides. */
async function askingAboutARound(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, person, member } = scene
      const [roundId = ''] = await playRounds(scene, 1)
      await scene.open('/user')
      const bets = cardOf(page, t('account.user.bets'))
      const row = bets.getByRole('row').filter({ has: page.getByRole('button') })
      const [game] = await Promise.all([
        page.waitForEvent('popup'),
        row.getByText(t('records.bets.replay'), { exact: true }).click(),
      ])
      const mark = game.getByRole('region', { name: t('play.replay.mark') })
      await mark.waitFor()
      await scene.check('a replay opened from my page', game)
      await seeOlderRound(scene, game)
      const [help] = await Promise.all([
        person.context.waitForEvent('page'),
        mark.getByRole('link', { name: t('play.replay.inquiry') }).click(),
      ])
      await help.waitForURL(scene.address(`/help?round=${roundId}`))
      await untilReady(help)
      const main = help.getByRole('main')
      const quoted = main.getByRole('region', { name: t('records.help.round') })
      await quoted.getByText(t('records.help.aboutRound', { round: roundId })).waitFor()
      await scene.check('an inquiry quotes a round', help)
      const title = await main.locator('form').getByRole('textbox').first().inputValue()
      if (title === '') throw new Error('the inquiry about a round has no title')
      await main.locator('form').getByRole('textbox').last().fill('How did this round end?')
      await main.locator('form button[type=submit]').click()
      const question = help.getByRole('dialog', { name: t('messages.msg2222') })
      await question.getByRole('button', { name: t('account.help.send'), exact: true }).click()
      await toastOf({ ...scene, page: help }, 'msg2026').waitFor()
      await quoted.waitFor({ state: 'detached' })
      await main.getByRole('button', { name: title }).click()
      await quoted.getByText(roundId).waitFor()
      await scene.check('an inquiry about a round', help)
      await readInOffice(scene, member, roundId)
    },
    { member: { cash: wholeUnits(50_000) } },
  )
}

/** A window opened for a round of other mathematics says why it shows none. */
async function seeOlderRound({ person, t, check }: Scene, game: Page): Promise<void> {
  const window = await person.context.newPage()
  // No game of the house has had a second version yet: the answer is the house’s own but for the name of its mathematics.
  await window.route('**/api/play/get-round', async (route) => {
    const answer = await route.fetch()
    const said = (await answer.json()) as { round: object }
    await route.fulfill({ response: answer, json: { ...said, round: { ...said.round, mathHash: 'earlier' } } })
  })
  await window.goto(game.url())
  await window.getByRole('alert').getByText(t('play.notice.older')).waitFor()
  await check('a round of an earlier version', window)
  await window.close()
}

/** The office opens the inquiry, and from it the round. */
async function readInOffice(scene: Scene, member: MadeMember, roundId: string): Promise<void> {
  const { words, person } = await enterAsSupport(scene)
  const { page } = person
  await goTo(page, words.frame.help)
  await page.getByRole('textbox', { name: words.common.search }).fill(member.loginId)
  await page.getByRole('row').filter({ hasText: member.loginId }).getByRole('button').click()
  await page.getByRole('button', { name: words.rounds.show }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(roundId).waitFor()
  await expectAccessible(page, 'the office’s round of an inquiry')
  person.expectNoFaults()
  await person.close()
}

type OfficeWords = (typeof korean)['office'] | (typeof english)['office']

/** Support at work, in Korean for Korean members and in English for all others. */
async function enterAsSupport(scene: Scene): Promise<{ words: OfficeWords; person: Person }> {
  const locale: StoryLocale = scene.locale === 'ko' ? 'ko' : 'en'
  const person = await enterOffice({ program: scene.program, locale }, scene.browser, 'support')
  return { words: (locale === 'ko' ? korean : english).office, person }
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: exactly(name) })
    .click()
}

/** The same member on a second device, signed in by the form, on a page of members where nothing is being typed. */
async function enterElsewhere(scene: Scene, member: MadeMember): Promise<Person> {
  const { locale, address } = scene
  const t = translatorFor(locale)
  const device = await newPerson(scene.browser, { width: 1400, locale, allowed: [/status of 401/] })
  const { page } = device
  await page.goto(address('/comp'))
  await untilReady(page)
  const main = page.getByRole('main')
  await fillSignIn(scene, main, member.loginId, member.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: t('account.comp.title') }).waitFor()
  return device
}

/** The page of a device that was signed out is a guest’s, with the way in. */
async function seeSignedOut(page: Page, { t }: Scene): Promise<void> {
  await page.getByRole('heading', { level: 1, name: t('messages.msg2001') }).waitFor({ timeout: scaledMs(signedOutMs) })
  const main = page.getByRole('main')
  await main.getByLabel(t('signIn.password'), { exact: true }).waitFor()
  await main.getByRole('link', { name: t('records.reset.title') }).waitFor()
}

/** Rounds played and seen to their end without a browser; answers their ids. */
async function playRounds(scene: MemberScene, count: number): Promise<string[]> {
  const { gameUrl } = await callAs(scene, 'open-game', {
    code: 'golden-tiger',
    company: 'baize',
    timeStemp: Date.now(),
  })
  // The address of a launch leads to the window's own, which names the play session.
  const { site } = scene.program
  const window = await fetch(site + String(gameUrl), { headers: { cookie: `session=${scene.token}` } })
  const session = new URL(window.url).searchParams.get('s') ?? ''
  const play = caller(site, scene.token, session)
  const ids: string[] = []
  while (ids.length < count) {
    // The pace of the house.
    if (ids.length > 0) await scene.page.waitForTimeout(2_700)
    const { status, round } = await play('play/spin', { requestId: randomUUID(), stake: '4000' })
    expectSame('a spin', status, 'success')
    const { roundId, events } = round as { roundId: string; events: unknown[] }
    await play('play/ack', { roundId, index: events.length - 1 })
    ids.push(roundId)
  }
  return ids
}

function cardOf(page: Page, title: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
}

/** Walked on every stage. */
export const recordsJourneys = {
  'a forgotten password is reset by the office': forgottenPassword,
  'a statement agrees with its files': statement,
  'a session is ended from another device': endingASession,
  'an inquiry quotes a round': askingAboutARound,
} as const
