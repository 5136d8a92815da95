import type { Browser, Page } from 'playwright-core'
import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { wholeUnits } from '#domain/money.ts'
import type { MadeMember } from '#server/seed/builders.ts'
import { expectWholeWords } from './broken-words.ts'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import { openSettings } from './operators.ts'
import type { Program } from './program.ts'
import { officeTexts, type OfficeTexts } from './texts.ts'
import type { RequestType } from '#domain/money-request.ts'

/**
 * Operators' work, by keyboard where possible: one claims, another sees who has it, a manager takes over, a deposit is
 * approved with another amount, a large withdrawal is approved by one and paid by another, an inquiry is answered.
 * Every page is checked with axe.
 */
export async function officeDay(day: {
  program: Program
  browser: Browser
  locale: 'ko' | 'en'
  width: number
  scheme: 'light' | 'dark'
  screens: string
  takesScreenshots: boolean
}): Promise<void> {
  await mkdir(day.screens, { recursive: true })
  const messages = officeTexts(day.locale)
  const member = await day.program.database.newMember({ cash: wholeUnits(1_000_000) })
  await fileRequests(day.program.site, member)
  const cashier = await enter(day, 'cashier')
  const manager = await enter(day, 'manager')
  const check = async ({ page }: Person, name: string): Promise<void> => {
    await expectAccessible(page, `office ${name}`)
    await expectWholeWords(page, `office ${name}`)
    if (day.takesScreenshots) await page.screenshot({ path: join(day.screens, `office-${name}.png`) })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > day.width) throw new Error(`the office's ${name} is ${width} px wide on ${day.width}`)
  }
  const deskOf = (person: Person): Desk => ({
    page: person.page,
    messages,
    userId: member.loginId,
    check: (name) => check(person, name),
  })
  const [first, second] = [deskOf(cashier), deskOf(manager)]
  try {
    await first.check('queue')
    await claimBoth(first, second)
    await second.check('taken-over')
    await approveLess(second)
    await approveFirst(first)
    await payWithdrawal(second)
    await answerAccount(second)
    for (const name of [
      'registrations',
      'members',
      'rounds',
      'tables',
      'hands',
      'notes',
      'notices',
      'books',
    ] as const) {
      await goTo(second.page, messages.frame[name])
      await second.page.getByRole('heading', { level: 1 }).waitFor()
      await second.check(name)
    }
    await expectLowHeader(second.page, day.width)
    await openSettings(second.page)
    await second.check('settings')
    await second.page.getByRole('button', { name: messages.frame.signOut }).click()
    await second.page.getByRole('heading', { name: messages.signIn.title }).waitFor()
    cashier.expectNoFaults()
    manager.expectNoFaults()
  } finally {
    await cashier.close()
    await manager.close()
  }
}

/** On a phone the header is one row, so that the page begins on the first screen. */
async function expectLowHeader(page: Page, width: number): Promise<void> {
  const box = await page.getByRole('region').first().boundingBox()
  if (box === null || box.height > 60 || box.width > width) throw new Error(`the header is ${JSON.stringify(box)}`)
}

/** An operator's page, and the member whose requests they handle. */
type Desk = { page: Page; messages: OfficeTexts; userId: string; check: (name: string) => Promise<void> }

/** Files one request of each kind as the member, without a browser. */
async function fileRequests(site: string, member: MadeMember): Promise<void> {
  const call = async (name: string, body: object, token?: string): Promise<{ status: string; token?: string }> => {
    const answer = await fetch(`${site}/api/routes/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? { origin: site } : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { status: string; token?: string }
  }
  const { token } = await call('user-do-login', { id: member.loginId, pw: member.password, token: true })
  if (token === undefined) throw new Error(`${member.loginId} cannot sign in`)
  for (const [name, body] of [
    ['apply-user-deposit', { balance: '70000', depositor: '이하늘' }],
    ['apply-user-withdraw', { balance: '500000', pass: member.pin }],
    ['user-ask-account', {}],
  ] as const) {
    const { status } = await call(name, body, token)
    if (status !== 'success' && status !== 'wait') throw new Error(`${name} answered ${status}`)
  }
}

async function enter(day: Parameters<typeof officeDay>[0], login: 'cashier' | 'manager'): Promise<Person> {
  const person = await newPerson(day.browser, { width: day.width, locale: day.locale })
  const { page } = person
  await page.emulateMedia({ colorScheme: day.scheme })
  await page.addInitScript((locale) => localStorage.setItem('office-locale', locale), day.locale)
  await page.goto(day.program.office)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill(`${login}-office-1`)
  await expectAccessible(page, 'office sign-in')
  await page.keyboard.press('Enter')
  await page.getByRole('table').waitFor()
  return person
}

/** Opens the member's request of a type, using the search so that requests of other journeys are not in the list. */
async function pick({ page, messages, userId }: Desk, type: RequestType): Promise<void> {
  const back = page.getByRole('button', { name: messages.common.back })
  if (await back.isVisible()) await back.click()
  await page.getByRole('textbox', { name: messages.common.search }).fill(userId)
  await page
    .getByRole('row', { name: new RegExp(messages.moneyRequest[type]) })
    .filter({ hasText: userId })
    .getByRole('button')
    .click()
  await page.getByRole('complementary').getByText(userId, { exact: true }).waitFor()
}

async function claimBoth(first: Desk, second: Desk): Promise<void> {
  await pick(first, 'deposit')
  await pick(second, 'deposit')
  const { messages } = first
  const [cashier, manager] = [first.page, second.page]
  await cashier.keyboard.press('c')
  await cashier.getByText(messages.moneyRequest.claimedToast).waitFor()
  // The manager's list may be stale: the key works nevertheless, and the response names the claimer.
  await manager.keyboard.press('c')
  await manager.getByText(messages.moneyRequest.taken.replace('{by}', 'cashier')).waitFor()
  await manager.getByRole('button', { name: messages.moneyRequest.takeOver }).click()
  await manager.getByRole('button', { name: new RegExp(`^${messages.moneyRequest.approve}`) }).waitFor()
}

async function approveLess(desk: Desk): Promise<void> {
  const { page, messages } = desk
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  // More than requested takes two operators, which the button says before it is pressed.
  await dialog.getByLabel(new RegExp(messages.moneyRequest.received)).fill('75000')
  await dialog.getByText(messages.moneyRequest.proposeText).waitFor()
  await desk.check('propose')
  await dialog.getByLabel(new RegExp(messages.moneyRequest.received)).fill('69500')
  await dialog.getByText(/70,000/).waitFor()
  await dialog.getByLabel(messages.moneyRequest.reasonForMember).fill(messages.moneyRequest.quickName)
  await desk.check('approve')
  await dialog.getByRole('button', { name: messages.moneyRequest.approveSubmit.replace('{amount}', '69,500') }).click()
  await page.getByText(messages.moneyRequest.approvedToast.replace('{amount}', '69,500')).waitFor()
  await page.getByRole('complementary').getByText('69,500').waitFor()
}

async function claimWithdrawal(desk: Desk): Promise<void> {
  const { page, messages } = desk
  await pick(desk, 'withdraw')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: messages.moneyRequest.showBank }).click()
  await page.getByRole('button', { name: messages.common.copy }).waitFor()
}

/** The brand requires two operators: the dialog shows it, no money moves, and another operator has to pay. */
async function approveFirst(desk: Desk): Promise<void> {
  const { page, messages } = desk
  await claimWithdrawal(desk)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: messages.moneyRequest.approveFirstTitle })
  await dialog.waitFor()
  await desk.check('approve-first')
  await dialog
    .getByRole('button', { name: messages.moneyRequest.approveFirstSubmit.replace('{amount}', '500,000') })
    .click()
  await page.getByText(messages.moneyRequest.approvedFirstToast.replace('{amount}', '500,000')).waitFor()
  await page.getByRole('complementary').getByText(messages.moneyRequest.approvedByYou).waitFor()
  await desk.check('approved-first')
}

async function payWithdrawal(desk: Desk): Promise<void> {
  const { page, messages } = desk
  await claimWithdrawal(desk)
  // The manager sees who credited the member, here after the withdrawal was filed.
  await page
    .getByRole('region', { name: messages.moneyRequest.credits })
    .getByText(new RegExp(messages.moneyRequest.afterFiling))
    .waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: messages.moneyRequest.rejectTitle }).waitFor()
  await desk.check('reject')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  const submit = page
    .getByRole('dialog')
    .getByRole('button', { name: messages.moneyRequest.paySubmit.replace('{amount}', '500,000') })
  await submit.waitFor()
  await desk.check('pay-second')
  await submit.click()
  await page.getByText(messages.moneyRequest.paidToast.replace('{amount}', '500,000')).waitFor()
}

async function answerAccount(desk: Desk): Promise<void> {
  const { page, messages, userId } = desk
  await goTo(page, messages.frame.help)
  await page.getByRole('textbox', { name: messages.common.search }).fill(userId)
  await page
    .getByRole('row', { name: new RegExp(messages.help.kinds.account) })
    .filter({ hasText: userId })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: messages.help.start }).click()
  await page.getByText(messages.help.generatedReply).waitFor()
  await desk.check('help')
  await page.getByRole('button', { name: messages.help.submit }).click()
  await page.getByText(messages.help.sent).waitFor()
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
}
