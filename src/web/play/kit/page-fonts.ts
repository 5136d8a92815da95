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

/** The longest wait for letters, in ms. */
export const mostMs = 4000

/** Resolves when the letters of `text` can be drawn in `font`, or after a while without them. */
export async function loadLetters(font: string, text: string): Promise<void> {
  await Promise.race([askFor(font, text), new Promise((done) => setTimeout(done, mostMs))])
}

/**
 * Draws when the letters of `text` have come, or after a while without them; then again once they have. Returns what
 * cancels it.
 */
export function drawWithLetters(font: string, text: string, draw: () => void): () => void {
  let isCancelled = false
  let isLate = false
  const drawOnce = () => !isCancelled && draw()
  const timer = setTimeout(() => {
    isLate = true
    drawOnce()
  }, mostMs)
  void askFor(font, text).then((isLoaded) => {
    clearTimeout(timer)
    if (isLoaded || !isLate) drawOnce()
  })
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}

/**
 * Whether the letters have come; false when they cannot. Each family is loaded by itself: of a list, a local typeface
 * that this machine does not have would reject at once, while the files of the others still load.
 */
async function askFor(font: string, text: string): Promise<boolean> {
  await sheets.catch(() => null)
  const [, size = '', families = ''] = /^(.*?px )(.*)$/u.exec(font) ?? []
  const load = (family: string): Promise<boolean> =>
    document.fonts.load(size + family.trim(), text).then(
      () => true,
      () => false,
    )
  return (await Promise.all(families.split(',').map(load))).includes(true)
}

/** Resolves when every font that the page uses now has come, or after a while without them. */
export async function pageFontsReady(): Promise<void> {
  const ready = sheets.then(() => document.fonts.ready)
  await Promise.race([ready, new Promise((done) => setTimeout(done, mostMs))])
}
