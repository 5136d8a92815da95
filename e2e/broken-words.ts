import type { Page } from 'playwright-core'

/** Runs in the page, passed as text: words in tables and titles of details that are broken over two lines. */
const findBrokenWords = String.raw`(() => {
  const found = []
  for (const cell of document.querySelectorAll('td:not([data-kind~=long]), aside h2')) {
    if (!cell.checkVisibility()) continue
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/[\p{L}\p{N}]{2,16}/gu)) {
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)))
        if (lines.size > 1) found.push(word[0])
      }
    }
  }
  return found
})()`

/** Throws when a table breaks a word, which a column too narrow for its text does. */
export async function expectWholeWords(page: Page, name: string): Promise<void> {
  const words = await page.evaluate<string[]>(findBrokenWords)
  if (words.length > 0) throw new Error(`${name} breaks words: ${words.join(', ')}`)
}
