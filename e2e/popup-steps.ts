import { localeCookie, withLocale } from '#i18n/locales.ts'
import { newPerson } from './browser.ts'
import { expectSame, until, untilReady, type Setup } from './scene.ts'
import { translatorFor } from './texts.ts'

/** Popups over the home. */

/** One layer at a time: in a browser of another language the popups come when the offer of that language is answered. */
async function popupsAfterOffer({ program, browser, locale, width }: Setup): Promise<void> {
  const person = await newPerson(browser, { width, locale })
  try {
    const shown = locale === 'ko' ? 'vn' : 'ko'
    await person.page.goto(program.site + withLocale(shown, '/'))
    await untilReady(person.page)
    const offer = person.page.getByText(translatorFor(locale)('languageOffer.text'))
    const keep = person.page.getByRole('button', { name: translatorFor(locale)('languageOffer.keep') })
    const close = person.page
      .getByRole('complementary', { name: translatorFor(shown)('noticePopup.region') })
      .getByRole('button', { name: translatorFor(shown)('common.close') })
    await offer.waitFor()
    await person.page.waitForLoadState('networkidle')
    expectSame('popups beside the offer', await close.count(), 0)
    await keep.click()
    await close.click({ timeout: 5_000 })
    await close.waitFor({ state: 'detached' })
  } finally {
    await person.context.close()
  }
}

/** A popup that opens while the home is entered from another page is placed when its games are there. */
async function popupsAfterPage({ program, browser, locale, width }: Setup): Promise<void> {
  const person = await newPerson(browser, { width, locale })
  await person.context.addCookies([{ name: localeCookie, value: locale, url: program.site }])
  const { page } = person
  try {
    await page.goto(program.site + withLocale(locale, '/login'))
    await untilReady(page)
    await page
      .locator(`header a[href="${withLocale(locale, '/')}"]`)
      .first()
      .click()
    await page.locator('aside section').first().waitFor()
    await page.locator(freeTile).first().waitFor()
    await until('the first tile free of the popup', () => page.evaluate<boolean>(isTileFree))
  } finally {
    await person.context.close()
  }
}

const freeTile = '#games [data-tiles] button:not([data-locked])'
const isTileFree = `(() => {
  const popup = document.querySelector('aside section').getBoundingClientRect()
  const tile = document.querySelector('${freeTile}').getBoundingClientRect()
  return popup.bottom <= tile.top || tile.bottom <= popup.top || popup.right <= tile.left || tile.right <= popup.left
})()`

/**
 * A popup does not cover the headline or the games, is first in the tab order, moves by keys and mouse, and can be closed or hidden.
 */
async function popupsMoved(setup: Setup): Promise<void> {
  const { program, browser, locale, width } = setup
  const t = translatorFor(locale)
  const person = await newPerson(browser, { width, locale })
  await person.context.addCookies([{ name: localeCookie, value: locale, url: program.site }])
  const { page } = person
  const region = page.getByRole('complementary', { name: t('noticePopup.region') })
  const popup = region.getByRole('region').first()
  const place = async (): Promise<{ x: number; y: number }> => {
    const { x, y } = (await popup.boundingBox()) ?? { x: NaN, y: NaN }
    return { x, y }
  }
  try {
    await page.goto(program.site + withLocale(locale, '/'))
    await untilReady(page)
    await popup.waitFor()
    expectSame('the first tile beside the popup', await page.evaluate<boolean>(isTileFree), true)
    if (width < 720) {
      await popupsAfterOffer(setup)
      await popupsAfterPage(setup)
    }
    if (width >= 720) {
      const covered = await page.evaluate<boolean>(`(() => {
        const popup = document.querySelector('aside section').getBoundingClientRect()
        return [...document.querySelectorAll('[data-headline] > *')].some((element) => {
          const text = element.getBoundingClientRect()
          return text.left < popup.right && popup.left < text.right && text.top < popup.bottom && popup.top < text.bottom
        })
      })()`)
      expectSame('a headline under the popup', covered, false)
      const tiles = await page.evaluate<boolean>(`(() => {
        const popup = document.querySelector('aside section').getBoundingClientRect()
        return document.getElementById('games').getBoundingClientRect().top < popup.bottom
      })()`)
      expectSame('games under the popup', tiles, false)
      await page.keyboard.press('Tab')
      const handle = popup.getByRole('button').first()
      await until('the focus on the handle', () => handle.evaluate((element) => element === document.activeElement))
      await popup.getByText(t('noticePopupMove.moveHint')).waitFor()
      const before = await place()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowUp')
      expectSame('the popup moved by keys', await place(), { x: before.x - 16, y: before.y - 16 })
      for (let press = 0; press < 40; press += 1) await page.keyboard.press('Shift+ArrowLeft')
      expectSame('the popup at the edge', (await place()).x, 0)
      const title = (await popup.getByRole('heading').boundingBox()) ?? { x: 0, y: 0 }
      await page.mouse.move(title.x + 10, title.y + 10)
      await page.mouse.down()
      await page.mouse.move(title.x + 210, title.y - 90, { steps: 5 })
      await page.mouse.up()
      await until('the popup dragged by 200 px', async () => Math.abs((await place()).x - 200) <= 1)
    }
    const close = region.getByRole('button', { name: t('common.close') })
    await close.focus()
    await page.keyboard.press('Escape')
    await region.waitFor({ state: 'detached' })
    await page.reload()
    await region.getByRole('button', { name: t('noticePopup.hideToday') }).click()
    await region.waitFor({ state: 'detached' })
    await page.reload()
    await untilReady(page)
    await page.waitForLoadState('networkidle')
    expectSame('popups hidden for the day', await region.count(), 0)
    person.expectNoFaults()
  } finally {
    await person.close()
  }
}

export const popupJourneys = { 'popups can be moved and hidden': popupsMoved } as const
