import type { Browser, BrowserContext, Page } from 'playwright-core'
import { localeCookie, type Locale } from '#i18n/locales.ts'
import { newPerson } from '../browser.ts'
import type { World } from './people.ts'
import { isDesk } from './desks.ts'
import { open, openOffice, settle, type Scene, type Screen, type Viewer } from './scene.ts'

/**
 * Visiting a screen of the list: a browser for each member, the steps to the screen, and waiting until it is stable.
 */

export type Visitor = { context: BrowserContext; token: string | null }

/** A browser context: signed in, with the language chosen and no announcements. */
export async function enter(
  browser: Browser,
  world: World,
  seen: { locale: Locale; width: number },
  who: Viewer,
): Promise<Visitor> {
  const person = await newPerson(browser, { width: seen.width, locale: seen.locale, allowed: [/./] })
  await person.page.close()
  const { context } = person
  if (isDesk(who)) {
    await enterOffice(context, world, { who, locale: seen.locale })
    return { context, token: null }
  }
  const token = who === 'guest' ? null : await world.enter(who)
  await context.addCookies([
    { name: localeCookie, value: seen.locale, url: world.site },
    ...(token === null ? [] : [{ name: 'session', value: token, url: world.site }]),
  ])
  if (who === 'excluded') {
    // At sign-in the server marks an excluded member's browser, so that no page advertises games.
    await context.request.post(`${world.site}/api/routes/user-do-login`, {
      data: world.secretsOf(who),
      headers: { origin: world.site },
    })
  }
  await context.addInitScript(
    ({ popups, userIds }) => {
      for (const id of popups) localStorage.setItem(`popup-hidden:${id}`, String(Date.now()))
      for (const id of userIds) localStorage.setItem(`announced:${id}`, '{"help":99,"note":99}')
    },
    { popups: world.popupIds, userIds: Object.values(world.userIds) },
  )
  return { context, token }
}

/** Signs an operator in, and chooses the language of the office. */
async function enterOffice(
  context: BrowserContext,
  world: World,
  { who, locale }: { who: Viewer; locale: Locale },
): Promise<void> {
  const { secrets } = await world.desks()
  const secret = who === 'signed-out' ? undefined : secrets[who as keyof typeof secrets]
  if (secret !== undefined) {
    const answer = await context.request.post(`${world.office}/api/office/sign-in`, {
      data: secret,
      headers: { origin: world.office },
    })
    if (!answer.ok()) throw new Error(`${secret.login} could not sign in: ${answer.status()}`)
  }
  await context.addInitScript(
    ({ chosen, isIn }) => {
      localStorage.setItem('office-locale', chosen)
      if (isIn) localStorage.setItem('office-signed-in', 'yes')
    },
    { chosen: locale, isIn: secret !== undefined },
  )
}

export async function goToScreen(scene: Scene, screen: Screen<Viewer>): Promise<void> {
  await screen.before?.(scene)
  if (isDesk(screen.who)) {
    await openOffice(scene, screen.path)
  } else {
    await open(scene, screen.path)
    await settle(scene)
  }
  await screen.steps?.(scene)
}

/** Waits until animations have ended; also loads images below the fold. */
export async function untilStable(page: Page): Promise<void> {
  await page.evaluate(`Promise.race([
    (async () => {
      scrollTo(0, 0)
      for (const one of document.images) one.loading = 'eager'
      await Promise.all([
        ...document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running').map((one) => one.finished.catch(() => undefined)),
        ...[...document.images].filter((one) => !one.complete).map((one) => one.decode().catch(() => undefined)),
        document.fonts.ready,
      ])
    })(),
    new Promise((resolve) => setTimeout(resolve, 2500)),
  ]).then(() => undefined)`)
}
