import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { issueMoney, type MadeMember } from '#server/seed/builders.ts'
import { exactNumber } from '#web/member/kit/exact-number.ts'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import { payIn } from './live-steps.ts'
import { fillSignIn, toastOf } from './messages-steps.ts'
import { enterOffice } from './operators.ts'
import { asGuest, asMember, callAs, expectSame, untilReady, type MemberScene, type Scene, type Setup } from './scene.ts'
import { caller } from './screens/calls.ts'
import { exactly, officeTexts, translatorFor, type OfficeTexts, type StoryLocale } from './texts.ts'
import { scaledMs } from '#test/machine.ts'
import { openAnySlot } from '#test/any-slot.ts'

/** My page: the statement and its files, devices, past rounds; and a forgotten password. */

/** A device that was signed out from another one shows it within this time. */
const signedOutMs = 2_000
/** The first PDF waits until the PDF thread has started. */
const pdfMs = 60_000
/** More entries than fit on one page of the PDF. */
const issues = 60

/**
 * Requested by id and phone, verified by the office, set with its code; all devices are signed out, withdrawals wait.
 */
async function forgottenPassword(setup: Setup): Promise<void> {
  const phone = setup.locale === 'ko' ? '01047110815' : '01047110816'
  const member = await setup.program.database.newMember({ phone, cash: wholeUnits(50_000) })
  await asGuest(
    setup,
    async (scene) => {
      const { page, t, address } = scene
      const device = await enterElsewhere(scene, member)
      await scene.open('/login')
      await page
        .getByRole('main')
        .getByRole('link', { name: t('passwordReset.title') })
        .click()
      await page.waitForURL(address('/reset'))
      const main = page.getByRole('main')
      const field = (key: string): Locator => main.getByLabel(t(key), { exact: true })
      await field('passwordReset.id').first().fill(member.loginId)
      await field('passwordReset.phone').fill(`${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`)
      await main.getByRole('button', { name: t('passwordReset.request'), exact: true }).click()
      await main.getByText(t('passwordReset.requested')).waitFor()
      await scene.check('reset requested')

      const code = await readCode(scene, member)
      const fresh = 'paper-lantern-41'
      // The id is typed once for both steps.
      expectSame('the id of the second step', await field('passwordReset.id').last().inputValue(), member.loginId)
      const submit = async (typed: string): Promise<void> => {
        await field('passwordReset.code').fill(typed)
        await field('member.newPassword').fill(fresh)
        await field('member.newPasswordAgain').fill(fresh)
        await main.getByRole('button', { name: t('passwordReset.submit'), exact: true }).click()
      }
      await submit('AAAA-AAAA-AAAA')
      await main.getByText(t('passwordReset.fail')).waitFor()
      await submit(code)
      await main.getByText(t('passwordReset.done')).waitFor()
      await scene.check('reset done')
      await seeSignedOut(device.page, scene)
      device.expectNoFaults()
      await device.close()

      await main.getByRole('link', { name: t('passwordReset.login') }).click()
      await page.waitForURL(address('/login'))
      await fillSignIn(scene, main, member.loginId, member.password)
      await page.keyboard.press('Enter')
      await main.getByText(t('messages.msg2030')).waitFor()
      await fillSignIn(scene, main, member.loginId, fresh)
      await page.keyboard.press('Enter')
      await toastOf(scene, 'msg2029').waitFor()
      await page.waitForURL(address('/'))
      await scene.open('/withdraw')
      const [before = '', after = ''] = t('moneyRequest.withdraw.waitsUntil', { until: '|' }).split('|')
      await main.getByText(new RegExp(`${exactly(before).source}.*\\d.*${exactly(after).source}`)).waitFor()
      await scene.check('a withdrawal that waits')
    },
    // The next health check of the device that was signed out gets a 401.
    { allowed: [/status of 401/] },
  )
}

/** Reads the reset code in the office, which shows it once to the operator who verified the member. */
async function readCode(scene: Scene, member: MadeMember): Promise<string> {
  const { messages, person } = await enterAsSupport(scene)
  const { page } = person
  await goTo(page, messages.frame.resets)
  await page.getByRole('button', { name: member.loginId, exact: true }).click()
  await page.getByRole('button', { name: messages.passwordReset.verify }).click()
  await page.getByRole('button', { name: messages.passwordReset.issue, exact: true }).click()
  const code = await page.getByRole('complementary').locator('output').textContent()
  await expectAccessible(page, 'the office’s code of a reset')
  person.expectNoFaults()
  await person.close()
  if (!/^[\dA-Z]{4}(-[\dA-Z]{4}){2}$/.test(code ?? '')) throw new Error(`the office shows "${code}" as a code`)
  return code ?? ''
}

/**
 * Entries add up from the opening to the closing balance: on screen, in the CSV and the PDF. A month without is empty.
 */
async function statement(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, member, program } = scene
    const config = await loadConfig({ DATA_DIR: program.dataDir })
    const site = { db: program.database.db, config }
    for (let issued = 0; issued < issues; issued += 1) await issueMoney(site, member, wholeUnits(1_000))
    await payIn(scene, 50_000)
    await playRounds(scene, 2)
    await scene.open('/user/statement')
    const card = cardOf(page, t('statement.title'))
    await card.getByText(t('statement.count', { count: issues + 1 + 2 })).waitFor()
    const sums = await readSums(scene, card)
    expectSame('the opening balance', sums.opening, '0')
    expectSame('in minus out', sums.in - sums.out, Number(sums.closing))
    await scene.check('my page with a statement')

    const rows = csvRows(await readFile(await saved(scene, card, 'csv'), 'utf8'))
    expectSame('the entries of the CSV', rows.length - 1, issues + 3)
    const column = (key: string): number[] => {
      const at = rows[0]?.indexOf(t(`statement.${key}`)) ?? -1
      if (at < 0) throw new Error(`the CSV has no column ${key}: ${String(rows[0])}`)
      return rows.slice(1).map((row) => Number(row[at]))
    }
    const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
    expectSame('in minus out of the CSV', sum(column('in')) - sum(column('out')), Number(sums.closing))
    expectSame('the last balance of the CSV', column('balance').at(-1), Number(sums.closing))

    const pdf = await readFile(await saved(scene, card, 'pdf'))
    expectSame('the first bytes of the PDF', pdf.subarray(0, 5).toString(), '%PDF-')
    const pages = Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
    if (!(pages > 1)) throw new Error(`the PDF of ${issues + 3} entries has ${pages} pages`)

    const select = card.getByLabel(t('statement.pick'), { exact: true })
    await select.selectOption({ index: 12 })
    await card.getByText(t('statement.none')).waitFor()
    const empty = await card.locator('[data-sum] dd').allTextContents()
    expectSame('the sums of an empty month', empty, ['0', '0', '0', '0'])
    await scene.check('my page with an empty statement')
  })
}

/** Reads the sums on screen, which must equal those of the call and end with the wallet's balance. */
async function readSums(
  scene: MemberScene,
  card: Locator,
): Promise<{ opening: string; closing: string; in: number; out: number }> {
  const { balance } = await callAs(scene, 'get-in-game-balance')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' })
  const to = day.format(Date.now())
  const from = day.format(Date.now() - 6 * 86_400_000)
  const response = (await callAs(scene, 'get-statement', { from, to, skip: 0, take: 1 })) as {
    opening: { balance: string }
    closing: { balance: string }
    totals: { in: string; out: string }
  }
  const opening = response.opening.balance
  const closing = response.closing.balance
  expectSame('the closing balance and the wallet', Math.floor(Number(closing)), Number(balance))
  const wanted = [opening, response.totals.in, response.totals.out, closing].map((amount) =>
    exactNumber(amount, scene.locale),
  )
  const shown = await Promise.all(
    ['opening', 'in', 'out', 'closing'].map((key) => card.locator(`[data-sum=${key}] dd`).textContent()),
  )
  expectSame('the sums on screen', shown, wanted)
  return { opening, closing, in: Number(response.totals.in), out: Number(response.totals.out) }
}

/** Downloads a file and returns its path. */
async function saved({ page, t }: Scene, card: Locator, format: 'csv' | 'pdf'): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: scaledMs(pdfMs) }),
    card.getByRole('button', { name: t(`statement.${format}`), exact: true }).click(),
  ])
  const name = download.suggestedFilename()
  if (!name.endsWith(`.${format}`)) throw new Error(`the ${format} is saved as ${name}`)
  return download.path()
}

/** The rows of the CSV after the byte order mark; no cell here contains a quote, a comma or a line break. */
function csvRows(text: string): string[][] {
  if (!text.startsWith('\uFEFF')) throw new Error('the CSV does not begin with a byte order mark')
  if (text.includes('"')) throw new Error('a cell of the CSV is quoted')
  if (!text.endsWith('\r\n')) throw new Error('the last line of the CSV has no line break')
  return text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','))
}

/** A device is signed out from another one, and its page shows it at once. */
async function endingASession(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t, member } = scene
    const device = await enterElsewhere(scene, member)
    await scene.open('/user/security')
    const card = cardOf(page, t('signInSessions.title'))
    const lines = card.getByRole('listitem')
    await lines.nth(1).waitFor()
    expectSame('devices signed in', await lines.count(), 2)
    await lines.first().getByText(t('signInSessions.thisDevice')).waitFor()
    await card.getByRole('listitem').filter({ hasText: 'Chrome' }).getByRole('button').click()
    const question = page.getByRole('dialog')
    await question.waitFor()
    await scene.check('a session is ended from another device')
    await Promise.all([
      page.waitForResponse('**/api/routes/end-session'),
      question.getByRole('button', { name: t('signInSessions.end'), exact: true }).click(),
    ])
    await seeSignedOut(device.page, scene)
    await page.getByText(t('signInSessions.ended')).waitFor()
    await lines.nth(1).waitFor({ state: 'detached' })
    await scene.check('signed out from another device', device.page)
    await leaveForReset(device.page, scene)
    device.expectNoFaults()
    await device.close()
  })
}

/** A guest who clicks a game finds the password reset in the sign-in dialog, which closes when it opens. */
async function leaveForReset(page: Page, { t, address, check }: Scene): Promise<void> {
  await page.goto(address('/game'))
  await untilReady(page)
  await page.getByRole('main').getByRole('listitem').locator('button:has(img)').first().click()
  const dialog = page.getByRole('dialog', { name: t('signIn.title') })
  const link = dialog.getByRole('link', { name: t('passwordReset.title') })
  await link.waitFor()
  await check('the dialog of signing in', page)
  await link.click()
  await page.waitForURL(address('/reset'))
  await page.getByRole('heading', { level: 1, name: t('passwordReset.title') }).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

/** From the replay of a round to an inquiry that quotes it, for the member and the office. */
async function inquiryAboutARound(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, person, member } = scene
      const [roundId = ''] = await playRounds(scene, 1)
      await scene.open('/user')
      const bets = cardOf(page, t('history.title'))
      const row = bets.getByRole('row').filter({ has: page.getByRole('button') })
      const [game] = await Promise.all([
        page.waitForEvent('popup'),
        row.getByText(t('history.replay'), { exact: true }).click(),
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
      const quoted = main.getByRole('region', { name: t('help.round') })
      await quoted.getByText(t('help.aboutRound', { round: roundId })).waitFor()
      await scene.check('an inquiry quotes a round', help)
      const title = await main.locator('form').getByRole('textbox').first().inputValue()
      if (title === '') throw new Error('the inquiry about a round has no title')
      await main.locator('form').getByRole('textbox').last().fill('How did this round end?')
      await main.locator('form button[type=submit]').click()
      const question = help.getByRole('dialog', { name: t('messages.msg2222') })
      await question.getByRole('button', { name: t('help.send'), exact: true }).click()
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

/** A replay of a round with other mathematics shows why it is not available. */
async function seeOlderRound({ person, t, check }: Scene, game: Page): Promise<void> {
  const window = await person.context.newPage()
  // No game has a second version yet, so the math hash in the response is replaced.
  await window.route('**/api/play/get-round', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { round: object }
    await route.fulfill({ response: answer, json: { ...body, round: { ...body.round, mathHash: 'earlier' } } })
  })
  await window.goto(game.url())
  await window.getByRole('alert').getByText(t('slot.notice.older')).waitFor()
  await check('a round of an earlier version', window)
  await window.close()
}

/** An operator opens the inquiry, and the round from it. */
async function readInOffice(scene: Scene, member: MadeMember, roundId: string): Promise<void> {
  const { messages, person } = await enterAsSupport(scene)
  const { page } = person
  await goTo(page, messages.frame.help)
  await page.getByRole('textbox', { name: messages.common.search }).fill(member.loginId)
  await page.getByRole('row').filter({ hasText: member.loginId }).getByRole('button').click()
  await page.getByRole('button', { name: messages.history.show }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(roundId).waitFor()
  await expectAccessible(page, 'the office’s round of an inquiry')
  person.expectNoFaults()
  await person.close()
}

/** Signs support in, in Korean for Korean members and in English for all others. */
async function enterAsSupport(scene: Scene): Promise<{ messages: OfficeTexts; person: Person }> {
  const locale: StoryLocale = scene.locale === 'ko' ? 'ko' : 'en'
  const person = await enterOffice({ program: scene.program, locale }, scene.browser, 'support')
  return { messages: officeTexts(locale), person }
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: exactly(name) })
    .click()
}

/** The same member on a second device, signed in by the form, on a member page without a form. */
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
  await page.getByRole('heading', { level: 1, name: t('comp.title') }).waitFor()
  return device
}

/** A device that was signed out shows a guest’s page with the sign-in link. */
async function seeSignedOut(page: Page, { t }: Scene): Promise<void> {
  await page.getByRole('heading', { level: 1, name: t('messages.msg2001') }).waitFor({ timeout: scaledMs(signedOutMs) })
  const main = page.getByRole('main')
  await main.getByLabel(t('signIn.password'), { exact: true }).waitFor()
  await main.getByRole('link', { name: t('passwordReset.title') }).waitFor()
}

/** Plays rounds and acknowledges them without a browser; returns their ids. */
export async function playRounds(scene: MemberScene, count: number): Promise<string[]> {
  const { gameUrl } = await callAs(scene, 'open-game', openAnySlot())
  // The launch URL redirects to the window's URL, which contains the play session.
  const { site } = scene.program
  const window = await fetch(site + String(gameUrl), { headers: { cookie: `session=${scene.token}` } })
  const session = new URL(window.url).searchParams.get('s') ?? ''
  const play = caller(site, scene.token, session)
  // As the window does: the session publishes the commitment, then the client seed is chosen.
  await play('play/get-session', {})
  expectSame('a seed pair', (await play('play/set-client-seed', { clientSeed: randomUUID() }))['status'], 'success')
  const ids: string[] = []
  while (ids.length < count) {
    // Waits for the brand's pace.
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

/** Run in every setup. */
export const recordsJourneys = {
  'a forgotten password is reset by the office': forgottenPassword,
  'a statement agrees with its files': statement,
  'a session is ended from another device': endingASession,
  'an inquiry quotes a round': inquiryAboutARound,
} as const
