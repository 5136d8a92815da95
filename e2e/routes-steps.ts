import { documentLanguage } from '#i18n/language-tags.ts'
import { localeCookie, offeredLocales, withLocale } from '#i18n/locales.ts'
import type { Program } from './program.ts'
import { asGuest, expectSame, until, untilReady, type Scene, type Setup } from './scene.ts'
import { goByMenu } from './site-steps.ts'
import { fillSignIn } from './messages-steps.ts'
import { translatorFor } from './texts.ts'

/** The routes of spec §2, requested by a program and by a guest's browser. */

export const routes = [
  '/',
  '/login',
  '/register',
  '/admin/error',
  '/help',
  '/note',
  '/notice',
  '/deposit',
  '/withdraw',
  '/user',
  '/comp',
  '/game',
] as const

const membersOnly = ['/deposit', '/withdraw', '/note', '/comp', '/user', '/help', '/notice'] as const

/** Every route with each language and without one, non-page paths, and unknown paths. */
export async function everyRoute({ site }: Program): Promise<void> {
  const request = (path: string, locale?: string): Promise<Response> =>
    fetch(site + path, {
      redirect: 'manual',
      headers: locale === undefined ? {} : { cookie: `${localeCookie}=${locale}` },
    })
  for (const route of routes) {
    for (const locale of offeredLocales) {
      const page = await request(withLocale(locale, route))
      expectSame(`the answer at ${locale} ${route}`, page.status, 200)
      const text = await page.text()
      if (!text.includes(`<html lang="${documentLanguage[locale]}"`))
        throw new Error(`${locale} ${route} has no language`)
      const redirected = await request(`${route}?a=1&b=%20`, locale)
      const wanted = `${withLocale(locale, route)}?a=1&b=%20`
      expectSame(
        `the redirect from ${route} with ${locale} chosen`,
        [redirected.status, redirected.headers.get('location')],
        [302, wanted],
      )
    }
    for (const chosen of [undefined, 'th', 'xx']) {
      const redirected = await request(route, chosen)
      expectSame(
        `the redirect from ${route} without a choice`,
        [redirected.status, redirected.headers.get('location')],
        [302, withLocale('ko', route)],
      )
    }
  }
  for (const locale of offeredLocales) {
    for (const path of ['/nowhere', '/help/nowhere', '/nowhere/at/all']) {
      const page = await request(withLocale(locale, path))
      expectSame(`the answer at ${locale} ${path}`, page.status, 404)
      const text = await page.text()
      const title = translatorFor(locale)('notFound.title')
      if (!text.includes(`lang="${documentLanguage[locale]}"`) || !text.includes(title))
        throw new Error(`${locale} ${path} lacks the title "${title}"`)
    }
  }
  const icon = await request('/favicon.ico')
  if (icon.status !== 302 || !icon.headers.get('location')?.startsWith('/art/'))
    throw new Error(`/favicon.ico is answered with ${icon.status}`)
  for (const path of ['/robots.txt', '/assets/none.js', '/art/none.avif', '/ko/favicon.ico']) {
    const answer = await request(path)
    if (answer.status >= 300 && answer.status < 400)
      throw new Error(`${path} is redirected to ${answer.headers.get('location')}`)
    const type = answer.headers.get('content-type') ?? ''
    if (type.startsWith('text/html')) throw new Error(`${path} is answered with a page`)
  }
}

/** Guests get msg2001 and the sign-in; then the page they wanted, with its query and hash. */
async function guestsOnMemberPages(setup: Setup): Promise<void> {
  const member = await setup.program.database.newMember()
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    for (const path of membersOnly) {
      await page.goto(scene.address(`${path}?from=afar#there`), { waitUntil: 'commit' })
      await page.getByRole('heading', { level: 1, name: t('messages.msg2001') }).waitFor()
      await page.getByRole('main').getByLabel(t('signIn.id'), { exact: true }).waitFor()
    }
    await scene.check('the sign-in in the place of a page')
    await signInHere(scene, member)
    await page.getByRole('heading', { level: 1, name: t('menu.notice') }).waitFor()
    expectSame('where the guest landed', page.url(), scene.address('/notice?from=afar#there'))
  })
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/')
    await goByMenu(scene, 'comp', 'messages.msg2001')
    await until('the tab to be named', async () => (await page.title()).startsWith(t('signIn.title')))
    await scene.open('/comp?a=1#b')
    await page.getByRole('heading', { level: 1, name: t('messages.msg2001') }).waitFor()
    // By way of the sign-in page.
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('frame.login'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: t('signIn.title') }).waitFor()
    await signInHere(scene, member)
    await page.getByRole('heading', { level: 1, name: t('menu.comp') }).waitFor()
    expectSame('where the guest landed', page.url(), scene.address('/comp?a=1#b'))
    // A sign-in from anywhere else leads to the home page. Leaving the page first stops the calls of the member's page.
    await page.goto('about:blank')
    await page.context().clearCookies({ name: 'session' })
    await scene.open('/login')
    await untilReady(page)
    await signInHere(scene, member)
    await page.waitForURL(scene.address('/'))
  })
}

async function signInHere(scene: Scene, member: { loginId: string; password: string }): Promise<void> {
  const main = scene.page.getByRole('main')
  await fillSignIn(scene, main, member.loginId, member.password)
  await main.locator('button[type=submit]').click()
}

/** The picker loads the same page in another language. */
async function changingLanguage(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    const { page, t, phone } = scene
    await scene.open('/game?kind=slot#list')
    if (phone) await page.getByRole('button', { name: t('frame.openMenu') }).click()
    else await page.getByRole('button', { name: new RegExp(t('frame.chooseLanguage')) }).click()
    await page.getByRole('link', { name: '日本語' }).click()
    await page.waitForURL(`${setup.program.site}/jp/game?kind=slot#list`)
    await untilReady(page)
    expectSame('the language of the page', await page.locator('html').getAttribute('lang'), 'ja')
    const cookies = await page.context().cookies()
    expectSame('the language kept', cookies.find(({ name }) => name === localeCookie)?.value, 'jp')
    await page.goto(`${setup.program.site}/notice`)
    expectSame('where a path without a language leads', page.url(), `${setup.program.site}/jp/notice`)
  })
}

/** Run in every setup. */
export const routesJourneys = {
  'guests sign in to reach member pages': guestsOnMemberPages,
  'the language can be changed': changingLanguage,
} as const
