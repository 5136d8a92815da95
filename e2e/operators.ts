import type { Browser, Page } from 'playwright-core'
import { newPerson, type Person } from './browser.ts'
import type { Story } from './story-state.ts'
import { exactly, figure, officeTexts } from './texts.ts'

/** The operators' steps in a member's journey, each in a desktop browser of its own. */

const officeWidth = 1400

export async function enterOffice(
  story: Pick<Story, 'locale' | 'program'>,
  browser: Browser,
  login: 'support' | 'cashier' | 'manager',
  allowed: readonly RegExp[] = [],
): Promise<Person> {
  const person = await newPerson(browser, { width: officeWidth, locale: story.locale, allowed })
  const { page } = person
  await page.addInitScript(`localStorage.setItem('office-locale', '${story.locale}')`)
  await page.goto(story.program.office)
  const messages = officeTexts(story.locale)
  await page.getByRole('textbox', { name: messages.signIn.login }).fill(login)
  // A password field has no ARIA role.
  await page.getByLabel(messages.signIn.password, { exact: true }).fill(`${login}-office-1`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: messages.frame.signOut }).waitFor()
  return person
}

export async function approveRegistration(story: Story, { page }: Person): Promise<void> {
  const messages = officeTexts(story.locale)
  const userId = story.member.id
  await goTo(page, messages.frame.registrations)
  const approve = page.getByRole('button', { name: messages.registration.approveFor.replace('{userId}', userId) })
  await approve.waitFor()
  await story.check(page, 'office-registrations')
  await approve.click()
  await page.getByText(messages.registration.approved.replace('{userId}', userId)).waitFor()
}

/** The app fills in the bank account and the reference code; the operator sends the reply. */
export async function answerAccount(story: Story, { page }: Person): Promise<void> {
  const messages = officeTexts(story.locale)
  await goTo(page, messages.frame.help)
  await page.getByRole('textbox', { name: messages.common.search }).fill(story.member.id)
  await page
    .getByRole('row', { name: exactly(messages.help.kinds.account) })
    .filter({ hasText: story.member.id })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: messages.help.start }).click()
  await page.getByText(messages.help.generatedReply).waitFor()
  await story.check(page, 'office-answer')
  await page.getByRole('button', { name: messages.help.submit }).click()
  await page.getByText(messages.help.sent).waitFor()
}

/** By keyboard: `c` claims, `a` approves with the amount received. */
export async function approveDeposit(
  story: Story,
  { page }: Person,
  amounts: { requested: number; received: number },
): Promise<void> {
  const messages = officeTexts(story.locale)
  await pick(story, page, messages.moneyRequest.deposit)
  await story.check(page, 'office-queue')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: exactly(messages.moneyRequest.approve) }).waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(exactly(messages.moneyRequest.received)).fill(String(amounts.received))
  await dialog.getByText(exactly(figure(amounts.requested))).waitFor()
  await dialog.getByLabel(messages.moneyRequest.reasonForMember).fill(messages.moneyRequest.quickName)
  await story.check(page, 'office-approve')
  const received = figure(amounts.received)
  await dialog.getByRole('button', { name: messages.moneyRequest.approveSubmit.replace('{amount}', received) }).click()
  await page.getByText(messages.moneyRequest.approvedToast.replace('{amount}', received)).waitFor()
}

/** Gives the first approval of a withdrawal that takes two operators. */
export async function approveWithdrawalFirst(story: Story, { page }: Person, amount: number): Promise<void> {
  const messages = officeTexts(story.locale)
  await pick(story, page, messages.moneyRequest.withdraw)
  await page.keyboard.press('c')
  await page.getByRole('button', { name: messages.moneyRequest.showBank }).waitFor()
  await page.keyboard.press('a')
  const approve = page
    .getByRole('dialog')
    .getByRole('button', { name: messages.moneyRequest.approveFirstSubmit.replace('{amount}', figure(amount)) })
  await approve.waitFor()
  await story.check(page, 'office-approve-first')
  await approve.click()
  await page.getByText(messages.moneyRequest.approvedFirstToast.replace('{amount}', figure(amount))).waitFor()
}

export async function payWithdrawal(story: Story, { page }: Person, amount: number): Promise<void> {
  const messages = officeTexts(story.locale)
  await pick(story, page, messages.moneyRequest.withdraw)
  await page.keyboard.press('c')
  await page.getByRole('button', { name: messages.moneyRequest.showBank }).click()
  await page.getByRole('button', { name: messages.common.copy }).waitFor()
  await page.keyboard.press('a')
  const pay = page
    .getByRole('dialog')
    .getByRole('button', { name: messages.moneyRequest.paySubmit.replace('{amount}', figure(amount)) })
  await pay.waitFor()
  await story.check(page, 'office-pay')
  await pay.click()
  await page.getByText(messages.moneyRequest.paidToast.replace('{amount}', figure(amount))).waitFor()
}

/** Uses the search, so that requests of other journeys are not in the list. */
async function pick(story: Story, page: Page, type: string): Promise<void> {
  const messages = officeTexts(story.locale)
  await page.getByRole('textbox', { name: messages.common.search }).fill(story.member.id)
  await page
    .getByRole('row', { name: exactly(type) })
    .filter({ hasText: story.member.id })
    .getByRole('button')
    .click()
  await page.getByRole('complementary').getByRole('term').filter({ hasText: messages.moneyRequest.filedAt }).waitFor()
}

/** Opens the part of the header that phones show behind the operator's name; on a desktop it is always there. */
export async function openSettings(page: Page): Promise<void> {
  const button = page.locator('button[aria-expanded=false][aria-controls]').first()
  if (await button.isVisible()) await button.click()
}

export async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: exactly(name) })
    .click()
}
