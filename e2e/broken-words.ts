import type { Page } from 'playwright-core'

/** Runs in the page, passed as text: matches of a pattern in the selected elements that are broken over two lines. */
const findBroken = (selected: string, pattern: string): string => String.raw`(() => {
  const found = []
  for (const cell of document.querySelectorAll('${selected}')) {
    if (!cell.checkVisibility()) continue
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/${pattern}/gu)) {
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
  const words = await page.evaluate<string[]>(
    findBroken('td:not([data-kind~=long]), aside h2', String.raw`[\p{L}\p{N}]{2,16}`),
  )
  if (words.length > 0) throw new Error(`${name} breaks words: ${words.join(', ')}`)
}

/** Throws when the main part of a page breaks a number. Hashes are no numbers: a letter stands beside their digits. */
export async function expectWholeNumbers(page: Page, name: string): Promise<void> {
  const numbers = await page.evaluate<string[]>(
    findBroken('main', String.raw`(?<![\p{L}\d])\d[\d,.]{1,14}(?![\p{L}\d])`),
  )
  if (numbers.length > 0) throw new Error(`${name} breaks numbers: ${numbers.join(', ')}`)
}
