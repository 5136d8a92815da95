import type { CDPSession, Page } from 'playwright-core'

/** Automatic checks of a screen before a person reviews it. Each fault is a line. */

/** Runs in the page, passed as text: finds overflow, clipped text, small targets and letters of other languages. */
const findFaultsInPage = String.raw`(() => {
  const scripts = {
    hangul: /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/, kana: /[\u3041-\u30ff]/, han: /[\u3400-\u4dbf\u4e00-\u9fff]/,
    vietnamese: /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i, thai: /[\u0e00-\u0e7f]/,
  }
  const allowed = { ko: ['hangul'], en: [], ja: ['kana', 'han'], vi: ['vietnamese'], zh: ['han'], th: ['thai'] }
  const faults = []
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (over > 0) faults.push('overflows its width by ' + over + ' px')
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const short = (text) => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 60))
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const seen = new Set()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data
    const element = node.parentElement
    if (text.trim() === '' || element.closest('script, style, svg, textarea, .visually-hidden, [aria-hidden=true]') || !shown(element)) continue
    const lang = (element.closest('[lang]')?.lang ?? '').split('-')[0]
    for (const [name, letters] of Object.entries(scripts)) {
      if (!(allowed[lang] ?? []).includes(name) && letters.test(text)) faults.push(name + ' where the language is ' + lang + ': ' + short(text))
    }
    if (seen.has(element)) continue
    seen.add(element)
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      // Content that scrolls can be reached.
      if (/auto|scroll/.test(style.overflowY) || /auto|scroll/.test(style.overflowX)) break
      const clips = /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY)
      if (!clips || box.clientWidth <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const line = range.getBoundingClientRect()
      const frame = box.getBoundingClientRect()
      const cutX = /hidden|clip/.test(style.overflowX) && (line.right > frame.right + 1.5 || line.left < frame.left - 1.5)
      const cutY = /hidden|clip/.test(style.overflowY) && (line.bottom > frame.bottom + 3 || line.top < frame.top - 3)
      const meant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if ((cutX || cutY) && line.width > 0 && !meant) faults.push('cut off: ' + short(text))
      if (cutX || cutY) break
    }
  }
  const small = [...(open ?? document).querySelectorAll('a[href], button, input, select, textarea, [role=button]')].filter((one) => {
    if (!shown(one) || one.closest('p, li > div, .visually-hidden') || one.type === 'checkbox' || one.type === 'radio') return false
    const { width, height } = one.getBoundingClientRect()
    return width > 1 && (width < 24 || height < 24)
  })
  for (const one of small) faults.push('smaller than 24 px: ' + short(one.ariaLabel ?? one.textContent))
  return [...new Set(faults)]
})()`

export async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(findFaultsInPage)
}

type Fonts = { fonts: { familyName: string; isCustomFont: boolean; glyphCount: number }[] }

/** System fonts that the screen used, with the text rendered in them. */
export async function systemFaces(page: Page, cdp: CDPSession): Promise<string[]> {
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = (await cdp.send('DOM.getDocument', { depth: 0 })) as { root: { nodeId: number } }
  const whole = await facesAt(cdp, root.nodeId, 'body')
  if (whole.every((face) => face.isCustomFont)) return []
  const leaves = await page.evaluate<number>(`(() => {
    let count = 0
    for (const one of document.querySelectorAll('body *')) {
      if (one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && /[^\\x00-\\x7f]/.test(node.data))) one.dataset.letters = String(count++)
    }
    return count
  })()`)
  const faults: string[] = []
  for (let index = 0; index < leaves; index += 1) {
    const faces = await facesAt(cdp, root.nodeId, `[data-letters="${index}"]`)
    const own = faces.filter((face) => !face.isCustomFont)
    if (own.length === 0) continue
    const text = await page.locator(`[data-letters="${index}"]`).first().textContent()
    faults.push(
      `drawn by ${own.map((face) => face.familyName).join(', ')}: ${JSON.stringify((text ?? '').slice(0, 40))}`,
    )
  }
  return faults.length > 0
    ? faults
    : [
        `drawn by ${whole
          .filter((face) => !face.isCustomFont)
          .map((face) => `${face.familyName} (${face.glyphCount})`)
          .join(', ')}`,
      ]
}

async function facesAt(cdp: CDPSession, rootId: number, selector: string): Promise<Fonts['fonts']> {
  const { nodeId } = (await cdp.send('DOM.querySelector', { nodeId: rootId, selector })) as { nodeId: number }
  if (nodeId === 0) return []
  const { fonts } = (await cdp.send('CSS.getPlatformFontsForNode', { nodeId })) as Fonts
  return fonts
}
