/**
 * The letters that a canvas draws. A canvas neither loads them nor waits for them, and before the style sheet with the
 * fonts has come the browser knows of none.
 */

let sheets: Promise<unknown> = Promise.resolve()

/** The style sheets of the page's fonts, which are loading or have loaded. */
export function expectFontSheets(links: readonly HTMLLinkElement[]): void {
  sheets = Promise.all(
    links.map((link) => {
      if (link.sheet !== null) return null
      return new Promise<void>((done) => {
        link.addEventListener('load', () => done(), { once: true })
        link.addEventListener('error', () => done(), { once: true })
      })
    }),
  )
}

const mostMs = 4000

/** Resolves when the letters of `text` can be drawn in `font`, or after a while without them. */
export async function loadLetters(font: string, text: string): Promise<void> {
  const loaded = sheets.then(() => document.fonts.load(font, text)).catch(() => [])
  await Promise.race([loaded, new Promise((done) => setTimeout(done, mostMs))])
}
