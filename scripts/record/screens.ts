import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Locale } from '#i18n/locales.ts'
import { newPerson, openBrowser } from '../../e2e/browser.ts'
import { startProgram, type Program } from '../../e2e/program.ts'
import { screens } from '../../e2e/screens/list.ts'
import { fillWorld, type PersonName, type World } from '../../e2e/screens/people.ts'
import { enter, goToScreen, untilStable, type Visitor } from '../../e2e/screens/visit.ts'
import { translatorFor } from '../../e2e/texts.ts'
import { findBrowser } from '../browser.ts'

/**
 * Pictures of screens of the site, the game window and the office. The people and the way to each screen are those of
 * `npm run screens` in this checkout; the program that is pictured may be another checkout's.
 */

type Set = { locale: Locale; width: number; names: readonly string[] }

const list = (text: string): string[] => text.trim().split(/\s+/)

const site: readonly Set[] = [
  {
    locale: 'ko',
    width: 1400,
    names:
      list(`home-guest home-guest-casino home-popups sign-in-dialog login login-missing reset members-only register-1
      register-1-faults register-2 register-3 not-found credits game-guest home-newcomer deposit-newcomer
      withdraw-newcomer help-newcomer user-newcomer limits-newcomer comp-newcomer deposit help-open note-open
      notice-open withdraw-blocked deposit-excluded limits-away game-casino window window-stake window-info`),
  },
  {
    locale: 'ko',
    width: 390,
    names: list(`home-guest side-panel-guest login register-2 deposit-newcomer withdraw-newcomer help note user-newcomer
      slot-modal window`),
  },
  { locale: 'en', width: 1400, names: list('home-guest login deposit-newcomer limits-newcomer window-info') },
  { locale: 'en', width: 390, names: list('register-1 help-newcomer') },
  { locale: 'jp', width: 1400, names: list('home-guest game-guest') },
  { locale: 'jp', width: 390, names: list('login user-newcomer') },
]

const office = [
  { locale: 'ko', width: 1400, names: list('sign-in queue help registrations members notices books') },
  { locale: 'en', width: 390, names: list('queue maintenance') },
] as const

export async function recordScreens(folder: string, out: string): Promise<void> {
  const path = findBrowser()
  if (path === null) throw new Error('No browser was found: install Chromium, or set CHROME_PATH.')
  const target = join(out, 'screens')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const program = await startProgram({ folder })
  const browser = await openBrowser(path)
  let count = 0
  try {
    const world = await fillWorld(program)
    for (const set of site) count += await takeSet(browser, world, set, target)
    for (const { locale, width, names } of office) {
      for (const name of names) await takeOffice(browser, program, { locale, width, name }, target)
      count += names.length
      console.log(`  office ${locale} ${width}: ${names.length} screens`)
    }
    await world.close()
  } finally {
    await browser.close()
    await program.stop()
  }
  console.log(`${count} screens in ${target}`)
}

async function takeSet(browser: Browser, world: World, set: Set, target: string): Promise<number> {
  const visitors = new Map<PersonName | 'guest', Visitor>()
  for (const name of set.names) {
    const screen = screens.find((one) => one.name === name)
    if (screen === undefined) throw new Error(`e2e/screens has no screen ${name}.`)
    const visitor = visitors.get(screen.who) ?? (await enter(browser, world, set, screen.who))
    visitors.set(screen.who, visitor)
    const { context, token } = visitor
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { locale } = set
    await goToScreen({ page, context, world, locale, phone: set.width < 600, t: translatorFor(locale), token }, screen)
    const file = join(target, `${locale}-${set.width}-${name}.png`)
    await takePicture(page, file, screen.windowOnly !== true)
    await Promise.all(context.pages().map((one) => one.close()))
  }
  for (const { context } of visitors.values()) await context.close()
  console.log(`  site ${set.locale} ${set.width}: ${set.names.length} screens`)
  return set.names.length
}

type OfficeScreen = { locale: 'ko' | 'en'; width: number; name: string }

async function takeOffice(browser: Browser, program: Program, screen: OfficeScreen, target: string): Promise<void> {
  const { locale, width, name } = screen
  const person = await newPerson(browser, { width, locale, allowed: [/./] })
  const { context, page } = person
  await context.addInitScript((language) => localStorage.setItem('office-locale', language), locale)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(program.office)
  const secret = page.locator('input[type=password]')
  await secret.waitFor()
  if (name !== 'sign-in') {
    await page.locator('input').first().fill('manager')
    await secret.fill('manager-office-1')
    await secret.press('Enter')
    await secret.waitFor({ state: 'detached' })
    await page.goto(`${program.office}/${name}`)
  }
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await takePicture(page, join(target, `office-${locale}-${width}-${name}.png`), true)
  await person.close()
}

/**
 * Runs in the page, as text: figures, moments and codes of six characters differ from run to run, so each is drawn as
 * `0`; the symbols on the reels are random and hidden.
 */
const maskInPage = String.raw`(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('script, style') !== null) continue
    const text = node.data.replace(/\b[0-9A-Z]{6}\b/g, '0').replace(/\d[\d,.:]*/g, '0').replace(/오전|오후/g, '오전')
      .replace(/\b[AP]M\b/g, 'AM').replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Jan')
    if (text !== node.data) node.data = text
  }
  for (const one of document.querySelectorAll('canvas')) one.style.visibility = 'hidden'
  document.activeElement?.blur()
})()`

/**
 * Runs in the page: pictures below the fold are loaded only near the view, so a full page would show some and not
 * others.
 */
const loadPicturesInPage = String.raw`(async () => {
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.race([
    Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined))),
    new Promise((resolve) => setTimeout(resolve, 10_000)),
  ])
})()`

async function takePicture(page: Page, path: string, fullPage: boolean): Promise<void> {
  if (fullPage) await page.evaluate(loadPicturesInPage)
  await untilStable(page)
  await page.evaluate(maskInPage)
  await page.screenshot({ path, type: 'png', fullPage, animations: 'disabled', caret: 'hide' })
}
