import type { Locator } from 'playwright-core'
import { leaveTransferStep } from './deposit-form.ts'
import type { Played } from './play-steps.ts'
import { expectCount, goByMenu, seeBalance } from './site-steps.ts'
import type { Story } from './story-state.ts'
import { exactly, figure } from './texts.ts'
import { scaledMs } from '#test/machine.ts'
import type { RequestType } from '#domain/money-request.ts'

/** A member's steps on the cashier's and the other pages. */

export async function requestAccount(story: Story): Promise<void> {
  const { page, t, check } = story
  await goByMenu(story, 'deposit')
  await page.getByText(t('moneyRequest.deposit.accountText')).waitFor()
  await check(page, 'deposit-before')
  await page.getByRole('button', { name: t('moneyRequest.deposit.requestAccount') }).click()
  await page.getByRole('main').getByText(t('moneyRequest.deposit.accountRequested')).waitFor()
  // The announcement of the reply does not open over a form, so the member waits on the home page.
  await page
    .getByRole('link', { name: t('frame.home', { brand: 'NOCTURNE' }) })
    .first()
    .click()
  await page.waitForURL(`**/${story.locale}`)
}

/** msg2004 leads to the reply; the deposit page shows the same bank account. */
export async function readReply(story: Story): Promise<void> {
  const { page, t, check } = story
  const news = page.getByRole('dialog', { name: t('messages.msg2004') })
  // It arrives by the socket, or with the next health check.
  await news.waitFor({ timeout: scaledMs(40_000) })
  await check(page, 'a-reply-is-announced')
  await news.getByRole('button', { name: t('announce.read') }).click()
  await page.waitForURL(`**/${story.locale}/help`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: exactly(t('help.kindAccount')) }).click()
  await main.getByRole('heading', { level: 3, name: exactly(t('help.reply')) }).waitFor()
  await check(page, 'help-with-the-reply')
  await goByMenu(story, 'deposit')
  await main.getByRole('button', { name: t('moneyRequest.deposit.copy') }).waitFor()
  await check(page, 'deposit-account')
}

export async function requestDeposit(story: Story, amount: number): Promise<void> {
  const { page, t, check } = story
  const label = (key: string) => t(`moneyRequest.deposit.${key}`)
  const main = page.getByRole('main')
  const { apply } = await leaveTransferStep(story)
  await apply.click()
  await main.getByText(t('moneyRequest.form.enterAmount')).waitFor()
  await clickPad(main, t('moneyRequest.form.amount'), amount)
  await main.getByLabel(label('depositor')).fill(story.member.owner)
  await check(page, 'deposit-form')
  await apply.click()
  await page.getByText(label('applied')).waitFor()
  const line = requestLine(story, amount)
  await line.getByText(t('moneyRequest.list.reg')).first().waitFor()
  await main.getByText(t('moneyRequest.progress.deposit')).waitFor()
  await check(page, 'deposit-waiting')
}

/** Clicks the preset amounts until they add up to the sum. */
async function clickPad(main: Locator, label: string, amount: number): Promise<void> {
  const keys = main.getByRole('button', { name: /^\+[\d,]+$/ })
  await keys.first().waitFor()
  const sizes = (await keys.allTextContents())
    .map((text) => Number(text.replaceAll(/\D/g, '')))
    .toSorted((a, b) => b - a)
  let left = amount
  for (const size of sizes) {
    for (; size <= left; left -= size) await main.getByRole('button', { name: `+${figure(size)}`, exact: true }).click()
  }
  const value = await main.getByLabel(label, { exact: true }).inputValue()
  if (value !== figure(amount)) throw new Error(`the field has ${value} instead of ${figure(amount)}`)
}

function requestLine(story: Story, amount: number): Locator {
  const text = story.t('moneyRequest.form.won', { amount: figure(amount) })
  return story.page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()
}

/** The request is shown as completed, and the header's balance is updated. */
export async function seeRequest(
  story: Story,
  type: RequestType,
  expected: { requested: number; credited: number; balance: number },
): Promise<void> {
  const { page, t, check } = story
  await page.reload()
  const line = requestLine(story, expected.requested)
  await line.getByText(t('moneyRequest.list.already')).first().waitFor()
  if (expected.credited !== expected.requested) {
    await line.getByText(t('moneyRequest.list.credited', { amount: figure(expected.credited) })).waitFor()
  }
  await seeBalance(page, expected.balance)
  await check(page, `${type}-completed`)
}

/** Every bet has an entry; all whole points are converted. Returns the balance afterwards. */
export async function convertComp(story: Story, played: Played): Promise<number> {
  const { page, t, check } = story
  const label = (key: string, values?: Record<string, string>) => t(`comp.${key}`, values)
  await goByMenu(story, 'comp')
  const main = page.getByRole('main')
  await expectCount(
    main.getByRole('listitem').filter({ hasText: label('point') }),
    played.stakes.length,
    'comp entries',
  )
  const points = await main
    .getByRole('listitem')
    .filter({ hasText: label('point') })
    .allTextContents()
  const sum = points.reduce(
    (all, text) => all + Number(/\+([\d,.]+?)(?=20\d\d-)/.exec(text)?.[1]?.replaceAll(',', '')),
    0,
  )
  const whole = Math.floor(sum)
  if (!(whole >= 1)) throw new Error(`three spins have earned ${sum} comp: ${points.join(' / ')}`)
  await main.getByText(figure(whole), { exact: true }).waitFor()
  await check(page, 'comp')
  await main.getByRole('button', { name: t('moneyRequest.form.all'), exact: true }).click()
  await main.getByRole('button', { name: label('convert'), exact: true }).click()
  const question = page.getByRole('dialog', { name: label('confirm', { amount: figure(whole) }) })
  await question.waitFor()
  await check(page, 'comp-convert')
  await question.getByRole('button', { name: label('convert'), exact: true }).click()
  await page.getByText(label('converted', { amount: figure(whole) })).waitFor()
  const balance = played.balance + whole
  await seeBalance(page, balance)
  return balance
}

/** A wrong PIN is refused beside its field; the right one files the request and holds the money at once. */
export async function requestWithdrawal(story: Story, amount: number, balance: number): Promise<void> {
  const { page, t, check } = story
  const label = (key: string, values?: Record<string, string>) => t(`moneyRequest.withdraw.${key}`, values)
  await goByMenu(story, 'withdraw')
  const main = page.getByRole('main')
  await clickPad(main, t('moneyRequest.form.amount'), amount)
  const pin = main.getByLabel(t('moneyRequest.form.pin'), { exact: true })
  const question = page.getByRole('dialog', { name: label('confirm', { amount: figure(amount) }) })
  const submit = async (digits: string, name?: string): Promise<void> => {
    await pin.fill(digits)
    await main.getByRole('button', { name: label('apply'), exact: true }).click()
    await question.waitFor()
    if (name !== undefined) await check(page, name)
    await question.getByRole('button', { name: label('apply'), exact: true }).click()
  }
  await submit('7351')
  await main.getByText(t('moneyRequest.form.refusedPass')).waitFor()
  await submit(story.member.pin, 'withdraw-confirm')
  await page.getByText(label('applied')).waitFor()
  await requestLine(story, amount).getByText(t('moneyRequest.list.reg')).first().waitFor()
  await main.getByText(t('moneyRequest.progress.withdraw')).waitFor()
  await seeBalance(page, balance - amount)
  await check(page, 'withdraw-waiting')
}

/** Checks the pages with something of this member that no other step visits; `every-screen.ts` checks all pages. */
export async function checkOtherPages(story: Story): Promise<void> {
  const { page, check } = story
  for (const entry of ['help', 'notice'] as const) {
    await goByMenu(story, entry)
    await check(page, entry)
  }
  await page.goto(`${story.program.site}/${story.locale}/user`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await check(page, 'user')
  await page.goto(`${story.program.site}/${story.locale}`)
}
