/**
 * Loads the code of the site after the first paint: on a slow connection it would compete with the banner picture, on a
 * fast one it would be evaluated before anything is painted. The document lists the files in `data-code`, entry first.
 */

const maxWaitMs = 1_000

const code = document.querySelector<HTMLElement>('script[data-code]')?.dataset['code']?.split(' ') ?? []
const picture = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
let started = false

function start(): void {
  if (started) return
  started = true
  for (const file of code) void import(/* @vite-ignore */ file)
}

function startOnceDrawn(): void {
  requestAnimationFrame(() => setTimeout(start))
}

if (picture === null || picture.complete) startOnceDrawn()
else for (const end of ['load', 'error']) picture.addEventListener(end, startOnceDrawn, { once: true })
// Hidden tabs never paint, and a picture may load slowly.
setTimeout(start, maxWaitMs)

export {}
