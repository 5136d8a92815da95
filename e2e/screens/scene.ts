import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { withLocale, type Locale } from '#i18n/locales.ts'
import { exactly, type Translate } from '../texts.ts'
import type { World, PersonName } from './people.ts'

/** One screen of the list: who sees it, where, and what they have done by then. */
export type Screen = {
  /** The picture's file: `help-empty`. */
  name: string
  who: PersonName | 'guest'
  /** Without its language. */
  path: string
  /** Before the page is opened: answers kept back, things remembered by the browser. */
  before?: (scene: Scene) => Promise<void>
  /** Once it stands: whatever leads to the picture. It ends when the screen is there. */
  steps?: (scene: Scene) => Promise<void>
  /** On one of the widths only. */
  only?: 'phone' | 'desktop'
  /** The window as it is, instead of the whole page: what lies over a page hides nothing below it. */
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

/** Presses a button of the page's content by its word. */
export async function press(scene: Scene, key: string, within: Locator = main(scene)): Promise<void> {
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

/** The page has been taken over, and nothing has been on its way to it for a moment. */
export async function settle({ page }: Pick<Scene, 'page'>): Promise<void> {
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  await page.locator('main h1').first().waitFor({ timeout: mostMs })
  await quiet(page)
}

const quietMs = 180
const mostMs = 15_000

async function quiet(page: Page): Promise<void> {
  let last = Date.now()
  let under = 0
  const count = (by: number) => () => {
    under = Math.max(0, under + by)
    last = Date.now()
  }
  const [begin, end] = [count(1), count(-1)]
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const limit = Date.now() + mostMs
  while ((under > 0 || Date.now() - last < quietMs) && Date.now() < limit) await page.waitForTimeout(40)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

export async function open(scene: Scene, path: string): Promise<void> {
  await scene.page.goto(scene.world.site + withLocale(scene.locale, path))
}

/** Keeps calls of a name waiting for as long as the page is open. */
export function holdCalls(...names: readonly string[]): (scene: Scene) => Promise<void> {
  return answering(names, () => new Promise<void>(() => undefined))
}

/** Calls of a name fail as a house in trouble fails. */
export function failCalls(status: number, ...names: readonly string[]): (scene: Scene) => Promise<void> {
  return answering(names, (route) => route.fulfill({ status, headers: { 'retry-after': '7' }, json: {} }))
}

/** Calls of a name are refused with that word: what the page says to each is a screen of its own. */
export function refuseCalls(name: string, answer: Record<string, unknown>): (scene: Scene) => Promise<void> {
  return answering([name], (route) => route.fulfill({ json: answer }))
}

function answering(names: readonly string[], how: (route: Route) => Promise<void>): (scene: Scene) => Promise<void> {
  return async ({ page }) => {
    for (const name of names) await page.route(`**/api/routes/${name}`, how)
  }
}

/** What the browser keeps before the first page is opened. */
export function kept(entries: (scene: Scene) => Readonly<Record<string, string>>): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await scene.page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    }, entries(scene))
  }
}
