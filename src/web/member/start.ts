/**
 * Loads the code of the site once the banner's picture is on the screen: on a slow connection it would compete with the
 * picture, on a fast one it would be evaluated before anything is painted. The document lists the files in `data-code`,
 * entry first.
 */

const maxWaitMs = 1_000
const paints = 'largest-contentful-paint'

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

// The frame of a picture that has loaded is shown later than it is computed; browsers that measure it say when.
if (picture !== null && PerformanceObserver.supportedEntryTypes.includes(paints)) {
  new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => (entry as LargestContentfulPaint).element === picture)) start()
  }).observe({ type: paints, buffered: true })
} else if (picture === null || picture.complete) startOnceDrawn()
else for (const end of ['load', 'error']) picture.addEventListener(end, startOnceDrawn, { once: true })
// Hidden tabs never paint, and a picture may load slowly or not at all.
setTimeout(start, maxWaitMs)

export {}
