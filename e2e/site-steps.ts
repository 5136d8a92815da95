import type { Locator, Page } from 'playwright-core'
import { languageNames, withLocale, type Locale } from '#i18n/locales.ts'
import { layoutShift } from './browser.ts'
import { holdBack, untilReady, type Scene } from './scene.ts'
import type { Story } from './story-state.ts'
import { exactly, money, translatorFor } from './texts.ts'

/** A guest's steps: home page, popups, languages, registration, sign-in, and signing out. */

const mostShift = 0.01

export async function checkHome(story: Story): Promise<void> {
  const { page, t, check, program, locale } = story
  await page.goto(program.site + withLocale(locale, '/'))
  const popups = page.getByRole('complementary', { name: t('noticePopup.region') })
  await popups.getByRole('button', { name: t('common.close') }).waitFor()
  const shift = await layoutShift(page)
  if (shift > mostShift) throw new Error(`the home moved by ${shift}`)
  const jackpots = page.getByRole('region', { name: t('home.jackpots') })
  await expectCount(jackpots.getByText(t('home.preparing')), 0, 'pools in preparation')
  await expectCount(jackpots.locator('p.money'), 3, 'pools')
  await check(page, 'home-with-popup')
  await popups.getByRole('button', { name: t('common.close') }).click()
  await popups.waitFor({ state: 'detached' })
  await check(page, 'home')
  await story.shoot(page, 'home-whole', { fullPage: true })
  await page.reload()
  await popups.getByRole('button', { name: t('noticePopup.hideToday') }).click()
  await popups.waitFor({ state: 'detached' })
  await page.reload()
  await chooseLanguages(story)
  await expectCount(popups, 0, 'popups hidden for the day')
  await pressTileAsGuest(story)
}

/** Another language and back; path, query and hash are kept. */
async function chooseLanguages(story: Story): Promise<void> {
  const { page, t, program, locale } = story
  const other = locale === 'ko' ? 'en' : 'ko'
  const place = (code: 'ko' | 'en') => `${program.site}${withLocale(code, '/?type=casino#games')}`
  await page.goto(place(locale))
  await page.getByRole('radio', { name: t('menu.casino'), checked: true }).waitFor()
  await openLanguages(story, t('frame.openMenu'), t('frame.chooseLanguage'))
  await page.getByRole('link', { name: languageNames[other] }).click()
  await page.waitForURL(place(other))
  const back = translatorFor(other)
  await openLanguages(story, back('frame.openMenu'), back('frame.chooseLanguage'))
  await page.getByRole('link', { name: languageNames[locale] }).click()
  await page.waitForURL(place(locale))
}

async function openLanguages(story: Story, openMenu: string, choose: string): Promise<void> {
  await story.page.locator('html[data-ready]').waitFor({ state: 'attached' })
  if (story.phone) await story.page.getByRole('button', { name: openMenu }).click()
  else await story.page.getByRole('button', { name: exactly(choose) }).click()
}

/** msg2001 on a game and on a company. */
async function pressTileAsGuest(story: Story): Promise<void> {
  const { page, t, check, program, locale } = story
  await page.goto(program.site + withLocale(locale, '/'))
  await untilReady(page)
  const games = page.getByRole('region', { name: t('home.games') })
  const tiles = games.getByRole('button').filter({ hasText: story.names.game })
  const dialog = page.getByRole('dialog', { name: t('signIn.title') })
  for (const tile of [games.getByRole('button').filter({ hasText: story.names.company }).first(), tiles.last()]) {
    await tile.click()
    await dialog.getByText(t('messages.msg2001')).waitFor()
    if (tile !== tiles.last()) await check(page, 'guest-is-asked-to-sign-in')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

export async function register(story: Story): Promise<void> {
  const { page, t, check, member } = story
  const label = (key: string) => t(`registration.${key}`)
  if (story.phone) {
    await openPanel(story)
    await check(page, 'side-panel-of-a-guest')
  }
  await page
    .getByRole('link', { name: t('frame.register') })
    .first()
    .click()
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  const next = page.getByRole('button', { name: t('common.next') })
  await next.waitFor()
  await next.click()
  await page.getByText(t('member.faults.required')).first().waitFor()
  await check(page, 'register-1-faults')
  await fill(label('id'), member.id)
  await fill(label('password'), member.password)
  await fill(label('passwordAgain'), member.password)
  await fill(label('nick'), member.nick)
  await expectCount(page.getByText(label('free')), 2, 'free names')
  await check(page, 'register-1')
  await next.click()
  await page.getByRole('heading', { name: exactly(label('stepPerson')) }).waitFor()
  await fill(label('owner'), member.owner)
  await fill(label('phone'), member.phone)
  await fill(label('birth'), '19880214')
  // By initial consonants in Korean, by the English name elsewhere.
  const korean = story.locale === 'ko'
  await page.getByRole('combobox', { name: label('bank') }).fill(korean ? 'ㅋㅋㅇ' : 'kakao')
  await page.getByRole('option', { name: korean ? '카카오뱅크' : 'KakaoBank' }).click()
  await fill(label('account'), member.account)
  await check(page, 'register-2')
  await next.click()
  await page.getByRole('heading', { name: exactly(label('stepAgree')) }).waitFor()
  await fill(label('pin'), member.pin)
  for (const agreement of ['terms', 'privacy'] as const) await page.getByLabel(label(agreement)).check()
  await page.getByLabel(t('registration.adult', { age: 19 })).check()
  await check(page, 'register-3')
  await page.getByRole('button', { name: label('submit'), exact: true }).click()
  await page.getByRole('heading', { name: label('pendingTitle') }).waitFor()
  await page.getByText(member.id).waitFor()
  await check(page, 'register-pending')
}

/** msg2214 while signing in, msg2029 afterwards. */
export async function signIn(story: Story): Promise<void> {
  const { page, t, check, member } = story
  await page
    .getByRole('main')
    .getByRole('link', { name: t('frame.login') })
    .click()
  const form = page.getByRole('main')
  const submit = form.getByRole('button', { name: t('signIn.submit'), exact: true })
  await submit.click()
  await form.getByText(t('messages.msg2030')).waitFor()
  await form.getByLabel(t('signIn.id'), { exact: true }).fill(member.id)
  await form.getByLabel(t('signIn.password'), { exact: true }).fill(member.password)
  await check(page, 'sign-in')
  // The response is held back until the waiting message has been seen.
  const release = await holdBack(page, 'user-do-login')
  await submit.click()
  await form.getByText(t('messages.msg2214')).waitFor()
  release()
  await page.getByText(t('messages.msg2029')).waitFor()
  await page.waitForURL(`**/${story.locale}`)
  await check(page, 'home-of-a-member')
}

/** msg2216, then a guest's home page. */
export async function logOut(story: Story): Promise<void> {
  const { page, t, check } = story
  if (story.phone) {
    await openPanel(story)
    await check(page, 'side-panel-of-a-member')
  }
  await page
    .getByRole('button', { name: t('frame.logout'), exact: true })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: t('messages.msg2216') })
  await question.waitFor()
  await check(page, 'log-out')
  await question.getByRole('button', { name: t('frame.logout'), exact: true }).click()
  await page
    .getByRole('link', { name: t('frame.login') })
    .first()
    .waitFor()
  const left = await page.context().cookies()
  if (left.some((cookie) => /session/.test(cookie.name) && cookie.value !== '')) throw new Error('the session is kept')
}

/** Opens the phone's menu. */
export async function openPanel({ page, t }: Pick<Scene, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('frame.openMenu') }).click()
  await page.getByRole('dialog', { name: t('frame.menu') }).waitFor()
}

/** Opens a page from the menu: the header's on a desktop, the side panel's on a phone. */
export async function goByMenu(
  scene: Pick<Scene, 'page' | 't' | 'phone' | 'locale'>,
  entry: string,
  titleKey = `menu.${entry}`,
): Promise<void> {
  const { page, t, phone } = scene
  const name = t(`menu.${entry}`)
  if (phone) await openPanel(scene)
  const menu = page.getByRole('navigation', { name: t('frame.menu') })
  await menu
    .last()
    .getByRole('link', { name: exactly(name) })
    .click()
  await page.waitForURL(new RegExp(`/${scene.locale}/${entry}$`))
  await page.getByRole('heading', { level: 1, name: t(titleKey) }).waitFor()
  const title = await page.title()
  if (titleKey === `menu.${entry}` && !title.startsWith(name)) throw new Error(`the tab of ${entry} is named ${title}`)
}

/** Waits for the header's amount, which is the balance when nothing is in play. */
export async function seeBalance(page: Page, balance: number, locale: Locale = 'ko'): Promise<void> {
  await page.getByRole('banner').getByText(money(balance, locale), { exact: true }).waitFor()
}

export async function expectCount(found: Locator, count: number, what: string): Promise<void> {
  if (count > 0) await found.nth(count - 1).waitFor({ state: 'attached' })
  const now = await found.count()
  if (now !== count) throw new Error(`${now} ${what} instead of ${count}`)
}
