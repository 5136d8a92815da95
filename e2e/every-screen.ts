import type { Browser } from 'playwright-core'
import { offeredLocales, type Locale } from '#i18n/locales.ts'
import type { Program } from './program.ts'
import { asGuest, asMember, until, type Scene } from './scene.ts'

/** Every page in every language at both widths, only opened and measured: axe, and letters that are no letters of it. */

const guestPaths = ['/', '/login', '/register', '/reset', '/game', '/credits', '/admin/error', '/nowhere', '/deposit']
const memberPaths = ['/', '/help', '/note', '/notice', '/deposit', '/withdraw', '/user', '/comp', '/limits', '/game']

const widths = [1400, 390] as const

/** The sweep of one language. */
export async function everyScreen(program: Program, browser: Browser, locale: Locale): Promise<void> {
  const faults: string[] = []
  const look = async (scene: Scene, paths: readonly string[], width: number): Promise<void> => {
    for (const path of paths) {
      await scene.page.goto(scene.address(path))
      await scene.page.getByRole('main').getByRole('heading').first().waitFor()
      await untilFilled(scene)
      await scene.look(path).catch((error: Error) => faults.push(error.message))
      const strange = await strangeWords(scene)
      if (strange.length > 0) faults.push(`${locale} ${width} ${path} speaks another language: ${strange.join(' / ')}`)
    }
  }
  const allowed = [/\/nowhere.*404/]
  for (const width of widths) {
    await asGuest({ program, browser, locale, width }, (scene) => look(scene, guestPaths, width), { allowed })
    await asMember(
      { program, browser, locale, width },
      async (scene) => {
        const { backstage } = program
        await backstage.fileHelps(scene.member, { answered: true, count: 2 })
        await backstage.sendNotes(scene.member, 2)
        await look(scene, memberPaths, width)
      },
      // A person's own name is not the site's to translate.
      { allowed, member: { nick: `moon${locale}${width}`, bankOwner: 'Han Garam' } },
    )
  }
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'))
}

/** Nothing on the page waits for an answer any more. */
async function untilFilled({ page }: Scene): Promise<void> {
  const waiting = page.getByRole('main').locator('[aria-busy="true"], [class*="skeleton"]')
  await until('the content of the page', async () => (await waiting.count()) === 0, 15_000)
}

/** Letters that the language is not written in. Han letters are not among them for Japanese, nor anything Latin at all. */
const strangeLetters = {
  ko: /[\u3040-\u30ff]|[\u1ea0-\u1ef9]/,
  en: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u4e00-\u9fff]|[\u1ea0-\u1ef9]/,
  jp: /[\u1100-\u11ff\uac00-\ud7af]|[\u1ea0-\u1ef9]/,
  vn: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u4e00-\u9fff]/,
  cn: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u1ea0-\u1ef9]/,
} as const satisfies Record<Locale, RegExp>

/**
 * Texts on screen in letters of another language. What is marked with a language of its own may be: the picker, a text
 * that operators wrote in one language only. So may a person's own words: their bank, their name.
 */
async function strangeWords({ page, locale }: Scene): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const strange = ${String(strangeLetters[locale])}
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const within = node.parentElement
      if (within === null || !strange.test(node.data) || within.closest('script, style, body [lang]')) continue
      if (within.getClientRects().length > 0) found.push(node.data.trim().slice(0, 60))
    }
    return [...new Set(found)]
  })()`)
}

/** All of them: one journey a language, so that they share the machine with the others. */
export const screenJourneys = offeredLocales.map((locale) => ({
  name: `every screen, ${locale}`,
  walk: (program: Program, browser: Browser) => everyScreen(program, browser, locale),
}))
