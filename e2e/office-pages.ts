import type { Page } from 'playwright-core'
import { expectAccessible } from './browser.ts'
import { enterOffice, goTo } from './operators.ts'
import { expectSame, type Setup } from './scene.ts'
import { officeTexts } from './texts.ts'

/** Pages of the office are loaded when they are opened: what an operator sees when that fails. */

/** Once without a connection, which comes back, and once after a release, where the file exists no more. */
export async function officePageLost({ program, browser }: Setup): Promise<void> {
  const texts = officeTexts('en')
  const person = await enterOffice({ program, locale: 'en' }, browser, 'manager', [/ERR_FAILED/, /404/])
  const { page } = person
  try {
    const members = '**/assets/office/members-page-*.js'
    const notices = '**/assets/office/notices-page-*.js'
    await page.route(members, (route) => route.abort())
    await page.route(notices, (route) => route.fulfill({ status: 404, body: '' }))
    // An idle browser may have loaded both pages already.
    await page.reload()
    await openLost(page, texts.frame.members)
    await expectAccessible(page, 'an office page that did not load')
    await page.unroute(members)
    await page.getByRole('button', { name: texts.common.retry }).click()
    await page.getByRole('heading', { name: texts.member.title, level: 1 }).waitFor()

    await openLost(page, texts.frame.notices)
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: texts.common.retry }).click()
    await reloaded
    expectSame('the address after the reload', new URL(page.url()).hash, '#/notices')
    await page.getByText(texts.errors.load).waitFor()
    await page.unroute(notices)
    await page.getByRole('button', { name: texts.common.retry }).click()
    await page.getByRole('heading', { name: texts.notice.notices, level: 1 }).waitFor()
    person.expectNoFaults()
  } finally {
    await person.close()
  }

  async function openLost(on: Page, name: string): Promise<void> {
    await goTo(on, name)
    await on.getByText(texts.errors.load).waitFor()
  }
}
