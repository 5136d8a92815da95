import type { Browser, Page } from 'playwright-core'
import { messages as english } from '#i18n/en/office.ts'
import { messages as korean } from '#i18n/ko/office.ts'
import { newPerson, type Person } from './browser.ts'
import type { Story } from './story.ts'
import { exactly, figure } from './words.ts'

/** What the house's people do in a member's story, each in a browser of their own on a desktop. */

const officeWidth = 1400

function wordsOf(story: Pick<Story, 'locale'>): (typeof korean)['office'] | (typeof english)['office'] {
  return (story.locale === 'ko' ? korean : english).office
}

export async function enterOffice(
  story: Pick<Story, 'locale' | 'program'>,
  browser: Browser,
  login: 'support' | 'cashier',
): Promise<Person> {
  const person = await newPerson(browser, { width: officeWidth, locale: story.locale })
  const { page } = person
  await page.addInitScript(`localStorage.setItem('office-locale', '${story.locale}')`)
  await page.goto(story.program.office)
  const words = wordsOf(story)
  await page.getByRole('textbox', { name: words.signIn.login }).fill(login)
  // A password has no role of its own.
  await page.getByLabel(words.signIn.password, { exact: true }).fill(`${login}-office-1`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words.frame.signOut }).waitFor()
  return person
}

export async function approveRegistration(story: Story, { page }: Person): Promise<void> {
  const words = wordsOf(story)
  const userId = story.member.id
  await goTo(page, words.frame.registrations)
  const approve = page.getByRole('button', { name: words.registrations.approveFor.replace('{userId}', userId) })
  await approve.waitFor()
  await story.look(page, 'office-registrations')
  await approve.click()
  await page.getByText(words.registrations.approved.replace('{userId}', userId)).waitFor()
}

/** The house writes account and reference code itself; the operator sends them. */
export async function answerAccount(story: Story, { page }: Person): Promise<void> {
  const words = wordsOf(story)
  await goTo(page, words.frame.help)
  await page.getByRole('textbox', { name: words.common.search }).fill(story.member.id)
  await page
    .getByRole('row', { name: exactly(words.help.kinds.account) })
    .filter({ hasText: story.member.id })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: words.help.start }).click()
  await page.getByText(words.help.generatedReply).waitFor()
  await story.look(page, 'office-answer')
  await page.getByRole('button', { name: words.help.submit }).click()
  await page.getByText(words.help.sent).waitFor()
}

/** By the keys: `c` claims, `a` approves with what has arrived. */
export async function approveDeposit(
  story: Story,
  { page }: Person,
  amounts: { asked: number; received: number },
): Promise<void> {
  const words = wordsOf(story)
  await pick(story, page, words.queue.deposit)
  await story.look(page, 'office-queue')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: exactly(words.queue.approve) }).waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(exactly(words.queue.received)).fill(String(amounts.received))
  await dialog.getByText(exactly(figure(amounts.asked))).waitFor()
  await story.look(page, 'office-approve')
  const received = figure(amounts.received)
  await dialog.getByRole('button', { name: words.queue.approveSubmit.replace('{amount}', received) }).click()
  await page.getByText(words.queue.approvedToast.replace('{amount}', received)).waitFor()
}

export async function payWithdrawal(story: Story, { page }: Person, amount: number): Promise<void> {
  const words = wordsOf(story)
  await pick(story, page, words.queue.withdraw)
  await page.keyboard.press('c')
  await page.getByRole('button', { name: words.common.copy }).waitFor()
  await page.keyboard.press('a')
  const pay = page
    .getByRole('dialog')
    .getByRole('button', { name: words.queue.paySubmit.replace('{amount}', figure(amount)) })
  await pay.waitFor()
  await story.look(page, 'office-pay')
  await pay.click()
  await page.getByText(words.queue.paidToast.replace('{amount}', figure(amount))).waitFor()
}

/** Narrowed by the search, so that other stories' requests stay out of the way. */
async function pick(story: Story, page: Page, type: string): Promise<void> {
  const words = wordsOf(story)
  await page.getByRole('textbox', { name: words.common.search }).fill(story.member.id)
  await page
    .getByRole('row', { name: exactly(type) })
    .filter({ hasText: story.member.id })
    .getByRole('button')
    .click()
  await page.getByRole('complementary').getByRole('term').filter({ hasText: words.queue.filedAt }).waitFor()
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: exactly(name) })
    .click()
}
