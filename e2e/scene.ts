import type { Browser, Page } from 'playwright-core'
import { localeCookie, withLocale, type Locale } from '#i18n/locales.ts'
import type { MadeMember, MemberOptions } from '#server/seed/builders.ts'
import { expectAccessible, newPerson, type Person } from './browser.ts'
import type { Program } from './program.ts'
import { translatorFor, type Translate } from './texts.ts'
import { scaledMs } from '#test/machine.ts'

/** A short journey: one visitor, a guest or a new member, in one language at one width. */
export type Scene = {
  program: Program
  browser: Browser
  locale: Locale
  phone: boolean
  t: Translate
  person: Person
  page: Page
  /** The URL of a path of the site in the scene's language. */
  address: (path: string) => string
  /** Opens a path and waits until the page is hydrated, including the lazily loaded part. */
  open: (path: string, page?: Page) => Promise<void>
  /** Checks the screen: no serious finding of axe, no horizontal overflow. */
  check: (name: string, page?: Page) => Promise<void>
}

export type MemberScene = Scene & { member: MadeMember; token: string }

export type Setup = { program: Program; browser: Browser; locale: Locale; width: number }

type Options = {
  /** Errors in the browser's console that the scene causes on purpose. */
  allowed?: readonly RegExp[]
  userAgent?: string
  reducedMotion?: 'reduce' | 'no-preference'
}

/** Runs a guest's scene; throws at the first fault, including errors in the browser's console. */
export async function asGuest(
  setup: Setup,
  act: (scene: Scene) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const { program, browser, locale, width } = setup
  const person = await newPerson(browser, { width, locale, ...options })
  await person.context.addCookies([{ name: localeCookie, value: locale, url: program.site }])
  await hidePopups(person, program)
  const address = (path: string): string => program.site + withLocale(locale, path)
  const scene: Scene = {
    program,
    browser,
    locale,
    phone: width < 600,
    t: translatorFor(locale),
    person,
    page: person.page,
    address,
    open: async (path, page = person.page) => {
      await page.goto(address(path))
      await untilReady(page)
    },
    check: async (name, page = person.page) => {
      await expectAccessible(page, `${locale} ${width} ${name}`)
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (over > 0) throw new Error(`${name} overflows its width by ${over} px`)
    },
  }
  try {
    await act(scene)
    person.expectNoFaults()
  } finally {
    await person.close()
  }
}

/** Runs the scene of a new member who is already signed in. */
export async function asMember(
  setup: Setup,
  act: (scene: MemberScene) => Promise<void>,
  options: Options & { member?: MemberOptions } = {},
): Promise<void> {
  const { database, site } = setup.program
  const member = await database.newMember(options.member)
  const token = await database.signIn(member)
  await asGuest(
    setup,
    async (scene) => {
      await scene.person.context.addCookies([{ name: 'session', value: token, url: site, httpOnly: true }])
      await act({ ...scene, member, token })
    },
    options,
  )
}

/** Waits until the page is hydrated and its lazy part is loaded, which renders the region of the toasts. */
export async function untilReady(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  await page.locator('section[aria-label] > ul[aria-live="polite"]').waitFor({ state: 'attached' })
}

/** Popups cover the home page; scenes that are not about them hide them for the day. */
async function hidePopups(person: Person, program: Program): Promise<void> {
  const rows = await program.database.db.selectFrom('popup').select('id').execute()
  const keys = rows.map(({ id }) => `popup-hidden:${id}`)
  await person.context.addInitScript((hidden: string[]) => {
    // A new tab is blank at first, and a blank page has no storage.
    if (location.origin === 'null') return
    for (const key of hidden) localStorage.setItem(key, String(Date.now()))
  }, keys)
}

/** A call as the member’s browser would send it, outside the page. */
export async function callAs(scene: MemberScene, name: string, body: object = {}): Promise<Record<string, unknown>> {
  const { site } = scene.program
  const answer = await fetch(`${site}/api/routes/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, cookie: `session=${scene.token}` },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Counts the page's calls of this name from now on. */
export function countCalls(page: Page, name: string, api: 'routes' | 'play' = 'routes'): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${api}/${name}`) count += 1
  })
  return () => count
}

/** Holds back the page's next call of this name until the returned function is called. */
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

/** Ends the member's session just before the page's next call of this name reaches the server. */
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

/** Polls a condition that no element shows. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 5_000): Promise<void> {
  const end = Date.now() + scaledMs(timeoutMs)
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} did not happen in time`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Throws unless the two values are equal. */
export function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`)
}
