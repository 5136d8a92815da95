import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage, type Locale } from '#i18n/locales.ts'

/**
 * Text in another language than the page: names, notices and other untranslated input of members and operators. Each is
 * marked with `lang` for screen readers and line breaking. The font stylesheet of a script is linked when its letters
 * first appear; the browser then loads only the slices it needs. The DOM is observed, because such text may appear
 * anywhere.
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

/** Marks the text of the page now and as it changes; returns a function that stops it. */
export function watchForeignText(art: Readonly<Record<string, string>>, locale: Locale): () => void {
  const marked = new WeakSet<Element>()
  const link = linker(art, locale)
  const checkText = (text: Text): void => {
    const element = text.parentElement
    // The language names in the menu have fonts of their own.
    if (element === null || element.closest('[hreflang], script, textarea') !== null) return
    link(text.data)
    // An element with children may contain text of the page itself too.
    if (element.childElementCount > 0 || (element.hasAttribute('lang') && !marked.has(element))) return
    const language = foreignLanguage(element.textContent, documentLanguage[locale])
    if (language !== undefined) {
      element.lang = language
      marked.add(element)
    } else if (marked.delete(element)) element.removeAttribute('lang')
  }
  const checkNode = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = walker.currentNode; text !== null; text = walker.nextNode()) {
      if (text instanceof Text) checkText(text)
    }
  }
  const checkFields = (root: ParentNode): void => {
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      link(field.value)
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) link(target.value)
  }
  checkNode(document.body)
  checkFields(document)
  document.addEventListener('input', onInput)
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) checkText(target)
      for (const node of addedNodes) {
        checkNode(node)
        if (node instanceof Element) checkFields(node)
      }
    }
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('input', onInput)
  }
}

/** Links the stylesheet of each script once; that of the page's own script immediately. */
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
    // The fonts of a Vietnamese page cover its letters.
    const foreign = locale === 'vn' ? text.replaceAll(/[\u0180-\u1fff]/g, '') : text
    for (const script of missing) {
      const letters = script === 'han' && locale === 'jp' ? chineseOnly : scripts[script]
      if (letters.test(foreign)) link(script)
    }
  }
}
