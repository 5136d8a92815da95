import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '../../scripts/run-tool.ts'
import { startProgram } from '../program.ts'
import { translatorFor } from '../texts.ts'
import { screens } from './list.ts'
import { fillWorld, type World } from './people.ts'
import type { Scene, Screen } from './scene.ts'
import { enter, untilStable, goToScreen, type Visitor } from './visit.ts'

/**
 * Builds a copy of the project that shows message keys instead of texts, and visits every screen. Text that is neither a
 * key nor data from the server is hard-coded in the page and fails the journey.
 */
export async function expectOnlyCatalogueTexts(browser: Browser): Promise<void> {
  const folder = await copyProject()
  const program = await startProgram({ folder, env: { BAIZE_MESSAGES: 'keys' } })
  try {
    const world = await fillWorld(program)
    const desktop = screens.filter(({ only }) => only !== 'phone')
    const walks = [
      visitAll(
        browser,
        world,
        1400,
        desktop.filter((_, index) => index % 2 === 0),
      ),
      visitAll(
        browser,
        world,
        1400,
        desktop.filter((_, index) => index % 2 === 1),
      ),
      visitAll(
        browser,
        world,
        390,
        screens.filter(({ only }) => only === 'phone'),
      ),
    ]
    const faults = (await Promise.all(walks)).flat()
    await world.close()
    if (faults.length > 0) throw new Error(`texts outside the catalogues:\n${faults.join('\n')}`)
  } finally {
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const copied = ['assets', 'src', 'scripts', 'db', 'docs', 'package.json', 'package-lock.json', 'vite.config.ts']
const configs = ['tsconfig.base.json', 'tsconfig.web.json', 'tsconfig.server.json', 'tsconfig.pure.json']

/** A copy of the project that is built differently. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baize-keys-'))
  for (const name of [...copied, ...configs]) {
    await cp(join(root, name), join(folder, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Visits screens one after the other, in browsers of their own. */
async function visitAll(browser: Browser, world: World, width: number, walked: readonly Screen[]): Promise<string[]> {
  const visitors = new Map<string, Promise<Visitor>>()
  const faults: string[] = []
  for (const screen of walked) {
    const visitor = visitors.get(screen.who) ?? enter(browser, world, { locale: 'ko', width }, screen.who)
    visitors.set(screen.who, visitor)
    const found = await checkScreen(world, screen, await visitor, width < 600)
    faults.push(...found.map((text) => `  ${screen.name}: ${text}`))
  }
  for (const visitor of visitors.values()) await (await visitor).context.close()
  return faults
}

async function checkScreen(world: World, screen: Screen, visitor: Visitor, phone: boolean): Promise<string[]> {
  const { context, token } = visitor
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const data = recordData(page)
  const scene: Scene = { page, context, world, locale: 'ko', phone, t: translatorFor('ko', 'keys'), token }
  try {
    await goToScreen(scene, screen)
    await untilStable(page)
    await data.received()
    return (await shownTexts(page)).filter((text) => !data.explains(text))
  } catch (error) {
    return [`was not reached: ${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)}`]
  } finally {
    await Promise.all(context.pages().map((one) => one.close()))
  }
}

/** Records all data that the page got from the server: responses of calls, and page data within the document. */
function recordData(page: Page): { received: () => Promise<unknown>; explains: (text: string) => boolean } {
  const coming: Promise<unknown>[] = []
  const values = new Set<string>()
  const keep = (value: unknown): void => {
    if (typeof value === 'string') for (const part of partsOf(value)) values.add(part)
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) keep(one)
  }
  const written = /<script type="application\/json" id="page-data">(.*?)<\/script>/s
  page.on('response', (response) => {
    const kind = response.headers()['content-type'] ?? ''
    const body = /json/.test(kind)
      ? response.json()
      : /text\/html/.test(kind)
        ? response.text().then((html) => JSON.parse(written.exec(html)?.[1] ?? 'null') as unknown)
        : null
    if (body !== null) coming.push(body.then(keep, () => undefined))
  })
  return {
    received: () => Promise.race([Promise.all(coming), page.waitForTimeout(2_000)]),
    explains: (text) => {
      const words = text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => /\p{L}/u.test(word))
      const all = [...values].join('\n')
      // Device names and the like are combined from words of the data; text in other scripts must match exactly.
      return values.has(text) || words.every((word) => /^[\w-]+$/.test(word) && all.includes(word))
    },
  }
}

/** The texts of a value as they will appear in text nodes: HTML without its tags. */
function partsOf(value: string): string[] {
  const whole = value.replaceAll(/\s+/g, ' ').trim()
  return [whole, ...value.split(/<[^>]+>/).map((part) => part.replaceAll(/\s+/g, ' ').trim())]
}

/** Texts typed into forms by the list of screens, and the names of the languages. */
const allowed = ['한국어', 'English', '日本語', 'Tiếng Việt', '简体中文', 'newmoon7']

/** Texts on the screen and in its labels, without the keys. */
async function shownTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const found = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest('script, style, textarea') === null && node.parentElement.checkVisibility()) found.push(node.data)
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')) {
      if (one.checkVisibility()) for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) found.push(one.getAttribute(name) ?? '')
    }
    return found
  })()`)
  const left = texts.map((text) =>
    allowed
      .reduce((rest, name) => rest.replace(name, ''), text.replaceAll(/⟦[^⟧]*⟧/g, ''))
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[\s|·:]+|[\s|·:]+$/g, ''),
  )
  return [...new Set(left.filter((text) => /\p{L}/u.test(text)))]
}
