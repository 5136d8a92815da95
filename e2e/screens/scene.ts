import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { withLocale, type Locale } from '#i18n/locales.ts'
import { exactly, type Translate } from '../texts.ts'
import type { DeskName } from './desks.ts'
import type { World, PersonName } from './people.ts'

/** Who sees a screen: of the site a guest or a member, of the office who sits there. */
export type Visiting = 'guest' | PersonName
export type Viewer = Visiting | DeskName

/** One screen of the list: who sees it, at which path, and the steps to it. */
export type Screen<Who extends Viewer = Visiting> = {
  /** The name of the screenshot, such as `help-empty`. */
  name: string
  who: Who
  /** The path without the language; in the office the page's own. */
  path: string
  /** Runs before the page is opened, to change responses or the browser's storage. */
  before?: (scene: Scene) => Promise<void>
  /** Runs on the loaded page and ends when the screen is shown. */
  steps?: (scene: Scene) => Promise<void>
  /** Only on one kind of device. */
  only?: 'phone' | 'desktop'
  /** Captures the window instead of the whole page, for overlays that would cover parts of it. */
  windowOnly?: boolean
}

export type Scene = {
  page: Page
  context: BrowserContext
  world: World
  locale: Locale
  phone: boolean
  t: Translate
  token: string | null
}

export const main = (scene: Scene): Locator => scene.page.getByRole('main')

/** Clicks a button of the page's content by its message key. */
export async function click(scene: Scene, key: string, within: Locator = main(scene)): Promise<void> {
  await within
    .getByRole('button', { name: exactly(scene.t(key)) })
    .first()
    .click()
}

export async function fill(scene: Scene, key: string, value: string): Promise<void> {
  await main(scene).getByLabel(scene.t(key), { exact: true }).fill(value)
}

export async function see(scene: Scene, key: string, values?: Record<string, string | number>): Promise<void> {
  await scene.page.getByText(scene.t(key, values)).first().waitFor()
}

export async function seeDialog(scene: Scene, key: string): Promise<Locator> {
  const dialog = scene.page.getByRole('dialog', { name: scene.t(key) })
  await dialog.waitFor()
  return dialog
}

/** Waits until the page is hydrated and the network has been idle for a moment. */
export async function settle({ page }: Pick<Scene, 'page'>): Promise<void> {
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  await page.locator('main h1').first().waitFor({ timeout: maxWaitMs })
  await untilIdle(page)
}

const idleMs = 180
const maxWaitMs = 15_000

async function untilIdle(page: Page): Promise<void> {
  let last = Date.now()
  let under = 0
  const count = (by: number) => () => {
    under = Math.max(0, under + by)
    last = Date.now()
  }
  const [begin, end] = [count(1), count(-1)]
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const limit = Date.now() + maxWaitMs
  while ((under > 0 || Date.now() - last < idleMs) && Date.now() < limit) await page.waitForTimeout(40)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

export async function open(scene: Scene, path: string): Promise<void> {
  await scene.page.goto(scene.world.site + withLocale(scene.locale, path))
}

/** Opens a page of the office, which has its path in the hash, and waits until it is filled. */
export async function openOffice(scene: Scene, path: string): Promise<void> {
  const { page, world } = scene
  await page.goto(`${world.office}/#${path}`)
  await page.locator('main h1').first().waitFor({ state: 'attached', timeout: maxWaitMs })
  await untilIdle(page)
}

/** Leaves calls of these names without a response. */
export function holdCalls(...names: readonly string[]): (scene: Scene) => Promise<void> {
  return answering(names, () => new Promise<void>(() => undefined))
}

/** Answers calls of these names with an HTTP status. */
export function failCalls(status: number, ...names: readonly string[]): (scene: Scene) => Promise<void> {
  return answering(names, (route) => route.fulfill({ status, headers: { 'retry-after': '7' }, json: {} }))
}

/** Answers calls of this name with a refusal; each refusal is a screen of its own. */
export function refuseCalls(name: string, answer: Record<string, unknown>): (scene: Scene) => Promise<void> {
  return answering([name], (route) => route.fulfill({ json: answer }))
}

function answering(names: readonly string[], how: (route: Route) => Promise<void>): (scene: Scene) => Promise<void> {
  return async ({ page }) => {
    for (const name of names) await page.route(new RegExp(`/api/(routes|play|office)/${name}$`), how)
  }
}

/** Changes fields of the answers of a call. */
export function changeAnswer(
  name: string,
  change: (answer: Record<string, unknown>) => Record<string, unknown>,
): (scene: Scene) => Promise<void> {
  return answering([name], async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: { ...answer, ...change(answer) } })
  })
}

/** Sets entries of local storage before the first page is opened. */
export function setLocalStorage(
  entries: (scene: Scene) => Readonly<Record<string, string>>,
): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await scene.page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    }, entries(scene))
  }
}
