import type { Locale } from '#i18n/locales.ts'

/**
 * Type for letters the house itself does not write: names, notices, whatever members and operators say. The sheet of the
 * page's own script is linked at once, another's when such letters stand on the page; of each the browser then fetches
 * the few slices it needs. No text depends on a face of the reader's system.
 */

const scripts = {
  /** Pretendard: Korean, and the Latin, Greek and Cyrillic beyond the house's own. */
  hangul: /[\u0180-\u1fff\u3131-\u318e\uac00-\ud7a3]/,
  kana: /[\u3041-\u30ff]/,
  han: /[\u3400-\u9fff]/,
} as const
type Script = keyof typeof scripts

const own: Readonly<Partial<Record<Locale, Script>>> = { ko: 'hangul', jp: 'kana', cn: 'han' }
/** What these locales' own files hold; Vietnamese is no reason to look further on a Vietnamese page. */
const written: Readonly<Partial<Record<Locale, RegExp>>> = { vn: /[\u0180-\u1fff]/g }

/** Links what the page needs now and whatever it comes to need; answers what stops looking. */
export function linkLetters(art: Readonly<Record<string, string>>, locale: Locale): () => void {
  const missing = new Set(Object.keys(scripts) as Script[])
  const link = (script: Script): void => {
    missing.delete(script)
    linkSheet(art[`letters/${script}`])
  }
  const look = (text: string): void => {
    const foreign = text.replace(written[locale] ?? /^$/, '')
    for (const script of missing) if (scripts[script].test(foreign)) link(script)
  }
  const lookIn = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = walker.currentNode; text !== null; text = walker.nextNode()) {
      // The languages' own names stand in every page's menu and have files of their own.
      if (text instanceof Text && text.parentElement?.closest('[hreflang], script') === null) look(text.data)
    }
  }
  const first = own[locale]
  if (first !== undefined) link(first)
  lookIn(document.body)
  const observer = new MutationObserver((changes) => {
    if (missing.size === 0) return observer.disconnect()
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) lookIn(target)
      for (const node of addedNodes) lookIn(node)
    }
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

function linkSheet(address: string | undefined): void {
  if (address === undefined || document.querySelector(`link[href="${address}"]`) !== null) return
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = address
  document.head.append(sheet)
}
