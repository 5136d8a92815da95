import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage, type Locale } from '#i18n/locales.ts'

/**
 * Words in another language than the page's: names, notices, whatever members and operators write and nobody has
 * translated. Each is marked with its language, so that it is spoken and broken into lines rightly, and its letters get
 * type of our own: the sheet of a script is linked when such letters stand on the page, and of each the browser then
 * fetches the few slices it needs. Looked for in the page itself, because such words may stand anywhere in it.
 */

/** The sheets, and the letters that call for each. */
const scripts = {
  /** Pretendard: Korean, and the Latin, Greek and Cyrillic beyond the house's own. */
  hangul: /[\u0180-\u1fff\u3131-\u318e\uac00-\ud7a3]/,
  kana: /[\u3041-\u30ff]/,
  han: /[\u3400-\u9fff]/,
} as const
type Script = keyof typeof scripts

/** The script a locale's own texts are written in, where the Latin file does not hold it. */
const ownScript: Readonly<Partial<Record<Locale, Script>>> = { ko: 'hangul', jp: 'kana', cn: 'han' }

/** Frequent letters that Chinese is written with and Japanese is not: a Chinese sentence holds some. */
const chineseOnly = /[们这为说时对个过还问让从见给话请谢进发录账现关开门网线应间统维护无]/

/** Marks what stands on the page and whatever comes to stand there; answers what stops it. */
export function watchForeignText(art: Readonly<Record<string, string>>, locale: Locale): () => void {
  const marked = new WeakSet<Element>()
  const link = linker(art, locale)
  const look = (text: Text): void => {
    const element = text.parentElement
    // The languages' own names stand in every page's menu and have files of their own.
    if (element === null || element.closest('[hreflang], script, textarea') !== null) return
    link(text.data)
    // What holds more than words may hold the page's own words too.
    if (element.childElementCount > 0 || (element.hasAttribute('lang') && !marked.has(element))) return
    const language = foreignLanguage(element.textContent, documentLanguage[locale])
    if (language !== undefined) {
      element.lang = language
      marked.add(element)
    } else if (marked.delete(element)) element.removeAttribute('lang')
  }
  const lookIn = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = walker.currentNode; text !== null; text = walker.nextNode()) {
      if (text instanceof Text) look(text)
    }
  }
  const lookInFields = (root: ParentNode): void => {
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      link(field.value)
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) link(target.value)
  }
  lookIn(document.body)
  lookInFields(document)
  document.addEventListener('input', onInput)
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) look(target)
      for (const node of addedNodes) {
        lookIn(node)
        if (node instanceof Element) lookInFields(node)
      }
    }
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('input', onInput)
  }
}

/** Links each script's sheet once, the page's own at once. */
function linker(art: Readonly<Record<string, string>>, locale: Locale): (text: string) => void {
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
    // A Vietnamese page's own files hold its letters.
    const foreign = locale === 'vn' ? text.replaceAll(/[\u0180-\u1fff]/g, '') : text
    for (const script of missing) {
      const letters = script === 'han' && locale === 'jp' ? chineseOnly : scripts[script]
      if (letters.test(foreign)) link(script)
    }
  }
}
