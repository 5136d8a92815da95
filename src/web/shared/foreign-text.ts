import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import { type Locale } from '#i18n/locales.ts'

/**
 * Text in another language than the page: names, notices and other untranslated input of members and operators. Each is
 * marked with `lang` for screen readers and line breaking. The DOM is observed, because such text may appear anywhere.
 */

/**
 * Marks the text of the page now and as it changes; returns a function that stops it. `onText` receives every text,
 * also those of fields.
 */
export function watchForeignText(locale: Locale, onText: (text: string) => void = () => {}): () => void {
  const marked = new WeakSet<Element>()
  const checkText = (text: Text): void => {
    const element = text.parentElement
    // The language names in the menu have fonts of their own.
    if (element === null || element.closest('[hreflang], script, textarea') !== null) return
    onText(text.data)
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
      onText(field.value)
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) onText(target.value)
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
    for (const element of document.querySelectorAll('[lang]')) if (marked.has(element)) element.removeAttribute('lang')
  }
}
