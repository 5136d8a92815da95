/**
 * Lets the first sight be drawn before the site's code is evaluated: on a quick line the code is there as soon as the
 * picture, and would hold up both. The code is on its way meanwhile; the document names it by `data-start`.
 */

const patienceMs = 1_000

const code = document.querySelector<HTMLLinkElement>('link[data-start]')?.href
const picture = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
let begun = false

function start(): void {
  if (begun || code === undefined) return
  begun = true
  void import(/* @vite-ignore */ code)
}

function startOnceDrawn(): void {
  requestAnimationFrame(() => setTimeout(start))
}

if (picture === null || picture.complete) startOnceDrawn()
else for (const end of ['load', 'error']) picture.addEventListener(end, startOnceDrawn, { once: true })
// Nothing is drawn in a hidden tab, and a picture may be long in coming.
setTimeout(start, patienceMs)

export {}
