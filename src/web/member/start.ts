/**
 * Lets the first sight be drawn before the site's code is asked for: on a slow line the code would share it with the
 * banner's picture, and on a quick one it would be evaluated before anything is drawn. The document names the code's
 * files in `data-code`, the first of them beginning it.
 */

const patienceMs = 1_000

const code = document.querySelector<HTMLElement>('script[data-code]')?.dataset['code']?.split(' ') ?? []
const picture = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
let begun = false

function start(): void {
  if (begun) return
  begun = true
  for (const file of code) void import(/* @vite-ignore */ file)
}

function startOnceDrawn(): void {
  requestAnimationFrame(() => setTimeout(start))
}

if (picture === null || picture.complete) startOnceDrawn()
else for (const end of ['load', 'error']) picture.addEventListener(end, startOnceDrawn, { once: true })
// Nothing is drawn in a hidden tab, and a picture may be long in coming.
setTimeout(start, patienceMs)

export {}
