import type { Browser } from 'playwright-core'
import { defaultLocale, offeredLocales, type Locale } from '#i18n/locales.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { openTables } from '#domain/games/table/tables.ts'
import type { Program } from './program.ts'
import { asGuest, asMember, until, type Scene, type Setup } from './scene.ts'

/**
 * Opens every page in every language at both widths and checks it with axe and for letters of other languages; on the
 * narrow one with reduced motion.
 */

const guestPaths = [
  '/',
  '/login',
  '/register',
  '/reset',
  '/game',
  '/credits',
  '/fairness',
  '/admin/error',
  '/admin/error?code=503',
  '/terms',
  '/privacy',
  '/responsible',
  `/watch/${catalogue[0].game.code}`,
  `/watch/${openTables[0]}`,
  '/nowhere',
  '/deposit',
]
const memberPaths = [
  '/',
  '/help',
  '/note',
  '/notice',
  '/deposit',
  '/withdraw',
  '/comp',
  '/game',
  '/user',
  '/user/statement',
  '/user/account',
  '/user/security',
  '/limits',
  '/shared',
]

const widths = [1400, 390] as const

/** Checks the pages of one language at one width. */
export async function everyScreen(setup: Setup): Promise<void> {
  const { program, locale, width } = setup
  const faults: string[] = []
  const check = async (scene: Scene, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await scene.page.goto(scene.address(path))
      await scene.page.getByRole('main').getByRole('heading').first().waitFor()
      await untilFilled(scene)
      await scene.check(path).catch((error: Error) => faults.push(error.message))
      const foreign = await foreignTexts(scene)
      if (foreign.length > 0)
        faults.push(`${locale} ${width} ${path} has text in another language: ${foreign.join(' / ')}`)
    }
  }
  const options = { allowed: [/\/nowhere.*404/], reducedMotion: width < 600 ? 'reduce' : 'no-preference' } as const
  await asGuest(setup, (scene) => check(scene, guestPaths), options)
  await asMember(
    setup,
    async (scene) => {
      const { database } = program
      await database.fileHelps(scene.member, { answered: true, count: 2 })
      await database.sendNotes(scene.member, 2)
      await check(scene, memberPaths)
    },
    // Names are not translated, so the member gets one in Latin letters.
    { ...options, member: { nick: `moon${locale}${width}`, bankOwner: 'Han Garam' } },
  )
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'))
}

/** Waits until the page has finished loading. */
async function untilFilled({ page }: Scene): Promise<void> {
  const waiting = page.getByRole('main').locator('[aria-busy="true"], [class*="skeleton"]')
  await until('the content of the page', async () => (await waiting.count()) === 0, 15_000)
}

/**
 * Letters that a language is not written in. Latin letters are allowed everywhere, Han letters in Japanese and Korean.
 */
const foreignLetters = {
  ko: /[\u3040-\u30ff]|[\u1ea0-\u1ef9]/,
  en: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u4e00-\u9fff]|[\u1ea0-\u1ef9]/,
  jp: /[\u1100-\u11ff\uac00-\ud7af]|[\u1ea0-\u1ef9]/,
  vn: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u4e00-\u9fff]/,
  cn: /[\u1100-\u11ff\uac00-\ud7af]|[\u3040-\u30ff]|[\u1ea0-\u1ef9]/,
} as const satisfies Record<Locale, RegExp>

/**
 * Visible texts in letters of another language. Elements with a `lang` of their own are left out: the language picker,
 * and texts that operators wrote in one language. So are the member's own data, such as bank and name.
 */
async function foreignTexts({ page, locale }: Scene): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const foreign = ${String(foreignLetters[locale])}
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const within = node.parentElement
      if (within === null || !foreign.test(node.data) || within.closest('script, style, body [lang]')) continue
      if (within.getClientRects().length > 0) found.push(node.data.trim().slice(0, 60))
    }
    return [...new Set(found)]
  })()`)
}

/**
 * One journey for each language and width, so that they can run concurrently. `npm test` has each language on the narrow width, where long
 * texts overflow first, and the base language on both: the wide layout differs between languages in its texts only.
 */
export const screenJourneys = widths.flatMap((width) =>
  offeredLocales.map((locale) => ({
    name: `every page is accessible and in one language, ${locale}, ${width} px`,
    isExtra: width === widths[0] && locale !== defaultLocale,
    run: (program: Program, browser: Browser) => everyScreen({ program, browser, locale, width }),
  })),
)
