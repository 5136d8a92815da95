import type { Locator, Page } from 'playwright-core'
import type { MemberScene, Scene } from './scene.ts'

/** The steps of the deposit page up to its form. */

export type DepositForm = { main: Locator; amount: Locator; apply: Locator }

/** Opens the deposit page of a member who has an account to pay into, at its last step. */
export async function openDepositForm(scene: MemberScene): Promise<DepositForm> {
  await scene.program.database.giveAccount(scene.member)
  await scene.open('/deposit')
  return leaveTransferStep(scene)
}

/** Leaves the second step of the deposit page; the form is there afterwards. */
export async function leaveTransferStep({ page, t }: Pick<Scene, 'page' | 't'>): Promise<DepositForm> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: t('common.next'), exact: true }).click()
  const amount = main.getByLabel(t('moneyRequest.form.amount'), { exact: true })
  await amount.waitFor()
  return {
    main,
    amount,
    apply: main.locator('form button[type=submit]').filter({ hasText: t('moneyRequest.deposit.apply') }),
  }
}

/**
 * Answers the page's list of requests as if it were empty, so that the form stays where a request was filed and its
 * response lost; otherwise the request's progress would replace it. Ends with `page.unroute`.
 */
export async function hideRequests(page: Page): Promise<void> {
  await page.route(requestsUrl, (route) => route.fulfill({ json: { status: 'success', balances: [], maxCount: 0 } }))
}

export const requestsUrl = '**/api/routes/get-money-requests'
