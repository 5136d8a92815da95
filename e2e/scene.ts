import type { Browser, Page } from 'playwright-core'
import { localeCookie, withLocale, type Locale } from '#i18n/locales.ts'
import type { MadeMember, MemberOptions } from '#server/seed/builders.ts'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import type { Program } from './program.ts'
import { speaker, type Say } from './words.ts'
import { scaledMs } from '#testing/machine.ts'

/** A short journey: one visitor, a guest or a member of their own, in one language at one width. */
export type Scene = {
  program: Program
  browser: Browser
  locale: Locale
  phone: boolean
  say: Say
  person: Person
  page: Page
  /** The address of a path of the site in the scene's language. */
  address: (path: string) => string
  /** Goes to a path and waits until the page has been taken over, dialogs and health check and all. */
  open: (path: string, page?: Page) => Promise<void>
  /** Looks whether anything grave stands against the screen: axe, and what runs out of its side. */
  look: (name: string, page?: Page) => Promise<void>
}

export type MemberScene = Scene & { member: MadeMember; token: string }

export type Stage = { program: Program; browser: Browser; locale: Locale; width: number }

type Options = {
  /** What may be in the browser's console, because the scene brings it about. */
  allowed?: readonly RegExp[]
  userAgent?: string
}

/** Plays a guest's scene; throws at whatever is not as it should be, the browser's complaints among it. */
export async function asGuest(
  stage: Stage,
  act: (scene: Scene) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const { program, browser, locale, width } = stage
  const person = await newPerson(browser, { width, locale, ...options })
  await person.context.addCookies([{ name: localeCookie, value: locale, url: program.site }])
  await hidePopups(person, program)
  const address = (path: string): string => program.site + withLocale(locale, path)
  const scene: Scene = {
    program,
    browser,
    locale,
    phone: width < 600,
    say: speaker(locale),
    person,
    page: person.page,
    address,
    open: async (path, page = person.page) => {
      await page.goto(address(path))
      await untilReady(page)
    },
    look: async (name, page = person.page) => {
      await expectAccessible(page, `${locale} ${width} ${name}`)
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (over > 0) throw new Error(`${name} runs ${over} px out of the side`)
    },
  }
  try {
    await act(scene)
    person.expectQuiet()
  } finally {
    await person.close()
  }
}

/** Plays the scene of a fresh member who is signed in already. */
export async function asMember(
  stage: Stage,
  act: (scene: MemberScene) => Promise<void>,
  options: Options & { member?: MemberOptions } = {},
): Promise<void> {
  const { backstage, site } = stage.program
  const member = await backstage.newMember(options.member)
  const token = await backstage.signIn(member)
  await asGuest(
    stage,
    async (scene) => {
      await scene.person.context.addCookies([{ name: 'session', value: token, url: site, httpOnly: true }])
      await act({ ...scene, member, token })
    },
    options,
  )
}

/** The page has been taken over and its late half is there: the region of the toasts comes with it. */
export async function untilReady(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('section[aria-label] > ul[aria-live="polite"]').waitFor({ state: 'attached' })
}

/** Popups stand over the home; the scenes that are not about them have hidden them for the day. */
async function hidePopups(person: Person, program: Program): Promise<void> {
  const rows = await program.backstage.db.selectFrom('popup').select('id').execute()
  const keys = rows.map(({ id }) => `popup-hidden:${id}`)
  await person.context.addInitScript((hidden: string[]) => {
    // A tab is blank before it goes anywhere, and a blank page has no storage.
    if (location.origin === 'null') return
    for (const key of hidden) localStorage.setItem(key, String(Date.now()))
  }, keys)
}

/** A call as the member’s own browser would make it, outside the page. */
export async function callAs(scene: MemberScene, name: string, body: object = {}): Promise<Record<string, unknown>> {
  const { site } = scene.program
  const answer = await fetch(`${site}/api/routes/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, cookie: `session=${scene.token}` },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Counts the calls of a name that the page makes from now on. */
export function countCalls(page: Page, name: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/routes/${name}`) count += 1
  })
  return () => count
}

/** Keeps the next call of a name from the server until it is let go. */
export async function holdBack(page: Page, name: string): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    `**/api/routes/${name}`,
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  return release
}

/** Ends the member's session in the very moment the page makes a call. */
export async function endSessionAt(scene: MemberScene, name: string): Promise<void> {
  await scene.page.route(
    `**/api/routes/${name}`,
    async (route) => {
      await callAs(scene, 'user-logout')
      await route.continue()
    },
    { times: 1 },
  )
}

/** Waits until something holds; for what no element shows. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, patienceMs = 5_000): Promise<void> {
  const end = Date.now() + scaledMs(patienceMs)
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} does not come about`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Throws unless what was found is what was to be. */
export function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`)
}
