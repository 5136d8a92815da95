import type { Locale } from '#i18n/locales.ts'
import { watchForeignText } from './foreign-text.ts'

/**
 * Fonts for text in another language than the page. The font stylesheet of a script is linked when its letters first
 * appear; the browser then loads only the slices it needs.
 */

/** The font stylesheets and the letters that require each. */
const scripts = {
  /** Pretendard: Korean, and the Latin, Greek and Cyrillic that the base font lacks. */
  hangul: /[\u0180-\u1fff\u3131-\u318e\uac00-\ud7a3]/,
  kana: /[\u3041-\u30ff]/,
  han: /[\u3400-\u9fff]/,
} as const
type Script = keyof typeof scripts

/** The script of a locale's own texts, where the Latin font does not cover it. */
const ownScript: Readonly<Partial<Record<Locale, Script>>> = { ko: 'hangul', jp: 'kana', cn: 'han' }

/** Frequent characters of Chinese that Japanese does not use; a Chinese sentence contains some of them. */
const chineseOnly = /[们这为说时对个过还问让从见给话请谢进发录账现关开门网线应间统维护无]/

/** The addresses of the scripts' style sheets in the art manifest. */
type LetterFonts = { readonly [letters: `letters/${string}`]: string }

/** Marks the text of the page and links its fonts, now and as it changes; returns a function that stops it. */
export function showForeignText(art: LetterFonts, locale: Locale): () => void {
  return watchForeignText(locale, linker(art, locale))
}

/** Links the stylesheet of each script once; that of the page's own script immediately. */
function linker(art: LetterFonts, locale: Locale): (text: string) => void {
  const missing = new Set(Object.keys(scripts) as Script[])
  const link = (script: Script): void => {
    const address = art[`letters/${script}`]
    if (!missing.delete(script) || address === undefined) return
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = address
    document.head.append(sheet)
  }
  const own = ownScript[locale]
  if (own !== undefined) link(own)
  return (text) => {
    // The fonts of a Vietnamese page cover its letters.
    const foreign = locale === 'vn' ? text.replaceAll(/[\u0180-\u1fff]/g, '') : text
    for (const script of missing) {
      const letters = script === 'han' && locale === 'jp' ? chineseOnly : scripts[script]
      if (letters.test(foreign)) link(script)
    }
  }
}
